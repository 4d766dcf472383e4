// What the seats have just done, read off the log: who called what, and which play is the newest.

import type { LogLine, WireView } from "../wire";

/** The seat whose play on the table is the newest, or null when the table is empty. */
export function newest(view: WireView, log: readonly LogLine[]): number | null {
  for (let n = log.length - 1; n >= 0; n--) {
    const line = log[n];
    if (!line || line.cards.length === 0) continue;
    const there = view.piles.some(
      (pile) => pile.owner === line.seat && pile.name !== "hand" && line.cards.every((card) => pile.cards.includes(card)),
    );
    return there ? line.seat : null;
  }
  return null;
}

/** The newest line with cards of a seat that still lie before it. */
export function standing(view: WireView, log: readonly LogLine[]): LogLine | null {
  const seat = newest(view, log);
  return log.findLast((line) => line.seat === seat && line.cards.length > 0) ?? null;
}

/** The last call of each seat (a bid, a double, a raise) until cards are played; passes only while nothing else was. */
export function calls(log: readonly LogLine[]): Map<number, LogLine> {
  const found = new Map<number, LogLine>();
  const played = log.some((line) => line.cards.length > 0 || (line.hidden ?? 0) > 0);
  for (const line of log) {
    if (line.cards.length > 0 || (line.hidden ?? 0) > 0) found.clear();
    else if (line.action !== "pass" || !played) found.set(line.seat, line);
  }
  return found;
}

/** Has the seat passed, as the view says? */
export function passed(view: WireView | null, seat: number): boolean {
  return view?.facts.some((fact) => fact.name === "passed" && fact.owner === seat && Boolean(fact.value)) ?? false;
}
