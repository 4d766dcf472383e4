// The words of analyses, in a catalogue of their own that comes with them.
import { catalogue, number } from "../lib/text.svelte";
import { en } from "./texts.en";
import { zh } from "./texts.zh";

export type Word = keyof typeof en;

/** The text of a word, with its arguments filled in. */
export const w = catalogue({ en, zh });

/** A number of units as the language writes it: chances in percent, small figures with two places. */
export function amount(value: number, unit: string): string {
  const key = `unit.${unit}`;
  return w(key in en ? (key as Word) : "unit.points", { n: figure(value, unit) });
}

/** The number alone. */
export function figure(value: number, unit: string): string {
  if (unit === "chance") return number(Math.round(value * 100));
  return number(Math.abs(value) < 1 ? Math.round(value * 100) / 100 : Math.round(value * 10) / 10);
}

/** A worth, with its sign unless it is a chance. */
export function worth(value: number, unit: string): string {
  return unit !== "chance" && value > 0 ? `+${amount(value, unit)}` : amount(value, unit);
}
