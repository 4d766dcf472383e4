// The words of tables that a browser holds, in a catalogue of their own that comes with them.
import { catalogue } from "../lib/text.svelte";
import { en } from "./texts.en";
import { zh } from "./texts.zh";

export type Word = keyof typeof en;

/** The text of a word, with its arguments filled in. */
export const w = catalogue({ en, zh });
