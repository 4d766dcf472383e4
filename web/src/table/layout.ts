// Where everything lies: seats around the table, piles in their zones, cards of a hand in their rows. Knows no rules.

import type { WirePile, WireView } from "../wire";
import { holds } from "./roles";

export type Side = "me" | "left" | "top" | "right";

/** A seat as its viewer sees it; `column` counts the seats along the top from the left. */
export interface Place {
  seat: number;
  side: Side;
  column: number;
}

/** Piles of one kind, in order; `slots` when each is a place of its own that may be empty, `held` for a hand. */
export interface Group {
  name: string;
  held: boolean;
  piles: WirePile[];
  slots: boolean;
}

/** What of a view goes where. */
export interface Zones {
  /** The viewer's own hand: drawn large at the bottom. */
  hand: WirePile | null;
  /** What lies open before each seat: plays of the trick, an open hand, a dummy. */
  before: Map<number, Group[]>;
  /** Hands of others that lie at their plates, by seat; null is a card face down. */
  closed: Map<number, (string | null)[]>;
  /** What belongs to nobody, in the middle. */
  centre: Group[];
}

/** Cards of a hand in overlapping rows: where each lies, and how large it is. */
export interface Spread {
  card: number;
  rows: number;
  width: number;
  height: number;
  at: { x: number; y: number }[];
}

export const RATIO = 88 / 63;

/** Seats are numbered clockwise seen from above, so the next one sits on the left. In order from oneself. */
export function compass(seats: number, me: number): Place[] {
  const places: Place[] = [];
  for (let n = 0; n < seats; n++) {
    const seat = (me + n) % seats;
    if (n === 0) places.push({ seat, side: "me", column: 0 });
    else if (seats > 2 && n === 1) places.push({ seat, side: "left", column: 0 });
    else if (seats > 2 && n === seats - 1) places.push({ seat, side: "right", column: 0 });
    else places.push({ seat, side: "top", column: places.filter((each) => each.side === "top").length });
  }
  return places;
}

/** The first word of a pile's name is its kind. */
export function kind(pile: Pick<WirePile, "name">): string {
  return pile.name.split(" ", 1)[0] ?? pile.name;
}

/** The key of a place, so that cards face down can be followed from one to the next. */
export function place(pile: Pick<WirePile, "name" | "owner">): string {
  return pile.owner === null ? pile.name : `${pile.name}#${pile.owner}`;
}

/** Piles by the first word of their name, in order of appearance. */
export function grouped(piles: readonly WirePile[]): Group[] {
  const groups: Group[] = [];
  for (const pile of piles) {
    const found = groups.find((each) => each.name === kind(pile) && each.slots === (pile.lay === "slot"));
    if (found) found.piles.push(pile);
    else groups.push({ name: kind(pile), held: holds(pile), piles: [pile], slots: pile.lay === "slot" });
  }
  return groups;
}

/** Every pile of the view in its zone, as seen from `me` (null: somebody who only watches). */
export function zones(view: WireView, me: number | null): Zones {
  const found: Zones = { hand: null, before: new Map(), closed: new Map(), centre: [] };
  const before = new Map<number, WirePile[]>();
  const centre: WirePile[] = [];
  for (const pile of view.piles) {
    if (pile.owner === null) {
      centre.push(pile);
    } else if (holds(pile) && pile.owner === me) {
      found.hand = pile;
    } else if (holds(pile) && pile.cards.some((card) => card === null)) {
      found.closed.set(pile.owner, pile.cards);
    } else if (holds(pile) && pile.cards.length === 0) {
      found.closed.set(pile.owner, []);
    } else {
      before.set(pile.owner, [...(before.get(pile.owner) ?? []), pile]);
    }
  }
  for (const [seat, piles] of before) found.before.set(seat, grouped(piles));
  found.centre = grouped(centre);
  return found;
}

/** The hand of a seat, if it has one. */
export function handOf(view: WireView | null, seat: number | null): WirePile | null {
  return view?.piles.find((pile) => holds(pile) && pile.owner === seat) ?? null;
}

/** How many cards a seat holds in its hand, seen or not; null where it has no hand. */
export function held(view: WireView, seat: number): number | null {
  return handOf(view, seat)?.cards.length ?? null;
}

/** The same, and where tricks are played what it has set aside to pass on, which is its own until it is taken up;
 * a heap is gone for good. */
export function counted(view: WireView, seat: number): number | null {
  const hand = held(view, seat);
  const own = view.piles.filter((pile) => pile.owner === seat && !holds(pile));
  if (hand === null || !own.some((pile) => pile.lay === "slot" && pile.at == null)) return hand;
  return own.filter((pile) => pile.lay === "row").reduce((sum, pile) => sum + pile.cards.length, hand);
}

/** The cards of a seat's hand that are seen, and none unless all are. */
export function open(view: WireView, seat: number): string[] {
  const hand = handOf(view, seat);
  const cards = hand?.cards.filter((card): card is string => card !== null) ?? [];
  return hand && cards.length === hand.cards.length ? cards : [];
}

/** How much larger cards must come out before a ragged last row is worth it. */
const RAGGED = 1.15;

/** The number of columns for `count` slots in an area: cards as large as possible, but rather full rows. */
export function columns(count: number, width: number, height: number): number {
  let best = 1;
  let size = 0;
  for (let across = 1; across <= count; across++) {
    const down = Math.ceil(count / across);
    if (Math.ceil(count / down) < across) continue; // it only leaves a column empty
    const card = Math.min(width / across, height / down / RATIO);
    const worth = count % across === 0 ? card * RAGGED : card;
    if (worth > size + 0.5) [best, size] = [across, worth];
  }
  return best;
}

/** A board of slots in an area: how many lie in a row, and how wide a card is. */
export interface Grid {
  across: number;
  card: number;
}

/** The board that fits an area; `largest` keeps a card from looking like a poster. */
export function grid(slots: number, width: number, height: number, gap: number, largest: number): Grid {
  const across = columns(slots, width, height);
  const down = Math.ceil(slots / across);
  const card = Math.min((width - gap * (across - 1)) / across, (height - gap * (down - 1)) / down / RATIO, largest);
  return { across, card: Math.max(30, Math.floor(card)) };
}

/** The slot that an arrow key leads to from number `from`, over empty ones; `from` where there is none that way. */
export function beside(full: readonly boolean[], across: number, from: number, key: string): number {
  const last = full.length - 1;
  if (key === "Home") return Math.max(0, full.indexOf(true));
  if (key === "End") return Math.max(0, full.lastIndexOf(true));
  const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -across, ArrowDown: across }[key] ?? 0;
  const found = (at: number): boolean => at >= 0 && at <= last && (full[at] ?? false);
  if (step === 0) return from;
  for (let at = from + step; at >= 0 && at <= last; at += step) if (found(at)) return at;
  // a short last row: the nearest card of the row there
  if (Math.abs(step) > 1) {
    const row = Math.floor(from / across) + Math.sign(step);
    const near = full.map((_, at) => at).filter((at) => found(at) && Math.floor(at / across) === row);
    near.sort((a, b) => Math.abs((a % across) - (from % across)) - Math.abs((b % across) - (from % across)));
    return near[0] ?? from;
  }
  return from;
}

/**
 * The places in an order of a pile's cards behind which a gap is left: where one of its groups ends, such as a meld.
 * None where the order tears a group apart.
 */
export function breaks(order: readonly string[], pile: Pick<WirePile, "cards" | "groups"> | null): ReadonlySet<number> {
  const sizes = pile?.groups ?? [];
  const groups = sizes.flatMap((size, n) => Array<number>(size).fill(n));
  const of = (card?: string) => groups[pile?.cards.indexOf(card ?? "") ?? -1];
  const found = order.flatMap((card, n) => (n + 1 < order.length && of(card) !== of(order[n + 1]) ? [n] : []));
  return new Set(found.length > sizes.length ? [] : found);
}

const NO_BREAKS: ReadonlySet<number> = new Set();
/** The step from card to card where there is room, and where the table is seen between them, in widths of a card. */
const [STEP, APART] = [0.72, 1.08];

/** The sizes of two rows that part where a group ends, as near to the middle as may be. */
function halves(count: number, gaps: ReadonlySet<number>): number[] {
  const ends = [...gaps].map((each) => each + 1).sort((a, b) => Math.abs(a - count / 2) - Math.abs(b - count / 2));
  const first = ends[0] ?? Math.ceil(count / 2);
  return [first, count - first];
}

/**
 * Rows so that a finger meets each card: at least `strip` of every card is free, and its upper half in a back row.
 * Behind the places in `gaps` there is some room: as much as shows the table where all cards stay free enough.
 */
export function spread(count: number, width: number, largest: number, strip = 32, gaps = NO_BREAKS): Spread {
  const card = Math.max(24, Math.min(largest, width / 2));
  /** The steps of each row: is there a gap? */
  const parted = (sizes: readonly number[]) =>
    sizes.map((size, row) => {
      const from = sizes.slice(0, row).reduce((sum, each) => sum + each, 0);
      return Array.from({ length: Math.max(0, size - 1) }, (_, n) => gaps.has(from + n));
    });
  /** The step at which the fullest row fits, with gaps that show the table or are half a step wide. */
  const stepOf = (sizes: readonly number[], apart: boolean) =>
    parted(sizes).reduce((least, steps) => {
      const wide = steps.filter(Boolean).length;
      const step = apart
        ? (width - card * (1 + APART * wide)) / Math.max(1, steps.length - wide)
        : (width - card) / Math.max(1, steps.length + wide * (APART / STEP - 1));
      return Math.min(least, step);
    }, card * STEP);
  const even = (rows: number) => {
    const most = Math.ceil(count / rows);
    return Array.from({ length: rows }, (_, row) => Math.max(0, Math.min(most, count - row * most)));
  };
  let sizes = even(1);
  while (sizes.length < 3 && stepOf(sizes, false) < strip) sizes = even(sizes.length + 1);
  if (sizes.length === 2 && stepOf(halves(count, gaps), false) >= strip) sizes = halves(count, gaps);
  const apart = stepOf(sizes, true) >= strip;
  const step = stepOf(sizes, apart);
  const gap = apart ? card * APART : (step * APART) / STEP;
  const drop = card * RATIO * 0.54;
  const rows = parted(sizes).map((steps) => steps.map((wide) => (wide ? gap : step)));
  const across = rows.map((steps) => steps.reduce((sum, each) => sum + each, card));
  const at = sizes.flatMap((size, row) => {
    let x = (width - across[row]!) / 2;
    return Array.from({ length: size }, (_, n) => {
      if (n > 0) x += rows[row]![n - 1]!;
      return { x, y: drop * row };
    });
  });
  const height = card * RATIO + drop * (sizes.length - 1);
  return { card, rows: sizes.length, width: Math.max(...across), height, at };
}

/** The pixels of each card of a spread that a finger can reach, across and down; fewer only where there is no room. */
const STRIPS = [26, 20, 15];

/** Cards side by side in overlapping rows, each free enough for a finger: the largest cards that fit the area. */
export function fan(count: number, width: number, height: number): Spread {
  const tried = (card: number, strip: number): Spread => {
    const step = Math.max(strip, card * 0.42);
    const most = Math.max(1, Math.min(count, Math.floor((width - card) / step) + 1));
    const rows = Math.ceil(count / most);
    const drop = Math.max(strip, card * RATIO * 0.5);
    const across = Math.ceil(count / rows);
    const at = Array.from({ length: count }, (_, n) => {
      const inRow = Math.min(across, count - Math.floor(n / across) * across);
      const left = (width - card - step * (inRow - 1)) / 2;
      return { x: left + step * (n % across), y: drop * Math.floor(n / across) };
    });
    return { card, rows, width: card + step * (across - 1), height: card * RATIO + drop * (rows - 1), at };
  };
  for (const strip of STRIPS) {
    for (let card = Math.min(92, width / 2); card >= 28; card -= 2) {
      const lay = tried(card, strip);
      if (lay.height <= height) return lay;
    }
  }
  return tried(28, STRIPS.at(-1) ?? 0);
}

/** The card that an arrow key leads to from number `from`: along the hand, or to the nearest one in the next row. */
export function neighbour(spread: Spread, from: number, key: string): number {
  const here = spread.at[from];
  const last = spread.at.length - 1;
  if (!here) return Math.max(0, Math.min(last, from));
  if (key === "ArrowLeft") return Math.max(0, from - 1);
  if (key === "ArrowRight") return Math.min(last, from + 1);
  if (key === "Home") return 0;
  if (key === "End") return last;
  const down = key === "ArrowDown" ? 1 : key === "ArrowUp" ? -1 : 0;
  const rows = [...new Set(spread.at.map((each) => each.y))].sort((a, b) => a - b);
  const wanted = rows[rows.indexOf(here.y) + down];
  let best = from;
  let gap = Infinity;
  if (down) {
    for (const [n, each] of spread.at.entries()) {
      const away = Math.abs(each.x - here.x);
      if (each.y === wanted && away < gap) [best, gap] = [n, away];
    }
  }
  return best;
}
