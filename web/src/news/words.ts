// The words of what is told while the page isn't seen.
import { catalogue } from "../lib/text.svelte";
import { en } from "./texts.en";
import { zh } from "./texts.zh";

/** The text of a word, with its arguments filled in. */
export const w = catalogue({ en, zh });
