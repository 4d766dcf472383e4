// Lets cards fly: measures where they lay before a change and where after, and animates the difference.

import { mount, unmount, untrack } from "svelte";
import Card from "../cards/Card.svelte";
import { sitting } from "../lib/room.svelte";
import { settings } from "../lib/settings.svelte";
import type { TableState } from "../wire";
import { held, RATIO } from "./layout";
import { fresh, lie, moves, ripple, type Flight, type Moves } from "./motion";
import { gathered } from "./tricks";

const FLY = 230;
const DEAL = 260;
const GATHER = 280;
/** How long a card lies face up before it goes into the stack, in milliseconds. */
const INSERT = 280;
/** The time from one dealt card to the next, in milliseconds. */
const EACH = 28;
const ROUND = 1400;
/** The width of the stack in the middle. */
const STACK = 60;
/** The time from one card to the next where several come to one place at the end of a deal: a dealer draws. */
const DRAWN = 260;
const EASE = "cubic-bezier(0.2, 0.8, 0.3, 1)";

interface CardOnScreen {
  rect: DOMRect;
  node: HTMLElement;
}

interface Picture {
  cards: Map<string, CardOnScreen>;
  places: Map<string, DOMRect>;
}

/** Where every card and every place is on the screen now. */
function picture(root: HTMLElement): Picture {
  const cards = new Map<string, CardOnScreen>();
  const places = new Map<string, DOMRect>();
  for (const node of root.querySelectorAll<HTMLElement>("[data-card]")) {
    const leaf = (node.firstElementChild as HTMLElement | null) ?? node;
    const rect = leaf.getBoundingClientRect();
    if (rect.width > 0 && node.dataset.card) cards.set(node.dataset.card, { rect, node });
  }
  for (const node of root.querySelectorAll<HTMLElement>("[data-place]")) {
    const shown = node.getClientRects().length > 0 && getComputedStyle(node).visibility !== "hidden";
    // where a hand of another has no room of its own, its plate stands for it
    const rect = (shown ? node : (node.closest<HTMLElement>("[data-seat]") ?? node)).getBoundingClientRect();
    if (node.dataset.place) places.set(node.dataset.place, rect);
  }
  return { cards, places };
}

/** How long each of several cards waits that come to one place from where none was seen. */
function inTurn(flights: readonly Flight[]): Map<Flight, number> {
  const waits = new Map<Flight, number>();
  const came = new Map<string, number>();
  for (const each of [...flights].sort((a, b) => a.index - b.index)) {
    if (each.card === null || each.to === null || !each.flip) continue;
    const before = came.get(each.to) ?? 0;
    came.set(each.to, before + 1);
    if (before > 0) waits.set(each, before * DRAWN);
  }
  return waits;
}

/** Where chips lie, by what they are and whose. */
function stacks(root: HTMLElement): Map<string, CardOnScreen> {
  const found = new Map<string, CardOnScreen>();
  for (const node of root.querySelectorAll<HTMLElement>("[data-chips]")) {
    const rect = node.getBoundingClientRect();
    if (rect.width > 0 && node.dataset.chips) found.set(node.dataset.chips, { rect, node });
  }
  return found;
}

/** Do cards lie there from which one is taken before others are dealt? */
function lying(now: TableState): boolean {
  return now.view?.piles.some((pile) => pile.lay === "spread") ?? false;
}

export class Flights {
  #last: TableState | null = untrack(() => sitting.shown);
  /** Where that is. All places are measured before anything flies: between them the browser would lay out anew. */
  #ground = { x: 0, y: 0 };
  /** How long the cards that came last take, one after the other, in milliseconds. */
  lasts = 0;
  /** What is on its way, and the frame in which more begins: that lays the page out anyway, before it is painted. */
  #flying: Animation[] = [];
  #frame = 0;

  /** `sky` lies over everything: cards that leave the screen fly there. */
  constructor(
    private readonly root: HTMLElement,
    private readonly sky: HTMLElement,
  ) {}

  /** Fly at the table in sight. An effect may return what comes back, which ends it. */
  follow(): () => void {
    this.#last = sitting.table;
    return sitting.listen((_, now) => this.before(now));
  }

  /** Call it before the page changes to a new state. */
  before(now: TableState | null): void {
    const was = this.#last;
    this.#last = now;
    const root = this.root;
    if (!now || !was || was.id !== now.id || settings.motion === "off") return;
    if (was.view === now.view || document.visibilityState === "hidden") return;
    this.land();
    this.lasts = 0;
    if (fresh(was, now) ? now.opening || !lying(now) : now.opening && !was.opening) {
      this.#frame = requestAnimationFrame(() => this.#deal(root, now));
      return;
    }
    if (fresh(was, now)) return;
    const steps = moves(lie(was.view), lie(now.view));
    // a whole trick flies to its winner, whatever heap it comes to lie on
    const trick = was.view && now.view ? gathered(was.view, now.view) : null;
    if (trick) {
      for (const each of steps.flights)
        if (each.from !== null && trick.from.has(each.from)) each.to = `hand#${trick.to}`;
    }
    const chips = stacks(root);
    const still = steps.flights.length + steps.turned.length === 0;
    if (still && chips.size === 0) return;
    const then = still ? null : picture(root);
    const waits = now.phase === "playing" ? new Map<Flight, number>() : inTurn(steps.flights);
    this.lasts = settings.duration(Math.max(0, ...waits.values()));
    this.#frame = requestAnimationFrame(() => {
      if (chips.size > 0) this.#gather(root, chips);
      if (then) this.#fly(root, steps, then, waits);
    });
  }

  #run(node: HTMLElement, keys: Keyframe[], timing: KeyframeAnimationOptions): Animation {
    const run = node.animate(keys, timing);
    this.#flying.push(run);
    return run;
  }

  /** End what is on its way: the next action waits for nothing. */
  land(): void {
    cancelAnimationFrame(this.#frame);
    const flying = this.#flying;
    this.#flying = [];
    for (const each of flying) each.finish();
  }

  /** Chips that are gone from before a seat go to the middle; those that grew there come from its plate. */
  #gather(root: HTMLElement, then: Map<string, CardOnScreen>): void {
    const now = stacks(root);
    const middle = [...now].find(([name]) => name.endsWith("#"))?.[1].rect;
    for (const [name, { rect, node }] of then) {
      const still = now.get(name);
      if (still || name.endsWith("#") || !middle) continue;
      const ground = this.sky.getBoundingClientRect();
      const shell = node.cloneNode(true) as HTMLElement;
      shell.removeAttribute("data-chips");
      shell.style.cssText = "position:absolute;left:0;top:0";
      this.sky.append(shell);
      const at = (place: DOMRect) => `translate(${place.x - ground.x}px, ${place.y - ground.y}px)`;
      const run = this.#run(shell, [{ transform: at(rect) }, { transform: at(middle), opacity: 0.4 }], {
        duration: settings.duration(GATHER),
        easing: EASE,
        fill: "forwards",
      });
      run.onfinish = run.oncancel = () => shell.remove();
    }
    for (const [name, { rect, node }] of now) {
      const seat = name.slice(name.indexOf("#") + 1);
      if (then.has(name) || seat === "") continue;
      const from = root.querySelector(`[data-seat="${seat}"]`)?.getBoundingClientRect();
      if (!from) continue;
      const [x, y] = [
        from.x + from.width / 2 - rect.x - rect.width / 2,
        from.y + from.height / 2 - rect.y - rect.height / 2,
      ];
      this.#run(
        node,
        [
          { transform: `translate(${x}px, ${y}px)`, opacity: 0.4 },
          { transform: "none", opacity: 1 },
        ],
        { duration: settings.duration(FLY), easing: EASE },
      );
    }
  }

  /** Cards come from the stack in the middle: one at a time around the table, where the order is known. */
  #deal(root: HTMLElement, now: TableState): void {
    const middle = root.querySelector("[data-deal]")?.getBoundingClientRect();
    if (!middle) return;
    this.#ground = this.sky.getBoundingClientRect();
    const nodes = [...root.querySelectorAll<HTMLElement>("[data-hand]")];
    const rects = nodes.map((node) => (node.firstElementChild ?? node).getBoundingClientRect());
    const { round = [], card = null } = now.opening ?? {};
    const goals = round.map((seat) => root.querySelector(`[data-seat="${seat}"]`)?.getBoundingClientRect());
    const wait = card ? this.#insert(middle, card) : 0;
    const many = Math.max(nodes.length, ...round.map((seat) => (now.view ? (held(now.view, seat) ?? 0) : 0)));
    const place = round.indexOf(now.seat ?? -1);
    this.#around(goals, middle, now, many, wait);
    const delay = (n: number) =>
      wait + (place < 0 ? ripple(nodes.length, n) : ripple(many * round.length, n * round.length + place, EACH, ROUND));
    for (const [n, node] of nodes.entries()) {
      const leaf = node.firstElementChild as HTMLElement | null;
      const rect = rects[n];
      if (!leaf || !rect) continue;
      const x = middle.x + middle.width / 2 - rect.x - rect.width / 2;
      const y = middle.y + middle.height / 2 - rect.y - rect.height / 2;
      this.#run(
        leaf,
        [
          { transform: `translate(${x}px, ${y}px) scale(0.7)`, opacity: 0 },
          { opacity: 1, offset: 0.3 },
          { transform: "none", opacity: 1 },
        ],
        {
          duration: settings.duration(DEAL),
          delay: settings.duration(delay(n)),
          easing: EASE,
          fill: "backwards",
        },
      );
    }
  }

  /** A card that lies there for a moment, at the size and place of a rectangle; `end` ends it. */
  #lay(
    card: string | null,
    width: number,
  ): {
    at: (x: number, y: number) => string;
    fly: (keys: Keyframe[], timing: KeyframeAnimationOptions) => void;
  } {
    const ground = this.#ground;
    const shell = document.createElement("div");
    shell.style.cssText = `position:absolute;left:0;top:0;--card-w:${width}px`;
    const likeness = mount(Card, {
      target: shell,
      props: { card, fourColour: settings.fourColour, largeIndex: settings.largeIndex },
    });
    this.sky.append(shell);
    const end = () => {
      void unmount(likeness);
      shell.remove();
    };
    return {
      at: (x, y) => `translate(${x - ground.x - width / 2}px, ${y - ground.y - (width * RATIO) / 2}px)`,
      fly: (keys, timing) => {
        const run = this.#run(shell, keys, { ...timing, fill: "both" });
        run.onfinish = run.oncancel = end;
      },
    };
  }

  /** The card that lies face up is put into the stack; how long that takes before the first card is drawn. */
  #insert(middle: DOMRect, card: string): number {
    const [x, y] = [middle.x + middle.width / 2, middle.y + middle.height / 2];
    const lasts = INSERT + EACH * 8;
    const under = this.#lay(null, STACK);
    under.fly(
      [
        { transform: under.at(x, y) },
        { transform: under.at(x, y), opacity: 1, offset: 0.9 },
        { transform: under.at(x, y), opacity: 0 },
      ],
      { duration: settings.duration(lasts + ROUND) },
    );
    const shown = this.#lay(card, STACK);
    shown.fly(
      [
        { transform: shown.at(x + STACK * 1.1, y) },
        { transform: shown.at(x + STACK * 1.1, y), offset: 0.6 },
        { transform: shown.at(x, y), opacity: 1, offset: 0.95 },
        { transform: shown.at(x, y), opacity: 0 },
      ],
      { duration: settings.duration(INSERT), easing: "ease-in-out" },
    );
    const top = this.#lay(null, STACK);
    top.fly(
      [
        { transform: top.at(x - 2, y - 3) },
        { transform: top.at(x - 2, y - 3), opacity: 1, offset: 0.9 },
        { transform: top.at(x - 2, y - 3), opacity: 0 },
      ],
      { duration: settings.duration(lasts + ROUND) },
    );
    return INSERT;
  }

  /** To the others cards fly face down, each in its turn. */
  #around(
    goals: readonly (DOMRect | undefined)[],
    middle: DOMRect,
    now: TableState,
    many: number,
    wait: number,
  ): void {
    const round = now.opening?.round ?? [];
    for (const [place, seat] of round.entries()) {
      const goal = goals[place];
      const count = now.view ? (held(now.view, seat) ?? 0) : 0;
      if (seat === now.seat || !goal) continue;
      for (let n = 0; n < count; n++) {
        const flying = this.#lay(null, STACK / 2);
        const [from, to] = [
          flying.at(middle.x + middle.width / 2, middle.y + middle.height / 2),
          flying.at(goal.x + goal.width / 2, goal.y + goal.height / 2),
        ];
        flying.fly(
          [
            { transform: from, opacity: 0 },
            { transform: from, opacity: 1, offset: 0.05 },
            { transform: to, opacity: 1, offset: 0.85 },
            { transform: to, opacity: 0 },
          ],
          {
            duration: settings.duration(DEAL),
            delay: settings.duration(wait + ripple(many * round.length, n * round.length + place, EACH, ROUND)),
            easing: EASE,
          },
        );
      }
    }
  }

  #fly(root: HTMLElement, { flights, turned }: Moves, then: Picture, waits: Map<Flight, number>): void {
    const now = picture(root);
    this.#ground = this.sky.getBoundingClientRect();
    for (const flight of flights) {
      const seen = flight.card === null ? undefined : now.cards.get(flight.card);
      if (seen) this.#arrive(flight, seen, then, settings.duration(waits.get(flight) ?? 0));
      else this.#depart(flight, then, now);
    }
    for (const [n, each] of turned.entries()) {
      const leaf = now.cards.get(each.card)?.node.firstElementChild as HTMLElement | null | undefined;
      if (!leaf) continue;
      this.#run(leaf, [{ transform: "rotateY(90deg)" }, { transform: "none" }], {
        duration: settings.duration(200),
        delay: settings.duration(ripple(turned.length, n, 14, 260)),
        easing: EASE,
        fill: "backwards",
      });
    }
  }

  /** The card itself flies in from where it was. */
  #arrive(flight: Flight, seen: CardOnScreen, then: Picture, delay = 0): void {
    const old = flight.card === null ? undefined : then.cards.get(flight.card)?.rect;
    const from = old ?? this.#centred(flight.from === null ? undefined : then.places.get(flight.from), seen.rect);
    const leaf = seen.node.firstElementChild as HTMLElement | null;
    if (!from || !leaf) return;
    const scale = from.width / seen.rect.width;
    const start = `translate(${from.x - seen.rect.x}px, ${from.y - seen.rect.y}px) scale(${scale})`;
    const turn = flight.flip ? " rotateY(90deg)" : "";
    leaf.style.transformOrigin = "0 0";
    seen.node.style.zIndex = "3";
    const [first, last] = [{ transform: start + turn }, { transform: "none" }];
    // a card that waits for its turn is not seen yet
    const keys = delay > 0 ? [{ ...first, opacity: 0 }, { opacity: 1, offset: 0.1 }, last] : [first, last];
    const timing = { duration: settings.duration(FLY), delay, easing: EASE, fill: "backwards" as const };
    const run = this.#run(leaf, keys, timing);
    run.onfinish = run.oncancel = () => {
      leaf.style.transformOrigin = "";
      seen.node.style.zIndex = "";
    };
  }

  /** A likeness of the card flies off, for the card is gone from the screen. */
  #depart(flight: Flight, then: Picture, now: Picture): void {
    const from = flight.card === null ? undefined : then.cards.get(flight.card)?.rect;
    const goal = flight.to === null ? undefined : now.places.get(flight.to);
    if (!from) return;
    const likeness = this.#lay(flight.card, from.width);
    const at = ({ x, y }: DOMRect) => likeness.at(x + from.width / 2, y + (from.width * RATIO) / 2);
    const to = goal ? this.#centred(goal, from) : undefined;
    const end = to
      ? [
          { transform: at(from), opacity: 1 },
          { transform: at(to), opacity: 0.9, offset: 0.9 },
          { transform: at(to), opacity: 0 },
        ]
      : [
          { transform: at(from), opacity: 1 },
          { transform: at(from), opacity: 0 },
        ];
    likeness.fly(end, { duration: settings.duration(GATHER), easing: EASE });
  }

  #centred(place: DOMRect | undefined, size: DOMRect): DOMRect | undefined {
    if (!place) return undefined;
    const width = Math.min(size.width, place.width || size.width);
    const height = (width * size.height) / size.width;
    return new DOMRect(place.x + (place.width - width) / 2, place.y + (place.height - height) / 2, width, height);
  }
}
