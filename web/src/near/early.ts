// What the room of this browser tells before its Python is there: the table that was in sight last, or an opening,
// which `dealt.site.openings` recorded. Here are no rules: whatever else is said waits for Python, which then goes on.
import { LEVELS } from "../lib/settings.svelte";
import { home, isObject, isText, isTexts, recall, remember } from "../lib/storage";
import type { Create, FromFace, Hello, Quick, TableState, You } from "../wire";
import type { Kept } from "./keeping.svelte";
import { file } from "./python";

/** The beginning of a table, with `@name` and the like where it depends on the person. */
interface Opening {
  told: string[];
  table: string;
}

/** Names that every room takes; of others only Python knows. */
const NAME = /^\p{L}[\p{L}\p{N}]{1,9}$/u;

/** What is said to come somewhere: all that is said after it depends on how it went. */
const DECIDES: readonly FromFace["op"][] = ["hello", "name", "create", "quick", "join", "bye"];

const isOpening = (value: unknown): value is Opening =>
  isObject(value) && isTexts(value["told"]) && isText(value["table"]);
const isNext = (value: unknown): value is Opening | "used" => value === "used" || isOpening(value);
const isTable = (value: unknown): value is TableState => isObject(value) && isText(value["id"]);

/** What nobody can guess. */
const secret = () => [...crypto.getRandomValues(new Uint32Array(6))].map((each) => each.toString(36)).join("");

const place = (game: string) => `opening.${game}:${home()}`;
const SHOWN = `shown:${home()}`;

/** Remember the table in sight, to show it at once the next time. */
export const show = (table: TableState | null) => remember(SHOWN, table);

/** Let the next table of a game begin as `written` says, which nobody has seen. */
export function next(game: string, written: string | null): void {
  const opening: unknown = written === null ? null : JSON.parse(written);
  if (isOpening(opening)) remember(place(game), opening);
}

/** A text of an opening with what was left open in it. */
function filled(text: string, own: Record<string, string>): string {
  return text.replace(/@(name|token|level|pace|now)\b/g, (left, what: string) => own[what] ?? left);
}

function read(written: string): Record<string, unknown> {
  try {
    const found: unknown = JSON.parse(written);
    return isObject(found) ? found : {};
  } catch {
    return {};
  }
}

/** An opening of a game that nobody at this browser has seen. */
async function unseen(game: string, beside: (path: string) => string): Promise<Opening | null> {
  const prepared = recall(place(game), isNext);
  remember(place(game), "used");
  if (prepared !== null) return prepared === "used" ? null : prepared;
  const all = (await (await file(beside("openings/"), `${game}.bin`)).json()) as Opening[];
  return all[Math.floor(Math.random() * all.length)] ?? null;
}

export class Early {
  /** What was told: Python tells some of it again, word for word. */
  readonly told = new Set<string>();
  /** The game whose opening was wanted. */
  game: string | null = null;
  /** Who is here, once they are known. */
  #you: Omit<You, "op" | "table"> | null = null;
  #hello: Hello | null = null;
  /** What Python is to hear. */
  readonly #left: string[] = [];
  /** Something that decides what follows was left to Python, or a table is there, where only Python goes on. */
  #waits = false;
  #doing: Promise<void> = Promise.resolve();

  /** `hear` is told what a room tells, `keep` what is to be kept of it. */
  constructor(
    private readonly kept: Kept,
    private readonly beside: (path: string) => string,
    private readonly hear: (frame: string) => void,
    private readonly keep: (as: keyof Kept, text: string) => void,
  ) {}

  /** Somebody says something. */
  say(frame: string): void {
    this.#doing = this.#doing.then(async () => {
      const said = JSON.parse(frame) as FromFace;
      if (!this.#waits && (await this.#answered(said).catch(() => false))) return;
      this.#waits ||= DECIDES.includes(said.op);
      if (!this.#left.includes(frame)) this.#left.push(frame); // an impatient finger says it twice
    });
  }

  /** Python is there: `go` gets what it begins with and what it is to hear. Nothing may be said here any more. */
  async end(go: (kept: Kept, said: readonly string[]) => void): Promise<void> {
    for (let doing; doing !== this.#doing; ) await (doing = this.#doing);
    const token = this.#you?.token;
    const hello = this.#hello && JSON.stringify({ ...this.#hello, ...(token === undefined ? {} : { token }) });
    go(this.kept, hello === null ? this.#left : [hello, ...this.#left]);
  }

  async #answered(said: FromFace): Promise<boolean> {
    switch (said.op) {
      case "hello":
        return this.#greeted(said);
      case "name":
        return this.#hello !== null && this.#named(said.name);
      case "create":
      case "quick":
        return this.#you !== null && (await this.#dealt(said));
      default:
        return false;
    }
  }

  async #greeted(hello: Hello): Promise<boolean> {
    const { name, token, avatar = 0 } = read(this.kept.room) as Partial<You>;
    if (hello.token && (hello.token !== token || !name)) return false;
    const [welcome, lobby] = (await (await file(this.beside("openings/"), "greeting")).json()) as [string, string];
    this.#hello = hello;
    this.#tell(welcome);
    if (!hello.token || !name) return this.#tell(lobby);
    this.#you = { name, token: hello.token, avatar };
    const shown = recall(SHOWN, isTable);
    const table = shown?.id === read(this.kept.table)["id"] ? shown : null;
    this.#arrive(table?.id ?? null);
    this.#waits = table !== null;
    return this.#tell(table === null ? lobby : JSON.stringify(table));
  }

  #named(name: string): boolean {
    if (!NAME.test(name) || name.normalize("NFKC") !== name) return false;
    const before = read(this.kept.room);
    const token = isText(before["token"]) && before["token"] ? before["token"] : secret();
    this.#keep("room", JSON.stringify({ ...before, name, token }));
    this.#you = { name, token, avatar: Number(before["avatar"] ?? 0) };
    this.#arrive(null);
    return true;
  }

  async #dealt(said: Create | Quick): Promise<boolean> {
    const { op, game, pace = "normal", computers, ...more } = said;
    if (!game || JSON.stringify(more) !== (op === "quick" ? "{}" : '{"now":true}')) return false;
    const level = LEVELS.find((each) => each === computers);
    if (level === undefined || this.#you === null) return false;
    this.game = game;
    const opening = await unseen(game, this.beside);
    if (opening === null) return false;
    const { name, token } = this.#you;
    const own = { name, token, level, pace, now: String(Date.now() / 1000) };
    this.#keep("table", filled(opening.table, own));
    for (const each of opening.told) this.#tell(filled(each, own));
    return (this.#waits = true);
  }

  #arrive(table: string | null): void {
    if (this.#you !== null) this.#tell(JSON.stringify({ op: "you", ...this.#you, table } satisfies You));
  }

  #keep(as: keyof Kept, text: string): void {
    this.kept[as] = text;
    this.keep(as, text);
  }

  #tell(frame: string): true {
    this.told.add(frame);
    this.hear(frame);
    return true;
  }
}
