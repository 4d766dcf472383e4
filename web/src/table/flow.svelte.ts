// The flow of play: what goes by itself after a pause, what was chosen ahead, and taps that play at once.

import { untrack } from "svelte";
import type { WireView } from "../wire";
import { link, sitting } from "../lib/room.svelte";
import { settings } from "../lib/settings.svelte";
import { sameDeal } from "../lib/tableState";
import { helping } from "./helping.svelte";
import { desk } from "./desk.svelte";
import {
  cardsOf,
  completed,
  due,
  forced,
  observed,
  pause,
  suggestions,
  type Forced,
  type Plan,
} from "./flow";
import { unseen } from "./pointed";
import { is, leader } from "./roles";
import { passing, same, type Choice } from "./selection";

/** What is about to happen by itself. */
export interface Coming {
  why: Forced["what"] | "ahead" | "tap";
  choice: Choice;
}

/** A press within this time, in milliseconds, after one's own action was meant for that, and chooses nothing ahead. */
const SLIP = 700;
/** Milliseconds in which a card that was tapped can be kept back. */
const KEPT = 800;
/** How many plays are offered at one tap. */
const OFFERED = 4;

class Flow {
  /** The table is in sight: elsewhere nothing goes by itself. */
  #seen = $state(false);
  /** The turn in which the person wants to choose. */
  #stopped = $state("");
  /** What was sent by itself, and in which turn. */
  #sent = $state.raw<{ turn: string; coming: Coming } | null>(null);
  #plan = $state.raw<(Plan & { deal: string }) | null>(null);
  /** What had been chosen ahead and does not fit in this turn. */
  #dropped = $state.raw<(Plan & { turn: string; late: boolean }) | null>(null);
  /** A pass as the game says it at this table. */
  #pass = $state.raw<(NonNullable<Plan["call"]> & { table: string }) | null>(null);
  /** What the last tap on a card meant, and when it was. */
  #tapped = $state.raw<{ turn: string; choice: Choice; cards: readonly string[]; at: number } | null>(null);
  /** The deal that is this person's first of its game here, until they press something. */
  #first = $state("");
  /** A pointer of the first deal is in sight. */
  pointing = $state(false);
  #due = { turn: "", at: 0 };
  #left = 0;

  #deal = $derived(`${desk.table?.id ?? ""} ${desk.table?.deal ?? 0}`);
  /** How often this person has acted in the deal. */
  #own = $derived((desk.table?.log ?? []).filter((line) => line.seat === desk.me).length);
  /** The turn of this person that is under way; "" when it is nobody's or another's. */
  #turn = $derived(!sitting.myTurn || !desk.playing ? "" : `${this.#deal} ${this.#own}`);

  /** Was this person's last action a pass that went by itself? */
  passed = $derived(this.#sent?.coming.why === "pass" && this.#sent.turn === `${this.#deal} ${this.#own - 1}`);

  /** Does nothing go by itself yet? Whoever is new to a game first presses something, and reads a pointer in peace. */
  #waits = $derived(this.pointing || (this.#first !== "" && this.#first === this.#deal));

  /** What was chosen ahead and still stands. */
  plan = $derived.by((): Plan | null => {
    const plan = this.#plan;
    if (!plan || plan.deal !== this.#deal || !desk.playing) return null;
    return plan.call !== null ? (desk.chosen.length === 0 ? plan : null) : same(plan.cards, desk.chosen) ? plan : null;
  });

  /** What is about to happen by itself, or was just sent; null where the person chooses. */
  coming = $derived.by((): Coming | null => {
    const [view, table] = [desk.view, desk.table];
    if (this.#turn === "" || !view || !table || !this.#seen || sitting.scene !== null || table.stalled) return null;
    if (link.status !== "open" || link.lastError?.re === "act") return null;
    if (helping.auto || this.#stopped === this.#turn) return null;
    if (this.#sent?.turn === this.#turn) return this.#sent.coming;
    const choice = this.plan && this.#meant(this.plan) ? due(view, this.plan) : null;
    if (choice) return { why: "ahead", choice };
    const tapped = this.#tapped;
    if (tapped?.turn === this.#turn && same(tapped.cards, desk.chosen)) return { why: "tap", choice: tapped.choice };
    if (desk.free || this.#waits || (desk.chosen.length > 0 && !this.plan)) return null;
    const found = forced(view);
    if (!found || !(found.what === "pass" ? settings.autoPass : settings.autoPlay)) return null;
    return { why: found.what, choice: found.choice };
  });

  /** Is this person asked for something? Whoever tapped a card still is, until it has gone. */
  asked = $derived(sitting.myTurn && (this.coming === null || this.coming.why === "tap"));

  /** What was chosen ahead and does not fit now, until something else is chosen. */
  dropped = $derived(
    this.#dropped !== null && this.#dropped.turn === this.#turn && (desk.chosen.length === 0 || this.plan !== null)
      ? this.#dropped
      : null,
  );

  /** May cards or a pass be chosen ahead now? */
  #ahead = $derived(
    desk.playing &&
      desk.me !== null &&
      !sitting.myTurn &&
      sitting.scene === null &&
      !desk.free &&
      !desk.betting &&
      !is(desk.view, "out", desk.me),
  );

  /** The cards that can be chosen ahead with one more press. */
  cards = $derived(
    this.#ahead && !desk.calling && desk.chosen.length > 0 && desk.chosen.every((card) => desk.hand.includes(card))
      ? desk.chosen
      : [],
  );

  /** The pass that can be chosen ahead: in an auction, or where others' cards lie to be beaten. */
  pass = $derived.by(() => {
    if (!this.#ahead || desk.chosen.length > 0 || this.#pass?.table !== desk.table?.id) return null;
    if (is(desk.view, "passed", desk.me ?? -1)) return null;
    const open = desk.calling || (desk.trick === null && desk.standing !== null && desk.newest !== desk.me);
    return open ? this.#pass : null;
  });

  /** Does a strip for such plays stand above the large button? It keeps its room while others play. */
  strip = $derived(
    (settings.offers || settings.oneTap) &&
      desk.playing &&
      desk.me !== null &&
      sitting.scene === null &&
      desk.trick === null &&
      !desk.tabled &&
      !desk.betting &&
      !desk.figure &&
      !desk.calling &&
      desk.hand.length > 1,
  );

  /** Plays that one tap makes, where the person wants that. */
  offered = $derived(
    sitting.myTurn && desk.view && this.strip && this.coming === null
      ? suggestions(desk.view, desk.chosen, OFFERED)
      : [],
  );

  constructor() {
    sitting.goesOn = () => sitting.myTurn && !this.asked;
  }

  /** Play on at the table in sight, with nothing of one deal carried into the next; while it is being created. */
  follow(): void {
    const begin = () => {
      desk.forget();
      this.#meet();
    };
    untrack(begin);
    $effect(() =>
      sitting.listen((before, now) => {
        if (!sameDeal(before, now)) begin();
      }),
    );
    $effect(() => this.look());
    $effect(() => this.run());
    $effect(() => this.note());
  }

  /** Let things go by themselves; called in an effect while the table is in sight. */
  look(): () => void {
    this.#seen = true;
    return () => {
      this.#seen = false;
      this.#sent = null;
    };
  }

  /** A deal begins, or is come back to. */
  #meet(): void {
    this.#first = desk.table?.deal === 1 && unseen(desk.table.game) ? this.#deal : "";
  }

  /** The person has pressed something. */
  pressed(): void {
    this.#first = "";
  }

  /** Sends what is due when its time has come; called in an effect. */
  run(): (() => void) | undefined {
    if (link.status !== "open") this.#sent = null;
    const coming = this.coming;
    const turn = this.#turn;
    if (!coming || this.#sent?.turn === turn) return undefined;
    if (coming.why === "tap") {
      this.#due = { turn: "", at: (this.#tapped?.at ?? 0) + KEPT };
    } else if (this.#due.turn !== turn) {
      const wait = pause(desk.table !== null && observed(desk.table), Math.random());
      this.#due = { turn, at: Date.now() + wait };
    }
    const later = setTimeout(() => this.now(), Math.max(0, this.#due.at - Date.now()));
    return () => clearTimeout(later);
  }

  /** Notes what a turn brings: how one passes here, and what was chosen ahead and does not fit; in an effect. */
  note(): void {
    const [view, table] = [desk.view, desk.table];
    if (!view || !table || sitting.scene !== null) return;
    if (this.#turn === "") {
      this.#left ||= Date.now();
      const said = table.log.findLast((line) => line.role === "pass");
      if (said) this.#pass = { table: table.id, name: said.action, say: said.say };
      return;
    }
    this.#left = 0;
    const pass = desk.offers && passing(desk.offers);
    if (pass) this.#pass = { table: table.id, name: pass.name, say: pass.say };
    const plan = this.plan;
    if (plan === null || this.#sent?.turn === this.#turn) return;
    const possible = due(view, plan) !== null;
    if (possible && this.#meant(plan)) return;
    this.#plan = null;
    this.#dropped = { ...plan, turn: this.#turn, late: possible };
    if (plan.call !== null) return;
    desk.clear();
    if (!possible) sitting.ask([...plan.cards]);
  }

  /** Is this the trick for which it was chosen? */
  #meant(plan: Plan): boolean {
    return plan.call !== null || plan.led === undefined || plan.led === this.#led(true);
  }

  /**
   * The card that leads the trick in which this person plays next, null where nobody has led it; undefined where there
   * are no tricks. Before one's turn a trick in which one has played is not the next.
   */
  #led(mine: boolean): string | null | undefined {
    if (desk.trick === null) return undefined;
    const lying = [...desk.trick.values()].filter((card) => card !== null).length;
    const first = leader(desk.view);
    const done = !mine && desk.me !== null && desk.trick.get(desk.me) != null;
    return lying === 0 || lying === desk.trick.size || first === null || done ? null : (desk.trick.get(first) ?? null);
  }

  /** Do at once what would happen a moment later. */
  now(): void {
    const coming = this.coming;
    if (!coming || this.#sent?.turn === this.#turn) return;
    this.#sent = { turn: this.#turn, coming };
    sitting.act(coming.choice.name);
  }

  /** Let nothing happen by itself in this turn, and nothing that was chosen ahead; true if there was something. */
  stop(): boolean {
    if (this.coming && this.#sent?.turn !== this.#turn) this.#stopped = this.#turn;
    else if (this.plan === null || sitting.myTurn) return false;
    if (this.plan && this.plan.cards.length > 0) desk.clear();
    this.#plan = null;
    return true;
  }

  /** The large button, or Enter. */
  press(): void {
    if (this.coming) this.now();
    else if (this.plan) this.stop();
    else if (this.cards.length > 0) this.#set({ cards: [...this.cards], call: null });
    else if (this.pass) this.#passAhead();
    else desk.press();
  }

  /** The key for a pass: now, or when one's turn comes. */
  skip(): void {
    if (this.coming?.choice.action.role === "pass") this.now();
    else if (sitting.myTurn) desk.pass();
    else if (this.plan?.call) this.stop();
    else this.#passAhead();
  }

  #passAhead(): void {
    if (this.pass && Date.now() - this.#left > SLIP) this.#set({ cards: [], call: this.pass });
  }

  #set(plan: Plan): void {
    this.#plan = { ...plan, deal: this.#deal, led: plan.call === null ? this.#led(false) : undefined };
  }

  /** A press on a card; `deliberate` where it was seen which one it is, so that it may go after a moment. */
  tap(card: string, deliberate = true): void {
    const view = desk.view;
    if (this.coming?.why === "tap" && this.#sent?.turn !== this.#turn) {
      this.#tapped = null; // it is kept back, and this tap counts as any other
    } else if (this.coming) {
      const ahead = this.coming.why === "ahead";
      if (!this.stop() || ahead) return;
    }
    if (!desk.can(card) || sitting.scene !== null || !view || desk.figure) return desk.tap(card);
    if (sitting.myTurn) {
      if (this.#plays(card)) return;
      desk.tap(card);
      if (deliberate && desk.has(card)) this.#soon(view);
    } else if (desk.single && desk.has(card) && this.plan === null && this.cards.length > 0) {
      this.press(); // a second press, as in one's turn
    } else {
      desk.tap(card);
      if (settings.oneTap && desk.single && this.cards.length > 0) this.press();
    }
  }

  /** Play what is chosen after a moment, if it can be one thing only, whatever might be added. */
  #soon(view: WireView): void {
    if (!settings.soonTap || settings.confirm || desk.free || this.#stopped === this.#turn) return;
    const found = completed(view, desk.chosen);
    if (!found?.whole) return;
    this.#tapped = { turn: this.#turn, choice: found.choice, cards: [...desk.chosen], at: Date.now() };
  }

  /** Does a tap play, or raise the rest of the only play there is? Not what can be put together in several ways. */
  #plays(card: string): boolean {
    const view = desk.view;
    if (!view || desk.has(card) || !(desk.free ? settings.secondTap : settings.oneTap)) return false;
    const chosen = desk.single ? [card] : [...desk.chosen, card];
    const found = completed(view, chosen);
    if (!found || (desk.free && !found.whole)) return false; // at a solitaire finding the rest is the game
    desk.choose(cardsOf(found.choice, chosen, view));
    if (found.whole) desk.act(found.choice);
    return true;
  }
}

export const flow = new Flow();
