// Columns of overlapping cards and what lies above them: where each card lies, and what a press on a pile does.

import type { WireAction, WirePile, WireView } from "../wire";
import { placeOf } from "./figure";
import { kind, RATIO } from "./layout";
import { matches, type Choice } from "./selection";

/** A pile on the table: where its cards lie, the first one lowest. */
export interface Stacked {
  pile: WirePile;
  x: number;
  y: number;
  /** The cards that are drawn, each with its place in the pile. */
  cards: { card: string | null; n: number; x: number; y: number }[];
}

export interface Cascades {
  card: number;
  tall: number;
  width: number;
  height: number;
  piles: Stacked[];
}

/** How much of a card stays free of the one on it where there is room, in parts of its height: face down, and up. */
const DOWN = 0.13;
const UP = 0.36;
/** How many cards of an open pile are seen side by side, and how far apart. */
const FANNED = 3;
const APART = 0.34;
/** The least width of a card where there is room for so many, for fingers. */
const FINGER = 44;
/** The length of a column for which cards keep their size, in heights of a card. */
const LONG = 3.4;

/** Piles by the grid that they stand on, as large as the room allows. */
export function cascades(piles: readonly WirePile[], room: { width: number; height: number }): Cascades {
  const [across, rows] = [0, 1].map((axis) => 1 + Math.max(0, ...piles.map((pile) => pile.at?.[axis] ?? 0)));
  const gap = room.width < 480 ? 3 : 10;
  const down = room.height < 420 ? 6 : 14;
  const wide = (room.width - gap * (across! - 1)) / across!;
  const high = (room.height - down * (rows! - 1)) / (rows! - 1 + LONG) / RATIO;
  const card = Math.floor(Math.max(28, Math.min(wide, Math.max(high, FINGER), 110)));
  const tall = Math.round(card * RATIO);
  const top = (tall + down) * (rows! - 1);
  const spare = room.width < 480 ? gap : Math.min(28, Math.max(gap, (room.width - card * across!) / across!));
  const found = piles.map((pile): Stacked => {
    const [column = 0, row = 0] = pile.at ?? [];
    const [x, y] = [column * (card + spare), row * (tall + down)];
    if (pile.lay === "cascade") return { pile, x, y, cards: overlapping(pile, x, y, tall, room.height - top) };
    const fanned = pile.lay === "open" && apart(piles, pile);
    const shown = pile.cards.slice(fanned ? -FANNED : -1);
    const first = pile.cards.length - shown.length;
    const cards = shown.map((card_, n) => ({ card: card_, n: first + n, x: x + n * card * APART, y }));
    return { pile, x, y, cards: pile.lay === "heap" ? cards.map((each) => ({ ...each, card: null })) : cards };
  });
  const bottom = Math.max(tall, ...found.flatMap((each) => each.cards.map(({ y }) => y + tall)));
  return { card, tall, width: card * across! + spare * (across! - 1), height: bottom, piles: found };
}

/** Is the place to the right of a pile free, so that its cards may lie there? */
function apart(piles: readonly WirePile[], pile: WirePile): boolean {
  const [column = 0, row = 0] = pile.at ?? [];
  const beyond = piles.filter((each) => each.at?.[1] === row).map((each) => each.at?.[0] ?? 0);
  return Math.max(...beyond) > column && !beyond.includes(column + 1);
}

/** The cards of a column, closer where it is long. */
function overlapping(pile: WirePile, x: number, y: number, tall: number, room: number): Stacked["cards"] {
  const downs = pile.cards.slice(0, -1).filter((card) => card === null).length;
  const ups = Math.max(0, pile.cards.length - 1 - downs);
  const low = Math.min(DOWN * tall, downs > 0 ? (room - tall) / 3 / downs : 0);
  const step = Math.max(9, Math.min(UP * tall, ups > 0 ? (room - tall - low * downs) / ups : 0));
  let at = y;
  return pile.cards.map((card, n) => {
    const here = at;
    at += card === null ? low : step;
    return { card, n, x, y: here };
  });
}

/** Does an action carry its card to this pile? It names the pile, or all of its kind: then an empty slot takes it, and
    of piles that are named by suits that of the card. */
function leads(action: WireAction, pile: WirePile): boolean {
  const [, ...rest] = action.verb.split(" ");
  const to = rest.join(" ");
  if (to === "") return false;
  const name = placeOf(pile);
  if (to !== kind(pile)) return to === name;
  if (/^[cdhs]$/.test(name) && pile.lay !== "slot") return action.cards?.[0]?.at(1) === name;
  return pile.lay !== "slot" || pile.cards.length === 0;
}

/** What carries the chosen cards to a pile. */
export function onto(view: WireView, pile: WirePile, chosen: readonly string[]): Choice | null {
  return matches(view, chosen).find((each) => leads(each.action, pile)) ?? null;
}
