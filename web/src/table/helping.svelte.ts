// Help with what to play: why a selection won't do, what a hint raises, and hints that play themselves.

import { untrack } from "svelte";
import { link, sitting } from "../lib/room.svelte";
import { sameDeal } from "../lib/tableState";
import type { Hinted } from "../wire";
import { desk } from "./desk.svelte";
import { aimedAt } from "./figure";
import { same } from "./selection";

/** Milliseconds between a hint and its play, where hints play themselves. */
const BEAT = 420;
/** Milliseconds until one asks for the next hint; a room that is asked too often says so: then a little later. */
const [NEXT, LATER] = [40, 1000];
/** Milliseconds after the last card was touched until it is asked why they won't do. */
const TOUCHED = 120;

class Helping {
  /** Hints are played by themselves, until somebody does something. */
  auto = $state(false);

  /** Help at the table in sight; while it is being created. */
  follow(): void {
    $effect(() => this.explain());
    $effect(() => {
      const hinted = sitting.hinted;
      if (hinted) untrack(() => this.raise(hinted));
    });
    $effect(() => this.run());
    $effect(() => {
      const deaf = sitting.listen((before, now) => {
        if (!sameDeal(before, now)) this.auto = false;
      });
      return () => {
        deaf();
        this.auto = false;
      };
    });
  }

  /** Ask why a selection won't do; in an effect. */
  explain(): (() => void) | undefined {
    const cards = desk.chosen;
    void desk.table?.step;
    if (!sitting.myTurn || cards.length === 0 || desk.fits || desk.primary?.idle === "more") return undefined;
    const later = setTimeout(() => sitting.ask([...cards]), TOUCHED);
    return () => clearTimeout(later);
  }

  hint(): void {
    if (sitting.myTurn && sitting.helped) sitting.hint();
  }

  /** A hint raises its cards; a pass is said by the large button, once nothing is selected. */
  raise({ action }: Hinted): void {
    const cards = action.cards ?? [];
    if (cards.length === 0) desk.clear();
    else if (!same(cards, desk.chosen)) {
      desk.choose(cards);
      desk.target = desk.view && (desk.figure || desk.cascaded) ? aimedAt(desk.view, action) : null;
    }
  }

  /** Play hints one after another, about two a second; in an effect. */
  run(): (() => void) | undefined {
    if (!this.auto) return undefined;
    const unknown = link.lastError?.re === "hint" && link.lastError.code === "no_answer"; // nor will it be later
    if (!desk.playing || link.status !== "open" || !desk.free || unknown) {
      this.auto = false;
      return undefined;
    }
    if (!sitting.myTurn) return undefined;
    const action = sitting.hinted?.action;
    const wait = action ? BEAT : link.lastError ? LATER : NEXT;
    const later = setTimeout(() => (action ? sitting.act(action.name) : sitting.hint()), wait);
    return () => clearTimeout(later);
  }
}

export const helping = new Helping();
