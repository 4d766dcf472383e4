// Analyses in figures: the line of a graph, which actions were mistakes of whom, and how a try compares.
import type { Analysis, Tried, WireJudged, WireOption } from "../wire";

/** The least number of standard errors by which something has to differ to count. */
export const ERRORS = 2;

export interface Box {
  width: number;
  height: number;
}

export interface Scale {
  low: number;
  high: number;
}

/** From the least to the greatest of all expected results, the same for every seat. */
export function scaleOf(expected: readonly (readonly number[])[]): Scale {
  const all = expected.flat();
  const low = Math.min(0, ...all);
  const high = Math.max(0, ...all);
  return low === high ? { low: low - 1, high: high + 1 } : { low, high };
}

/** Where a position and a result lie in a box. */
export function spot(step: number, value: number, last: number, { low, high }: Scale, { width, height }: Box) {
  return { x: (width * step) / Math.max(1, last), y: height - (height * (value - low)) / (high - low) };
}

/** The points of a seat's line, as SVG writes them. */
export function line(expected: readonly (readonly number[])[], seat: number, scale: Scale, box: Box): string {
  return expected
    .map((row, step) => {
      const { x, y } = spot(step, row[seat] ?? 0, expected.length - 1, scale, box);
      return `${x.toFixed(1)},${y.toFixed(1)}`;
    })
    .join(" ");
}

/** The position that is meant by a place in a box, in parts of its width. */
export function stepAt(part: number, last: number): number {
  return Math.max(0, Math.min(last, Math.round(part * last)));
}

/** A seat's mistakes in order of the deal. */
export function mistakesOf(analysis: Analysis, seat: number | null): WireJudged[] {
  return analysis.judged.filter((each) => each.mistake && each.seat === seat);
}

/** The place of an action among the costliest, from 1; 0 for any other. */
export function placeOf(analysis: Analysis, judged: WireJudged): number {
  return analysis.costliest.findIndex((n) => analysis.judged[n]?.step === judged.step) + 1;
}

export type Verdict = "right" | "better" | "same" | "level" | "worse" | "wrong";

/** What was tried, as far as the analysis knows it without asking; null where it does not. */
export function known(judged: WireJudged, action: string): { verdict: Verdict; option: WireOption } | null {
  const { taken, best, others } = judged;
  const option = [taken, best, ...others].find((each) => each.action.name === action);
  if (!option) return null;
  if (option.action.name === best.action.name) return { verdict: "right", option };
  if (option.action.name === taken.action.name) return { verdict: "same", option };
  if (best.known - option.known <= ERRORS * (option.error ?? 0)) return { verdict: "right", option };
  return { verdict: compared(option.known - taken.known), option };
}

/** What the room says of a try. */
export function verdictOf(tried: Tried): Verdict {
  if (tried.right) return "right";
  return tried.better == null ? "wrong" : compared(tried.better);
}

function compared(gain: number): Verdict {
  return gain > 0 ? "better" : gain < 0 ? "worse" : "level";
}
