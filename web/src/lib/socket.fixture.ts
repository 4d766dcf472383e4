// A server at the other end of the page's socket, and a browser that there is none of, held by a test.
import { vi } from "vitest";

export type Heard = { op: string; [key: string]: unknown };

/** A server at the other end. */
export class Wire {
  static all: Wire[] = [];
  static get last(): Wire {
    return Wire.all.at(-1)!;
  }

  readyState = 0;
  sent: Heard[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number; reason: string }) => void) | null = null;

  constructor(readonly url: string) {
    Wire.all.push(this);
  }

  send(text: string) {
    this.sent.push(JSON.parse(text) as Heard);
  }

  close() {
    this.readyState = 3;
  }

  opens() {
    this.readyState = 1;
    this.onopen?.();
  }

  says(message: Heard) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  drops(code = 1006, reason = "") {
    this.readyState = 3;
    this.onclose?.({ code, reason });
  }
}

export const welcome = { op: "welcome", v: 1, room: "Back room", greeting: "Hello", software: "dealt 1" };

/** What the page hears from the window and the document, by event. */
export const listeners = new Map<string, (event?: unknown) => void>();

/** Put this server and these events in the place of the browser's; time stands still. */
export function pretend(): void {
  vi.useFakeTimers();
  Wire.all = [];
  listeners.clear();
  vi.stubGlobal("WebSocket", Wire);
  vi.stubGlobal("addEventListener", (name: string, heard: () => void) => listeners.set(name, heard));
  vi.stubGlobal("document", {
    visibilityState: "visible",
    addEventListener: (name: string, heard: () => void) => listeners.set(name, heard),
  });
}
