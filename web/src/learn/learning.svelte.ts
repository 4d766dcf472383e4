// What is known of finished deals beyond their cards: the analysis of one, positions to try again, one's mistakes.
import { link, room, sitting } from "../lib/room.svelte";
import type {
  Analyse,
  Analysing,
  Analysis,
  Error as Refusal,
  FromRoom,
  Mistake,
  Mistakes,
  Position,
  Tried,
  WireJudged,
} from "../wire";
import { known, verdictOf, type Verdict } from "./course";

/** A decision to try again. */
export type Decision = Pick<Mistake, "table" | "dealt" | "step" | "game">;

/** How a deal is named: by its number in the match of one's table, or as one of one's history. */
export type Deal = Pick<Analyse, "deal" | "table" | "dealt">;

const same = (one: Deal, other: Deal) =>
  one.deal === other.deal && one.table === other.table && one.dealt === other.dealt;

class Learning {
  /** The deal whose analysis was asked for last. */
  #asked: Deal | null = $state.raw(null);
  analysis = $state.raw<Analysis | null>(null);
  /** How far it is; null where nothing is under way. */
  progress = $state.raw<Analysing | null>(null);
  waiting = $state(false);
  refused = $state.raw<Refusal | null>(null);
  stopped = $state(false);
  position = $state.raw<Position | null>(null);
  /** What was tried at the position, and how it compares. */
  tried = $state.raw<{ action: string; verdict: Verdict | null; worth: number | null } | null>(null);
  mistakes = $state.raw<Mistakes | null>(null);
  /** Decisions to try again one after another; null where nobody does. */
  queue = $state.raw<readonly Decision[] | null>(null);
  at = $state(0);
  /** How many were found without looking. */
  right = $state(0);
  /** The practice is to begin once the analysis is there. */
  eager = $state(false);

  constructor() {
    room.more.add((message) => this.hear(message));
  }

  /** The judgement of the action at a position. */
  get judged(): WireJudged | null {
    return this.position?.judged ?? null;
  }

  /** Is this the analysis that belongs to a deal? */
  of(deal: Deal): Analysis | null {
    return this.#asked && same(this.#asked, deal) ? this.analysis : null;
  }

  isAsked(deal: Deal): boolean {
    return this.#asked !== null && same(this.#asked, deal);
  }

  /** Ask for the analysis of a deal, unless it is here. */
  analyse(deal: Deal): void {
    if (this.#asked && same(this.#asked, deal) && (this.analysis || this.waiting)) return;
    this.#asked = deal;
    this.analysis = this.progress = this.refused = null;
    this.stopped = false;
    this.#send();
  }

  /** Once more, where it was refused or stopped, or the connection was lost. */
  again(): void {
    this.refused = null;
    this.stopped = false;
    if (this.analysis === null) this.#send();
  }

  stop(): void {
    this.waiting = this.eager = false;
    this.stopped = true;
    link.quietly({ op: "stop_analysis" });
  }

  /** Stop what one has asked for about another deal, and ask for this one. */
  instead(): void {
    link.quietly({ op: "stop_analysis" });
    this.again();
  }

  forget(): void {
    this.#asked = null;
    this.analysis = this.progress = this.refused = null;
    this.waiting = this.eager = this.stopped = false;
  }

  #send(): void {
    if (this.#asked === null) return;
    this.waiting = link.quietly({ op: "analyse", ...this.#asked });
  }

  /** Try decisions again, one after another. */
  practise(queue: readonly Decision[]): void {
    this.queue = queue;
    this.right = 0;
    this.to(0);
  }

  to(n: number): void {
    this.at = n;
    this.position = this.tried = null;
    const next = this.queue?.[n];
    if (!next) return;
    const { table, dealt, step } = next;
    link.quietly({ op: "position", table, dealt, step, ...this.#here(next) });
  }

  /** A deal of the table at which one is has its number there: it may not be in one's history yet. */
  #here(next: Decision): { deal?: number; table?: undefined; dealt?: undefined } {
    const { analysis } = this;
    if (analysis?.deal == null || analysis.table !== next.table || analysis.dealt !== next.dealt) return {};
    return { deal: analysis.deal, table: undefined, dealt: undefined };
  }

  /** An action at the position: how does it compare? */
  try(action: string): void {
    const { position, judged } = this;
    if (!position) return;
    const found = judged && known(judged, action);
    this.tried = { action, verdict: found?.verdict ?? null, worth: found?.option.known ?? null };
    const next = this.queue?.[this.at];
    if (!found && next) {
      const { table, dealt, step } = next;
      link.quietly({ op: "try", table, dealt, step, action, ...this.#here(next) });
    }
  }

  askMistakes(game: string | null): void {
    link.quietly({ op: "mistakes", ...(game === null ? {} : { game }) });
  }

  hear(message: FromRoom): void {
    switch (message.op) {
      case "analysing":
        if (message.stopped) this.progress = null;
        else if (this.waiting) this.progress = message;
        return;
      case "analysis":
        if (!this.#isOf(message)) return;
        this.analysis = message;
        this.progress = null;
        this.waiting = false;
        return;
      case "position":
        if (this.#isAt(message)) this.position = message;
        return;
      case "tried":
        if (this.#isAt(message) && this.tried?.action === message.option.action.name)
          this.tried = { ...this.tried, verdict: verdictOf(message), worth: message.option.known };
        return;
      case "mistakes":
        this.mistakes = message;
        return;
      case "error":
        if (message.re === "analyse") {
          this.refused = message;
          this.waiting = false;
          this.progress = null;
        } else if (message.re === "position" || message.re === "try") {
          this.refused = message;
          this.tried = null;
        }
        return;
    }
  }

  #isOf({ deal, table, dealt }: Analysis): boolean {
    const asked = this.#asked;
    if (asked === null) return false;
    if (asked.deal != null) return asked.deal === deal && table === sitting.table?.id;
    return asked.table === table && asked.dealt === dealt;
  }

  #isAt({ table, dealt, step }: Position | Tried): boolean {
    const now = this.queue?.[this.at];
    return now !== undefined && now.table === table && now.dealt === dealt && now.step === step;
  }
}

export const learning = new Learning();
