// The room of this very browser, where the page is the static one: a worker that is spoken to like a socket.
import type { Socket } from "../lib/connection";
import { device } from "../lib/device.svelte";
import { keeping } from "./keeping.svelte";
import type { FromWorker, ToWorker } from "./messages";

/** The close code of a room that another window has; `connection.ts` knows it. */
const ELSEWHERE = 4001;

/** What a static room has as files; anything else the worker finds out. */
const FILES = /^api\/(lobby|games|lesson|rules)\//;

export class NearRoom {
  /** Why Python could not be loaded. */
  failed: string | null = null;
  #worker: Worker | null = null;
  #ready = false;
  /** Another window has the room. */
  #elsewhere = false;
  #socket: NearSocket | null = null;
  #n = 0;
  #asked = new Map<number, (got: string | null) => void>();

  /** `beside`: addresses beside the page. Python is loaded long before anybody speaks to it. */
  constructor(private readonly beside: (path: string) => string) {
    keeping.gone = () => this.#left();
    this.#begun();
  }

  /** Begin, unless it has begun; whoever opens a room that another window has takes it over. */
  #begun(): void {
    if (this.#worker !== null) return;
    const worker = (this.#worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" }));
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.#hear(data);
    worker.onerror = (event) => this.#hear({ failed: event.message || "worker" });
    const take = this.#elsewhere;
    this.#elsewhere = false;
    void keeping.begin(take).then((kept) => {
      if (kept === null) this.#left();
      else this.#post({ begin: "room", engine: this.beside("engine/"), kept: kept.room, table: kept.table });
    });
  }

  /** Another window has the room. */
  #left(): void {
    this.#elsewhere = true;
    this.#end();
    this.#socket?.broke(ELSEWHERE);
  }

  #end(): void {
    this.#worker?.terminate();
    this.#worker = null;
    this.#ready = false;
  }

  open(): Socket {
    this.#begun();
    this.#socket = new NearSocket((say) => this.#post({ say }));
    if (this.#ready) queueMicrotask(() => this.#socket?.opened());
    return this.#socket;
  }

  /** What a room would answer over HTTP; null for what lies there as a file. */
  answer(path: string): Promise<Response> | null {
    return FILES.test(path) ? null : this.#get(path);
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
    this.#begun();
    const n = ++this.#n;
    return new Promise((done) => {
      this.#asked.set(n, done);
      this.#post(question(n));
    });
  }

  #post(message: ToWorker): void {
    this.#worker?.postMessage(message);
  }

  #hear(message: FromWorker): void {
    if ("heard" in message) this.#socket?.heard(message.heard);
    else if ("keep" in message) void keeping.keep(message.as, message.keep);
    else if ("got" in message) {
      this.#asked.get(message.n)?.(message.got);
      this.#asked.delete(message.n);
    } else if ("ready" in message) {
      this.#ready = true;
      this.#socket?.opened();
      void device.keep();
    } else if ("failed" in message) {
      this.failed = message.failed;
      console.error(message.failed);
      this.#end();
      this.#socket?.broke(1006);
    }
  }
}

class NearSocket implements Socket {
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
