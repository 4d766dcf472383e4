// The words of the choice of a server, in a catalogue of their own: few look for another one.
import { catalogue } from "../lib/text.svelte";
import { en } from "./texts.en";
import { zh } from "./texts.zh";

/** The text of a word, with its arguments filled in. */
export const w = catalogue({ en, zh });
