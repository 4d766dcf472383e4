// A figure of places joined by lines: where each place and each line's sum is drawn, and which place an arrow leads to.

import { numberOf } from "../cards/faces";
import type { WireAction, WirePile, WireSum, WireView } from "../wire";
import { kind, RATIO, type Spread } from "./layout";
import { matches, type Choice } from "./selection";

export interface Point {
  x: number;
  y: number;
}

/** A line as it is drawn: its corners, and the middle of the label with its sum. */
export interface Drawn {
  sum: WireSum;
  points: Point[];
  label: Point;
}

/** The figure in pixels: `spots` are the middles of the places, in the order of the piles. */
export interface Drawing {
  card: number;
  /** How high a place is. */
  tall: number;
  width: number;
  height: number;
  spots: Point[];
  lines: Drawn[];
}

/** How large a label is. */
export const LABEL = { width: 42, height: 18 };
const SMALLEST = 20;
/** How wide a place is at least, if there is room for it. */
const FINGER = 42;

/** Where a pile is drawn in its figure; null for one that belongs to none. */
export function spotOf(pile: WirePile): Point | null {
  const [x, y] = pile.at ?? [];
  return x === undefined || y === undefined ? null : { x, y };
}

/** What a place is called: its pile's name without the first word. */
export function placeOf(pile: Pick<WirePile, "name">): string {
  return pile.name.slice(kind(pile).length).trim();
}

/** The name of the place that an action lays a card on; null for one that lays none on a figure. */
export function aimedAt(view: WireView, action: WireAction): string | null {
  const [, ...rest] = action.verb.split(" ");
  const name = rest.join(" ");
  const named = (pile: WirePile) => spotOf(pile) !== null && [placeOf(pile), kind(pile)].includes(name);
  return name !== "" && view.piles.some(named) ? name : null;
}

/** What lays the chosen cards on the place of that name. */
export function laying(view: WireView, name: string, chosen: readonly string[]): Choice | null {
  return matches(view, chosen).find((each) => aimedAt(view, each.action) === name) ?? null;
}

/** The figure as large as the room allows. */
export function drawing(
  piles: readonly WirePile[],
  sums: readonly WireSum[],
  room: { width: number; height: number },
  largest: number,
): Drawing {
  const fits = (tried: Drawing) => tried.width <= room.width && tried.height <= room.height;
  let found = drawn(piles, sums, SMALLEST);
  for (let card = Math.floor(largest); card > SMALLEST; card--) {
    const tried = drawn(piles, sums, card);
    if (fits(tried)) {
      found = tried;
      break;
    }
  }
  // where height is short, places become wider, for fingers
  for (let card = FINGER; card > found.card; card--) {
    for (let tall = Math.floor(card * RATIO); tall >= found.tall * 0.75 && tall >= card * 0.5; tall--) {
      const tried = drawn(piles, sums, card, tall);
      if (fits(tried)) return tried;
    }
  }
  return found;
}

function drawn(piles: readonly WirePile[], sums: readonly WireSum[], card: number, tall = card * RATIO): Drawing {
  const grid = piles.map((pile) => spotOf(pile) ?? { x: 0, y: 0 });
  const gap = Math.max(4, card * 0.2);
  const across = (card + gap) / nearest(grid);
  const down = tall + gap;
  const spots = grid.map(({ x, y }) => ({ x: x * across, y: y * down }));
  const half = { x: card / 2, y: tall / 2 };
  const whole = box(
    spots.flatMap(({ x, y }) => [
      { x: x - half.x, y: y - half.y },
      { x: x + half.x, y: y + half.y },
    ]),
  );
  const index = new Map(piles.map((pile, n) => [pile.name, n]));
  const labels: Point[] = [];
  const lines = sums.map((sum) => {
    const points = sum.piles.map((name) => spots[index.get(name) ?? 0]!);
    const [last, first] = [beyond(points.at(-2)!, points.at(-1)!, half), beyond(points[1]!, points[0]!, half)];
    const label = cost(last, spots, labels, half, whole) <= cost(first, spots, labels, half, whole) ? last : first;
    labels.push(label);
    return { sum, points, label };
  });
  const edges = labels.flatMap(({ x, y }) => [
    { x: x - LABEL.width / 2, y: y - LABEL.height / 2 },
    { x: x + LABEL.width / 2, y: y + LABEL.height / 2 },
  ]);
  const all = box([whole.from, whole.to, ...edges]);
  const shift = (one: Point): Point => ({ x: one.x - all.from.x, y: one.y - all.from.y });
  return {
    card,
    tall,
    width: all.to.x - all.from.x,
    height: all.to.y - all.from.y,
    spots: spots.map(shift),
    lines: lines.map(({ sum, points, label }) => ({ sum, points: points.map(shift), label: shift(label) })),
  };
}

/** How far apart two places of one row are at least. */
function nearest(grid: readonly Point[]): number {
  let least = Infinity;
  for (const one of grid)
    for (const other of grid) if (one.y === other.y && other.x > one.x) least = Math.min(least, other.x - one.x);
  return least === Infinity ? 1 : least;
}

/** The middle of a label behind the end of a line. */
function beyond(from: Point, end: Point, half: Point): Point {
  const x = Math.sign(Math.round(end.x - from.x));
  const y = Math.sign(Math.round(end.y - from.y));
  // at a corner the label tucks in
  const tuck = x !== 0 && y !== 0 ? 0.55 : 1;
  return {
    x: end.x + x * (half.x + (LABEL.width / 2 + 3) * tuck),
    y: end.y + y * (half.y + (LABEL.height / 2 + 3) * tuck),
  };
}

/** How badly a label stands there: over cards or others, or outside of the figure. */
function cost(
  at: Point,
  spots: readonly Point[],
  labels: readonly Point[],
  half: Point,
  whole: { from: Point; to: Point },
): number {
  const near = (one: Point, x: number, y: number) => Math.abs(one.x - at.x) < x && Math.abs(one.y - at.y) < y;
  const hits = spots.filter((one) => near(one, half.x + LABEL.width / 2 - 2, half.y + LABEL.height / 2 - 2)).length;
  const meets = labels.filter((one) => near(one, LABEL.width, LABEL.height)).length;
  const out = (value: number, from: number, to: number) => Math.max(0, from - value, value - to);
  const outside =
    out(at.x, whole.from.x + LABEL.width / 2, whole.to.x - LABEL.width / 2) +
    2 * out(at.y, whole.from.y + LABEL.height / 2, whole.to.y - LABEL.height / 2);
  return 1000 * (hits + meets) + outside;
}

function box(points: readonly Point[]): { from: Point; to: Point } {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  return { from: { x: Math.min(...xs), y: Math.min(...ys) }, to: { x: Math.max(...xs), y: Math.max(...ys) } };
}

/** Numbered cards in rising order. */
export function byNumber(cards: readonly string[]): string[] {
  return [...cards].sort((a, b) => (numberOf(a) ?? 0) - (numberOf(b) ?? 0));
}

/** The cards that are laid on a figure, side by side: each keeps its spot while others are laid. Three rows leave
    the figure its room: they are no higher than `high`. */
export function rack(
  cards: readonly string[],
  all: readonly string[],
  width: number,
  largest: number,
  high = Infinity,
): Spread {
  const gap = 4;
  let rows = 1;
  let card = fit(1);
  while (card < Math.min(36, largest) && rows < 3) card = fit(++rows);
  if (rows === 3) card = Math.max(20, Math.min(card, Math.floor((high / rows - gap) / RATIO)));
  const across = Math.ceil(all.length / rows);
  const step = { x: card + gap, y: card * RATIO + gap };
  const left = (width - across * step.x + gap) / 2;
  const at = cards.map((one) => {
    const n = Math.max(0, all.indexOf(one));
    return { x: left + (n % across) * step.x, y: Math.floor(n / across) * step.y };
  });
  return { card, rows, width, height: rows * step.y - gap, at };

  function fit(rows: number): number {
    const across = Math.ceil(all.length / rows);
    return Math.max(20, Math.min(largest, Math.floor((width - gap * (across - 1)) / across)));
  }
}

/** The place that an arrow key leads to: the nearest one that way, rather straight ahead. */
export function towards(spots: readonly Point[], from: number, key: string): number {
  if (key === "Home") return 0;
  if (key === "End") return spots.length - 1;
  const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
  const here = spots[from];
  if (!way || !here) return from;
  let best = from;
  let least = Infinity;
  for (const [n, each] of spots.entries()) {
    const [x, y] = [each.x - here.x, each.y - here.y];
    const ahead = x * way[0]! + y * way[1]!;
    const aside = Math.abs(x * way[1]!) + Math.abs(y * way[0]!);
    if (ahead > 1 && ahead + 2 * aside < least) [best, least] = [n, ahead + 2 * aside];
  }
  return best;
}
