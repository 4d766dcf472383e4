// What is known exactly about the position: asked for after every change, where the game reckons anything.

import type { WireOdds } from "../wire";
import { room } from "../lib/room.svelte";
import { desk } from "./desk.svelte";

/** Several changes in quick succession are asked about once, in milliseconds. */
const PAUSE = 150;

class Chances {
  #last = $state.raw<{ deal: string; step: number; odds: readonly WireOdds[] } | null>(null);

  /** Is there anything to ask about? */
  wanted = $derived(room.scene === null && room.status === "open" && desk.playing && desk.me !== null && (room.game?.reckons ?? false));
  shown = $derived(desk.playing && this.#last?.deal === deal() ? this.#last.odds : []);
  /** They are those of a position before. */
  old = $derived(this.#last?.step !== desk.table?.step);

  /** Ask soon; the answer is for the position that is shown then. To be called from an effect. */
  ask(): (() => void) | undefined {
    void desk.table?.step;
    if (!this.wanted) return undefined;
    const later = setTimeout(() => room.askOdds(), PAUSE);
    return () => clearTimeout(later);
  }

  /** Keep what was heard. */
  hear(): void {
    const heard = room.odds;
    if (heard) this.#last = { deal: deal(), step: heard.step, odds: heard.odds };
  }
}

function deal(): string {
  return `${desk.table?.id ?? ""} ${desk.table?.deal ?? 0}`;
}

export const chances = new Chances();
