// The room of this very browser, where the page is the static one: a worker that is spoken to like a socket.
import type { Socket } from "../lib/connection";
import { device } from "../lib/device.svelte";
import type { Nearby } from "../lib/near";
import { net } from "../lib/net.svelte";
import { sitting } from "../lib/room.svelte";
import { Early, next, show } from "./early";
import { keeping, type Kept } from "./keeping.svelte";
import type { FromWorker, ToWorker } from "./messages";

/** The close code of a room that another window has; `connection.ts` knows it. */
const ELSEWHERE = 4001;

/** What Python finds out; anything else a static room has as a file. */
export const FOUND_OUT = /^(api\/(charts|daily)|opening)\//;

/** Do something once the page has nothing to do, or at last all the same. */
const idle = (what: () => void) =>
  "requestIdleCallback" in window ? requestIdleCallback(what, { timeout: 2_000 }) : setTimeout(what, 500);
/** Milliseconds without anything to do in which a page only waits for what it is about to draw. */
const PAUSE = 400;

/** Milliseconds after which Python has time for the next visit. */
const IDLE = 5_000;

export class NearRoom implements Nearby {
  /** Why Python could not be loaded. */
  failed: string | null = null;
  /** Told when another window has taken the room over. */
  gone = (): void => undefined;
  #begun = false;
  #worker: Worker | null = null;
  /** Who answers until Python is there; null from then on. */
  #early: Early | null = null;
  /** What was told before: it is not told again. */
  #told = new Set<string>();
  /** Another window has the room. */
  #elsewhere = false;
  #socket: NearSocket | null = null;
  #n = 0;
  #lines = 0;
  /** What friends are told, by the number of their line. */
  #friends = new Map<number, (frame: string) => void>();
  #asked = new Map<number, (got: string | null) => void>();
  /** Questions for Python, once it is there. */
  #waiting: ToWorker[] = [];

  /** `beside`: addresses beside the page. */
  constructor(private readonly beside: (path: string) => string) {
    keeping.gone = () => this.#left();
    this.#begin();
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "hidden") show(sitting.table);
    });
  }

  /** Begin, unless it has begun; whoever opens a room that another window has takes it over. */
  #begin(): void {
    if (this.#begun) return;
    this.#begun = true;
    const take = this.#elsewhere;
    this.#elsewhere = false;
    void keeping.begin(take).then((kept) => (kept === null ? this.#left() : this.#greet(kept)));
  }

  /** The page comes first, and Python once that has nothing to do. */
  #greet(kept: Kept): void {
    this.#early = new Early(
      kept,
      this.beside,
      (frame) => this.#socket?.heard(frame),
      (as, text) => void keeping.keep(as, text),
    );
    this.#told = this.#early.told;
    this.#socket?.opened();
    const begin = () => {
      if (!this.#begun) return;
      this.#worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
      this.#worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.#hear(data);
      this.#worker.onerror = (event) => this.#hear({ failed: event.message || "worker" });
      this.#post({ begin: "room", engine: this.beside("engine/") });
    };
    // who comes back is shown more than the entry first
    if (kept.room === "") idle(begin);
    else idle(() => setTimeout(() => idle(begin), PAUSE));
  }

  /** Another window has the room. */
  #left(): void {
    this.#elsewhere = true;
    this.gone();
    this.#friends.clear();
    this.#end();
    this.#socket?.broke(ELSEWHERE);
    void device.keep(); // if that one takes a newer version, this window does so, too
  }

  #end(): void {
    this.#worker?.terminate();
    this.#worker = this.#early = null;
    this.#waiting = [];
    this.#begun = false;
  }

  open(): Socket {
    this.#begin();
    this.#socket = new NearSocket((say) => (this.#early ? this.#early.say(say) : this.#post({ say })));
    if (this.#early || this.#worker) queueMicrotask(() => this.#socket?.opened());
    return this.#socket;
  }

  /** A line for a friend, who hears by `heard`. */
  admit(heard: (frame: string) => void): { say(frame: string): void; lost(): void } {
    const line = ++this.#lines;
    this.#friends.set(line, heard);
    const lost = () => {
      this.#friends.delete(line);
      this.#later({ lost: line });
    };
    return { say: (say) => this.#later({ say, line }), lost };
  }

  /** What a room would answer over HTTP; null for what lies there as a file. */
  answer(path: string): Promise<Response> | null {
    return FOUND_OUT.test(path) ? this.#get(path) : null;
  }

  /** What is wrong with a file whose contents are to be kept, or "". */
  async take(written: string): Promise<string> {
    return (await this.#ask((n) => ({ take: written, n }))) ?? "broken";
  }

  async #get(path: string): Promise<Response> {
    const got = await this.#ask((n) => ({ get: path, n }));
    return new Response(got, { status: got === null ? 404 : 200 });
  }

  async #ask(question: (n: number) => ToWorker): Promise<string | null> {
    if (this.#elsewhere) return null;
    this.#begin();
    const n = ++this.#n;
    return new Promise((done) => {
      this.#asked.set(n, done);
      this.#later(question(n));
    });
  }

  /** Python goes on from what was told until now. */
  #goesOn(before: Kept, said: readonly string[]): void {
    const game = this.#early?.game ?? null;
    this.#early = null;
    net.coming = false;
    this.#post({ kept: before.room, table: before.table });
    for (const say of said) this.#post({ say });
    for (const each of this.#waiting.splice(0)) this.#post(each);
    if (game !== null) setTimeout(() => void this.#prepare(game), IDLE);
  }

  /** Have an opening for the next time, as the last one is known by now. */
  async #prepare(game: string): Promise<void> {
    const found = await this.#get(`opening/${game}`);
    if (found.ok) next(game, await found.text());
  }

  /** Python hears it, once it is there. */
  #later(message: ToWorker): void {
    if (this.#early || !this.#worker) this.#waiting.push(message);
    else this.#post(message);
  }

  #post(message: ToWorker): void {
    this.#worker?.postMessage(message);
  }

  #hear(message: FromWorker): void {
    if ("friend" in message) this.#friends.get(message.line)?.(message.friend);
    else if ("heard" in message) {
      if (!this.#told.delete(message.heard)) this.#socket?.heard(message.heard);
    } else if ("keep" in message) void keeping.keep(message.as, message.keep);
    else if ("got" in message) {
      this.#asked.get(message.n)?.(message.got);
      this.#asked.delete(message.n);
    } else if ("ready" in message) {
      void this.#early?.end((before, said) => this.#goesOn(before, said));
      void device.keep();
    } else if ("failed" in message) {
      this.failed = message.failed;
      console.error(message.failed);
      this.#end();
      this.#socket?.broke(1006);
    }
  }
}

export class NearSocket implements Socket {
  readyState: Socket["readyState"] = 0;
  onopen: ((event: Event) => void) | null = null;
  onmessage: ((event: MessageEvent<unknown>) => void) | null = null;
  onclose: ((event: CloseEvent) => void) | null = null;

  constructor(readonly send: (frame: string) => void) {}

  opened(): void {
    if (this.readyState !== 0) return;
    this.readyState = 1;
    this.onopen?.(new Event("open"));
  }

  heard(frame: string): void {
    this.onmessage?.(new MessageEvent("message", { data: frame }));
  }

  broke(code: number): void {
    this.close();
    this.onclose?.(new CloseEvent("close", { code }));
  }

  close(): void {
    this.readyState = 3;
  }
}
