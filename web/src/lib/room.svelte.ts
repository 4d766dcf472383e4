// The client of the room: one connection that reconnects by itself, and the state received on it.
import { untrack } from "svelte";
import {
  Fixed,
  type Answer,
  type ChatLine,
  type Company,
  type Create,
  type Error as Refusal,
  type FromFace,
  type FromRoom,
  type GameInfo,
  type Hinted,
  type History,
  type HostSays,
  type House,
  type Left,
  type Lobby,
  type Meaning,
  type Odds,
  type Replay,
  type Said,
  type SeatInfo,
  type SetTable,
  type Statistics,
  type TableState,
  type Welcome,
  type You,
} from "../wire";
import { beside, socketAddress } from "./address";
import { admitted, invite, keepInvite } from "./invite";
import { awaits, merged, namesOf, talked } from "./tableState";
import { Contributions } from "./contributions";
import { keepTable } from "./invitation";
import { settings, type Pace } from "./settings.svelte";
import { home, isText, recall, remember } from "./storage";
import { language } from "./text.svelte";

/** lost: reconnecting by itself; refused, elsewhere: waiting for the person to act. */
export type Status = "connecting" | "open" | "lost" | "refused" | "elsewhere";

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
}

const PING_EVERY = 20_000;
const PATIENCE = 8_000;
const FIRST_WAIT = 400;
const LONGEST_WAIT = 15_000;
const OUT: readonly string[] = ["kicked", "banned", "deleted"];
/** The close code by which the room turns somebody out, or does not let them in; an `error` before it says why. */
const TURNED_OUT = 4003;
/** The close code of a server that ends: "moved" if another one of the room goes on with the table at once. */
const RESTARTS = 1012;
/** The close code by which the room says that another tab took over. */
const ELSEWHERE = 4001;
/** Milliseconds until what could not be fetched is fetched again. */
const FETCH_AGAIN = 2_000;

/**
 * How long to wait before attempt `n` (from 0): doubling, with jitter, so that a thousand pages don't return at once.
 */
export function wait(n: number, random = Math.random()): number {
  return Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** n) * (0.5 + random / 2);
}

export class Room {
  status = $state<Status>("connecting");
  /** What the browser says about the network; lost for another reason where it is true. */
  online = $state(typeof navigator === "undefined" ? true : navigator.onLine);
  /** The server said that it is going down and coming back. */
  restarting = $state(false);
  /** Attempts to come back since the connection was lost. */
  attempts = $state(0);
  /** The server is newer than this page. */
  outdated = $state(false);

  /** The room is private, and no code or a wrong one was given. */
  uninvited = $state<"needed" | "wrong" | null>(null);
  /** What the host tells everybody. */
  hostSays = $state.raw<HostSays | null>(null);

  welcome = $state.raw<Welcome | null>(null);
  you = $state.raw<You | null>(null);
  lobby = $state.raw<Lobby | null>(null);
  /** The table with its whole log; a new object after every message. */
  table = $state.raw<TableState | null>(null);
  talk = $state.raw<ChatLine[]>([]);
  /** What was said just now; not what had been said before one came. */
  spoken = $state.raw<readonly ChatLine[]>([]);
  /** A line that was refused: it may be said again. */
  unsaid = $state<string | null>(null);
  /** The lines on their way. */
  #said: string[] = [];
  house = $state.raw<House | null>(null);
  /** The last refusal, until something else happens. */
  lastError = $state.raw<Refusal | null>(null);
  /** Why the asked cards can't be played, and what a computer would do: of this position, else null. */
  answer = $state.raw<Answer | null>(null);
  hinted = $state.raw<Hinted | null>(null);
  record = $state.raw<string | null>(null);
  /** Of a long record that is on its way. */
  #pieces = "";
  /** What is known exactly about this position, else null. */
  odds = $state.raw<Odds | null>(null);
  /** What the line of the log that was asked about says. */
  meaning = $state.raw<Meaning | null>(null);
  /** How the tables of this table's set have fared, as last heard. */
  set = $state.raw<SetTable | null>(null);
  /** The deal that was asked for, every hand open. */
  replay = $state.raw<Replay | null>(null);
  /** How one has done here, as last heard. */
  statistics = $state.raw<Statistics | null>(null);
  /** The newest deals that one has finished, and with whom one has finished deals, as last heard. */
  history = $state.raw<History | null>(null);
  company = $state.raw<Company | null>(null);
  notice = $state.raw<Notice | null>(null);
  /** When the turn's clock runs out, in the time of `performance.now()`; null without a clock. */
  clockEnd = $state<number | null>(null);
  /** What the person waits for: name, create, quick, join, start, leave. */
  busy = $state<FromFace["op"] | null>(null);
  /** Somebody comes in to go straight to a table, which hasn't come yet: the entry stays until it is here. */
  arriving = $state(false);
  /** What somebody asked for before the connection was there; it is done as soon as it is. */
  early = $state.raw<{ name: string; then: FromFace | null } | null>(null);
  /** A token was sent and the answer `you` hasn't come yet: neither entry nor lobby is shown. */
  returning = $state(false);
  /** The person was asked for a confirmation before leaving. */
  asksToLeave = $state(false);
  /** The table to go to once this one is left. */
  next = $state<string | null>(null);

  /** Why the host has sent this person out, or keeps them out. */
  out = $derived<Refusal | null>(
    this.status === "refused" && OUT.includes(this.lastError?.code ?? "") ? this.lastError : null,
  );

  /** What is drawn in place of the live table. */
  scene = $state.raw<Scene | null>(null);
  /** The table as it is drawn: the scene's, else the live one. */
  shown = $derived<TableState | null>(this.scene?.table ?? this.table);

  /** The game of the table that is drawn. */
  game = $derived<GameInfo | null>(this.gameOf(this.shown?.game));
  /** One's own seat at it, null for who watches. */
  seat = $derived<SeatInfo | null>(this.shown?.seats.find((each) => each.seat === this.shown?.seat) ?? null);
  /** Names by seat, for sentences. */
  names = $derived<string[]>(namesOf(this.shown));
  /** May one act at the table that is drawn? */
  myTurn = $derived(!this.scene?.still && awaits(this.shown));
  /** Hears what only parts of the page know that come later. */
  more: ((message: FromRoom) => void) | null = null;
  /** The replay that comes next is for learning from one's mistakes. */
  learns = false;
  /** Does the table in sight do by itself what is due? It says so itself. */
  goesOn = $state.raw<() => boolean>(() => false);
  /** Is this person asked for something at the live table, whatever is drawn? */
  awaited = $derived(awaits(this.table) && !this.goesOn());
  /** Can actions at the drawn table be carried out now? */
  heard = $derived(this.scene !== null || this.status === "open");

  /** What this page contributes to the seeds of deals, by itself. */
  readonly contributions = new Contributions((message) => this.#write(message));

  #socket: WebSocket | null = null;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #beat: ReturnType<typeof setTimeout> | undefined;
  #after: FromFace | null = null;
  #fetching = false;
  /** The games that are being fetched. */
  #reading = new Set<string>();
  #n = 0;
  #key = "";

  /** Connect, and stay connected. */
  begin(): void {
    this.#key = `token:${home()}`;
    addEventListener("online", () => {
      this.online = true;
      if (this.status === "lost") this.connect();
    });
    addEventListener("offline", () => {
      this.online = false;
      if (this.status === "open" || this.status === "connecting") this.#lost();
    });
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState !== "visible") return;
      if (this.status === "lost") this.connect();
      else if (this.status === "open") this.#ping();
    });
    addEventListener("pageshow", (event) => {
      if (event.persisted && this.status === "lost") this.connect();
    });
    this.connect();
    void this.#furnish(); // meanwhile
    $effect.root(() => {
      $effect(() => {
        void language.now;
        untrack(() => void this.#speak());
      });
    });
  }

  /** Connect now: the first time, again, or here instead of in another tab. */
  connect(): void {
    this.#drop();
    if (this.status !== "lost") this.status = "connecting";
    let socket: WebSocket;
    try {
      socket = new WebSocket(socketAddress());
    } catch {
      this.#lost();
      return;
    }
    this.#socket = socket;
    this.#beat = setTimeout(() => this.#lost(), PATIENCE);
    socket.onopen = () => {
      const token = recall(this.#key, isText);
      this.returning = token !== null;
      this.contributions.begin();
      const code = invite();
      const known = { ...(token === null ? {} : { token }), ...(code === null ? {} : { invite: code }) };
      this.#write({ op: "hello", v: Fixed.version, contributes: true, ...known });
    };
    socket.onmessage = (event: MessageEvent<unknown>) => {
      if (this.#socket !== socket || typeof event.data !== "string") return;
      this.#alive();
      let message: FromRoom;
      try {
        message = JSON.parse(event.data) as FromRoom;
      } catch {
        return;
      }
      this.hear(message);
    };
    socket.onclose = (event: CloseEvent) => {
      if (this.#socket !== socket) return;
      const moved = event.code === RESTARTS && event.reason === "moved";
      if (event.code === RESTARTS && !moved) this.restarting = true;
      if (event.code === ELSEWHERE) this.#elsewhere();
      else if (event.code === TURNED_OUT || (event.code === 1008 && this.welcome === null)) this.#refused();
      else this.#lost(moved);
    };
  }

  /** Send a message; false where there is no connection. */
  send(message: FromFace): boolean {
    if (this.status !== "open") return false;
    this.lastError = null;
    if (["name", "create", "quick", "join", "start", "leave"].includes(message.op)) this.busy = message.op;
    const opens = message.op === "create" || message.op === "quick";
    return this.#write(opens ? { computers: settings.level, ...message } : message);
  }

  // --- what a person does

  /** Come in under a name, and then do something (join, quick); once the connection is there. */
  enter(name: string, then: FromFace | null = null): void {
    this.early = this.status === "connecting" ? { name, then } : null;
    if (this.early !== null) return;
    this.#after = then;
    this.arriving = this.send({ op: "name", name }) && then !== null;
  }

  /** Choose a picture by its number; 0 is the one that follows from the name. */
  chooseAvatar(avatar: number): void {
    this.send({ op: "avatar", avatar });
  }

  /** Try to come back after having been sent out. */
  comeBack(): void {
    if (this.out?.code === "deleted") remember(this.#key, null);
    this.#forget();
    this.lastError = null;
    this.connect();
  }

  /** Come in with the invite code of a private room. */
  bring(code: string): void {
    keepInvite(code);
    this.connect();
  }

  /** Leave the room: the name becomes free. */
  bye(): void {
    this.send({ op: "bye" });
    keepTable(null);
    remember(this.#key, null);
    this.#forget();
  }

  create(wanted: Omit<Create, "op">): void {
    this.send({ op: "create", ...wanted });
  }

  quick(game: string | null = null): void {
    if (game !== null) void this.read(game);
    this.send({ op: "quick", pace: settings.pace, ...(game === null ? {} : { game }) });
  }

  join(table: string, watch = false, now = false): void {
    this.notice = null;
    this.next = null;
    this.send({ op: "join", table, ...(watch ? { watch } : {}), ...(now ? { now } : {}) });
  }

  /** An action by its name, for the position that is shown. */
  act(action: string): boolean {
    if (this.scene) return aside(this.scene.act, action);
    return this.table !== null && this.send({ op: "act", step: this.table.step, action });
  }

  /** Take one's last action back, where the game lets people. */
  undo(): boolean {
    return this.#asTable({ op: "undo" });
  }

  /** The next deal of a game that lets people give up; `same`: the same cards again. */
  deal(same = false): boolean {
    return this.#asTable({ op: "deal", same });
  }

  /** Why can't these cards be played? `answer` tells. */
  ask(cards: string[]): boolean {
    if (this.scene) return aside(this.scene.ask, cards);
    return this.table !== null && this.send({ op: "ask", step: this.table.step, cards });
  }

  /** Are hints and odds answered at this table? The host may leave them to those who play alone. */
  get helped(): boolean {
    const { hints = "always" } = this.welcome ?? {};
    const people = this.table?.seats.filter((each) => each.kind === "person").length ?? 0;
    return this.scene !== null || hints === "always" || (hints === "alone" && people < 2);
  }

  hint(): boolean {
    if (this.scene) return aside(this.scene.hint);
    return this.#asTable({ op: "hint" });
  }

  /** What is known exactly about the position that is shown? `odds` tells; the game must say that it `reckons`. */
  askOdds(): boolean {
    return this.#asTable({ op: "odds" }, true);
  }

  /** What does a line of the log say? `meaning` tells. */
  askMeaning(line: number): boolean {
    this.meaning = null;
    return this.quietly({ op: "meaning", line });
  }

  /** How have the tables of this set fared? `set` tells. */
  askSet(): boolean {
    return this.quietly({ op: "set" });
  }

  /** A finished deal of the table, by its number from 0; `replay` tells. */
  askReplay(deal: number): boolean {
    this.replay = null;
    return this.send({ op: "replay", deal });
  }

  /** How has one done here? `statistics` tells. */
  askStatistics(): boolean {
    return this.quietly({ op: "statistics" });
  }

  /** The newest deals that one has finished, of a game or of all; `history` tells. */
  askHistory(game: string | null): boolean {
    return this.quietly({ op: "history", ...(game === null ? {} : { game }) });
  }

  /** With whom has one finished deals? `company` tells. */
  askCompany(): boolean {
    return this.quietly({ op: "company" });
  }

  /** A deal of one's history; `replay` tells. */
  askOldDeal(table: string, dealt: number): boolean {
    this.replay = null;
    return this.send({ op: "old_deal", table, dealt });
  }

  ready(): boolean {
    return this.#asTable({ op: "ready" });
  }

  /** How long the computers of this table take from now on; who may start it sets that. */
  setPace(pace: Pace): boolean {
    return this.quietly({ op: "pace", pace });
  }

  start(): boolean {
    return this.send({ op: "start" });
  }

  /** Leave the table at once. */
  leave(): boolean {
    const sent = this.send({ op: "leave" }); // before the dialog closes, which means staying otherwise
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
    if (this.busy !== "leave") this.next = null;
  }

  chat(text: string): boolean {
    if (!this.send({ op: "chat", text })) return false;
    this.#said.push(text);
    return true;
  }

  /** Say a phrase of the house, or react. */
  phrase(phrase: string): boolean {
    return this.send({ op: "phrase", phrase });
  }

  getRecord(): boolean {
    this.record = null;
    this.#pieces = "";
    return this.send({ op: "record" });
  }

  clearError(): void {
    this.lastError = null;
  }

  /** What answers the position of the live table. */
  #asTable(
    message: { op: "undo" | "hint" | "ready" | "odds" } | { op: "deal"; same: boolean },
    quiet = false,
  ): boolean {
    if (this.scene !== null || this.table === null) return false;
    const whole = { ...message, step: this.table.step };
    return quiet ? this.quietly(whole) : this.send(whole);
  }

  /** Send a question that the page asks by itself; the last refusal stays visible. */
  quietly(message: FromFace): boolean {
    return this.status === "open" && this.#write(message);
  }

  // --- what is heard

  /** Take in a message of the room. */
  hear(message: FromRoom): void {
    switch (message.op) {
      case "welcome":
        return this.#welcomed(message);
      case "you":
        return this.#named(message);
      case "avatar":
        if (this.you) this.you = { ...this.you, avatar: message.avatar };
        return;
      case "lobby":
        this.lobby = message;
        return;
      case "table":
        return this.#sat(message);
      case "sealed":
        void this.contributions.contribute(message);
        return;
      case "talk":
        this.talk = talked(this.talk, message.lines, message.history ?? false);
        if (!message.history) this.spoken = message.lines;
        for (const { name, text } of message.lines)
          if (name === this.you?.name) this.#said.splice(0, this.#said.indexOf(text ?? "") + 1);
        return;
      case "answer":
        if (message.step === this.table?.step) this.answer = message;
        return;
      case "hinted":
        if (message.step === this.table?.step) this.hinted = message;
        return;
      case "odds":
        if (message.step === this.table?.step) this.odds = message;
        return;
      case "meaning":
        this.meaning = message;
        return;
      case "set":
        this.set = message;
        return;
      case "replay":
        this.replay = message;
        return;
      case "statistics":
        this.statistics = message;
        return;
      case "history":
        this.history = message;
        return;
      case "company":
        this.company = message;
        return;
      case "error":
        this.more?.(message);
        return this.#refusedOne(message);
      case "host":
        this.hostSays = message;
        return;
      case "left":
        return this.#left(message);
      case "record":
        this.#pieces += message.record;
        if (message.more) return;
        this.record = this.#pieces;
        this.#pieces = "";
        return;
      case "pong":
        return;
      default:
        this.more?.(message);
    }
  }

  #welcomed(message: Welcome): void {
    const software = this.welcome?.software;
    if (message.v !== (Fixed.version as number) || (software !== undefined && software !== message.software))
      this.outdated = true;
    this.welcome = message;
    this.hostSays = null; // what still holds comes at once
    this.uninvited = null;
    this.status = "open";
    this.restarting = false;
    this.attempts = 0;
    if (message.stale) {
      const named = this.you !== null;
      remember(this.#key, null);
      this.#forget();
      if (named) this.notice = { why: "stale", table: null };
    }
    if (this.house === null || (software !== undefined && software !== message.software))
      void this.#furnish(software !== message.software);
    else if (this.shown !== null) void this.read(this.shown.game);
    if (this.early !== null && !this.returning) this.enter(this.early.name, this.early.then);
  }

  #named(message: You): void {
    if (this.early !== null) [this.#after, this.early] = [this.early.then, null];
    this.you = message;
    this.returning = false;
    if (this.busy === "name") this.busy = null;
    remember(this.#key, message.token);
    if (message.table === null) this.#clear();
    const after = this.#after;
    this.#after = null;
    this.arriving = after !== null && message.table === null && this.send(after);
  }

  #sat(message: TableState): void {
    const before = this.table;
    if (before?.id !== message.id && this.talk.length > 0 && before !== null) this.talk = [];
    this.table = merged(before, message);
    void this.read(message.game);
    void this.contributions.seal(message, this.you?.name ?? null);
    if (this.you && this.you.table !== message.id) this.you = { ...this.you, table: message.id };
    if (before?.step !== message.step || before.id !== message.id) {
      this.answer = null;
      this.hinted = null;
      this.odds = null;
      this.lastError = null;
    }
    if (message.seat !== null && (before?.id !== message.id || before.seat === null)) keepTable(message.id);
    this.clockEnd = typeof message.clock_ms === "number" ? performance.now() + message.clock_ms : null;
    if (this.busy !== "leave") this.busy = null;
    this.arriving = false;
    this.notice = null;
  }

  #left(message: Left): void {
    const table = this.table?.id ?? null;
    this.busy = null;
    if (message.why === "elsewhere") {
      this.#elsewhere();
    } else if (message.why === "restart") {
      this.restarting = true;
    } else {
      this.#clear();
      if (this.you) this.you = { ...this.you, table: null };
      this.notice = message.why === "left" ? null : { why: message.why, table };
    }
  }

  #refusedOne(message: Refusal): void {
    if (message.re === "seal" || message.re === "contribute") return; // no trouble of the person's
    if ((message.re === "odds" || message.re === "hint") && message.code === "stale") return; // it came too late
    this.lastError = message;
    if (message.re === this.busy || this.busy === null || !message.re) this.busy = null;
    if (this.busy === null) this.arriving = false;
    if (message.re === "name") this.#after = null;
    if (message.re === "chat") this.unsaid = this.#said.shift() ?? null;
    if (message.re === "hello") {
      if (message.code === "version") this.outdated = true;
      else if (message.code === "invite_needed" || message.code === "invite_wrong") {
        this.uninvited = message.code === "invite_wrong" ? "wrong" : "needed";
        keepInvite(null);
      } else if (this.house === null) void this.#furnish(); // the reason is one of its texts
      this.#refused();
    }
  }

  // --- the connection

  #write(message: FromFace): boolean {
    if (this.#socket?.readyState !== 1) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  #alive(): void {
    clearTimeout(this.#beat);
    this.#beat = setTimeout(() => this.#ping(), PING_EVERY);
  }

  #ping(): void {
    clearTimeout(this.#beat);
    this.#write({ op: "ping", n: ++this.#n });
    this.#beat = setTimeout(() => this.#lost(), PATIENCE);
  }

  #drop(): void {
    clearTimeout(this.#retry);
    clearTimeout(this.#beat);
    const socket = this.#socket;
    this.#socket = null;
    if (socket === null) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }

  /** Connect again after a while; `moved`: almost at once, and nothing is said of it unless it fails. */
  #lost(moved = false): void {
    this.#drop();
    this.status = moved ? "connecting" : "lost";
    if (!moved) this.early = null;
    this.busy = null;
    this.#retry = setTimeout(() => this.connect(), moved ? wait(0) / 4 : wait(this.attempts));
    if (!moved) this.attempts += 1;
  }

  #elsewhere(): void {
    this.#drop();
    this.status = "elsewhere";
    this.early = this.busy = null;
  }

  #refused(): void {
    this.#drop();
    this.status = "refused";
    this.early = this.busy = null;
    this.returning = false;
  }

  /** Forget the table that was left. */
  #clear(): void {
    this.table = null;
    this.talk = [];
    this.spoken = [];
    this.#said = [];
    this.unsaid = null;
    this.answer = this.hinted = this.odds = this.record = this.replay = this.meaning = this.set = null;
    this.clockEnd = null;
    this.asksToLeave = false;
  }

  /** Forget the person. */
  #forget(): void {
    this.#clear();
    this.statistics = this.history = this.company = null;
    this.you = null;
    this.returning = this.arriving = false;
    this.busy = null;
  }

  /** A game of the house by its name. */
  gameOf(name: string | undefined): GameInfo | null {
    return this.house?.games.find((each) => each.name === name) ?? null;
  }

  /** Fetch all that there is to know of a game, unless it is here or on its way; again later where it fails. */
  async read(name: string): Promise<void> {
    const game = this.gameOf(name);
    if (game === null || isWhole(game) || this.#reading.has(name)) return;
    this.#reading.add(name);
    const whole = await fetched<GameInfo>(`api/games/${encodeURIComponent(name)}`);
    this.#reading.delete(name);
    if (whole === null) setTimeout(() => void this.read(name), FETCH_AGAIN);
    else if (this.house !== null)
      this.#move({ ...this.house, games: this.house.games.map((each) => (each.name === name ? whole : each)) });
  }

  /** Fetch the texts of the house in the language that is read now, unless they are here. */
  async #speak(): Promise<void> {
    if (this.house !== null && this.house.texts[language.now] === undefined) await this.#furnish();
  }

  #move(house: House): void {
    this.house = language.house = house;
  }

  /** Fetch what the lobby shows of the games, and the texts of the house; again a little later where it fails. */
  async #furnish(afresh = false): Promise<void> {
    if (this.#fetching) return;
    this.#fetching = true;
    const tongue = language.now;
    const house = await fetched<House>(`api/lobby/${tongue}`);
    this.#fetching = false;
    if (house === null) setTimeout(() => void this.#furnish(afresh), FETCH_AGAIN);
    else {
      this.#move(afresh ? house : both(this.house, house));
      if (language.now !== tongue) void this.#speak();
      if (this.shown !== null) void this.read(this.shown.game);
    }
  }
}

/** A house with the texts of one more language; what is known whole of a game stays known. */
function both(before: House | null, now: House): House {
  if (before === null) return now;
  const games = now.games.map((game) => {
    const known = before.games.find((each) => each.name === game.name);
    return known && known.whole !== false ? known : { ...game, texts: { ...known?.texts, ...game.texts } };
  });
  return { games, texts: { ...before.texts, ...now.texts } };
}

/** Are all texts and options of a game here, or only what the lobby shows? */
export function isWhole(game: GameInfo | null): game is GameInfo {
  return game !== null && game.whole !== false;
}

/** An answer of the room over HTTP, or null where there is none. */
async function fetched<Answer>(path: string): Promise<Answer | null> {
  try {
    const reply = await fetch(beside(path), { headers: admitted({ accept: "application/json" }) });
    return reply.ok ? ((await reply.json()) as Answer) : null;
  } catch {
    return null;
  }
}

/** Actions at a scene stay on this page. */
function aside<Args extends unknown[]>(what: ((...args: Args) => void) | undefined, ...args: Args): boolean {
  what?.(...args);
  return what !== undefined;
}

export const room = new Room();
