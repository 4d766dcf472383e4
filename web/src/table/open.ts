// How a hand that lies open is laid out by suits: in columns, or in fans on one line or several. Measures in pixels.

import { RATIO } from "./layout";

export interface Laid {
  card: number;
  width: number;
  height: number;
  /** Where each card lies, in the order of the pile. */
  at: { x: number; y: number }[];
}

/** Cards by suit, the suits in order of appearance; jokers are a suit of their own. */
export function suits(cards: readonly string[]): number[][] {
  const found = new Map<string, number[]>();
  for (const [n, card] of cards.entries()) {
    const suit = card.slice(1, 2);
    found.set(suit, [...(found.get(suit) ?? []), n]);
  }
  return [...found.values()];
}

/** What of a card behind another one can be seen, at least: its corner. */
const CORNER = 0.3;
const GAP = 0.16;

/** Each suit a column, one beside the other. */
export function columns(cards: readonly string[], width: number, height: number, largest: number): Laid {
  const groups = suits(cards);
  const most = Math.max(1, ...groups.map((each) => each.length));
  const across = Math.max(1, groups.length);
  const card = Math.max(
    24,
    Math.min(largest, width / (across + GAP * (across - 1)), height / (RATIO + CORNER * (most - 1))),
  );
  const step = Math.min(card * 0.42, most > 1 ? (height - card * RATIO) / (most - 1) : card);
  const at: { x: number; y: number }[] = cards.map(() => ({ x: 0, y: 0 }));
  for (const [x, group] of groups.entries())
    for (const [y, n] of group.entries()) at[n] = { x: x * card * (1 + GAP), y: y * step };
  return { card, width: card * (across + GAP * (across - 1)), height: card * RATIO + step * (most - 1), at };
}

/** The suits side by side as fans, on at most `lines` lines that are about equally full. */
export function fans(cards: readonly string[], lines: number, width: number, largest: number): Laid {
  const groups = suits(cards);
  const parted = part(groups, Math.min(lines, Math.max(1, groups.length)));
  const card = Math.min(largest, width / 2);
  // gaps between suits count as a card that is not there
  const slots = Math.max(
    1,
    ...parted.map((line) => line.reduce((sum, each) => sum + each.length, 0) + (line.length - 1) * 0.7 - 1),
  );
  const step = Math.max(6, Math.min(card * 0.8, (width - card) / slots));
  const drop = card * RATIO * 0.62;
  const at: { x: number; y: number }[] = cards.map(() => ({ x: 0, y: 0 }));
  let widest = 0;
  for (const [row, line] of parted.entries()) {
    const all = line.reduce((sum, each) => sum + each.length, 0) + (line.length - 1) * 0.7 - 1;
    const wide = card + step * Math.max(0, all);
    widest = Math.max(widest, wide);
    let x = lines > 2 ? 0 : (width - wide) / 2;
    for (const group of line) {
      for (const n of group) {
        at[n] = { x, y: row * drop };
        x += step;
      }
      x += step * 0.7;
    }
  }
  return { card, width: lines > 2 ? widest : width, height: card * RATIO + drop * (parted.length - 1), at };
}

/** The groups in their order on `lines` lines, the longest line as short as possible. */
function part(groups: readonly number[][], lines: number): number[][][] {
  if (lines <= 1 || groups.length <= 1) return [[...groups]];
  let best: number[][][] = [];
  let least = Infinity;
  for (let cut = 1; cut <= groups.length - (lines - 1); cut++) {
    const found = [groups.slice(0, cut), ...part(groups.slice(cut), lines - 1)];
    const longest = Math.max(...found.map((line) => line.reduce((sum, each) => sum + each.length + 0.7, 0)));
    if (longest < least) [best, least] = [found, longest];
  }
  return best;
}

/** The card that an arrow leads to from number `from`: the nearest one that way; `from` where there is none. */
export function towards(laid: Laid, from: number, key: string): number {
  const here = laid.at[from];
  if (!here) return 0;
  if (key === "Home") return 0;
  if (key === "End") return laid.at.length - 1;
  const dx = key === "ArrowLeft" ? -1 : key === "ArrowRight" ? 1 : 0;
  const dy = key === "ArrowUp" ? -1 : key === "ArrowDown" ? 1 : 0;
  let best = from;
  let least = Infinity;
  for (const [n, each] of laid.at.entries()) {
    const along = (each.x - here.x) * dx + (each.y - here.y) * dy;
    const across = Math.abs((each.x - here.x) * dy) + Math.abs((each.y - here.y) * dx);
    if (along > 0.5 && along + across * 3 < least) [best, least] = [n, along + across * 3];
  }
  return best;
}
