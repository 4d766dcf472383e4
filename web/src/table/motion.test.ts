import { describe, expect, it } from "vitest";

import { backs, pile, turn, view } from "./fixtures";
import { fresh, lie, moves, ripple } from "./motion";

const lay = (...piles: ReturnType<typeof pile>[]) => lie(view({ piles }));

describe("what flew where", () => {
  it("follows a card that is known", () => {
    const found = moves(
      lay(pile("hand", 0, ["3d", "4d"]), pile("trick", 0, [])),
      lay(pile("hand", 0, ["4d"]), pile("trick", 0, ["3d"])),
    );
    expect(found.flights).toEqual([{ card: "3d", from: "hand#0", to: "trick#0", index: 0, flip: false }]);
    expect(found.turned).toEqual([]);
  });

  it("lets a card that was face down come from its owner's hand, turning over", () => {
    const before = lay(pile("hand", 1, backs(3)), pile("hand", 2, backs(3)), pile("trick", 2, []));
    const after = lay(pile("hand", 1, backs(3)), pile("hand", 2, backs(2)), pile("trick", 2, ["9s"]));
    expect(moves(before, after).flights).toEqual([{ card: "9s", from: "hand#2", to: "trick#2", index: 0, flip: true }]);
  });

  it("collects a trick to the heap", () => {
    const before = lay(pile("trick", 1, ["3d"]), pile("trick", 2, ["4d"]), pile("heap", null, []));
    const after = lay(pile("trick", 1, []), pile("trick", 2, []), pile("heap", null, backs(2)));
    expect(moves(before, after).flights.map((each) => [each.card, each.from, each.to, each.flip])).toEqual([
      ["3d", "trick#1", "heap", true],
      ["4d", "trick#2", "heap", true],
    ]);
  });

  it("collects a trick to its winner", () => {
    const before = lay(
      pile("trick", 1, ["3d"]),
      pile("trick", 2, ["4d"]),
      pile("won", 2, backs(4)),
      pile("won", 1, []),
    );
    const after = lay(pile("trick", 1, []), pile("trick", 2, []), pile("won", 2, backs(6)), pile("won", 1, []));
    expect(new Set(moves(before, after).flights.map((each) => each.to))).toEqual(new Set(["won#2"]));
  });

  it("turns cards over in place when hands are shown", () => {
    const found = moves(lay(pile("hand", 1, backs(2))), lay(pile("hand", 1, ["5d", "6d"])));
    expect(found.flights).toEqual([]);
    expect(found.turned).toEqual([
      { card: "5d", at: "hand#1", index: 0 },
      { card: "6d", at: "hand#1", index: 1 },
    ]);
  });

  it("moves cards face down by place", () => {
    const found = moves(
      lay(pile("stock", null, backs(5)), pile("hand", 1, backs(1))),
      lay(pile("stock", null, backs(3)), pile("hand", 1, backs(3))),
    );
    expect(found.flights).toEqual([
      { card: null, from: "stock", to: "hand#1", index: 1, flip: false },
      { card: null, from: "stock", to: "hand#1", index: 2, flip: false },
    ]);
  });

  it("lets a card vanish that goes nowhere", () => {
    expect(moves(lay(pile("trick", 1, ["3d"])), lay(pile("trick", 1, []))).flights).toEqual([
      { card: "3d", from: "trick#1", to: null, index: 0, flip: false },
    ]);
  });

  it("is nothing when nothing changed", () => {
    expect(moves(lie(turn.view), lie(turn.view))).toEqual({ flights: [], turned: [] });
  });
});

describe("time", () => {
  it("knows a fresh deal", () => {
    expect(fresh(null, { deal: 1, step: 0 })).toBe(true);
    expect(fresh({ deal: 1, step: 40 }, { deal: 2, step: 0 })).toBe(true);
    expect(fresh({ deal: 1, step: 40 }, { deal: 1, step: 41 })).toBe(false);
  });

  it("keeps a ripple short", () => {
    expect(ripple(13, 12)).toBe(264);
    expect(ripple(52, 51)).toBe(420);
    expect(ripple(1, 0)).toBe(0);
  });
});
