// What a person does at the table before it is sent: the selection, the order of the hand, what is open on the screen.

import type { SeatInfo, WirePile } from "../wire";
import { room } from "../lib/room.svelte";
import { settings } from "../lib/settings.svelte";
import { isText, recall, remember } from "../lib/storage";
import { calls, newest, standing } from "./deeds";
import { compass, zones, type Zones } from "./layout";
import { able, kept, matches, offers, ordered, primary, same, type Choice } from "./selection";

export type Tab = "log" | "chat" | "score" | "rules";
export const TABS: readonly Tab[] = ["log", "chat", "score", "rules"];

const NOWHERE: Zones = { hand: null, before: new Map(), closed: new Map(), centre: [] };

class Desk {
  /** The cards that were raised, in the order of raising; some may be gone since. */
  #picked = $state.raw<string[]>([]);
  /** The wanted order of the hand. */
  sort = $state(recall("sort", isText) ?? "");
  /** The number of the card that the keys are at. */
  at = $state(0);
  /** The large button was pressed once, and asks again. */
  armed = $state(false);
  /** The result lies aside, to look at the table. */
  aside = $state(false);
  tab = $state<Tab>("log");
  /** The panel, where it isn't always in sight. */
  panel = $state(false);
  /** The list of keys. */
  help = $state(false);

  table = $derived(room.table);
  view = $derived(room.table?.view ?? null);
  me = $derived(room.table?.seat ?? null);
  /** The seat from which the table is drawn: one's own, or the one that will be. */
  base = $derived(this.me ?? this.table?.seats.find((each) => each.next && each.next === room.you?.name)?.seat ?? 0);
  places = $derived(compass(this.table?.seats.length ?? 1, this.base));
  zones = $derived(this.view ? zones(this.view, this.me) : NOWHERE);
  sorts = $derived(Object.keys(this.table?.sorts ?? {}));
  how = $derived(this.sorts.includes(this.sort) ? this.sort : (this.sorts[0] ?? ""));
  hand = $derived(ordered(this.zones.hand?.cards ?? [], this.table?.sorts[this.how]));
  /** Cards of one's hand that lie face down for oneself too. */
  down = $derived((this.zones.hand?.cards ?? []).filter((card) => card === null).length);
  able = $derived(this.view ? able(this.view) : new Set<string>());
  playing = $derived(this.table?.phase === "playing");
  chosen = $derived(this.playing ? kept(this.#picked, new Set([...this.hand, ...this.able])) : []);
  offers = $derived(this.view ? offers(this.view) : null);
  primary = $derived(this.view && room.myTurn ? primary(this.view, this.chosen) : null);
  fits = $derived(this.view !== null && this.chosen.length > 0 && matches(this.view, this.chosen).length > 0);
  /** The seat of the newest play, its line in the log, and the calls that stand. */
  newest = $derived(this.view ? newest(this.view, this.table?.log ?? []) : null);
  standing = $derived(this.view ? standing(this.view, this.table?.log ?? []) : null);
  calls = $derived(this.playing ? calls(this.table?.log ?? []) : new Map());

  /** Does the person get a seat at the next deal? */
  expected = $derived(this.table?.seats.some((each) => each.next && each.next === room.you?.name) ?? false);
  /** May somebody who watches ask for a seat? */
  offered = $derived(
    this.me === null && !this.expected && (this.table?.seats.some((each) => each.kind !== "person" && !each.next) ?? false),
  );

  seatOf(seat: number): SeatInfo | undefined {
    return this.table?.seats.find((each) => each.seat === seat);
  }

  /** May this card be raised? One's own always, so that the status line can say why it won't do. */
  can(card: string): boolean {
    return this.me !== null && this.playing && (this.hand.includes(card) || (room.myTurn && this.able.has(card)));
  }

  has(card: string): boolean {
    return this.chosen.includes(card);
  }

  put(card: string, raised: boolean): void {
    if (!this.can(card) || this.has(card) === raised) return;
    this.#set(raised ? [...this.chosen, card] : this.chosen.filter((each) => each !== card));
  }

  toggle(card: string): void {
    this.put(card, !this.has(card));
  }

  choose(cards: readonly string[]): void {
    this.#set(cards.filter((card) => this.can(card)));
  }

  clear(): void {
    this.#set([]);
  }

  #set(cards: string[]): void {
    this.#picked = cards;
    this.armed = false;
  }

  nextSort(): void {
    const next = this.sorts[(this.sorts.indexOf(this.how) + 1) % this.sorts.length];
    if (next === undefined) return;
    this.sort = next;
    remember("sort", next);
  }

  /** Send an action; the first time only ask, where the person wants that. */
  act(choice: Choice, ask = settings.confirm): void {
    if (ask && !this.armed) {
      this.armed = true;
      return;
    }
    this.armed = false;
    room.act(choice.name);
  }

  /** The large button: play, pass, start or ready. */
  press(): void {
    const table = this.table;
    if (!table) return;
    if (this.me === null) {
      if (this.offered) room.join(table.id);
    } else if (table.phase === "waiting") {
      if (table.dealer === room.you?.name) room.start();
    } else if (table.phase !== "playing") {
      if (!this.seatOf(this.me)?.ready) room.ready();
    } else if (this.primary?.choice) {
      this.act(this.primary.choice);
    }
  }

  pass(): void {
    const pass = room.myTurn ? this.offers?.pass : null;
    if (pass) this.act({ action: pass, name: pass.name, say: pass.say }, false);
  }

  /** Raise what was hinted; true if it was cards. */
  takeHint(cards: readonly string[]): boolean {
    if (cards.length === 0 || same(cards, this.chosen)) return false;
    this.choose(cards);
    return true;
  }

  /** Show a tab of the panel; the same again closes the panel where it can be closed. */
  show(tab: Tab): void {
    if (this.panel && this.tab === tab) this.panel = false;
    else [this.tab, this.panel] = [tab, true];
  }

  /** Nothing of the last deal stays raised. */
  forget(): void {
    this.#picked = [];
    this.at = 0;
    this.armed = this.aside = false;
  }
}

export const desk = new Desk();

/** All cards of a pile that are seen. */
export function seen(pile: WirePile): string[] {
  return pile.cards.filter((card): card is string => card !== null);
}
