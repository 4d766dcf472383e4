// What may be chosen without cards: calls in their boxes, choices by letter and digit, and amounts.

import type { WireAction, WireBox } from "../wire";
import { sitting } from "../lib/room.svelte";
import { cells, type Cell } from "./calls";
import { desk } from "./desk.svelte";
import { called, keys, picks } from "./selection";

class Choices {
  /** Boxes stay in sight while others call. */
  #boxes: { key: string; boxes: WireBox[] } = { key: "", boxes: [] };
  boxes = $derived.by((): { group: string; rows: Cell[][] }[] => {
    const table = desk.table;
    if (!table || !desk.playing || desk.me === null) return [];
    const key = `${table.id} ${table.deal}`;
    const now = table.boxes ?? [];
    if (now.length > 0) this.#boxes = { key, boxes: now };
    const kept = now.length > 0 || (desk.calling && this.#boxes.key === key) ? this.#boxes.boxes : [];
    const live = sitting.myTurn ? desk.view : null;
    const found = kept.map((box) => ({ group: box.group, rows: cells(box, live) }));
    return desk.calling || found.some((each) => each.rows.flat().some((cell) => cell.action)) ? found : [];
  });
  /** What stands in a box stands nowhere else. */
  #boxed = $derived(new Set(this.boxes.flatMap((box) => box.rows.flat().map((cell) => cell.shown.name))));
  /** What may be chosen without cards now, beside boxes. */
  loose = $derived.by((): WireAction[] => {
    const view = desk.view;
    if (!view || !sitting.myTurn || desk.picking) return [];
    return view.legal.filter(
      (each) => (each.cards ?? []).length === 0 && !picks(view, each) && !this.#boxed.has(each.name),
    );
  });
  /** The keys of these choices, where cards are not what is played. */
  keys = $derived(
    desk.offers?.plays ? new Map<string, string>() : keys(this.loose, desk.sorts.length > 1 && desk.hand.length > 1),
  );
  /** The table at which C is the key of a choice now and then. */
  #spoken = $state("");
  /** At this table C is the key of a choice, and writes no message in between either. */
  spoken = $derived(this.#spoken !== "" && this.#spoken === desk.table?.id);
  /** Amounts that were chosen last, by what they were chosen for. */
  #amounts = new Map<string, number>();

  /** Notes which letters mean what at this table; while the table is being created. */
  follow(): void {
    $effect(() => {
      if ([...this.keys.values()].includes("c")) this.#spoken = desk.table?.id ?? "";
    });
  }

  /** Choose by a letter; true if it is the key of something. */
  letter(key: string): boolean {
    const found = /^[a-z]$/.test(key) ? this.loose.find((each) => this.keys.get(each.name) === key) : undefined;
    if (found && found.upto == null) desk.act({ action: found, name: found.name, say: found.say }, false);
    return found !== undefined && found.upto == null;
  }

  /** A call by its digit; true if there is one. */
  call(digit: number): boolean {
    const action = desk.view && sitting.myTurn && !desk.picking ? called(desk.view, digit) : null;
    if (action) desk.act({ action, name: action.name, say: action.say }, false);
    return action !== null;
  }

  /** The amount that was chosen for this before at this table; only what opens a deal is done the same way again. */
  last(action: WireAction): number | null {
    const log = desk.table?.log ?? [];
    const bare = desk.view?.piles.every((pile) => pile.owner === null || pile.cards.length === 0) ?? false;
    const alike = log.every((line) => line.action.startsWith(`${action.verb} `));
    const opens = bare || (alike && (this.loose.length === 1 || log.length > 0));
    return opens ? (this.#amounts.get(`${desk.table?.id} ${action.verb}`) ?? null) : null;
  }

  remember(action: WireAction, amount: number): void {
    this.#amounts.set(`${desk.table?.id} ${action.verb}`, amount);
  }
}

export const choices = new Choices();
