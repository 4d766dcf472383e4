// The host's questions to the room, and the newest answers. The key is kept in this page's memory alone.
import { beside } from "../lib/address";
import { known, say } from "../lib/text.svelte";
import type {
  AuditLine,
  FromHost,
  HostBackup,
  HostClub,
  HostDone,
  HostDraining,
  HostExport,
  HostPairs,
  HostPerson,
  HostRecord,
  HostReport,
  HostState,
  HostTable,
  HostTournament,
  PairDeal,
  Replay,
  Sanction,
  ToHost,
} from "../wire";
import { w } from "./words";

const EVERY = 4_000;
const NO_PAIRS = { pairs: [], weighed: 0, on: true };

export type Part = "people" | "tables" | "clubs" | "bans" | "reports" | "pairs" | "room" | "audit" | "processes";

class Desk {
  /** Did the room take the key? */
  inside = $state(false);
  part = $state<Part>("people");
  state = $state.raw<HostState | null>(null);
  people = $state.raw<HostPerson[]>([]);
  more = $state(0);
  tables = $state.raw<HostTable[]>([]);
  clubs = $state.raw<HostClub[]>([]);
  tournaments = $state.raw<HostTournament[]>([]);
  bans = $state.raw<Sanction[]>([]);
  reports = $state.raw<HostReport[]>([]);
  pairs = $state.raw<Omit<HostPairs, "answer">>(NO_PAIRS);
  /** A finished deal that is looked at, and its number at its table. */
  deal = $state.raw<{ replay: Replay; dealt: number } | null>(null);
  audit = $state.raw<AuditLine[]>([]);
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
    const state = await this.#asked({ do: "state" });
    if (state?.answer !== "state") return;
    this.state = state;
    this.inside = true;
    await this.look();
  }

  /** Forget the key. */
  leave(): void {
    clearTimeout(this.#timer);
    this.#key = "";
    this.inside = false;
    this.error = "";
    this.state = null;
    this.people = [];
    this.tables = [];
    this.clubs = [];
    this.tournaments = [];
    this.bans = [];
    this.reports = [];
    this.pairs = NO_PAIRS;
    this.deal = null;
    this.audit = [];
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
      this.#take(answer);
      return answer;
    } catch {
      this.error = w("silent");
      this.#silent = true;
      return null;
    } finally {
      if (!quiet) this.busy = false;
    }
  }

  #take(answer: ToHost): void {
    switch (answer.answer) {
      case "state":
        this.state = answer;
        return;
      case "people":
        this.people = answer.people;
        this.more = answer.more ?? 0;
        return;
      case "tables":
        this.tables = answer.tables;
        return;
      case "clubs":
        this.clubs = answer.clubs;
        this.more = answer.more ?? 0;
        return;
      case "tournaments":
        this.tournaments = answer.tournaments;
        return;
      case "bans":
        this.bans = answer.bans;
        return;
      case "reports":
        this.reports = answer.reports;
        return;
      case "pairs":
        this.pairs = answer;
        return;
      case "audit":
        this.audit = answer.lines;
        return;
      case "error": {
        const why = known(answer.say.key) === null ? answer.text : say(answer.say);
        if (answer.code === "wrong_key" || answer.code === "admin_off") this.leave();
        this.error = why;
        return;
      }
    }
  }
}

export const desk = new Desk();
