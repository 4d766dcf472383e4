// What a view says of itself: the roles of its facts, piles and actions. No name of any of them stands here.
// tests/cases/roles.json holds cases for this and for the terminal's reading (src/dealt/tui/roles.py).

import type { WireAction, WireFact, WirePile, WireView } from "../wire";

/** Are these the cards that the owner holds? */
export function holds(pile: Pick<WirePile, "role">): boolean {
  return pile.role === "hand";
}

/** The facts with a role. */
export function facts(view: WireView | null, role: string): WireFact[] {
  return (view?.facts ?? []).filter((each) => each.role === role);
}

/** Does a fact with this role say so of a seat? */
export function is(view: WireView | null, role: string, seat: number | null): boolean {
  return facts(view, role).some((each) => each.owner === seat && Boolean(each.value));
}

/** Who leads, or led what lies on the table; null before anybody does. */
export function leader(view: WireView | null): number | null {
  return facts(view, "lead").find((each) => each.owner !== null)?.owner ?? null;
}

/** Is it a game of bets? */
export function betting(view: WireView | null): boolean {
  return (view?.facts ?? []).some((each) => each.lay === "chips" || each.role === "stack");
}

/** Do the hands lie open before their seats, so that nobody holds one? */
export function tabled(view: WireView | null): boolean {
  const owned = view?.piles.filter((each) => each.owner !== null) ?? [];
  return owned.length > 0 && owned.every((each) => each.lay === "row" && !holds(each));
}

/** Is it this hand's turn, of the several that its seat has? */
export function active(view: WireView | null, pile: WirePile): boolean {
  if (pile.owner === null || !view?.turn.includes(pile.owner)) return false;
  const at = facts(view, "playing").find((each) => each.owner === pile.owner)?.value;
  const [kind] = pile.name.split(" ", 1);
  return at !== undefined && pile.name === `${kind} ${at}`;
}

/** The pile of nobody's that an action without cards names in a word of its verb: a press there does it. */
export function pressed(view: WireView | null, verb: string): WirePile | null {
  const words = verb.split(" ");
  return view?.piles.find((each) => each.owner === null && words.includes(each.name)) ?? null;
}

/** The pass among the legal actions. */
export function passOf(view: WireView | null): WireAction | null {
  return view?.legal.find((each) => each.role === "pass") ?? null;
}

/** The facts that tell sides apart, by name, such as landlord and farmers: who plays alone, and who against the one. */
export function parts(view: WireView): Map<string, "one" | "some"> {
  const found = new Map<string, "one" | "some">();
  for (const each of facts(view, "alone")) found.set(each.name, "one");
  for (const each of facts(view, "against")) found.set(each.name, "some");
  return found;
}
