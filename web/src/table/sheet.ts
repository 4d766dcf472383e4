// How a score came about, in the order and the words in which it is shown. Numbers come from the game as they are.

import type { WireEntry, WirePayment, WireSheet, WireSide, WireTrack } from "../wire";
import { number } from "../lib/text.svelte";

/** The factors of a line as they are multiplied, each with its sign; empty where there is only one. */
export function product(entry: Pick<WireEntry, "factors">): string {
  return entry.factors.length < 2 ? "" : entry.factors.map((each) => number(each)).join(" × ");
}

/** Is the whole score one number, so that its line needs only a name? */
export function plainly(side: Pick<WireSide, "entries">): boolean {
  const [first, ...others] = side.entries;
  return first !== undefined && others.length === 0 && first.factors.length < 2;
}

/** The sides, the best first; a viewer's own comes first of those that are level. */
export function ranked(sheet: WireSheet, scores: readonly number[], low: boolean, me: number | null): WireSide[] {
  const score = (side: WireSide) => scores[side.seats[0] ?? 0] ?? 0;
  const own = (side: WireSide) => (me !== null && side.seats.includes(me) ? 0 : 1);
  return [...sheet.sides].sort((a, b) => (score(a) - score(b)) * (low ? 1 : -1) || own(a) - own(b));
}

/** The way of a side to the end of the match, if it has one of its own. */
export function trackOf(sheet: WireSheet, side: WireSide): WireTrack | null {
  const found = sheet.standing?.tracks.find(
    (each) => each.seats.length === side.seats.length && each.seats.every((seat) => side.seats.includes(seat)),
  );
  return found ?? null;
}

/** Ways that belong to no side as it is shown here, such as that of the match itself. */
export function others(sheet: WireSheet): WireTrack[] {
  const taken = sheet.sides.map((side) => trackOf(sheet, side));
  return (sheet.standing?.tracks ?? []).filter((each) => !taken.includes(each));
}

/** How full a bar is, from 0 to 1: before the deal and after it. */
export function filled(track: Pick<WireTrack, "value" | "goal">, points: number): { before: number; now: number } {
  const share = (value: number) => Math.max(0, Math.min(1, value / track.goal));
  return { before: Math.min(share(track.value - points), share(track.value)), now: share(track.value) };
}

/** The payments that a viewer is told of: their own, or all of them if they only watch. */
export function toldTo(payments: readonly WirePayment[], me: number | null): WirePayment[] {
  return payments.filter((each) => me === null || each.payer === me || each.payee === me);
}
