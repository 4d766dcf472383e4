// Lets cards fly: measures where they lay before a change and where after, and animates the difference.

import { mount, tick, unmount } from "svelte";
import Card from "../cards/Card.svelte";
import { settings } from "../lib/settings.svelte";
import type { TableState } from "../wire";
import { fresh, lie, moves, ripple, type Flight, type Moves } from "./motion";
import { gathered } from "./tricks";

const FLY = 230;
const DEAL = 260;
const GATHER = 280;
const EASE = "cubic-bezier(0.2, 0.8, 0.3, 1)";

interface Seen {
  rect: DOMRect;
  node: HTMLElement;
}

interface Picture {
  cards: Map<string, Seen>;
  places: Map<string, DOMRect>;
}

/** Where every card and every place is on the screen now. */
function picture(root: HTMLElement): Picture {
  const cards = new Map<string, Seen>();
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

/** Where chips lie, by what they are and whose. */
function stacks(root: HTMLElement): Map<string, Seen> {
  const found = new Map<string, Seen>();
  for (const node of root.querySelectorAll<HTMLElement>("[data-chips]")) {
    const rect = node.getBoundingClientRect();
    if (rect.width > 0 && node.dataset.chips) found.set(node.dataset.chips, { rect, node });
  }
  return found;
}

export class Flights {
  root = $state<HTMLElement | null>(null);
  /** Over everything: cards that leave the screen fly here. */
  sky = $state<HTMLElement | null>(null);
  #last: TableState | null = null;

  /** Call it before the page changes to a new state. */
  before(now: TableState | null): void {
    const was = this.#last;
    this.#last = now;
    const root = this.root;
    if (!root || !now || !was || was.id !== now.id || settings.motion === "off") return;
    if (was.view === now.view || document.visibilityState === "hidden") return;
    if (fresh(was, now)) {
      void tick().then(() => this.#deal(root));
      return;
    }
    const steps = moves(lie(was.view), lie(now.view));
    // a whole trick flies to its winner, whatever heap it comes to lie on
    const trick = was.view && now.view ? gathered(was.view, now.view) : null;
    if (trick) {
      for (const each of steps.flights)
        if (each.from !== null && trick.from.has(each.from)) each.to = `hand#${trick.to}`;
    }
    const chips = stacks(root);
    if (chips.size > 0) void tick().then(() => this.#gather(root, chips));
    if (steps.flights.length + steps.turned.length === 0) return;
    const then = picture(root);
    void tick().then(() => this.#fly(root, steps, then));
  }

  /** Chips that are gone from before a seat go to the middle; those that grew there come from its plate. */
  #gather(root: HTMLElement, then: Map<string, Seen>): void {
    const now = stacks(root);
    const middle = [...now].find(([name]) => name.endsWith("#"))?.[1].rect;
    for (const [name, { rect, node }] of then) {
      const still = now.get(name);
      if (still || name.endsWith("#") || !middle || !this.sky) continue;
      const ground = this.sky.getBoundingClientRect();
      const shell = node.cloneNode(true) as HTMLElement;
      shell.removeAttribute("data-chips");
      shell.style.cssText = "position:absolute;left:0;top:0";
      this.sky.append(shell);
      const at = (place: DOMRect) => `translate(${place.x - ground.x}px, ${place.y - ground.y}px)`;
      const run = shell.animate([{ transform: at(rect) }, { transform: at(middle), opacity: 0.4 }], {
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
      node.animate(
        [
          { transform: `translate(${x}px, ${y}px)`, opacity: 0.4 },
          { transform: "none", opacity: 1 },
        ],
        { duration: settings.duration(FLY), easing: EASE },
      );
    }
  }

  #deal(root: HTMLElement): void {
    const middle = root.querySelector("[data-deal]")?.getBoundingClientRect();
    if (!middle) return;
    const nodes = [...root.querySelectorAll<HTMLElement>("[data-hand]")];
    for (const [n, node] of nodes.entries()) {
      const leaf = node.firstElementChild as HTMLElement | null;
      if (!leaf) continue;
      const rect = leaf.getBoundingClientRect();
      const x = middle.x + middle.width / 2 - rect.x - rect.width / 2;
      const y = middle.y + middle.height / 2 - rect.y - rect.height / 2;
      leaf.animate(
        [
          { transform: `translate(${x}px, ${y}px) scale(0.7)`, opacity: 0 },
          { opacity: 1, offset: 0.3 },
          { transform: "none", opacity: 1 },
        ],
        {
          duration: settings.duration(DEAL),
          delay: settings.duration(ripple(nodes.length, n)),
          easing: EASE,
          fill: "backwards",
        },
      );
    }
  }

  #fly(root: HTMLElement, { flights, turned }: Moves, then: Picture): void {
    const now = picture(root);
    for (const flight of flights) {
      const seen = flight.card === null ? undefined : now.cards.get(flight.card);
      if (seen) this.#arrive(flight, seen, then);
      else this.#depart(flight, then, now);
    }
    for (const [n, each] of turned.entries()) {
      const leaf = now.cards.get(each.card)?.node.firstElementChild as HTMLElement | null | undefined;
      leaf?.animate([{ transform: "rotateY(90deg)" }, { transform: "none" }], {
        duration: settings.duration(200),
        delay: settings.duration(ripple(turned.length, n, 14, 260)),
        easing: EASE,
        fill: "backwards",
      });
    }
  }

  /** The card itself flies in from where it was. */
  #arrive(flight: Flight, seen: Seen, then: Picture): void {
    const old = flight.card === null ? undefined : then.cards.get(flight.card)?.rect;
    const from = old ?? this.#centred(flight.from === null ? undefined : then.places.get(flight.from), seen.rect);
    const leaf = seen.node.firstElementChild as HTMLElement | null;
    if (!from || !leaf) return;
    const scale = from.width / seen.rect.width;
    const start = `translate(${from.x - seen.rect.x}px, ${from.y - seen.rect.y}px) scale(${scale})`;
    const turn = flight.flip ? " rotateY(90deg)" : "";
    leaf.style.transformOrigin = "0 0";
    seen.node.style.zIndex = "3";
    const run = leaf.animate([{ transform: start + turn }, { transform: "none" }], {
      duration: settings.duration(FLY),
      easing: EASE,
    });
    run.onfinish = run.oncancel = () => {
      leaf.style.transformOrigin = "";
      seen.node.style.zIndex = "";
    };
  }

  /** A likeness of the card flies off, for the card is gone from the screen. */
  #depart(flight: Flight, then: Picture, now: Picture): void {
    const from = flight.card === null ? undefined : then.cards.get(flight.card)?.rect;
    const goal = flight.to === null ? undefined : now.places.get(flight.to);
    if (!this.sky || !from) return;
    const shell = document.createElement("div");
    shell.style.cssText = `position:absolute;left:0;top:0;--card-w:${from.width}px`;
    const likeness = mount(Card, {
      target: shell,
      props: { card: flight.card, fourColour: settings.fourColour, largeIndex: settings.largeIndex },
    });
    this.sky.append(shell);
    const ground = this.sky.getBoundingClientRect();
    const at = (rect: { x: number; y: number }) => `translate(${rect.x - ground.x}px, ${rect.y - ground.y}px)`;
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
    const run = shell.animate(end, { duration: settings.duration(GATHER), easing: EASE, fill: "forwards" });
    run.onfinish = run.oncancel = () => {
      void unmount(likeness);
      shell.remove();
    };
  }

  #centred(place: DOMRect | undefined, size: DOMRect): DOMRect | undefined {
    if (!place) return undefined;
    const width = Math.min(size.width, place.width || size.width);
    const height = (width * size.height) / size.width;
    return new DOMRect(place.x + (place.width - width) / 2, place.y + (place.height - height) / 2, width, height);
  }
}
