// The host's questions to the room, and the newest answers. The key is kept in this page's memory alone.
import { beside } from "../lib/address";
import { known, say } from "../lib/text.svelte";
import type {
  FromHost,
  HostBackup,
  HostDone,
  HostDraining,
  HostError,
  HostExport,
  HostRecord,
  PairDeal,
  Replay,
  ToHost,
} from "../wire";
import { w } from "./words";

const EVERY = 4_000;

export type Part = "people" | "tables" | "clubs" | "bans" | "reports" | "pairs" | "room" | "audit" | "processes";

type Told = { [A in ToHost["answer"]]?: Extract<ToHost, { answer: A }> };

class Desk {
  /** Did the room take the key? */
  inside = $state(false);
  part = $state<Part>("people");
  /** The newest answer of each kind to what is shown. */
  told = $state.raw<Told>({});
  /** A finished deal that is looked at, and its number at its table. */
  deal = $state.raw<{ replay: Replay; dealt: number } | null>(null);
  /** Only people whose name contains this. */
  find = $state("");
  away = $state(false);
  /** What was refused last, and why. */
  error = $state("");
  busy = $state(false);
  #key = "";
  #timer: ReturnType<typeof setTimeout> | undefined;
  #silent = false;

  /** Come in with a key; `error` says why not. */
  async enter(key: string): Promise<void> {
    this.#key = key;
    if ((await this.#asked({ do: "state" }))?.answer !== "state") return;
    this.inside = true;
    await this.look();
  }

  /** Forget the key. */
  leave(): void {
    clearTimeout(this.#timer);
    this.#key = "";
    this.inside = false;
    this.error = "";
    this.told = {};
    this.deal = null;
  }

  /** Stop asking while the page is not shown. */
  rest(): void {
    clearTimeout(this.#timer);
  }

  /** Fetch what is shown, now and again. */
  async look(): Promise<void> {
    clearTimeout(this.#timer);
    if (!this.inside) return;
    await this.#asked({ do: "state" }, true);
    const part = this.part;
    if (part === "people") await this.#asked({ do: "people", here: !this.away, find: this.find.trim() }, true);
    else if (part === "audit") await this.#asked({ do: "audit", most: 200 }, true);
    else if (part === "clubs") {
      await this.#asked({ do: "clubs" }, true);
      await this.#asked({ do: "tournaments" }, true);
    } else if (part !== "room" && part !== "processes") await this.#asked({ do: part }, true);
    clearTimeout(this.#timer);
    if (this.inside) this.#timer = setTimeout(() => void this.look(), EVERY);
  }

  /** Have something done; null if it was refused. */
  async act(question: FromHost): Promise<HostDone | HostDraining | null> {
    const answer = await this.#asked(question);
    void this.look();
    return answer?.answer === "done" || answer?.answer === "draining" ? answer : null;
  }

  /** Show a finished deal of a pair, every hand open. */
  async lookAt({ table, dealt }: PairDeal): Promise<void> {
    const answer = await this.#asked({ do: "deal", table, dealt });
    if (answer?.answer === "deal") this.deal = { replay: answer.replay, dealt };
  }

  /** To a person, where they can be muted, sent out or banned. */
  toPerson(name: string): void {
    this.find = name;
    this.away = true;
    this.part = "people";
  }

  async backUp(): Promise<HostBackup | null> {
    const answer = await this.#asked({ do: "backup" });
    return answer?.answer === "backup" ? answer : null;
  }

  /** People with their results: one, or everybody; null if it was refused. */
  async export(name = ""): Promise<Omit<HostExport, "answer" | "next"> | null> {
    let after = "";
    const people: HostRecord[] = [];
    for (;;) {
      const answer = await this.#asked({ do: "export", name, after });
      if (answer?.answer !== "export") return null;
      people.push(...answer.people);
      after = answer.next ?? "";
      if (after === "") return { room: answer.room, at: answer.at, people };
    }
  }

  async #asked(question: FromHost, quiet = false): Promise<ToHost | null> {
    if (!quiet) {
      this.busy = true;
      this.error = "";
    }
    try {
      const reply = await fetch(beside("api/admin"), {
        method: "POST",
        headers: { authorization: `Bearer ${this.#key}`, "content-type": "application/json" },
        body: JSON.stringify(question),
        cache: "no-store",
        credentials: "omit",
        redirect: "error",
      });
      const answer = (await reply.json()) as ToHost;
      if (this.#silent) this.error = "";
      this.#silent = false;
      if (answer.answer === "error") this.#refused(answer);
      else if (quiet) this.told = { ...this.told, [answer.answer]: answer };
      return answer;
    } catch {
      this.error = w("silent");
      this.#silent = true;
      return null;
    } finally {
      if (!quiet) this.busy = false;
    }
  }

  #refused({ code, say: why, text }: HostError): void {
    if (code === "wrong_key" || code === "admin_off") this.leave();
    this.error = known(why.key) === null ? text : say(why);
  }
}

export const desk = new Desk();
