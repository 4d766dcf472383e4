// The connection to the room: one socket that comes back by itself. It knows nothing of what is shown.
import type { FromFace, FromRoom } from "../wire";

/** lost: reconnecting by itself; refused, elsewhere: waiting for the person to act. */
export type Status = "connecting" | "open" | "lost" | "refused" | "elsewhere";

/** How the connection is. */
export interface Line {
  status: Status;
  /** What the browser says about the network; lost for another reason where it is true. */
  online: boolean;
  /** The server said that it is going down and coming back. */
  restarting: boolean;
  /** Attempts to come back since the connection was lost. */
  attempts: number;
}

/** What a connection needs of a WebSocket. */
export type Socket = Pick<WebSocket, "readyState" | "onopen" | "onmessage" | "onclose" | "close"> & {
  send(frame: string): void;
};

/** What stands at this end of the connection. */
export interface End {
  /** A new line to the room. */
  open(): Socket;
  /** How long the other end may be silent when it is asked, in milliseconds; 0: it is this page, and is not asked. */
  patience: number;
  /** What is said first on a new socket. */
  hello(): FromFace;
  hear(message: FromRoom): void;
  /** The line is another one than before. */
  changed(): void;
}

const PING_EVERY = 20_000;
const FIRST_WAIT = 400;
const LONGEST_WAIT = 15_000;
/** The close code by which the room turns somebody out, or does not let them in; an `error` before it says why. */
const TURNED_OUT = 4003;
/** The close code of a server that ends: "moved" if another one of the room goes on with the table at once. */
const RESTARTS = 1012;
/** The close code by which the room says that another tab took over. */
const ELSEWHERE = 4001;
/** The close code for who breaks the rules of the conversation. */
const AGAINST_RULES = 1008;

/**
 * How long to wait before attempt `n` (from 0): doubling, with jitter, so that a thousand pages don't return at once.
 */
export function wait(n: number, random = Math.random()): number {
  return Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** n) * (0.5 + random / 2);
}

export class Connection {
  #socket: Socket | null = null;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #beat: ReturnType<typeof setTimeout> | undefined;
  #welcomed = false;
  #n = 0;

  /** `line` is kept as the connection is; it belongs to whoever shows it. */
  constructor(
    private readonly line: Line,
    private readonly end: End,
  ) {}

  /** Connect, and stay connected. */
  begin(): void {
    addEventListener("online", () => {
      this.#turn({ online: true });
      if (this.line.status === "lost") this.connect();
    });
    addEventListener("offline", () => {
      this.#turn({ online: false });
      if (this.end.patience === 0) return;
      if (this.line.status === "open" || this.line.status === "connecting") this.#lost();
    });
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState !== "visible") return;
      if (this.line.status === "lost") this.connect();
      else if (this.line.status === "open") this.#ping();
    });
    addEventListener("pageshow", (event) => {
      if (event.persisted && this.line.status === "lost") this.connect();
    });
    this.connect();
  }

  /** Connect now: the first time, again, or here instead of in another tab. */
  connect(): void {
    this.#drop();
    if (this.line.status !== "lost") this.#turn({ status: "connecting" });
    let socket: Socket;
    try {
      socket = this.end.open();
    } catch {
      this.#lost();
      return;
    }
    this.#socket = socket;
    this.#within(this.end.patience, () => this.#lost());
    socket.onopen = () => void this.write(this.end.hello());
    socket.onmessage = (event: MessageEvent<unknown>) => {
      if (this.#socket !== socket || typeof event.data !== "string") return;
      this.#within(PING_EVERY, () => this.#ping());
      let message: FromRoom;
      try {
        message = JSON.parse(event.data) as FromRoom;
      } catch {
        return;
      }
      this.#heed(message);
      this.end.hear(message);
    };
    socket.onclose = (event) => {
      if (this.#socket !== socket) return;
      const moved = event.code === RESTARTS && event.reason === "moved";
      if (event.code === RESTARTS && !moved) this.#turn({ restarting: true });
      if (event.code === ELSEWHERE) this.#stop("elsewhere");
      else if (event.code === TURNED_OUT || (event.code === AGAINST_RULES && !this.#welcomed)) this.#stop("refused");
      else this.#lost(moved);
    };
  }

  /** Send a message; false where there is no socket to take it. */
  write(message: FromFace): boolean {
    if (this.#socket?.readyState !== 1) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  /** What a message says about the connection itself. */
  #heed(message: FromRoom): void {
    if (message.op === "welcome") {
      this.#welcomed = true;
      this.#turn({ status: "open", restarting: false, attempts: 0 });
    } else if (message.op === "left") {
      if (message.why === "elsewhere") this.#stop("elsewhere");
      else if (message.why === "restart") this.#turn({ restarting: true });
    } else if (message.op === "error" && message.re === "hello") this.#stop("refused");
  }

  #turn(what: Partial<Line>): void {
    Object.assign(this.line, what);
    this.end.changed();
  }

  #ping(): void {
    this.write({ op: "ping", n: ++this.#n });
    this.#within(this.end.patience, () => this.#lost());
  }

  /** Unless something is heard before. */
  #within(time: number, what: () => void): void {
    clearTimeout(this.#beat);
    if (this.end.patience > 0) this.#beat = setTimeout(what, time);
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
    const { attempts } = this.line;
    this.#retry = setTimeout(() => this.connect(), moved ? wait(0) / 4 : wait(attempts));
    this.#turn(moved ? { status: "connecting" } : { status: "lost", attempts: attempts + 1 });
  }

  /** Stay away until the person wants to come. */
  #stop(status: "refused" | "elsewhere"): void {
    this.#drop();
    this.#turn({ status });
  }
}
