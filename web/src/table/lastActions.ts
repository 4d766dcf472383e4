// The last actions of the seats, from the log: their calls, and the newest play.

import type { LogLine, WireView } from "../wire";

/** The seat before which the newest play lies, or null when the table is empty; a partner may have played its cards. */
export function newest(view: WireView, log: readonly LogLine[]): number | null {
  const cards = log.findLast((line) => line.cards.length > 0)?.cards;
  if (!cards) return null;
  return (
    view.piles.find(
      (pile) => pile.owner !== null && pile.name !== "hand" && cards.every((card) => pile.cards.includes(card)),
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
export function calls(log: readonly LogLine[], recent = Infinity): Map<number, LogLine> {
  const found = new Map<number, LogLine>();
  const played = log.some((line) => line.cards.length > 0 || (line.hidden ?? 0) > 0);
  for (const line of log.slice(Math.max(0, log.length - recent))) {
    if (line.cards.length > 0 || (line.hidden ?? 0) > 0) found.clear();
    else if (line.action.startsWith("take ")) continue; // what was taken is seen
    else if (line.action !== "pass" || !played) found.set(line.seat, line);
  }
  return found;
}

/** Has the seat passed, as the view says? */
export function passed(view: WireView | null, seat: number): boolean {
  return view?.facts.some((fact) => fact.name === "passed" && fact.owner === seat && Boolean(fact.value)) ?? false;
}

/** Marks that are no roles: who deals, and who is out of the deal. */
const NO_ROLES = new Set(["dealer", "folded", "out"]);

/** Roles, such as landlord and farmers: all seats but one have a fact with the value 1, the one has a number. */
export function parts(view: WireView, seats: number): Map<string, "one" | "some"> {
  const found = new Map<string, "one" | "some">();
  const owned = view.facts.filter(
    (fact) => fact.owner !== null && !/^[.!]/.test(fact.name) && !NO_ROLES.has(fact.name),
  );
  for (const { name } of owned) {
    const marked = owned.filter((fact) => fact.name === name);
    if (seats < 3 || marked.length !== seats - 1 || marked.some((fact) => fact.value !== 1)) continue;
    const alone = owned.filter(
      (fact) => !marked.some((each) => each.owner === fact.owner) && typeof fact.value === "number",
    );
    if (alone.length === 0) continue;
    found.set(name, "some");
    for (const fact of alone) found.set(fact.name, "one");
  }
  return found;
}
