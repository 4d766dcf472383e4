// The room of this very browser, where the page is the static one: a worker that is spoken to like a socket.
import type { Socket } from "../lib/connection";
import type { FromWorker, ToWorker } from "./messages";

/** What a static room has as files; anything else the worker finds out. */
const FILES = /^api\/(lobby|games|lesson|rules)\//;

/** Where this folder keeps a text in the browser; two folders of one host keep different ones. */
const place = (what: string) => `dealt.${what}:${location.pathname}`;

function kept(what: string): string {
  try {
    return localStorage.getItem(place(what)) ?? "";
  } catch {
    return ""; // a browser that may keep nothing plays without
  }
}

function keep(what: string, text: string): void {
  try {
    localStorage.setItem(place(what), text);
  } catch (error) {
    console.warn(error);
  }
}

export class NearRoom {
  /** Why Python could not be loaded. */
  failed: string | null = null;
  #worker: Worker | null = null;
  #ready = false;
  #socket: NearSocket | null = null;
  #n = 0;
  #asked = new Map<number, (got: string | null) => void>();

  /** `beside`: addresses beside the page. Python is loaded long before anybody speaks to it. */
  constructor(private readonly beside: (path: string) => string) {
    this.#begun();
  }

  #begun(): Worker {
    if (this.#worker !== null) return this.#worker;
    const worker = (this.#worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" }));
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.#hear(data);
    worker.onerror = (event) => this.#hear({ failed: event.message || "worker" });
    this.#post({ begin: "room", engine: this.beside("engine/"), kept: kept("room"), table: kept("table") });
    return worker;
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

  async #get(path: string): Promise<Response> {
    this.#begun();
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
    else if ("keep" in message) keep(message.as, message.keep);
    else if ("got" in message) {
      this.#asked.get(message.n)?.(message.got);
      this.#asked.delete(message.n);
    } else if ("ready" in message) {
      this.#ready = true;
      this.#socket?.opened();
      // from now on the browser keeps the folder, where it is let: over HTTPS, or on the own machine
      void navigator.serviceWorker?.register(this.beside("keeper.js")).catch(console.warn);
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
