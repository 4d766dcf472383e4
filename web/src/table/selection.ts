// What may be selected, and what a selection would do: only by comparing with the legal actions of the view.

import type { Said, WireAction, WirePile, WireView } from "../wire";
import { pressed } from "./roles";

/** A legal action as it would be sent: with the very cards that are selected. */
export interface Choice {
  action: WireAction;
  name: string;
  say: Said;
}

/** Everything that can be done without selecting a card first. */
export interface Offers {
  pass: WireAction | null;
  /** Actions without cards by their verb's first word, in the order of the view. */
  chips: { group: string; actions: WireAction[] }[];
  /** Actions with an amount to choose. */
  steppers: WireAction[];
  /** Is there anything to do with cards? */
  plays: boolean;
}

/** What the large button does; `choice` is null when it can't be pressed. */
export interface Primary {
  choice: Choice | null;
  /** Further verbs that the same selection fits. */
  others: Choice[];
  idle: "cards" | "choose" | "more" | "wont" | "place" | "";
  /** How many cards are still to be selected, where every play has as many. */
  missing: number;
}

const JOKERS = new Set(["BJ", "RJ"]);

/** What is left of a card where suits mean nothing; all of it but the number of its copy, if it is wild. */
export function rank(card: string, wild: readonly string[] = []): string {
  const bare = card.replace(/'.*/, "");
  return JOKERS.has(bare) || wild.includes(card) ? bare : card.slice(0, 1);
}

/** Do these cards stand for each other where suits mean nothing? Beside wild cards, those of one suit don't. */
function alike(view: WireView, cards: readonly string[], others: readonly string[]): boolean {
  const wild = view.wild ?? [];
  const ranks = (some: readonly string[]) => some.map((each) => rank(each, wild));
  if (!same(ranks(cards), ranks(others))) return false;
  const suited = (some: readonly string[]) => {
    const tame = some.filter((each) => !wild.includes(each));
    const apart = tame.length > 2 && new Set(tame.map((each) => each[0])).size === tame.length;
    return apart && new Set(tame.map((each) => each[1])).size === 1;
  };
  return wild.length === 0 || suited(cards) === suited(others);
}

/** Do two lists hold the same things, whatever the order? */
export function same(one: readonly string[], other: readonly string[]): boolean {
  if (one.length !== other.length) return false;
  const [a, b] = [[...one].sort(), [...other].sort()];
  return a.every((each, n) => each === b[n]);
}

/**
 * Every card of the view that occurs in a legal action, or, where suits mean nothing, could stand for one that does.
 */
export function able(view: WireView): Set<string> {
  const named = new Set(view.legal.flatMap((each) => each.cards ?? []));
  if (view.suits) return named;
  const found = new Set(named);
  for (const pile of owned(view)) {
    const kind = (card: string) => rank(card, view.wild);
    const kinds = new Set(pile.filter((card) => named.has(card)).map(kind));
    for (const card of pile) if (kinds.has(kind(card))) found.add(card);
  }
  return found;
}

/** Cards in places of nobody's from which some may be taken: all can be selected, so that one learns which won't do. */
export function pickable(view: WireView): Set<string> {
  const board = view.piles.filter((pile) => pile.owner === null && (pile.lay === "slot" || pile.lay === "cascade"));
  const cards = board.flatMap((pile) => pile.cards).filter((card): card is string => card !== null);
  const named = new Set(view.legal.flatMap((each) => each.cards ?? []));
  return new Set(cards.some((card) => named.has(card)) ? cards : []);
}

/** The action that takes the pile with this number of its kind: "take 2" the second packet. */
export function taking(view: WireView, number: number): WireAction | null {
  const free = (each: WireAction) => (each.cards ?? []).length === 0 && each.upto == null && each.amount === number;
  return view.legal.find((each) => free(each) && each.role === "take") ?? null;
}

/** The action that a press on a pile does: it names the pile. */
export function pressing(view: WireView, pile: WirePile): WireAction | null {
  const free = (each: WireAction) => (each.cards ?? []).length === 0 && each.amount == null;
  return view.legal.find((each) => free(each) && names(view, each, pile)) ?? null;
}

function names(view: WireView, action: WireAction, pile: WirePile | null): boolean {
  return pile?.owner === null && pressed(view, action.verb)?.name === pile.name;
}

/** The pile of cards that lie side by side, from which one is taken by its number. */
export function lying(view: WireView): WirePile | null {
  return view.piles.find((pile) => pile.lay === "spread") ?? null;
}

/** Does an action take one of the cards that lie side by side? */
export function picks(view: WireView, action: WireAction): boolean {
  return action.amount != null && names(view, action, lying(view));
}

/** The action that takes the card with this number of a spread. */
export function taken(view: WireView, pile: WirePile, number: number): Choice | null {
  const among = (each: WireAction) =>
    each.amount != null && number >= each.amount && number <= (each.upto ?? each.amount);
  const action = view.legal.find((each) => names(view, each, pile) && among(each));
  if (!action) return null;
  return {
    action,
    name: amounted(action, number),
    say: { key: action.say.key, args: { ...action.say.args, amount: number } },
  };
}

/** The call that a digit key stands for where only calls are expected: the one of that amount, else by order. */
export function called(view: WireView, digit: number): WireAction | null {
  const can = offers(view);
  if (can.plays) return null;
  const calls = can.chips.flatMap((each) => each.actions);
  return calls.find((each) => each.amount === digit) ?? calls.filter((each) => each.amount == null)[digit - 1] ?? null;
}

/** Legal actions that these cards fit, with the cards themselves in name and words. */
export function matches(view: WireView, chosen: readonly string[]): Choice[] {
  if (chosen.length === 0) return [];
  return view.legal.filter((each) => fits(view, each, chosen)).map((each) => choice(each, chosen));
}

function fits(view: WireView, action: WireAction, chosen: readonly string[]): boolean {
  if (action.upto != null) return false;
  if (action.pick != null) return picked(action, chosen);
  if (same(action.cards ?? [], chosen)) return true;
  if (view.suits || !alike(view, action.cards ?? [], chosen)) return false;
  const pile = owned(view).find((cards) => (action.cards ?? []).every((card) => cards.includes(card)));
  return pile !== undefined && chosen.every((card) => pile.includes(card));
}

/** Are these some of the cards to choose from, neither too few nor too many? */
export function picked(action: WireAction, chosen: readonly string[]): boolean {
  const [least = 0, most = 0] = action.pick ?? [];
  const there = chosen.every((card) => action.cards?.includes(card));
  return there && chosen.length >= least && chosen.length <= most;
}

function owned(view: WireView): string[][] {
  const mine = (pile: WirePile) => pile.owner !== null;
  return view.piles.filter(mine).map((pile) => pile.cards.filter((card): card is string => card !== null));
}

function choice(action: WireAction, chosen: readonly string[]): Choice {
  const cards = action.cards ?? [];
  if (action.pick == null && same(cards, chosen)) return { action, name: action.name, say: action.say };
  const name = [action.verb, chosen.join(""), action.amount ?? ""].filter((word) => word !== "").join(" ");
  const args: Said["args"] = {};
  for (const [key, value] of Object.entries(action.say.args ?? {})) {
    args[key] = Array.isArray(value) && same(value, cards) ? [...chosen] : value;
    if (action.pick != null && value === action.pick.join("–")) args[key] = chosen.length;
  }
  return { action, name, say: { key: action.say.key, args } };
}

/** An action with an amount of one's choice, as it is sent. */
export function amounted(action: WireAction, amount: number): string {
  return [action.verb, (action.cards ?? []).join(""), String(amount)].filter((word) => word !== "").join(" ");
}

/** What the view offers without cards. */
export function offers(view: WireView): Offers {
  const found: Offers = { pass: null, chips: [], steppers: [], plays: false };
  for (const action of view.legal) {
    if (picks(view, action)) continue; // the cards themselves are pressed
    if ((action.cards ?? []).length > 0) {
      found.plays = true;
    } else if (action.upto != null) {
      found.steppers.push(action);
    } else if (action.role === "pass") {
      found.pass = action;
    } else {
      const group = action.verb.split(" ", 1)[0] ?? action.verb;
      const known = found.chips.find((each) => each.group === group);
      if (known) known.actions.push(action);
      else found.chips.push({ group, actions: [action] });
    }
  }
  return found;
}

/** What the key for a pass does: the pass itself, or a call that a game says in the words of one. */
export function passing(can: Offers): WireAction | null {
  const calls = can.chips.flatMap((each) => each.actions);
  return can.pass ?? calls.find((each) => each.say.key.endsWith(".pass")) ?? null;
}

/** What the large button would do now. `aimed`: actions that lay a card on a place, which are done by pressing it. */
export function primary(
  view: WireView,
  chosen: readonly string[],
  aimed: (action: WireAction) => boolean = () => false,
  hinted = "",
): Primary {
  const can = offers(view);
  const missing = Math.max(0, size(view) - chosen.length);
  if (chosen.length > 0) {
    const all = matches(view, chosen);
    const free = all.filter((each) => !aimed(each.action));
    const wanted = free.find((each) => each.name === hinted); // of several with the same cards
    const [first = null, ...others] = wanted ? [wanted, ...free.filter((each) => each !== wanted)] : free;
    if (first === null && all.length > 0) return { choice: null, others: [], idle: "place", missing: 0 };
    // calls alone are expected: a card that was touched hides none of them
    const calls = first === null && !can.plays ? primary(view, [], aimed) : null;
    if (calls?.idle === "choose") return calls;
    const begun = missing > 0 && view.legal.some((each) => chosen.every((card) => each.cards?.includes(card)));
    return { choice: first, others, idle: first ? "" : begun ? "more" : "wont", missing: begun ? missing : 0 };
  }
  const plain = (action: WireAction): Choice => ({ action, name: action.name, say: action.say });
  const chips = can.chips.flatMap((each) => each.actions);
  // a pass is one call among others where calls are all there is
  if (can.pass && (can.plays || chips.length + can.steppers.length === 0))
    return { choice: plain(can.pass), others: [], idle: "", missing };
  const only = chips[0];
  // beside plays of cards it is the way to play none, if it stands where games put a pass
  const last = !can.plays || view.legal.at(-1) === only;
  if (only && chips.length === 1 && !can.pass && last && can.steppers.length === 0) {
    return { choice: plain(only), others: [], idle: "", missing };
  }
  return { choice: null, others: [], idle: can.plays ? "cards" : "choose", missing };
}

/** How many cards of one's own every play has, or has at least, where that is more than one; else 0. */
function size(view: WireView): number {
  const sizes = new Set(view.legal.map((each) => each.pick?.[0] ?? (each.cards ?? []).length));
  const [only = 0] = sizes;
  const own = view.piles.filter((pile) => pile.owner === view.seat).flatMap((pile) => pile.cards);
  return sizes.size === 1 && only > 1 && view.legal[0]?.cards?.every((card) => own.includes(card)) ? only : 0;
}

/** Keys of choices that would do something else at the table: ask for a hint, leave. */
const TAKEN = "hl";

/**
 * The key of each choice that is made without cards: the first letter of its verb, if all have one of their own; else
 * its number, unless digits spell an amount; where its number is another's amount, the letter of its last word. A pass
 * has its P.
 */
export function keys(actions: readonly WireAction[], sortable: boolean): Map<string, string> {
  const found = new Map<string, string>();
  const others = actions.filter((each) => each.role !== "pass");
  const letters = others.map((each) => each.verb.slice(0, 1).toLowerCase());
  const taken = TAKEN + (sortable ? "s" : "") + (others.length < actions.length ? "p" : "");
  const apart =
    new Set(letters).size === letters.length && letters.every((each) => /[a-z]/.test(each) && !taken.includes(each));
  const spelt = actions.some((each) => each.upto != null);
  const plain = others.filter((each) => each.amount == null);
  for (const [n, each] of others.entries()) {
    const letter = letters[n];
    if (apart && letter !== undefined) found.set(each.name, letter);
    else if (spelt) continue;
    else if (each.amount != null && each.amount < 10) found.set(each.name, String(each.amount));
    else if (
      plain.includes(each) &&
      plain.indexOf(each) < 9 &&
      !others.some((one) => one.amount === plain.indexOf(each) + 1)
    )
      found.set(each.name, String(plain.indexOf(each) + 1));
  }
  for (const each of plain) {
    // among numbers it has the letter of what it is: "bid nil" has N
    const own = each.verb
      .slice(each.verb.lastIndexOf(" ") + 1)
      .slice(0, 1)
      .toLowerCase();
    if (
      !found.has(each.name) &&
      !spelt &&
      /[a-z]/.test(own) &&
      !taken.includes(own) &&
      ![...found.values()].includes(own)
    )
      found.set(each.name, own);
  }
  for (const each of actions) if (each.role === "pass") found.set(each.name, "p");
  return found;
}

/** What is left of a selection after the cards on the table have changed. */
export function kept(chosen: readonly string[], there: ReadonlySet<string>): string[] {
  return chosen.filter((card) => there.has(card));
}

/** A hand in a person's order: known cards as wanted, cards that the order doesn't know behind them. */
export function ordered(hand: readonly (string | null)[], order: readonly string[] | undefined): string[] {
  const cards = hand.filter((card): card is string => card !== null);
  if (!order) return cards;
  const at = new Map(order.map((card, n) => [card, n]));
  return [...cards].sort((a, b) => (at.get(a) ?? order.length) - (at.get(b) ?? order.length));
}
