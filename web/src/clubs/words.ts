// The words of clubs and classes, in a catalogue of their own: nobody's first deal waits for them.
import { catalogue } from "../lib/text.svelte";
import { en } from "./texts.en";
import { zh } from "./texts.zh";

/** The text of a word, with its arguments filled in. */
export const w = catalogue({ en, zh });
