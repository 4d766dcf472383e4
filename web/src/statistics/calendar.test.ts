import { expect, test } from "vitest";
import { lossesOf, weeksOf } from "./calendar";

test("weeks begin on Monday and end today", () => {
  const played = { day: "2026-11-26", deals: 3, won: 1 };
  const weeks = weeksOf([played], "2026-11-27", 2);
  expect(weeks.map((week) => week.map((each) => each.day.slice(8)))).toEqual([
    ["16", "17", "18", "19", "20", "21", "22"],
    ["23", "24", "25", "26", "27"],
  ]);
  expect(weeks[1]?.map((each) => each.played)).toEqual([null, null, null, played, null]);
  expect(weeksOf([], "2026-11-29", 1)[0]).toHaveLength(7); // a Sunday
  expect(weeksOf([], "2026-11-30", 1)[0]).toHaveLength(1);
});

test("losses are added by kind, and not across units", () => {
  const of = (kind: string, cost: number, unit = "points") =>
    ({ table: "t", dealt: 1, step: 0, game: "g", cost, unit, at: 0, kind });
  expect(lossesOf([of("hit", 1), of("stay", 2.5), of("hit", 2), of("hit", 0.5, "chance")])).toEqual([
    { kind: "hit", n: 2, cost: 3, unit: "points" },
    { kind: "stay", n: 1, cost: 2.5, unit: "points" },
    { kind: "hit", n: 1, cost: 0.5, unit: "chance" },
  ]);
});
