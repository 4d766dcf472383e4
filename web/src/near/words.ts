// The words of tables that a browser holds, in a catalogue of their own that comes with them.
import { fill, language } from "../lib/text.svelte";
import { en } from "./texts.en";
import { zh } from "./texts.zh";

export type Word = keyof typeof en;

const own: Record<string, Record<string, string>> = { en, zh };

/** The text of a word, with its arguments filled in. */
export function w(key: Word, args: Record<string, string | number> = {}): string {
  return fill(own[language.now]?.[key] ?? en[key], (name) => (name in args ? String(args[name]) : null));
}
