// Tricks by compass: a place before every seat for one card, the whole trick until the next lead. Knows no rules.

import type { LogLine, WireFact, WireView } from "../wire";
import { place } from "./layout";
import { facts, holds, leader } from "./roles";

/** The cards of a trick by seat, and who played its first one. */
export interface Trick {
  leader: number;
  cards: (string | null)[];
}

/** The place of each seat for its card of the trick; empty where there are no tricks. */
export function slots(view: WireView): Map<number, string | null> {
  const found = new Map<number, string | null>();
  for (const pile of view.piles) {
    if (pile.owner !== null && pile.lay === "slot") found.set(pile.owner, pile.cards[0] ?? null);
  }
  return found.size > 1 ? found : new Map();
}

/** The card that was turned up for the whole deal, until somebody holds or plays it: then it lies elsewhere. */
export function turned(view: WireView | null, log: readonly LogLine[]): WireFact | null {
  const fact = facts(view, "turned")[0];
  const card = String(fact?.value);
  const held = view?.piles.some((pile) => pile.owner !== null && pile.cards.includes(card));
  return fact && !held && !log.some((line) => line.cards.includes(card)) ? fact : null;
}

/** Has everybody played to the trick on the table? */
export function complete(view: WireView): boolean {
  const lying = [...slots(view).values()];
  return lying.length > 0 && lying.every((card) => card !== null);
}

/** Who has more tricks now than before; else who is said to lead now. */
export function taker(before: WireView, after: WireView): number | null {
  const won = (view: WireView) => facts(view, "tricks").filter((each) => each.owner !== null);
  const was = new Map(won(before).map((each) => [each.owner, Number(each.value)]));
  const more = won(after).filter((each) => Number(each.value) > (was.get(each.owner) ?? 0));
  if (more.length === 1 && more[0]) return more[0].owner;
  return leader(after);
}

/** The places of a complete trick that is cleared away, and who gets it; null where nothing is. */
export function gathered(before: WireView, after: WireView): { from: Set<string>; to: number } | null {
  if (!complete(before)) return null;
  const was = slots(before);
  const is = slots(after);
  if (![...was].some(([seat, card]) => is.get(seat) !== card)) return null;
  const to = taker(before, after);
  if (to === null) return null;
  const places = before.piles.filter((pile) => pile.owner !== null && pile.lay === "slot");
  return { from: new Set(places.map(place)), to };
}

/**
 * The last trick but the one on the table: the last whole round of single cards. A partner may play another's cards,
 * so the leader is the seat from which most of the round fits who played it.
 */
export function lastTrick(view: WireView, log: readonly LogLine[]): Trick | null {
  const seats = slots(view).size;
  const cards = log.filter((line) => line.cards.length === 1);
  if (seats === 0) return null;
  const lying = [...slots(view).values()].filter((card) => card !== null).length;
  const end = cards.length - lying;
  if (end < seats || end % seats !== 0) return null;
  const round = cards.slice(end - seats, end);
  let leader = 0;
  let best = -1;
  for (let seat = 0; seat < seats; seat++) {
    const fits = round.filter((line, n) => line.seat === (seat + n) % seats).length;
    if (fits > best) [leader, best] = [seat, fits];
  }
  const found: (string | null)[] = Array.from({ length: seats }, () => null);
  for (const [n, line] of round.entries()) found[(leader + n) % seats] = line.cards[0] ?? null;
  return { leader, cards: found };
}

/** The seat of another whose open cards are the only ones to play from; null where one plays one's own. */
export function playedFor(view: WireView, me: number | null): number | null {
  const named = new Set(view.legal.flatMap((each) => each.cards ?? []));
  if (named.size === 0) return null;
  const pile = view.piles.find(
    (each) =>
      each.owner !== null && holds(each) && each.cards.some((card) => card !== null && named.has(card)),
  );
  return pile && pile.owner !== me ? pile.owner : null;
}

/** Is every play now a single card, so that choosing another takes its place? Not where several might be played. */
export function single(view: WireView): boolean {
  const plays = view.legal.filter((each) => (each.cards ?? []).length > 0);
  const laid = slots(view).size > 0 || view.piles.some((pile) => pile.at != null);
  const given = plays.length > 0 && plays.every((each) => each.role !== "play");
  return (laid || given) && plays.every((each) => each.cards?.length === 1 && each.pick == null);
}
