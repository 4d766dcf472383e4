// The odds of the position, asked for after every change in games that compute them.

import { untrack } from "svelte";
import type { WireOdds } from "../wire";
import { link, sitting } from "../lib/room.svelte";
import { isFlag, recall, remember } from "../lib/storage";
import { desk } from "./desk.svelte";

/** The largest number of odds that the header shows. */
const FEW = 2;

/** Several changes in quick succession are asked about once, in milliseconds. */
const PAUSE = 150;

class Chances {
  #last = $state.raw<{ deal: string; step: number; odds: readonly WireOdds[] } | null>(null);

  /** Does somebody want to see all of it? */
  open = $state(recall("odds", isFlag) ?? false);
  /** Does the game compute odds for this position? */
  possible = $derived(
    sitting.scene === null && sitting.helped && desk.playing && desk.me !== null && (sitting.game?.reckons ?? false),
  );
  /** Where nobody else plays it is always shown, as long as it is a figure or two. */
  #brief = $derived(desk.free && (this.#last?.odds.length ?? 0) <= FEW);
  always = $derived(this.#brief && !(sitting.game?.spoiler ?? false));
  /** In the header, not as a list over the table. */
  inline = $derived(this.#brief && (this.always || this.open));
  listed = $derived(this.possible && this.open && !this.#brief);
  wanted = $derived(this.possible && link.status === "open" && (this.always || this.open));
  shown = $derived(desk.playing && this.#last?.deal === deal() ? this.#last.odds : []);
  /** The odds belong to an earlier position. */
  old = $derived(this.#last?.step !== desk.table?.step);

  toggle(): void {
    this.open = !this.open;
    remember("odds", this.open);
  }

  /** Ask after every change of the table in sight; while it is being created. */
  follow(): void {
    $effect(() => this.#ask());
    $effect(() => {
      const heard = sitting.odds;
      if (heard) this.#last = { deal: untrack(deal), step: heard.step, odds: heard.odds };
    });
  }

  /** Ask soon; the answer is for the position that is shown then. */
  #ask(): (() => void) | undefined {
    void desk.table?.step;
    if (!this.wanted) return undefined;
    const later = setTimeout(() => sitting.askOdds(), PAUSE);
    return () => clearTimeout(later);
  }
}

function deal(): string {
  return `${desk.table?.id ?? ""} ${desk.table?.deal ?? 0}`;
}

export const chances = new Chances();
