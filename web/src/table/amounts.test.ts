import { describe, expect, it } from "vitest";

import { denominations, ends, laid, nearest, ofPot, presses, stack, stepped } from "./amounts";
import { chips, plain, view } from "./fixtures";

const bet = { ...plain("bet", 10, 500), step: 10 };
const raise = plain("raise", 80, 960);

describe("the amounts of an action", () => {
  it("go in its steps, and end with the last whole one", () => {
    expect(ends({ ...plain("bet", 10, 57), step: 10 })).toEqual({ least: 10, most: 50, step: 10 });
    expect(ends(plain("call", 40))).toEqual({ least: 40, most: 40, step: 1 });
    expect([nearest(ends(bet), 44), nearest(ends(bet), 45), nearest(ends(bet), 0), nearest(ends(bet), 9999)]).toEqual([
      40, 50, 10, 500,
    ]);
    expect(nearest(ends(bet), NaN)).toBe(10);
  });

  it("are walked by keys", () => {
    const all = ends(bet);
    expect(
      ["ArrowUp", "+", "ArrowDown", "-", "PageUp", "Home", "End"].map((key) => stepped(all, 100, key, false)),
    ).toEqual([110, 110, 90, 90, 200, 10, 500]);
    expect(stepped(all, 100, "ArrowUp", true)).toBe(200);
    expect(stepped(all, 500, "ArrowUp", false)).toBe(500);
    expect(stepped(all, 100, "x", false)).toBeNull();
  });
});

describe("the presses beside an amount", () => {
  const kinds = (action: typeof raise, seen = view()) =>
    presses(action, seen, 0).map((each) => `${each.kind} ${each.amount}`);

  it("lay chips of values that fit the steps", () => {
    expect(denominations(ends(bet))).toEqual([10, 50, 250]);
    expect(denominations(ends(plain("bet", 1, 1000)))).toEqual([1, 5, 25]);
    expect(kinds(bet)).toEqual(["least 10", "add 10", "add 50", "add 250", "most 500"]);
  });

  it("are the least, the middle and the most where there are few", () => {
    expect(kinds(plain("claim", 1, 4))).toEqual(["least 1", "half 2", "most 4"]);
    expect(kinds(plain("claim", 1, 2))).toEqual(["least 1", "most 2"]);
  });

  it("know the pot, where chips lie in the middle", () => {
    // 350 in the middle, 40 of one and 10 of oneself: a call makes it 430 all told
    const seen = view({
      facts: [
        { name: "pot", owner: null, value: 350, lay: "chips" },
        { name: "bet", owner: 1, value: 40, lay: "chips" },
        { name: "bet", owner: 0, value: 10, lay: "chips" },
        { name: "stack", role: "stack", owner: 0, value: 1000 },
      ],
    });
    expect(ofPot(seen, 0, 1)).toBe(470);
    expect(kinds(raise, seen)).toEqual(["least 80", "half_pot 255", "pot 470", "most 960"]);
    expect(ofPot(view(), 0, 1)).toBeNull();
  });
});

describe("chips", () => {
  it("lie before their owner or in the middle, if there are any", () => {
    expect(laid(chips.view, null).map((each) => each.value)).toEqual([350]);
    expect(laid(chips.view, 1).map((each) => each.value)).toEqual([40]);
    expect(laid(chips.view, 4)).toEqual([]);
  });

  it("are stacked from the largest value down, and not too high", () => {
    expect(stack(137)).toEqual([100, 25, 5, 5, 1, 1]);
    expect(stack(0)).toEqual([]);
    expect(stack(9.5)).toEqual([5, 1, 1, 1, 1]);
    expect(stack(99999)).toHaveLength(7);
  });
});
