// What a lesson points at: the cards to choose next, the place to lay them on, the button that does it.
import { laying, placeOf, spotOf } from "../table/figure";
import { rank } from "../table/selection";
import type { Target } from "../ui/Marks.svelte";
import type { WireAction, WireView } from "../wire";
import { fits } from "./steps";

const quoted = (text: string) => `"${CSS.escape(text)}"`;
const BUTTON = "[data-testid=primary]";

/** Cards, piles as "NAME OWNER" or "NAME", and seats as "seat N", by what a lesson calls them. */
export function looked(look: readonly string[]): Target[] {
  return look.map((what) => {
    const [, name = what, owner] = /^(.+) (\d+)$/.exec(what) ?? [];
    if (name === "seat" && owner !== undefined) return [`[data-seat="${owner}"]`, "[data-hand]"];
    const pile = owner === undefined ? what : `${name}#${owner}`;
    return [`[data-card=${quoted(what)}]`, `[data-place=${quoted(pile)}]`, `[data-place=${quoted(what)}]`];
  });
}

/** Of the wanted cards those that are still to be chosen; where suits mean nothing, another of the rank is as good. */
export function missing(view: WireView, wanted: readonly string[], chosen: readonly string[]): string[] {
  const spare = view.suits ? [] : chosen.filter((card) => !wanted.includes(card)).map((card) => rank(card));
  return wanted.filter((card) => {
    if (chosen.includes(card)) return false;
    const at = spare.indexOf(rank(card));
    if (at >= 0) spare.splice(at, 1);
    return at < 0;
  });
}

/** What is to be pressed next for an action of a view, with these cards chosen. `ready` is what the button would do. */
export function pointed(
  view: WireView,
  action: WireAction,
  wanted: string,
  cards: readonly string[],
  chosen: readonly string[],
  ready: string | null,
): Target[] {
  if (ready !== null && fits(view, wanted, ready)) return [[BUTTON]];
  const rest = missing(view, cards, chosen);
  if (rest.length > 0) return rest.map((card) => [`button[data-card=${quoted(card)}]`, `[data-card=${quoted(card)}]`]);
  if (cards.length > 0) {
    const spots = view.piles.filter((pile) => spotOf(pile) !== null).map(placeOf);
    const aim = spots.find((spot) => laying(view, spot, chosen)?.name === wanted);
    return aim === undefined ? [[BUTTON]] : [[`[data-name=${quoted(aim)}]`]];
  }
  if (action.upto != null) {
    const amount = wanted.split(" ").at(-1) ?? "";
    return [
      [
        `:is(.you, .stage):has([data-value=${quoted(amount)}]) [data-call=${quoted(action.name)}]`,
        `button[data-amount=${quoted(amount)}]`,
        ".amount",
      ],
    ];
  }
  return [[`[data-call=${quoted(action.name)}]`, ".choices", ".instead", "[data-tool=more]", BUTTON]];
}
