// The words of what this device keeps, in a catalogue of their own: nobody's first deal waits for them.
import { fill, language } from "../lib/text.svelte";
import { en } from "./texts.en";
import { zh } from "./texts.zh";

const own: Record<string, Record<keyof typeof en, string>> = { en, zh };

/** The text of a word, with its arguments filled in. */
export function w(key: keyof typeof en, args: Record<string, string> = {}): string {
  return fill((own[language.now] ?? en)[key], (name) => args[name] ?? null);
}
