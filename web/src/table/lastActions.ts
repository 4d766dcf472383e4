// The last actions of the seats, from the log: their calls, and the newest play.

import type { LogLine, WireView } from "../wire";
import { holds, is, pressed } from "./roles";

/** The seat before which the newest play lies, or null when the table is empty; a partner may have played its cards. */
export function newest(view: WireView, log: readonly LogLine[]): number | null {
  const cards = log.findLast((line) => line.cards.length > 0)?.cards;
  if (!cards) return null;
  return (
    view.piles.find(
      (pile) => pile.owner !== null && !holds(pile) && cards.every((card) => pile.cards.includes(card)),
    )?.owner ?? null
  );
}

/** The newest line with cards, while they lie before a seat. */
export function standing(view: WireView, log: readonly LogLine[]): LogLine | null {
  return newest(view, log) === null ? null : (log.findLast((line) => line.cards.length > 0) ?? null);
}

/**
 * The last call of each seat (a bid, a double, a raise) until cards are played; passes only while nothing else was.
 * Of bets, `recent` are those of the last round.
 */
export function calls(view: WireView | null, log: readonly LogLine[], recent = Infinity): Map<number, LogLine> {
  const found = new Map<number, LogLine>();
  const played = log.some((line) => line.cards.length > 0 || (line.hidden ?? 0) > 0);
  for (const line of log.slice(Math.max(0, log.length - recent))) {
    if (line.cards.length > 0 || (line.hidden ?? 0) > 0) found.clear();
    else if (line.role === "take" || pressed(view, line.action)) continue; // what was taken is seen
    else if (line.role !== "pass" || !played) found.set(line.seat, line);
  }
  return found;
}

/** Has the seat passed, as the view says? */
export function passed(view: WireView | null, seat: number): boolean {
  return is(view, "passed", seat);
}
