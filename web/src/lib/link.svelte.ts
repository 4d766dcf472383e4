// The link to the room: how the connection is, what the room says of itself, what one waits for, and what is read.
import { Fixed, type Error as Refusal, type FromFace, type HostSays, type Welcome } from "../wire";
import { beside } from "./address";
import { Connection, type End, type Line, type Status } from "./connection";
import { admitted } from "./invite";
import { near, nearby } from "./near";
import { settings } from "./settings.svelte";

/** What a person waits for. */
const AWAITED: readonly FromFace["op"][] = ["name", "sign_in", "create", "quick", "join", "start", "leave"];

/** The room's answer to a path; rejects where there is none. */
export async function answer(path: string, more: RequestInit = {}): Promise<Response> {
  const reply = await (nearby.room?.answer(path) ?? fetch(beside(path), { ...more, headers: admitted() }));
  if (!reply.ok) throw new Error(String(reply.status));
  return reply;
}

export class Link implements Line {
  status = $state<Status>("connecting");
  online = $state(typeof navigator === "undefined" ? true : navigator.onLine);
  restarting = $state(false);
  attempts = $state(0);
  /** The server is newer than this page. */
  outdated = $state(false);
  welcome = $state.raw<Welcome | null>(null);
  /** Nobody else can come to this room. */
  alone = $derived(near || this.welcome?.alone === true);
  /** What the host tells everybody. */
  hostSays = $state.raw<HostSays | null>(null);
  /** The last refusal, until something else happens. */
  lastError = $state.raw<Refusal | null>(null);
  /** What the person waits for. */
  busy = $state<FromFace["op"] | null>(null);

  readonly #connection: Connection;

  constructor(end: End) {
    this.#connection = new Connection(this, {
      ...end,
      changed: () => {
        if (this.status !== "open") this.busy = null;
        end.changed();
      },
    });
  }

  begin(): void {
    this.#connection.begin();
  }

  /** Connect now: again, or here instead of in another tab. */
  connect(): void {
    this.#connection.connect();
  }

  /** Send a message of the person's; false where there is no connection. */
  send(message: FromFace): boolean {
    if (this.status !== "open") return false;
    this.lastError = null;
    if (AWAITED.includes(message.op)) this.busy = message.op;
    const opens = message.op === "create" || message.op === "quick";
    return this.#connection.write(opens ? { computers: settings.level, ...message } : message);
  }

  /** Send a question that the page asks by itself; the last refusal stays visible. */
  quietly(message: FromFace): boolean {
    return this.status === "open" && this.#connection.write(message);
  }

  clearError(): void {
    this.lastError = null;
  }

  /** Is the server that greets another one than before? */
  welcomed(message: Welcome): boolean {
    const software = this.welcome?.software;
    const other = software !== undefined && software !== message.software;
    if (message.v !== (Fixed.version as number) || other) this.outdated = true;
    this.welcome = message;
    this.hostSays = null; // what still holds comes at once
    return other;
  }

  /** Take a refusal in, unless it is no trouble of the person's. */
  refused(message: Refusal): boolean {
    if (message.re === "seal" || message.re === "contribute") return false;
    if ((message.re === "odds" || message.re === "hint") && message.code === "stale") return false; // it came too late
    this.lastError = message;
    if (message.re === this.busy || !message.re) this.busy = null;
    if (message.re === "hello" && message.code === "version") this.outdated = true;
    return true;
  }
}
