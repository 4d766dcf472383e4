import { describe, expect, it } from "vitest";
import type { Analysis, WireJudged, WireOption } from "../wire";
import { known, line, mistakesOf, placeOf, scaleOf, spot, stepAt, verdictOf } from "./course";
import { en } from "./texts.en";
import { zh } from "./texts.zh";

const option = (name: string, worth: number, error = 0): WireOption => ({
  action: { name, verb: name, say: { key: name } },
  known: worth,
  error,
});

const judged = (step: number, seat: number, more: Partial<WireJudged> = {}): WireJudged => ({
  step,
  seat,
  taken: option("pass", -3, 0.5),
  best: option("play 3d", 1),
  others: [option("play 4d", 0.5, 0.2), option("play 5d", -1, 0.3), option("play 6d", -3), option("play 7d", -5, 0.2)],
  cost: 4,
  mistake: true,
  ...more,
});

const analysis: Analysis = {
  op: "analysis",
  table: "t",
  dealt: 1,
  game: "g",
  names: ["Ann", "Bob"],
  unit: "points",
  judged: [judged(0, 0), judged(1, 1), judged(2, 0, { mistake: false }), judged(3, 0)],
  expected: [[0, 0], [-4, 4], [2, -2]],
  accuracy: [50, null],
  costliest: [3, 0],
};

describe("the graph", () => {
  const box = { width: 100, height: 80 };

  it("draws all seats on one scale that holds the zero", () => {
    expect(scaleOf(analysis.expected)).toEqual({ low: -4, high: 4 });
    expect(scaleOf([[2], [5]])).toEqual({ low: 0, high: 5 });
    expect(scaleOf([[0], [0]])).toEqual({ low: -1, high: 1 });
    expect(line(analysis.expected, 0, { low: -4, high: 4 }, box)).toBe("0.0,40.0 50.0,80.0 100.0,20.0");
    expect(spot(2, 4, 2, { low: -4, high: 4 }, box)).toEqual({ x: 100, y: 0 });
  });

  it("finds the position of a place that was pressed", () => {
    expect([-0.2, 0, 0.24, 0.26, 1, 1.3].map((part) => stepAt(part, 2))).toEqual([0, 0, 0, 1, 2, 2]);
  });
});

describe("mistakes", () => {
  it("are one's own, in order, and the costliest have places", () => {
    expect(mistakesOf(analysis, 0).map((each) => each.step)).toEqual([0, 3]);
    expect(mistakesOf(analysis, null)).toEqual([]);
    expect(analysis.judged.map((each) => placeOf(analysis, each))).toEqual([2, 0, 0, 1]);
  });
});

describe("a try", () => {
  it("is compared with what was played and with the best", () => {
    const verdict = (name: string) => known(judged(0, 0), name)?.verdict;
    expect(["play 3d", "play 4d", "play 5d", "pass", "play 6d", "play 7d"].map(verdict)).toEqual([
      "right",
      "better",
      "better",
      "same",
      "level",
      "worse",
    ]);
    expect(known(judged(0, 0, { others: [option("play 4d", 0.5, 0.3)] }), "play 4d")?.verdict).toBe("right");
    expect(known(judged(0, 0), "play 8d")).toBeNull();
  });

  it("is what the room says of it where the analysis says nothing", () => {
    const asked = { op: "tried", table: "t", dealt: 1, step: 0, option: option("a", 0), best: option("b", 1) } as const;
    const tried = (right: boolean, better: number | null) => verdictOf({ ...asked, right, better });
    expect([tried(true, -1), tried(false, 1), tried(false, 0), tried(false, -1), tried(false, null)]).toEqual([
      "right",
      "better",
      "level",
      "worse",
      "wrong",
    ] satisfies ReturnType<typeof verdictOf>[]);
  });
});

describe("the texts", () => {
  it("are there in both languages, with the same places", () => {
    const places = (text: string) => [...text.matchAll(/\{(\w+)/g)].map(([, name]) => name).sort();
    for (const [key, text] of Object.entries(en)) {
      const other = zh[key as keyof typeof en];
      expect(new Set(places(other)), key).toEqual(new Set(places(text)));
    }
  });
});
