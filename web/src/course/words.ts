// The words of the check of an assignment, in a catalogue of their own that comes with them.
import { fill, language } from "../lib/text.svelte";
import { en } from "./texts.en";
import { zh } from "./texts.zh";

const own: Record<string, Record<string, string>> = { en, zh };

/** The text of a word, with its arguments filled in. */
export function w(key: keyof typeof en, args: Record<string, string | number> = {}): string {
  return fill(own[language.now]?.[key] ?? en[key], (name) => (name in args ? String(args[name]) : null));
}
