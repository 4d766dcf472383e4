// Where the log of a deal has its breaks: a trick, a lead that is won, a round of bets. The terminal reads it the same
// way (src/dealt/tui/sections.py).
import type { LogLine, WireView } from "../wire";
import { betting, tabled } from "./roles";
import { slots } from "./tricks";

/** A section begins with line `at` of the log and is number `n` of its kind, from 1. */
export interface Section {
  at: number;
  kind: "trick" | "lead" | "bets" | "draw";
  n: number;
  /** What was turned up before it. */
  cards?: string[];
}

/** The sections of a log, in order; none where one plays alone or the hands lie open before the seats. */
export function sections(view: WireView, log: readonly LogLine[], seats: number): Section[] {
  if (seats < 2 || tabled(view)) return [];
  if (slots(view).size > 0) {
    const plays = log.flatMap((line, at) => (line.role === "play" ? [at] : []));
    const playing = seats - view.facts.filter(({ role }) => role === "out").length;
    return plays.filter((_, n) => n % playing === 0).map((at, n) => ({ at, kind: "trick", n: n + 1 }));
  }
  return betting(view) ? rounds(log) : leads(log);
}

/** Rounds of bets, and changes of cards or cards turned up between them. */
function rounds(log: readonly LogLine[]): Section[] {
  const found: Section[] = [];
  for (const [at, line] of log.entries()) {
    const kind = line.role === "draw" ? "draw" : "bets";
    const cards = log[at - 1]?.turned ?? [];
    if (found.at(-1)?.kind !== kind || cards.length > 0)
      found.push({ at, kind, n: found.filter((each) => each.kind === kind).length + 1, cards });
  }
  return found;
}

/** A lead is won by whoever goes on after their own play: nobody has answered it. It may be passed on. */
function leads(log: readonly LogLine[]): Section[] {
  const found: Section[] = [];
  let holder: number | null = null;
  for (const [at, line] of log.entries()) {
    if (line.role !== "play" && line.role !== "pass") continue;
    if ((holder === null && found.length === 0 && line.role === "play") || line.seat === holder) {
      found.push({ at, kind: "lead", n: found.length + 1 });
      holder = null;
    }
    if (line.role === "play") holder = line.seat;
  }
  return found;
}
