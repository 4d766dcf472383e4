// The words of the host's page, in a catalogue of their own: hardly anybody ever needs them.
import { catalogue, language } from "../lib/text.svelte";
import { en } from "./texts.en";
import { zh } from "./texts.zh";

export type Word = keyof typeof en;

/** The text of a word, with its arguments filled in. */
export const w = catalogue({ en, zh });

/** The text for what the host did, by its name in the audit. */
export function did(action: string): string {
  const key = `did.${action}`;
  return key in en ? w(key as Word) : action;
}

/** How many times one has to try for a chance to come true once, in two figures. */
export function oneIn(chance: number): string {
  const many = Number((1 / chance).toPrecision(2));
  return new Intl.NumberFormat(language.now === "zh" ? "zh-Hans" : "en-GB").format(many);
}

/** A time stamp in seconds as date and time of day; the year only where it is another one. */
export function when(at: number): string {
  const date = new Date(at * 1000);
  const year = date.getFullYear() === new Date().getFullYear() ? {} : ({ year: "numeric" } as const);
  return new Intl.DateTimeFormat(language.now === "zh" ? "zh-Hans" : "en-GB", {
    ...year,
    month: "short",
    day: "numeric",
    hour: "2-digit",
    minute: "2-digit",
  }).format(date);
}
