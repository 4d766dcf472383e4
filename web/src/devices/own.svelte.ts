// What the room says of one's devices, and all that it keeps of one.
import { room } from "../lib/room.svelte";
import type { DeviceCode, Devices, FromRoom, RecoveryWords } from "../wire";

class Own {
  devices = $state.raw<Devices | null>(null);
  /** The code for one more device, and recovery words that were just made. */
  code = $state.raw<DeviceCode | null>(null);
  words = $state.raw<RecoveryWords | null>(null);
  /** What is kept comes in pieces: their characters so far; null if it isn't on its way. */
  coming = $state<number | null>(null);
  #pieces: string[] = [];
  #use: (whole: string) => void = () => undefined;

  constructor() {
    room.more.add((message) => this.#hear(message));
  }

  /** Ask for one's devices; what is known of somebody before is forgotten. */
  ask(): void {
    this.forget();
    this.devices = null;
    room.link.quietly({ op: "devices" });
  }

  /** Nobody needs to see the code and the words any more. */
  forget(): void {
    this.code = this.words = null;
  }

  /** Ask for all that the room keeps. */
  export(use: (whole: string) => void): void {
    this.#pieces = [];
    this.#use = use;
    this.coming = room.link.send({ op: "export" }) ? 0 : null;
  }

  #hear(message: FromRoom): void {
    switch (message.op) {
      case "devices":
        this.devices = message;
        break;
      case "device_code":
        this.code = message;
        break;
      case "words":
        this.words = message;
        if (this.devices) this.devices = { ...this.devices, words: true };
        break;
      case "export":
        this.#took(message.part, message.more === true);
        break;
      case "error":
        if (message.re === "export") this.coming = null;
    }
  }

  #took(part: string, more: boolean): void {
    if (this.coming === null) return;
    this.#pieces.push(part);
    this.coming += part.length;
    if (more) return;
    const whole = this.#pieces.join("");
    this.coming = null;
    this.#pieces = [];
    this.#use(whole);
  }
}

export const own = new Own();
