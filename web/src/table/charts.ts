// Charts of advice: how their codes are coloured, and how a room is asked for them.

import type { Options } from "../lib/options";
import type { WireChart } from "../wire";

/** The number of colours in the style sheet. */
const COLOURS = 6;

/** All codes, in the order in which they occur. */
export function codes(charts: readonly WireChart[]): string[] {
  return [...new Set(charts.flatMap((chart) => chart.rows.flatMap((row) => row.cells)))];
}

/** The number of the colour of each code: codes that begin alike look alike. */
export function colours(charts: readonly WireChart[]): Map<string, number> {
  const all = codes(charts);
  const first = [...new Set(all.map((code) => code.slice(0, 1)))];
  return new Map(all.map((code) => [code, first.indexOf(code.slice(0, 1)) % COLOURS]));
}

/** Options as a query writes them: on, off and none are words. */
export function query(options: Options): string {
  const written = (value: Options[string] | undefined) =>
    value == null ? "none" : typeof value === "boolean" ? (value ? "on" : "off") : String(value);
  return new URLSearchParams(Object.entries(options).map(([name, value]) => [name, written(value)])).toString();
}
