import { describe, expect, it } from "vitest";

import type { LogLine, WireView } from "../wire";
import { line, pile, play, view } from "./fixtures";
import { complete, gathered, lastTrick, playedFor, single, slots, turned } from "./tricks";

const trick = (cards: (string | null)[], some: Partial<WireView> = {}): WireView =>
  view({
    piles: [
      ...cards.map((card, seat) => pile("trick", seat, card === null ? [] : [card], "slot")),
      ...(some.piles ?? []),
    ],
    ...{ facts: some.facts ?? [], legal: some.legal ?? [] },
  });
const plays = (...all: [number, string][]): LogLine[] => all.map(([seat, card]) => line(seat, [card], ""));
const won = (owner: number, value: number) => ({ name: "tricks", role: "tricks", owner, value });

describe("a trick", () => {
  it("has a place for every seat, and is whole when all are taken", () => {
    expect(slots(trick(["2c", null, null, "9c"])).get(3)).toBe("9c");
    expect(slots(view({ piles: [pile("play", 0, ["2c"])] })).size).toBe(0);
    expect(complete(trick(["2c", "3c", "4c", "5c"]))).toBe(true);
    expect(complete(trick(["2c", "3c", null, "5c"]))).toBe(false);
    expect(complete(view())).toBe(false);
  });

  it("flies to whoever took it, once the next card is led", () => {
    const whole = trick(["2c", "3c", "4c", "5c"], { facts: [won(0, 0), won(1, 0), won(2, 0), won(3, 1)] });
    const led = trick([null, null, null, "Ah"], {
      facts: [won(0, 0), won(3, 1), { name: "lead", role: "lead", owner: 3, value: 1 }],
    });
    expect(gathered(whole, led)?.to).toBe(3);
    expect(gathered(whole, led)?.from.has("trick#1")).toBe(true);
    expect(gathered(whole, whole)).toBeNull();
    expect(gathered(led, whole)).toBeNull();
  });
});

describe("a card that was turned up", () => {
  it("lies there until it is held or played", () => {
    const seen = view({ facts: [{ name: "trump", role: "turned", owner: null, value: "4h" }] });
    expect(turned(seen, plays([1, "9h"]))?.value).toBe("4h");
    expect(turned(seen, plays([1, "9h"], [2, "4h"]))).toBeNull();
    expect(turned({ ...seen, piles: [pile("hand", 3, [null, "4h"])] }, [])).toBeNull();
    expect(turned({ ...seen, piles: [pile("stock", null, [null, "4h"])] }, [])?.value).toBe("4h");
    expect(turned(view(), [])).toBeNull();
  });
});

describe("the last trick", () => {
  const first = plays([1, "2c"], [2, "3c"], [3, "4c"], [0, "5c"]);

  it("is the last whole round that does not lie there any more", () => {
    expect(lastTrick(trick([null, null, null, null]), first)).toEqual({ leader: 1, cards: ["5c", "2c", "3c", "4c"] });
    expect(lastTrick(trick(["5c", "2c", "3c", "4c"]), first)).toBeNull();
    expect(lastTrick(trick(["9h", null, null, null]), [...first, ...plays([0, "9h"])])?.leader).toBe(1);
    expect(lastTrick(view(), first)).toBeNull();
  });

  it("knows whose cards they were where somebody plays a partner's too", () => {
    // seat 0 plays for seat 2: it leads from there, then seat 3, itself, seat 1
    const log = plays([0, "2c"], [3, "3c"], [0, "4c"], [1, "5c"]);
    expect(lastTrick(trick([null, null, null, null]), log)).toEqual({ leader: 2, cards: ["4c", "5c", "2c", "3c"] });
    const other = plays([1, "2c"], [0, "3c"], [3, "4c"], [0, "5c"]);
    expect(lastTrick(trick([null, null, null, null]), other)?.leader).toBe(1);
  });
});

describe("a hand that one plays for another", () => {
  const hands = [pile("hand", 0, ["Ah", "2h"]), pile("hand", 2, ["Kh", "3h"], "columns")];

  it("is the one whose cards can be played", () => {
    expect(playedFor(trick([null, null, null, null], { piles: hands, legal: [play(["Kh"], "")] }), 0)).toBe(2);
    expect(playedFor(trick([null, null, null, null], { piles: hands, legal: [play(["2h"], "")] }), 0)).toBeNull();
    expect(playedFor(trick([null, null, null, null], { piles: hands }), 0)).toBeNull();
  });

  it("takes one card at a time", () => {
    expect(single(trick([null, null], { legal: [play(["Kh"], "")] }))).toBe(true);
    expect(single(trick([null, null], { legal: [play(["Kh", "Kd"], "")] }))).toBe(false);
    expect(single(view({ legal: [play(["Kh"], "")] }))).toBe(false);
    const discard = { ...play(["Kh"], ""), role: "" };
    expect(single(view({ legal: [discard, { ...discard, cards: ["Kd"] }] }))).toBe(true);
    expect(single(view({ legal: [{ ...discard, pick: [1, 1] }] }))).toBe(false);
    expect(single(view())).toBe(false);
  });
});
