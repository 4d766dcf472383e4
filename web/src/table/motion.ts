// Which card came from where: compares what lay on the table with what lies there now. Measures nothing itself.

import { place } from "./layout";
import type { WirePile, WireView } from "../wire";

/** Where the cards lie, by the key of their place; null is a card face down. */
export type Lie = Map<string, (string | null)[]>;

/** A card on its way. `from` null: it appears; `to` null: it is gone. */
export interface Flight {
  card: string | null;
  from: string | null;
  to: string | null;
  /** Its place in the pile it comes to, or left from. */
  index: number;
  /** Turned over on its way: from its back to its face, or the other way round. */
  flip: boolean;
}

/** A card that was turned over without leaving its place. */
export interface Turned {
  card: string;
  at: string;
  index: number;
}

export interface Moves {
  flights: Flight[];
  turned: Turned[];
}

/** How the view lies. */
export function lie(view: WireView | null): Lie {
  return new Map((view?.piles ?? []).map((pile: WirePile) => [place(pile), [...pile.cards]]));
}

/** What flew between two views: known cards by their name, the rest from where cards went missing. */
export function moves(before: Lie, after: Lie): Moves {
  const was = index(before);
  const is = index(after);
  const spare = hidden(before, after);
  const flights: Flight[] = [];
  const turned: Turned[] = [];
  const landed = new Map<string, number>();
  for (const [to, cards] of after) {
    for (const [n, card] of cards.entries()) {
      if (card === null) continue;
      const from = was.get(card);
      if (from === to) continue;
      if (from !== undefined) {
        flights.push({ card, from, to, index: n, flip: false });
      } else if (take(spare.less, to)) {
        turned.push({ card, at: to, index: n });
      } else {
        flights.push({ card, from: takeAny(spare.less, to), to, index: n, flip: true });
      }
    }
  }
  for (const [from, cards] of before) {
    for (const [n, card] of cards.entries()) {
      if (card === null || is.has(card)) continue;
      const to = takeAny(spare.more, from);
      if (to !== null) landed.set(to, (landed.get(to) ?? 0) + 1);
      flights.push({ card, from, to, index: n, flip: to !== null });
    }
  }
  // what is left over moved face down all the way
  for (const [to, count] of spare.more) {
    for (let n = 0; n < count; n++) {
      const from = takeAny(spare.less, to);
      if (from === null) break;
      flights.push({ card: null, from, to, index: (after.get(to)?.length ?? 0) - count + n, flip: false });
    }
  }
  return { flights, turned };
}

/** Is this a fresh deal rather than a step within one? Then nothing flies across from the last. */
export function fresh(before: { deal: number; step: number } | null, after: { deal: number; step: number }): boolean {
  return before === null || before.deal !== after.deal;
}

/** Milliseconds that a card waits for its turn in a ripple: the whole never takes longer than `most`. */
export function ripple(count: number, n: number, each = 22, most = 420): number {
  return count < 2 ? 0 : Math.round(n * Math.min(each, most / (count - 1)));
}

function index(lying: Lie): Map<string, string> {
  const found = new Map<string, string>();
  for (const [at, cards] of lying) for (const card of cards) if (card !== null) found.set(card, at);
  return found;
}

function hidden(before: Lie, after: Lie): { less: Map<string, number>; more: Map<string, number> } {
  const less = new Map<string, number>();
  const more = new Map<string, number>();
  for (const at of new Set([...before.keys(), ...after.keys()])) {
    const count = (lying: Lie) => lying.get(at)?.filter((card) => card === null).length ?? 0;
    const gained = count(after) - count(before);
    if (gained < 0) less.set(at, -gained);
    if (gained > 0) more.set(at, gained);
  }
  return { less, more };
}

function take(stock: Map<string, number>, at: string): boolean {
  const left = stock.get(at) ?? 0;
  if (left > 0) stock.set(at, left - 1);
  return left > 0;
}

/** The likeliest place: one of the same owner, then one of nobody's, then any. */
function takeAny(stock: Map<string, number>, near: string): string | null {
  const owner = near.includes("#") ? near.slice(near.indexOf("#")) : null;
  const rated = [...stock.entries()]
    .filter(([at, left]) => left > 0 && at !== near)
    .map(([at]) => ({ at, far: owner !== null && at.endsWith(owner) ? 0 : at.includes("#") ? 2 : 1 }))
    .sort((a, b) => a.far - b.far);
  const best = rated[0]?.at ?? null;
  if (best !== null) take(stock, best);
  return best;
}
