// The end of a deal: what ended it lies open for a moment before its result, and a win is celebrated.

import type { TableState } from "../wire";
import { sitting } from "../lib/room.svelte";
import { settings } from "../lib/settings.svelte";
import { sameDeal } from "../lib/tableState";
import { desk } from "./desk.svelte";

/** Milliseconds in which the end of a deal is seen once every card lies: a trick, or the cards that a dealer drew. */
const SEEN = 1500;

const isOver = (table: TableState | null) => table?.phase === "over" || table?.phase === "final";

class Ending {
  /** What ended the deal is being seen; its result waits. */
  #watching = $state(false);
  /** A win is being celebrated. */
  moment = $state(false);
  /** The deal ended before this person's eyes, and its result has not come yet. */
  #fresh = false;
  #later: ReturnType<typeof setTimeout> | undefined;

  /** The deal is over. */
  over = $derived(isOver(desk.table));
  /** What ended it has been seen. */
  shown = $derived(this.over && !this.#watching);
  /** The result stands beside the table. */
  docked = $derived(this.shown && desk.table?.result != null && !desk.aside);

  /** Listen to the table in sight; `lasts` says how long the cards that came last are on their way. */
  follow(lasts: () => number): () => void {
    const deaf = sitting.listen((before, now) => this.change(before, now, lasts()));
    return () => {
      deaf();
      this.#rest();
    };
  }

  change(before: TableState | null, now: TableState | null, lasts: number): void {
    if (!isOver(now)) return this.#rest();
    if (before?.phase !== "playing" || !sameDeal(before, now)) return;
    this.#fresh = true;
    this.#watching = !desk.alone || desk.tabled;
    if (this.#watching) this.#later = setTimeout(() => this.#show(), SEEN + lasts);
    else this.#show();
  }

  /** Whoever does something needs to see no more of what is over. */
  hurry(): void {
    this.moment = false;
    if (this.#watching) this.#show();
  }

  /** The result comes; a win is celebrated once, and not for those who come back to it. */
  #show(): void {
    const won = this.#fresh && desk.won;
    this.#rest();
    this.moment = won && settings.motion !== "off";
  }

  #rest(): void {
    clearTimeout(this.#later);
    this.#watching = this.moment = this.#fresh = false;
  }
}

export const ending = new Ending();
