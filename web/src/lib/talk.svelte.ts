// What is said at the table.
import type { ChatLine, Talk as Said } from "../wire";
import type { Link } from "./link.svelte";
import { talked } from "./tableState";

export class Talk {
  lines = $state.raw<ChatLine[]>([]);
  /** What was said just now; not what had been said before one came. */
  spoken = $state.raw<readonly ChatLine[]>([]);
  /** A line that was refused: it may be said again. */
  unsaid = $state<string | null>(null);
  /** The lines on their way. */
  #said: string[] = [];

  constructor(private readonly link: Link) {}

  chat(text: string): boolean {
    if (!this.link.send({ op: "chat", text })) return false;
    this.#said.push(text);
    return true;
  }

  /** Lines have come; `own` is the name of who reads them. */
  hear({ lines, history = false }: Said, own: string | undefined): void {
    this.lines = talked(this.lines, lines, history);
    if (!history) this.spoken = lines;
    for (const { name, text } of lines) if (name === own) this.#said.splice(0, this.#said.indexOf(text ?? "") + 1);
  }

  refused(): void {
    this.unsaid = this.#said.shift() ?? null;
  }

  /** Forget the table that was left. */
  clear(): void {
    this.lines = [];
    this.spoken = [];
    this.#said = [];
    this.unsaid = null;
  }
}
