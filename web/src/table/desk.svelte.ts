// The state of the table's controls: the selection, the order of the hand, what is open on the screen.

import type { LogLine, SeatInfo, WirePile } from "../wire";
import { link, person, sitting } from "../lib/room.svelte";
import { settings } from "../lib/settings.svelte";
import { isText, recall, remember } from "../lib/storage";
import { auction } from "./calls";
import { calls, newest, standing } from "./lastActions";
import { aimedAt, laying, spotOf } from "./figure";
import { compass, zones, type Zones } from "./layout";
import { active, betting, facts, is, leader, parts, tabled } from "./roles";
import { able, kept, lying, matches, offers, ordered, passing, pickable, primary, type Choice } from "./selection";
import { complete, lastTrick, playedFor, single, slots } from "./tricks";

export type Tab = "log" | "chat" | "score" | "rules";
export const TABS: readonly Tab[] = ["log", "chat", "score", "rules"];

/** Roles of facts that say what a hand is, and what it won. */
export const TOLD: readonly string[] = ["hand", "won"];

/** How long the room has, in milliseconds, to answer before the same may be asked again. */
const PATIENCE = 2_000;

/** Two presses within so many milliseconds are one, if the second would give up the deal that the first one brought. */
const TWICE = 400;

const NOWHERE: Zones = { hand: null, before: new Map(), closed: new Map(), centre: [] };

class Desk {
  /** The cards that were raised, in the order of raising; some may be gone since. */
  #picked = $state.raw<string[]>([]);
  #asked = { where: "", when: 0 };
  /** The wanted order of the hand. */
  sort = $state(recall("sort", isText) ?? "");
  /** The number of the card that the keys are at. */
  at = $state(0);
  /** The number of the slot that the keys are at. */
  spot = $state(0);
  /** The place of a figure that waits for a card, or that a hint means. */
  target = $state<string | null>(null);
  /** The large button was pressed once, and asks again. */
  armed = $state(false);
  /** A new deal was asked for while this one goes on; pressed again it is given up. */
  giving = $state<"new" | "same" | null>(null);
  /** The result lies aside, to look at the table. */
  aside = $state(false);
  tab = $state<Tab>("log");
  /** The panel, where it isn't always in sight. */
  panel = $state(false);
  /** The list of keys. */
  help = $state(false);

  table = $derived(sitting.shown);
  view = $derived(this.table?.view ?? null);
  me = $derived(this.table?.seat ?? null);
  /** The seat from which the table is drawn: one's own, or the one that will be. */
  base = $derived(this.me ?? this.table?.seats.find((each) => each.next && each.next === person.you?.name)?.seat ?? 0);
  places = $derived(compass(this.table?.seats.length ?? 1, this.base));
  zones = $derived(this.view ? zones(this.view, this.me) : NOWHERE);
  sorts = $derived(Object.keys(this.table?.sorts ?? {}));
  how = $derived(this.sorts.includes(this.sort) ? this.sort : (this.sorts[0] ?? ""));
  hand = $derived(ordered(this.zones.hand?.cards ?? [], this.table?.sorts[this.how]));
  /** Cards of one's hand that lie face down for oneself too. */
  down = $derived((this.zones.hand?.cards ?? []).filter((card) => card === null).length);
  /** The seat of another for which one is to play now. */
  playedFor = $derived(this.view && sitting.myTurn ? playedFor(this.view, this.me) : null);
  able = $derived(this.view ? able(this.view) : new Set<string>());
  /** Cards in the middle that may be raised. */
  lying = $derived(this.view ? pickable(this.view) : new Set<string>());
  playing = $derived(this.table?.phase === "playing");
  /** The open cards of the hand that one plays from for another. */
  lent = $derived.by(() => {
    const piles =
      this.view && sitting.myTurn && this.playedFor !== null
        ? this.view.piles.filter((each) => each.owner === this.playedFor && each.lay !== "slot")
        : [];
    return new Set(piles.flatMap(seen));
  });
  chosen = $derived(
    this.playing ? kept(this.#picked, new Set([...this.hand, ...this.able, ...this.lying, ...this.lent])) : [],
  );
  offers = $derived(this.view ? offers(this.view) : null);
  /** Cards are selected that could be played: what is done without cards steps aside. */
  picking = $derived(this.chosen.length > 0 && (this.offers?.plays ?? true));
  /** Does it show columns of overlapping cards? */
  cascaded = $derived(this.view?.piles.some((pile) => pile.lay === "cascade") ?? false);
  /** Does the view show a figure on whose places cards are laid? */
  figure = $derived(!this.cascaded && (this.view?.piles.some((pile) => spotOf(pile) !== null) ?? false));
  primary = $derived.by(() => {
    const view = this.view;
    const first = sitting.hinted?.action.name ?? sitting.scene?.first;
    const meant = view && sitting.myTurn && this.target !== null ? laying(view, this.target, this.chosen) : null;
    if (meant !== null) return { choice: meant, others: [], idle: "" as const, missing: 0 };
    const sure = view?.sure;
    if (sure && sitting.myTurn && this.chosen.length === 0)
      return { choice: { action: sure, name: sure.name, say: sure.say }, others: [], idle: "" as const, missing: 0 };
    return view && sitting.myTurn
      ? primary(view, this.chosen, (each) => this.figure && aimedAt(view, each) !== null, first)
      : null;
  });
  fits = $derived(this.view !== null && this.chosen.length > 0 && matches(this.view, this.chosen).length > 0);
  /** The seat of the newest play, its line in the log, and the calls that stand. */
  newest = $derived(this.view ? newest(this.view, this.table?.log ?? []) : null);
  standing = $derived(this.view ? standing(this.view, this.table?.log ?? []) : null);
  /** The place of each seat for its card of the trick, null where the table has no tricks. */
  trick = $derived.by(() => {
    const found = this.view ? slots(this.view) : new Map<number, string | null>();
    return found.size > 0 ? found : null;
  });
  /** Nobody holds a hand: the hands lie open before the seats. */
  tabled = $derived(tabled(this.view));
  /** Do facts name the hands or what they won? Then the result shows all hands. */
  told = $derived(
    this.tabled || (this.view?.facts.some((each) => each.owner !== null && TOLD.includes(each.role ?? "")) ?? false),
  );
  /** Does this person play for chips? */
  stacked = $derived(facts(this.view, "stack").some((each) => each.owner === this.me));
  /** Is it a game of bets? */
  betting = $derived(betting(this.view));
  /** Cards from which one is taken, before others are dealt. */
  spread = $derived(this.view ? lying(this.view) : null);
  /** How many lines of the log came before the cards were dealt; cutting for the deal is no auction. */
  began = $derived(this.spread ? (this.table?.log.length ?? 0) : (this.table?.opening?.began ?? 0));
  said = $derived((this.table?.log ?? []).slice(this.began));
  calls = $derived.by(() => {
    const recent = this.betting ? this.places.length - 1 : Infinity;
    return this.playing && !this.tabled ? calls(this.view, this.said, recent) : new Map<number, LogLine>();
  });
  /** Little room: what seats say stands in their labels. */
  get slim(): boolean {
    return settings.slim;
  }
  /** On a narrow screen what lies before many others lies at their plates. */
  crowded = $derived(settings.slim && this.trick === null && (this.tabled || this.places.length > 4));
  /** Who has just taken the trick that lies there whole, and leads. */
  taker = $derived.by(() => {
    if (!this.view || !complete(this.view)) return null;
    return this.view.turn.length === 0 ? null : leader(this.view);
  });
  lastTrick = $derived(this.view ? lastTrick(this.view, this.table?.log ?? []) : null);
  /** The last trick is looked at again. */
  looking = $state(false);
  /** One card is played at a time: choosing another takes its place. */
  single = $derived(this.view !== null && single(this.view));
  /** What was said before the play, where it is more than a word of each. */
  auction = $derived.by(() => {
    const found = this.view ? auction(this.view, this.said) : null;
    return found?.map((each) => ({ ...each, number: each.number + this.began })) ?? null;
  });
  /** Nothing has been played yet. */
  before = $derived(!(this.table?.log ?? []).some((line) => line.cards.length > 0 || (line.hidden ?? 0) > 0));
  /** Nobody is to lead yet: calls are all there is. */
  calling = $derived(this.before && leader(this.view) === null);
  /** Facts that tell sides apart, such as landlord and farmers, and whether only one seat has the part. */
  parts = $derived(this.view ? parts(this.view) : new Map<string, "one" | "some">());
  /** There is one seat: nobody else plays. */
  alone = $derived(this.table?.seats.length === 1);
  /** May this person take actions back, and deals up? */
  free = $derived(this.me !== null && sitting.scene === null && (sitting.game?.undoable ?? false));
  /** Has the deal under way begun, so that a new one would give it up? */
  begun = $derived(this.playing && (this.table?.log.length ?? 0) > 0);
  /** Deals that are over at this table, those given up too. */
  done = $derived((this.table?.deal ?? 0) - (this.playing ? 1 : 0));
  /** Did this person win the deal that is over? */
  won = $derived(this.me !== null && (this.table?.result?.winners.includes(this.me) ?? false));

  /** Does the person get a seat at the next deal? */
  expected = $derived(this.table?.seats.some((each) => each.next && each.next === person.you?.name) ?? false);
  /** May somebody who watches ask for a seat? */
  offered = $derived(
    this.me === null &&
      !this.expected &&
      (this.table?.seats.some((each) => each.kind !== "person" && !each.next) ?? false),
  );

  /** The deal for whose end somebody waits who might have taken cards over. */
  #waited = $state("");
  #now = $derived(`${this.table?.id} ${this.table?.deal}`);
  /** The computer whose cards one may take over now; null where one can't, or has chosen to wait. */
  takeable = $derived(this.#waited === this.#now ? null : (this.seatOf(this.table?.takeable ?? -1) ?? null));

  /** Wait for the next deal, with a seat then. */
  wait(): void {
    this.#waited = this.#now;
    if (this.offered && this.table) sitting.join(this.table.id);
  }

  /** Whose side a seat is on, seen from one's own (or the seat that the table is drawn from); "" without partners. */
  side(seat: number): "us" | "them" | "" {
    const sides = this.table?.partnerships ?? [];
    const found = sides.find((each) => each.includes(seat));
    return found === undefined ? "" : found.includes(this.base) ? "us" : "them";
  }

  /** Is it this hand's turn, of the several that its seat has? */
  active(pile: WirePile): boolean {
    return active(this.view, pile);
  }

  /** Is this seat in the deal no more, or not at all? */
  out(seat: number): boolean {
    return is(this.view, "out", seat);
  }

  /** What each seat has, as the plates say. */
  totals = $derived((this.table?.seats ?? []).map((each) => each.total ?? 0));

  seatOf(seat: number): SeatInfo | undefined {
    return this.table?.seats.find((each) => each.seat === seat);
  }

  /** May this card be raised? One's own always, so that the status line can say why it won't do. */
  can(card: string): boolean {
    return (
      !sitting.scene?.still &&
      this.me !== null &&
      this.playing &&
      (this.hand.includes(card) ||
        (sitting.myTurn && (this.able.has(card) || this.lying.has(card) || this.lent.has(card))))
    );
  }

  has(card: string): boolean {
    return this.chosen.includes(card);
  }

  put(card: string, raised: boolean): void {
    if (!this.can(card) || this.has(card) === raised) return;
    if (raised && this.#lay(this.target, [card])) return;
    if (raised && this.single) this.#set([card]);
    else this.#set(raised ? [...this.chosen, card] : this.chosen.filter((each) => each !== card));
  }

  toggle(card: string): void {
    this.put(card, !this.has(card));
  }

  /** A press on a card: it is raised; where one card is played at a time, a second press plays it. */
  tap(card: string): void {
    if (this.single && this.has(card) && this.primary?.choice) this.act(this.primary.choice);
    else this.toggle(card);
  }

  /** A press on a place of a figure: it takes the raised card, else its own is raised, or it waits for one. */
  aim(place: string, card: string | undefined): void {
    if (this.#lay(place, this.chosen)) return;
    if (card !== undefined) {
      if (this.able.has(card)) this.tap(card);
    } else if (this.chosen.length === 0) {
      this.target = this.target === place ? null : place;
    }
  }

  /** Lays these cards on a place, if that is possible. */
  #lay(place: string | null, cards: readonly string[]): boolean {
    const choice =
      place !== null && this.view && sitting.myTurn && this.figure ? laying(this.view, place, cards) : null;
    if (choice === null) return false;
    this.#set([]);
    this.act(choice, false);
    return true;
  }

  choose(cards: readonly string[]): void {
    this.#set(cards.filter((card) => this.can(card)));
  }

  clear(): void {
    this.#set([]);
  }

  #set(cards: string[]): void {
    this.#picked = cards;
    this.target = null;
    this.armed = false;
    this.giving = null;
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
    if (this.cascaded) this.#set([]); // a card that was moved lies there still
    this.armed = false;
    this.giving = null;
    sitting.act(choice.name);
  }

  /** The large button: play, pass, start or ready. */
  press(): void {
    const table = this.table;
    if (!table) return;
    if (this.me === null) {
      if (this.takeable) sitting.join(table.id, false, true);
      else if (this.offered) sitting.join(table.id);
    } else if (table.phase === "waiting") {
      if (table.dealer === person.you?.name) link.send({ op: "start" });
    } else if (table.phase !== "playing") {
      if (this.free) this.again(false);
      else if (!this.seatOf(this.me)?.ready) sitting.ready();
    } else if (this.primary?.choice) {
      this.act(this.primary.choice);
    } else if (sitting.myTurn && this.chosen.length === 0) {
      this.#heed();
    }
  }

  /** Carry out a hint without cards. */
  #heed(): void {
    const action = sitting.hinted?.action;
    const possible = action && this.view?.legal.find((each) => each.name === action.name);
    if (possible && !possible.cards?.length)
      this.act({ action: possible, name: possible.name, say: possible.say }, false);
  }

  pass(): void {
    const pass = sitting.myTurn && this.offers ? passing(this.offers) : null;
    if (pass) this.act({ action: pass, name: pass.name, say: pass.say }, false);
  }

  /** Take the last action back. */
  undo(): void {
    if (!this.free || !this.begun || this.#waits()) return;
    this.#set([]);
    sitting.undo();
  }

  /** Was an undo or a deal asked for from this very position? A second press means no second one. */
  #waits(): boolean {
    const [where, when] = [`${this.table?.id ?? ""} ${this.table?.step ?? 0}`, Date.now()];
    const again = this.#asked.where === where && when - this.#asked.when < PATIENCE && link.lastError === null;
    if (!again) this.#asked = { where, when };
    return again;
  }

  /** Show the last trick again, or put it away. */
  look(): void {
    this.looking = !this.looking && this.lastTrick !== null;
  }

  /** Another deal, or the same again; a deal that has begun is given up only when asked twice. */
  again(same: boolean): void {
    if (!this.free || !this.table || this.table.deal === 0) return;
    const wanted = same ? "same" : "new";
    if (this.begun && this.giving !== wanted) {
      this.giving = wanted;
      return;
    }
    this.giving = null;
    if (this.playing && !this.begun && Date.now() - this.#asked.when < TWICE) return;
    if (!this.#waits()) sitting.deal(same);
  }

  /** Show a tab of the panel; the same again closes the panel where it can be closed. */
  show(tab: Tab): void {
    if (this.panel && this.tab === tab) this.panel = false;
    else [this.tab, this.panel] = [tab, true];
  }

  /** Nothing of the last deal stays raised. */
  forget(): void {
    this.#picked = [];
    this.target = null;
    this.at = this.spot = 0;
    this.armed = this.aside = this.looking = false;
    this.giving = null;
  }
}

export const desk = new Desk();

/** All cards of a pile that are seen. */
export function seen(pile: WirePile): string[] {
  return pile.cards.filter((card): card is string => card !== null);
}
