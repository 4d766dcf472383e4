// A person's deals as a line: the scores added up, from the oldest deal to the newest.
import type { OldDeal } from "../wire";

export interface Course {
  /** The sum after each deal, beginning with 0 before the first. */
  sums: number[];
  won: number;
  low: number;
  high: number;
}

/** The course of deals that are given from the newest to the oldest. */
export function course(deals: readonly OldDeal[]): Course {
  const sums = [0];
  for (const each of deals.toReversed()) sums.push((sums.at(-1) ?? 0) + each.score);
  return { sums, won: deals.filter((each) => each.won).length, low: Math.min(...sums), high: Math.max(...sums) };
}

type Line = Pick<Course, "sums" | "low" | "high">;

/** The points of a line in a box, as SVG writes them: the first at the left edge, the last at the right one. */
export function points({ sums, low, high }: Line, width: number, height: number): string {
  const range = high - low || 1;
  return sums
    .map((sum, n) => {
      const x = (width * n) / Math.max(1, sums.length - 1);
      return `${x.toFixed(1)},${(height - (height * (sum - low)) / range).toFixed(1)}`;
    })
    .join(" ");
}
