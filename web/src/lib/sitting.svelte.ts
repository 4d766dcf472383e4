// The table at which one sits or watches: its state, what one does there, and what is told of its position.
import type {
  Answer,
  FromRoom,
  GameInfo,
  Hinted,
  Left,
  Meaning,
  Odds,
  Replay,
  Said,
  SeatInfo,
  SetTable,
  TableState,
} from "../wire";
import { Contributions } from "./contributions";
import { keepTable } from "./invitation";
import type { Link } from "./link.svelte";
import type { Lobby } from "./lobby.svelte";
import { awaits, merged, namesOf } from "./tableState";

/** Why the table was left, until the person has seen it. */
export interface Notice {
  why: Left["why"] | "stale" | "noTable";
  table: string | null;
  /** What the room said, where it said something. */
  say?: Said;
}

/**
 * A position that the table's parts draw in place of the live one: of a lesson, or of a deal that is shown again.
 * What a person does at it comes here and not to the server.
 */
export interface Scene {
  table: TableState;
  /** Only to look at: nothing can be selected, and it is nobody's turn. */
  still?: boolean;
  act?: (action: string) => void;
  ask?: (cards: readonly string[]) => void;
  hint?: () => void;
  /** Of several actions with the chosen cards the one that was shown, by its name. */
  first?: string;
}

/** Hears how the live table changes, before the page does. */
export type Listener = (before: TableState | null, now: TableState | null) => void;

export class Sitting {
  /** The table with its whole log; a new object after every message. */
  table = $state.raw<TableState | null>(null);
  /** Why the asked cards can't be played, and what a computer would do: of this position, else null. */
  answer = $state.raw<Answer | null>(null);
  hinted = $state.raw<Hinted | null>(null);
  /** What is known exactly about this position, else null. */
  odds = $state.raw<Odds | null>(null);
  /** What the line of the log that was asked about says. */
  meaning = $state.raw<Meaning | null>(null);
  /** How the tables of this table's set have fared, as last heard. */
  set = $state.raw<SetTable | null>(null);
  /** The deal that was asked for, every hand open. */
  replay = $state.raw<Replay | null>(null);
  record = $state.raw<string | null>(null);
  /** Of a long record that is on its way. */
  #pieces = "";
  notice = $state.raw<Notice | null>(null);
  /** When the turn's clock runs out, in the time of `performance.now()`; null without a clock. */
  clockEnd = $state<number | null>(null);
  /** The person was asked for a confirmation before leaving. */
  asksToLeave = $state(false);
  /** The table to go to once this one is left. */
  next = $state<string | null>(null);
  /** The replay that comes next is for learning from one's mistakes. */
  learns = false;
  /** Does the table in sight do by itself what is due? It says so itself. */
  goesOn = $state.raw<() => boolean>(() => false);

  /** What is drawn in place of the live table. */
  scene = $state.raw<Scene | null>(null);
  /** The table as it is drawn: the scene's, else the live one. */
  shown = $derived<TableState | null>(this.scene?.table ?? this.table);
  /** The game of the table that is drawn. */
  game = $derived.by<GameInfo | null>(() => this.lobby.gameOf(this.shown?.game));
  /** One's own seat at it, null for who watches. */
  seat = $derived<SeatInfo | null>(this.shown?.seats.find((each) => each.seat === this.shown?.seat) ?? null);
  /** Names by seat, for sentences. */
  names = $derived<string[]>(namesOf(this.shown));
  /** May one act at the table that is drawn? */
  myTurn = $derived(!this.scene?.still && awaits(this.shown));
  /** Is this person asked for something at the live table, whatever is drawn? */
  awaited = $derived(awaits(this.table) && !this.goesOn());
  /** Can actions at the drawn table be carried out now? */
  heard = $derived.by(() => this.scene !== null || this.link.status === "open");

  /** What this page contributes to the seeds of deals, by itself. */
  readonly contributions = new Contributions((message) => this.link.quietly(message));
  readonly #listeners = new Set<Listener>();

  constructor(
    private readonly link: Link,
    private readonly lobby: Lobby,
  ) {}

  /** Hear of every change of the live table from now on; what comes back ends it. */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  join(table: string, watch = false, now = false): void {
    this.notice = null;
    this.next = null;
    this.link.send({ op: "join", table, ...(watch ? { watch } : {}), ...(now ? { now } : {}) });
  }

  /** An action by its name, for the position that is shown. */
  act(action: string): boolean {
    if (this.scene) return aside(this.scene.act, action);
    return this.table !== null && this.link.send({ op: "act", step: this.table.step, action });
  }

  /** Take one's last action back, where the game lets people. */
  undo(): boolean {
    return this.#here({ op: "undo" });
  }

  /** The next deal of a game that lets people give up; `same`: the same cards again. */
  deal(same = false): boolean {
    return this.#here({ op: "deal", same });
  }

  /** Why can't these cards be played? `answer` tells. */
  ask(cards: string[]): boolean {
    if (this.scene) return aside(this.scene.ask, cards);
    return this.table !== null && this.link.send({ op: "ask", step: this.table.step, cards });
  }

  /** Are hints and odds answered at this table? The host may leave them to those who play alone. */
  get helped(): boolean {
    const { hints = "always" } = this.link.welcome ?? {};
    const people = this.table?.seats.filter((each) => each.kind === "person").length ?? 0;
    if ((this.table?.daily || this.table?.tournament || this.table?.rated) && this.scene === null) return false;
    return this.scene !== null || hints === "always" || (hints === "alone" && people < 2);
  }

  hint(): boolean {
    if (this.scene) return aside(this.scene.hint);
    return this.#here({ op: "hint" });
  }

  /** What is known exactly about the position that is shown? `odds` tells; the game must say that it `reckons`. */
  askOdds(): boolean {
    return this.#here({ op: "odds" }, true);
  }

  /** What does a line of the log say? `meaning` tells. */
  askMeaning(line: number): boolean {
    this.meaning = null;
    return this.link.quietly({ op: "meaning", line });
  }

  /** A finished deal of the table, by its number from 0; `replay` tells. */
  askReplay(deal: number): boolean {
    this.replay = null;
    return this.link.send({ op: "replay", deal });
  }

  /** A deal of one's history; `replay` tells. */
  askOldDeal(table: string, dealt: number): boolean {
    this.replay = null;
    return this.link.send({ op: "old_deal", table, dealt });
  }

  getRecord(): boolean {
    this.record = null;
    this.#pieces = "";
    return this.link.send({ op: "record" });
  }

  ready(): boolean {
    return this.#here({ op: "ready" });
  }

  /** Leave the table at once. */
  leave(): boolean {
    const sent = this.link.send({ op: "leave" }); // before the dialog closes, which means staying otherwise
    this.asksToLeave = false;
    return sent;
  }

  /** Leave the table, perhaps for another, after a question where a deal is being played. */
  askToLeave(next: string | null = null): void {
    this.next = next;
    if (this.table !== null && this.table.seat !== null && this.table.phase === "playing") this.asksToLeave = true;
    else this.leave();
  }

  /** Not leaving after all. */
  stay(): void {
    this.asksToLeave = false;
    if (this.link.busy !== "leave") this.next = null;
  }

  /** What answers the position of the live table. */
  #here(message: { op: "undo" | "hint" | "ready" | "odds" } | { op: "deal"; same: boolean }, quiet = false): boolean {
    if (this.scene !== null || this.table === null) return false;
    const whole = { ...message, step: this.table.step };
    return quiet ? this.link.quietly(whole) : this.link.send(whole);
  }

  /** Take in what is told of the table beside its state; false if the message is about something else. */
  hear(message: FromRoom): boolean {
    switch (message.op) {
      case "answer":
        if (message.step === this.table?.step) this.answer = message;
        return true;
      case "hinted":
        if (message.step === this.table?.step) this.hinted = message;
        return true;
      case "odds":
        if (message.step === this.table?.step) this.odds = message;
        return true;
      case "meaning":
        this.meaning = message;
        return true;
      case "set":
        this.set = message;
        return true;
      case "replay":
        this.replay = message;
        return true;
      case "record":
        this.#pieces += message.record;
        if (message.more) return true;
        this.record = this.#pieces;
        this.#pieces = "";
        return true;
      case "sealed":
        void this.contributions.contribute(message);
        return true;
    }
    return false;
  }

  /** The table is as the message says; `name` is one's own. */
  sat(message: TableState, name: string | null): void {
    const before = this.table;
    const other = before?.id !== message.id;
    this.table = merged(before, message);
    void this.lobby.read(message.game);
    void this.contributions.seal(message, name);
    if (other || before.step !== message.step) {
      this.answer = this.hinted = this.odds = null;
      this.link.clearError();
    }
    if (message.seat !== null && (other || before.seat === null)) keepTable(message.id);
    this.clockEnd = typeof message.clock_ms === "number" ? performance.now() + message.clock_ms : null;
    if (this.link.busy !== "leave") this.link.busy = null;
    this.notice = null;
    this.#tell(before);
  }

  /** Forget the table that was left. */
  clear(): void {
    const before = this.table;
    this.table = null;
    this.answer = this.hinted = this.odds = this.record = this.replay = this.meaning = this.set = null;
    this.clockEnd = null;
    this.asksToLeave = false;
    this.#tell(before);
  }

  #tell(before: TableState | null): void {
    for (const each of this.#listeners) each(before, this.table);
  }
}

/** Actions at a scene stay on this page. */
function aside<Args extends unknown[]>(what: ((...args: Args) => void) | undefined, ...args: Args): boolean {
  what?.(...args);
  return what !== undefined;
}
