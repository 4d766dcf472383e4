import { expect, test } from "vitest";
import type { OldDeal } from "../wire";
import { course, points } from "./course";

const deals = [3, -5, 2].map((score) => ({ score, won: score > 0 }) as OldDeal);

test("scores are added up from the oldest deal on", () => {
  expect(course(deals)).toEqual({ sums: [0, 2, -3, 0], won: 2, low: -3, high: 2 });
  expect(course([])).toEqual({ sums: [0], won: 0, low: 0, high: 0 });
});

test("the line fills its box, the highest sum on top", () => {
  expect(points(course(deals), 30, 10)).toBe("0.0,4.0 10.0,0.0 20.0,10.0 30.0,4.0");
  expect(points(course([]), 30, 10)).toBe("0.0,10.0");
});
