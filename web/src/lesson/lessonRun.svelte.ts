// A lesson under way: which frame is shown, what was tried, and the scene that the table's parts draw of it.
import type { Scene } from "../lib/sitting.svelte";
import { language } from "../lib/text.svelte";
import { stateAt, type Setting } from "../scene/scene";
import { desk } from "../table/desk.svelte";
import { aimedAt } from "../table/figure";
import type { Frame, Lesson, WireAction } from "../wire";
import type { Target } from "../ui/Marks.svelte";
import { looked, pointed } from "./marks";
import { exchange, exchanged, fits, lastTold, legalOf, told, trimmed, wantedCards } from "./steps";

/** How long a frame stays that only passes by, in milliseconds. */
export const PASSING = 800;

export class LessonRun {
  #frames = $state.raw<readonly Frame[]>([]);
  #setting: Omit<Setting, "names">;
  #names: () => readonly string[];
  at = $state(0);
  /** The furthest frame that was reached: up to it one may go on without doing it all again. */
  reached = $state(0);
  /** What was tried last and is not what the lesson waits for. */
  wrong = $state<"other" | "unfit" | null>(null);
  /** The wanted cards were raised for the learner. */
  shown = $state(false);

  frame = $derived(this.#frames[this.at]);
  /** The frame whose words are read now: while others pass by, the last one with words. */
  read = $derived(lastTold(this.#frames, this.at) ?? 0);
  words = $derived.by(() => {
    const words = this.#frames[this.read]?.words ?? {};
    return words[language.now] ?? words.en ?? Object.values(words)[0] ?? "";
  });
  passing = $derived(!told(this.frame) && this.at < this.#frames.length - 1);
  /** Nothing comes after this. */
  over = $derived(this.at === this.#frames.length - 1 && this.frame?.play == null);
  wanted = $derived<string | null>(this.passing ? null : (this.frame?.play ?? null));
  /** The legal action that is wanted, for its words. */
  action = $derived.by<WireAction | null>(() => {
    const found = this.wanted !== null && this.frame ? legalOf(this.frame.view, this.wanted) : null;
    const amount = found?.upto == null ? NaN : Number(this.wanted?.split(" ").at(-1));
    return found && !Number.isNaN(amount)
      ? { ...found, say: { ...found.say, args: { ...found.say.args, amount } } }
      : found;
  });
  /** The cards that are to be selected. */
  cards = $derived(this.wanted !== null && this.frame ? wantedCards(this.frame.view, this.wanted) : []);
  /** What is pointed at: what is to be done next, or what the words speak of. */
  targets = $derived.by<Target[]>(() => {
    if (this.passing || !this.frame) return [];
    if (this.wanted === null || this.action === null) return looked(this.frame.look ?? []);
    const ready = desk.primary?.choice?.name ?? null;
    return pointed(this.frame.view, this.action, this.wanted, this.cards, desk.chosen, ready);
  });
  canNext = $derived(!this.over && (this.wanted === null || this.reached > this.at));
  canBack = $derived(this.read < this.at || lastTold(this.#frames, this.read - 1) !== null);
  /** The place among the frames that are read, from 1, and their number. */
  place = $derived(this.#frames.slice(0, this.read + 1).filter(told).length);
  places = $derived(this.#frames.filter(told).length);

  table = $derived.by(() => stateAt(this.#frames, this.at, { ...this.#setting, names: this.#names() }));

  readonly seat: number;
  /** How many sit at the table of the lesson. */
  readonly seats: number;

  constructor(lesson: Lesson, names: () => readonly string[]) {
    const { game, options, seat } = lesson;
    this.#setting = { id: `lesson ${game}`, game, options, deal: 1, seat };
    this.#names = names;
    this.seat = lesson.seat;
    this.seats =
      1 +
      Math.max(
        lesson.seat,
        ...lesson.frames.flatMap(({ view }) => [...view.turn, ...view.piles.map((pile) => pile.owner ?? 0)]),
      );
    this.#frames = trimmed(lesson.frames);
  }

  /** The table's parts draw this. */
  get scene(): Scene | null {
    const table = this.table;
    if (table === null) return null;
    return {
      table,
      still: this.wanted === null,
      act: (action) => this.act(action),
      ask: (cards) => this.ask(cards),
      hint: () => this.show(),
      first: this.shown ? this.action?.name : undefined,
    };
  }

  next(): void {
    if (this.canNext) this.#to(this.at + 1);
  }

  back(): void {
    const to = lastTold(this.#frames, this.read < this.at ? this.read : this.read - 1);
    if (to !== null) this.#to(to);
  }

  again(): void {
    this.#to(0);
    this.reached = 0;
  }

  /** What the learner did at the table. */
  act(done: string): void {
    if (this.wanted === null || !this.frame) return;
    if (!fits(this.frame.view, this.wanted, done)) {
      this.wrong = "other";
      return;
    }
    const cards = exchange(this.wanted, done);
    this.#frames = this.#frames.map((each, n) => (n > this.at ? exchanged(each, cards) : each));
    this.#to(this.at + 1);
  }

  /** An illegal selection; it counts as a try once it has the wanted number of cards. */
  ask(cards: readonly string[]): void {
    if (this.wanted !== null && cards.length >= this.cards.length) this.wrong = "unfit";
  }

  /** Raise what is wanted; what needs no cards is done at once. */
  show(): void {
    if (this.wanted === null) return;
    this.wrong = null;
    if (this.cards.length === 0) return this.act(this.wanted);
    this.shown = true;
    desk.choose(this.cards);
    desk.target = this.action && this.frame ? aimedAt(this.frame.view, this.action) : null;
  }

  #to(frame: number): void {
    this.at = frame;
    this.reached = Math.max(this.reached, frame);
    this.wrong = null;
    this.shown = false;
    desk.clear();
  }
}
