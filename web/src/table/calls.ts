// What was said before the play, in columns by seat; and boxes of calls: whole, in place, what can't be said now
// dimmed.

import type { LogLine, Said, WireAction, WireBox, WireView } from "../wire";
import { betting, facts, leader } from "./roles";

/** A line of the log, and its number there. */
export interface Spoken {
  line: LogLine;
  number: number;
}

/** The calls of an auction that is more than a word of each seat; null where there is none. */
export function auction(view: WireView, log: readonly LogLine[]): Spoken[] | null {
  if (betting(view)) return null; // bets are no auction
  const first = log.findIndex((line) => line.cards.length > 0 || (line.hidden ?? 0) > 0);
  const calls = facts(view, "calls").map((each) => String(each.value).split(" ").length);
  const lines = (first < 0 ? log : log.slice(0, first)).map((line, number) => ({ line, number }));
  // claims before the first card are no calls; else what a seat says before it speaks again is none, if it names
  // nothing
  const said =
    calls.length > 0
      ? lines.slice(
          0,
          calls.reduce((sum, each) => sum + each, 0),
        )
      : lines.filter(({ line }, n) => !aside(line, lines[n + 1]?.line.seat ?? waiting(view)));
  const long = calls.length > 0 || new Set(said.map((each) => each.line.seat)).size < said.length;
  return said.length > 0 && long ? said : null;
}

/** Was it a step before a call or a play, such as to look at one's cards or to draw one: the same seat goes on? */
function aside(line: LogLine, next: number | null): boolean {
  return line.seat === next && line.role !== "pass" && bare(line.say).length === 0;
}

/** Who is to call now. */
function waiting(view: WireView): number | null {
  return view.turn.length === 1 && leader(view) === null ? (view.turn[0] ?? null) : null;
}

/** Rows of calls with a column a seat, in this order of seats; null where a seat said nothing. */
export function rows(said: readonly Spoken[], order: readonly number[]): (Spoken | null)[][] {
  const found: (Spoken | null)[][] = [];
  let last = Infinity;
  for (const each of said) {
    const column = order.indexOf(each.line.seat);
    if (column < 0) continue;
    if (column <= last) found.push(order.map(() => null));
    const row = found.at(-1);
    if (row) row[column] = each;
    last = column;
  }
  return found;
}

/** Where the next call comes: true if a new row begins with it. */
export function turned(said: readonly Spoken[], order: readonly number[], seat: number): boolean {
  const last = said.at(-1);
  return !last || order.indexOf(seat) <= order.indexOf(last.line.seat);
}

/** A cell of a box; `action` is what would be sent, null while it can't be said. */
export interface Cell {
  shown: WireAction;
  action: WireAction | null;
}

/** The box by rows. */
export function cells(box: WireBox, view: WireView | null): Cell[][] {
  const legal = new Map((view?.legal ?? []).map((each) => [each.name, each]));
  const found: Cell[][] = [];
  for (const [n, shown] of box.actions.entries()) {
    if (n % Math.max(1, box.columns) === 0) found.push([]);
    found.at(-1)?.push({ shown, action: legal.get(shown.name) ?? null });
  }
  return found;
}

/** What all cells of a row have in common: their first argument, else the number of the row. */
export function heading(row: readonly Cell[], n: number): string {
  const all = row.map((cell) => Object.values(cell.shown.say.args ?? {})[0]);
  const [first] = all;
  return first !== undefined && all.every((each) => each === first) && !Array.isArray(first)
    ? String(first)
    : String(n + 1);
}

/** The content of a call without its verb: the arguments of its sentence. */
export function bare(said: Said): (string | number)[] {
  return Object.values(said.args ?? {}).filter((each): each is string | number => !Array.isArray(each));
}

/** What is typed for an action: its name without the first word. */
export function letters(action: WireAction): string {
  return action.name.slice(action.name.indexOf(" ") + 1).replaceAll(" ", "").toLowerCase();
}

/** What typing leads to: the cell that was typed whole, or what could still become one. */
export function typed(rows: readonly (readonly Cell[])[], text: string): { done: Cell | null; first: Cell | null } {
  const fit = rows.flat().filter((cell) => letters(cell.shown).startsWith(text));
  const whole = fit.find((cell) => letters(cell.shown) === text);
  return { done: whole?.action ? whole : null, first: fit.find((cell) => cell.action !== null) ?? null };
}

/** A text cut at its suit symbols, so that they can be coloured. */
export function suited(text: string): { text: string; suit: string }[] {
  const suits: { [symbol: string]: string } = { "♣": "c", "♦": "d", "♥": "h", "♠": "s" };
  return text
    .split(/([♣♦♥♠])/)
    .filter((each) => each !== "")
    .map((each) => ({ text: each, suit: suits[each] ?? "" }));
}
