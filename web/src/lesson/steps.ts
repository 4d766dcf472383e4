// The steps of a lesson: which frames are read and which pass by, what is wanted, and whether that was done.
import { amounted, picked, rank, same } from "../table/selection";
import type { Frame, WireAction, WireView } from "../wire";

const CARD = /(?:#[1-9]\d?|BJ|RJ|[2-9TJQKA][cdhs])(?:'[1-7])?/g;

/** Are there words to read at this frame? */
export function told(frame: Frame | undefined): boolean {
  return Object.values(frame?.words ?? {}).some((text) => text !== "");
}

/** The frames without a last one that shows again what the last words stand beside. */
export function trimmed(frames: readonly Frame[]): readonly Frame[] {
  const before = frames.at(-2);
  const last = frames.at(-1);
  return last && !told(last) && !last.move && told(before) && before?.play == null ? frames.slice(0, -1) : frames;
}

/** The last frame with words up to `from`, null where there is none. */
export function lastTold(frames: readonly Frame[], from: number): number | null {
  const found = frames.slice(0, from + 1).findLastIndex(told);
  return found < 0 ? null : found;
}

/** The cards of a written action, for one that has cards: a bid may be written like one. */
function cardsOf(action: string): string[] {
  return action.split(" ").slice(1).flatMap((word) => (word.replace(CARD, "") === "" ? (word.match(CARD) ?? []) : []));
}

const cardless = (view: WireView, action: string): boolean =>
  view.legal.some((each) => each.name === action && (each.cards ?? []).length === 0);

const verbOf = (action: string, cards: readonly string[]): string =>
  action
    .split(" ")
    .filter((word) => word !== cards.join(""))
    .join(" ");

/** Is what was done what the lesson waits for? Where suits mean nothing, other cards of the same ranks do as well. */
export function fits(view: WireView, wanted: string, done: string): boolean {
  if (wanted === done) return true;
  if (cardless(view, wanted) || cardless(view, done)) return false;
  const [want, did] = [cardsOf(wanted), cardsOf(done)];
  if (verbOf(wanted, want) !== verbOf(done, did)) return false;
  const ranks = (cards: readonly string[]) => cards.map((each) => rank(each, view.wild));
  return same(want, did) || (!view.suits && same(ranks(want), ranks(did)));
}

/** The legal action that the lesson waits for, as the view has it. */
export function legalOf(view: WireView, wanted: string): WireAction | null {
  const named = view.legal.find((each) => each.name === wanted);
  if (named) return named;
  const amount = Number(wanted.split(" ").at(-1));
  return (
    view.legal.find((each) => each.upto != null && amounted(each, amount) === wanted) ??
    view.legal.find((each) => each.pick && wanted.startsWith(`${each.verb} `) && picked(each, cardsOf(wanted))) ??
    view.legal.find((each) => each.upto == null && each.pick == null && fits(view, each.name, wanted)) ??
    null
  );
}

/** The cards that are to be selected for what the lesson waits for. */
export function wantedCards(view: WireView, wanted: string): string[] {
  const action = legalOf(view, wanted);
  return action !== null && (action.cards ?? []).length === 0 ? [] : cardsOf(wanted);
}

/** Which cards change places in what follows, where others of the same rank were played than the lesson had in mind. */
export function exchange(wanted: string, done: string): Map<string, string> {
  if (wanted === done) return new Map();
  const found = new Map<string, string>();
  const [want, did] = [cardsOf(wanted), cardsOf(done)];
  const spare = did.filter((card) => !want.includes(card));
  for (const card of want.filter((each) => !did.includes(each))) {
    const other = spare.find((each) => rank(each) === rank(card));
    if (other === undefined) continue;
    spare.splice(spare.indexOf(other), 1);
    found.set(card, other).set(other, card);
  }
  return found;
}

/** A frame with these cards exchanged everywhere but in its words. */
export function exchanged(frame: Frame, cards: ReadonlyMap<string, string>): Frame {
  if (cards.size === 0) return frame;
  const text = (written: string) =>
    written
      .split(" ")
      .map((word) => (word.replace(CARD, "") === "" ? word.replace(CARD, (card) => cards.get(card) ?? card) : word))
      .join(" ");
  const deep = (value: unknown, key = ""): unknown => {
    if (key === "words") return value;
    if (typeof value === "string") return text(value);
    if (Array.isArray(value)) return value.map((each) => deep(each));
    if (typeof value === "object" && value !== null)
      return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, deep(each, name)]));
    return value;
  };
  return deep(frame) as Frame;
}
