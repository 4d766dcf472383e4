// The room of this very browser, where the page is the static one: a worker that is spoken to like a socket.
import { beside } from "../lib/address";
import type { Socket } from "../lib/connection";
import { home, isText, recall, remember } from "../lib/storage";
import type { FromWorker, ToWorker } from "./messages";

/** Is this the page of a static room? */
export const near = typeof document !== "undefined" && document.documentElement?.dataset?.["room"] === "near";

/** What a static room has as files; anything else the worker finds out. */
const FILES = /^api\/(lobby|games|lesson|rules)\//;

class NearRoom {
  /** Why Python could not be loaded. */
  failed: string | null = null;
  #worker: Worker | null = null;
  #ready = false;
  #socket: NearSocket | null = null;
  #n = 0;
  #asked = new Map<number, (got: string | null) => void>();

  /** Load Python, long before anybody speaks to it. */
  begin(): Worker {
    if (this.#worker !== null) return this.#worker;
    const worker = (this.#worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" }));
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.#hear(data);
    worker.onerror = (event) => this.#hear({ failed: event.message || "worker" });
    const kept = (what: string) => recall(`${what}:${home()}`, isText) ?? "";
    this.#post({ begin: "room", engine: beside("engine/").href, kept: kept("room"), table: kept("table") });
    return worker;
  }

  open(): Socket {
    this.begin();
    this.#socket = new NearSocket((say) => this.#post({ say }));
    if (this.#ready) queueMicrotask(() => this.#socket?.opened());
    return this.#socket;
  }

  /** Does the room's worker have the answer at a path? */
  answers(path: string): boolean {
    return near && !FILES.test(path);
  }

  /** What a room would answer over HTTP. */
  async get(path: string): Promise<Response> {
    this.begin();
    const n = ++this.#n;
    const got = await new Promise<string | null>((done) => {
      this.#asked.set(n, done);
      this.#post({ get: path, n });
    });
    return new Response(got, { status: got === null ? 404 : 200 });
  }

  #post(message: ToWorker): void {
    this.#worker?.postMessage(message);
  }

  #hear(message: FromWorker): void {
    if ("heard" in message) this.#socket?.heard(message.heard);
    else if ("keep" in message) remember(`${message.as}:${home()}`, message.keep || null);
    else if ("got" in message) {
      this.#asked.get(message.n)?.(message.got);
      this.#asked.delete(message.n);
    } else if ("ready" in message) {
      this.#ready = true;
      this.#socket?.opened();
      // from now on the browser keeps the folder, where it is let: over HTTPS, or on the own machine
      void navigator.serviceWorker?.register(beside("keeper.js")).catch(console.warn);
    } else if ("failed" in message) {
      this.failed = message.failed;
      console.error(message.failed);
      this.#worker?.terminate();
      this.#worker = null;
      this.#ready = false;
      this.#socket?.broke();
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

  broke(): void {
    this.close();
    this.onclose?.(new CloseEvent("close", { code: 1006 }));
  }

  close(): void {
    this.readyState = 3;
  }
}

export const nearRoom = new NearRoom();
