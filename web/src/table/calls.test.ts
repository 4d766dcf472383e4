import { describe, expect, it } from "vitest";

import type { LogLine, WireAction, WireBox } from "../wire";
import { auction, cells, heading, letters, rows, suited, turned, typed } from "./calls";
import { line, PASS, view } from "./fixtures";

const call = (level: number, suit: string): WireAction => ({
  name: `bid ${level}${suit}`,
  verb: `bid ${level}${suit}`,
  say: { key: "call", args: { level: String(level), suit: `@suit.${suit}` } },
  cards: [],
});
const box: WireBox = { group: "bid", columns: 2, actions: [call(1, "c"), call(1, "s"), call(2, "c"), call(2, "s")] };
const said = (...seats: number[]): LogLine[] => seats.map((seat) => line(seat, [], ""));

describe("an auction", () => {
  it("is what was said before the first card, where somebody spoke twice or the view has calls", () => {
    expect(auction(view(), said(0, 1, 2, 3))).toBeNull();
    expect(auction(view(), said(0, 1, 2, 3, 0))).toHaveLength(5);
    expect(auction(view({ facts: [{ name: "calls", role: "calls", owner: 0, value: "1" }] }), said(0))).toHaveLength(1);
    const drawn = { ...said(0)[0]!, action: "draw stock", role: "" };
    expect(auction(view({ turn: [1] }), [...said(0, 1), drawn])).toHaveLength(3);
    expect(auction(view({ turn: [0] }), [...said(0, 1), drawn])).toBeNull(); // who drew it is to discard one
    expect(auction(view(), [...said(0, 1, 0), line(0, ["3d"], ""), ...said(1)])).toHaveLength(3);
  });

  it("holds no claim, and no look at the cards before a bid", () => {
    const fact = (owner: number, value: string) => ({ name: "calls", role: "calls", owner, value });
    const calls = view({ facts: [fact(0, "1 –"), fact(1, "–")] });
    expect(auction(calls, said(0, 1, 0, 1, 0))).toHaveLength(3);
    const bid = (seat: number): LogLine => ({ ...line(seat, [], ""), say: { key: "bid", args: { amount: 2 } } });
    const look = (seat: number): LogLine => ({ ...line(seat, [], ""), action: "look", role: "" });
    expect(auction(view(), [look(0), bid(0), look(1), bid(1)])).toBeNull();
    expect(auction(view({ turn: [0] }), [bid(0), bid(1), look(0)])).toBeNull();
    expect(auction(view(), [look(0), bid(0), bid(1), bid(0)])?.map((each) => each.number)).toEqual([1, 2, 3]);
  });

  it("stands in columns, a new row for whoever has spoken in this one", () => {
    const all = auction(view(), said(3, 0, 1, 2, 3))!;
    const table = rows(all, [1, 2, 3, 0]);
    expect(table.map((row) => row.map((each) => each?.number ?? null))).toEqual([
      [null, null, 0, 1],
      [2, 3, 4, null],
    ]);
    expect(turned(all, [1, 2, 3, 0], 0)).toBe(false);
    expect(turned(all, [1, 2, 3, 0], 1)).toBe(true);
    expect(turned([], [1, 2, 3, 0], 3)).toBe(true);
  });
});

describe("a box", () => {
  const legal = cells(box, view({ legal: [call(1, "s"), call(2, "c"), call(2, "s"), PASS] }));

  it("has all calls in their places, and those that can't be made have no action", () => {
    expect(legal.map((row) => row.map((cell) => cell.action !== null))).toEqual([
      [false, true],
      [true, true],
    ]);
    expect(cells(box, null).flat().every((cell) => cell.action === null)).toBe(true);
  });

  it("names its rows by what their calls have in common", () => {
    expect(legal.map(heading)).toEqual(["1", "2"]);
    expect(heading([{ shown: PASS, action: null }], 4)).toBe("5");
  });

  it("is spelt by the letters after the word", () => {
    expect(letters(call(2, "s"))).toBe("2s");
    expect(typed(legal, "1").first?.shown.name).toBe("bid 1s");
    expect(typed(legal, "1").done).toBeNull();
    expect(typed(legal, "2c").done?.shown.name).toBe("bid 2c");
    expect(typed(legal, "1c").done).toBeNull();
    expect(typed(legal, "9")).toEqual({ done: null, first: null });
  });
});

describe("suit symbols", () => {
  it("are cut out of a text", () => {
    expect(suited("1♥X")).toEqual([
      { text: "1", suit: "" },
      { text: "♥", suit: "h" },
      { text: "X", suit: "" },
    ]);
  });
});
