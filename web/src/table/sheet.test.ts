import { describe, expect, it } from "vitest";
import type { WireSheet } from "../wire";
import { filled, others, plainly, product, ranked, toldTo, trackOf } from "./sheet";

const entry = (...factors: number[]) => ({
  say: { key: "entry.points" },
  factors,
  points: factors.reduce((all, each) => all * each, 1),
});
const side = (seats: number[], ...entries: ReturnType<typeof entry>[]) => ({ seats, entries, said: [] });
const sheet: WireSheet = {
  sides: [side([0, 2], entry(7, 10), entry(1)), side([1, 3], entry(-5, 10))],
  standing: {
    say: { key: "standing.to" },
    tracks: [
      { seats: [1, 3], value: -50, goal: 500 },
      { seats: [2, 0], value: 71, goal: 500 },
    ],
  },
};

describe("a score sheet", () => {
  it("shows what is multiplied, each with its sign, so that the points follow", () => {
    expect(product(entry(-7, 10))).toBe("−7 × 10");
    expect(product(entry(4, -2))).toBe("4 × −2");
    expect(product(entry(-1, -2))).toBe("−1 × −2");
    expect(product(entry(3, 4, 2))).toBe("3 × 4 × 2");
    expect(product(entry(-100))).toBe("");
  });

  it("needs no lines where the score is one number", () => {
    expect(plainly(side([0], entry(9)))).toBe(true);
    expect(plainly(side([0], entry(11, 2)))).toBe(false);
    expect(plainly(side([0], entry(5), entry(13)))).toBe(false);
    expect(plainly(side([0]))).toBe(false);
  });

  it("has the best side first, and one's own of those that are level", () => {
    expect(ranked(sheet, [71, -50, 71, -50], false, 1).map((each) => each.seats)).toEqual([[0, 2], [1, 3]]);
    expect(ranked(sheet, [71, -50, 71, -50], true, 1).map((each) => each.seats)).toEqual([[1, 3], [0, 2]]);
    expect(ranked(sheet, [0, 0, 0, 0], false, 3).map((each) => each.seats)).toEqual([[1, 3], [0, 2]]);
  });

  it("knows the way of each side, whatever the order of its seats", () => {
    expect(sheet.sides.map((each) => trackOf(sheet, each)?.value)).toEqual([71, -50]);
    expect(others(sheet)).toEqual([]);
    const boards = { say: { key: "standing.board" }, tracks: [{ seats: [], value: 2, goal: 4, parts: 4 }] };
    expect(others({ ...sheet, standing: boards }).map((each) => each.value)).toEqual([2]);
  });

  it("fills a bar by what the deal added, and never beyond its ends", () => {
    expect(filled({ value: 71, goal: 100 }, 21)).toEqual({ before: 0.5, now: 0.71 });
    expect(filled({ value: -50, goal: 100 }, -50)).toEqual({ before: 0, now: 0 });
    expect(filled({ value: 130, goal: 100 }, 30)).toEqual({ before: 1, now: 1 });
    expect(filled({ value: 40, goal: 100 }, -20)).toEqual({ before: 0.4, now: 0.4 });
  });

  it("tells players of their own payments, and watchers of all", () => {
    const payments = [
      { payer: 1, payee: 0, amount: 6 },
      { payer: 2, payee: 0, amount: 6 },
      { payer: null, payee: 1, amount: 5 },
    ];
    expect(toldTo(payments, 1)).toEqual([payments[0], payments[2]]);
    expect(toldTo(payments, null)).toHaveLength(3);
  });
});
