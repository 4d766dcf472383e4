// What goes by itself, what was chosen ahead of one's turn, and what a single tap means: only by comparing with the
// legal actions of the view.

import type { TableState, WireAction, WireView } from "../wire";
import { able, matches, rank, same, type Choice } from "./selection";

/** The one thing that can be done, and what it is. */
export interface Forced {
  what: "pass" | "play" | "other";
  choice: Choice;
}

/** What was chosen while others played: cards of one's hand, or a call. */
export interface Plan {
  cards: readonly string[];
  call: Pick<WireAction, "name" | "say"> | null;
  /** The card that led the trick for which it was chosen, null to lead it; undefined where there are no tricks. */
  led?: string | null | undefined;
}

/** Milliseconds in which one sees what is about to happen. */
const SEEN = 700;
/** How much longer it may take where other people could read the time, in milliseconds. */
const BLURRED = 1_200;

const plain = (action: WireAction): Choice => ({ action, name: action.name, say: action.say });
const held = (action: WireAction) => (action.cards ?? []).length > 0;

/**
 * The only choice that the view offers, or null. A pass is forced only where there is nothing else at all. Beside a
 * card there may be an amount that can be said with the next card as well, such as a claim.
 */
export function forced(view: WireView): Forced | null {
  const plays = view.legal.filter(held);
  const [only] = plays.length > 0 ? plays : view.legal;
  if (!only || only.upto != null || only.pick != null) return null;
  const rest = view.legal.filter((each) => each !== only);
  const choice = plain(only);
  if (!held(only)) return rest.length > 0 ? null : { what: only.role === "pass" ? "pass" : "other", choice };
  if (rest.some((each) => held(each) || each.upto == null)) return null;
  // where suits mean nothing one play stands for several, and which cards go is a choice
  if (able(view).size > (only.cards ?? []).length) return null;
  return { what: "play", choice };
}

/** Does anybody see this table who could read something from how long one takes? */
export function observed(table: TableState): boolean {
  const people = table.seats.some((each) => each.kind === "person" && each.seat !== table.seat);
  return people || table.watchers.length > 0;
}

/**
 * Milliseconds before something goes by itself. `draw` is random in 0..1: among people the pause differs from turn to
 * turn, and is the same for what was forced and for what was chosen ahead, so that it does not tell which it was.
 */
export function pause(watched: boolean, draw: number): number {
  return watched ? SEEN + BLURRED * draw : SEEN;
}

/** What was chosen ahead, as it can be done now; null where it can't, or where it could mean several things. */
export function due(view: WireView, plan: Plan): Choice | null {
  if (plan.call !== null) {
    const found = view.legal.find((each) => each.name === plan.call?.name && each.upto == null);
    return found ? plain(found) : null;
  }
  const [first = null, ...others] = matches(view, plan.cards);
  return others.length > 0 ? null : first;
}

/** All plays that contain these cards, with these very cards where suits mean nothing. */
export function completions(view: WireView, chosen: readonly string[]): Choice[] {
  const found: Choice[] = [];
  for (const action of view.legal) {
    if (!held(action) || action.pick != null || action.upto != null) continue;
    const cards = holding(action.cards ?? [], chosen, view);
    const choice = cards && matches(view, cards).find((each) => each.action === action);
    if (choice) found.push(choice);
  }
  return found;
}

/** These cards with the chosen ones among them, if they are there or, where suits mean nothing, cards of their rank. */
function holding(cards: readonly string[], chosen: readonly string[], view: WireView): string[] | null {
  const left = [...cards];
  const needed: string[] = [];
  for (const card of chosen) {
    const at = left.indexOf(card);
    if (at >= 0) left.splice(at, 1);
    else needed.push(card);
  }
  for (const card of needed) {
    const kind = (each: string) => rank(each, view.wild);
    const at = view.suits ? -1 : left.findIndex((each) => kind(each) === kind(card) && !chosen.includes(each));
    if (at < 0) return null;
    left.splice(at, 1);
  }
  return [...chosen, ...left];
}

/** What a tap that adds to a selection comes to: the only play that these cards can still become. */
export function completed(view: WireView, chosen: readonly string[]): { choice: Choice; whole: boolean } | null {
  const [first, ...others] = completions(view, chosen);
  if (!first || others.length > 0) return null;
  return { choice: first, whole: same(cardsOf(first, chosen, view), chosen) };
}

/** The cards of a choice that contains the chosen ones. */
export function cardsOf(choice: Choice, chosen: readonly string[], view: WireView): string[] {
  return holding(choice.action.cards ?? [], chosen, view) ?? [...(choice.action.cards ?? [])];
}

/**
 * Plays of several cards to offer at one tap: those that contain what is chosen and more. All where there are no more
 * than `most`; else, once something is chosen, the first of each kind.
 */
export function suggestions(view: WireView, chosen: readonly string[], most: number): Choice[] {
  const all = completions(view, chosen).filter((each) => {
    const size = (each.action.cards ?? []).length;
    return size > 1 && size > chosen.length;
  });
  if (all.length <= most) return all;
  if (chosen.length === 0) return [];
  const kinds = new Map<string, Choice>();
  for (const each of all) {
    const kind = `${each.say.key} ${(each.action.cards ?? []).length}`;
    if (!kinds.has(kind)) kinds.set(kind, each);
  }
  return [...kinds.values()].slice(0, most);
}
