import { describe, expect, it } from "vitest";

import { auction, line, pile, turn, view } from "./fixtures";
import { calls, newest, passed, standing } from "./lastActions";

describe("the newest play", () => {
  it("is the last one in the log that still lies there", () => {
    expect(newest(turn.view!, turn.log)).toBe(2);
    expect(standing(turn.view!, turn.log)?.cards).toEqual(["9d", "9h"]);
  });

  it("is nobody's once the trick is over", () => {
    expect(newest(view(), turn.log)).toBeNull();
    expect(standing(view(), turn.log)).toBeNull();
    expect(newest(turn.view!, [])).toBeNull();
  });
});

describe("calls", () => {
  it("stand until cards are played", () => {
    expect(calls(auction.view, auction.log).get(2)?.action).toBe("bid 1");
    expect(calls(null, [...auction.log, line(0, ["3d"], "3")]).size).toBe(0);
  });

  it("are passes only while nothing was played", () => {
    expect(calls(null, [line(1, [], "")]).has(1)).toBe(true);
    expect(calls(null, [line(0, ["3d"], "3"), line(1, [], "")]).has(1)).toBe(false);
  });

  it("don't repeat what was taken, for that is seen", () => {
    expect(calls(null, [{ seat: 1, action: "take 2", say: { key: "take" }, cards: [], role: "take" }]).size).toBe(0);
    const drawn = [{ seat: 1, action: "draw stock", say: { key: "draw_stock" }, cards: [] }];
    expect(calls(view(), drawn).size).toBe(1);
    expect(calls(view({ piles: [pile("stock", null, [null])] }), drawn).size).toBe(0);
  });

  it("leave the cross of a trick to the view's fact", () => {
    expect(passed(turn.view, 3)).toBe(true);
    expect(passed(turn.view, 1)).toBe(false);
    expect(passed(null, 1)).toBe(false);
  });
});
