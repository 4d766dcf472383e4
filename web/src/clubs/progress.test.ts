import { expect, test } from "vitest";
import type { Assignment } from "../wire";
import { count, csvOf, isDone } from "./progress";

const some = { id: "a", title: "", game: "x", deals: 3, won: 1, day: "", since: 0, until: 1 };
const assignment: Assignment = {
  ...some,
  members: [
    { name: "=1+1", deals: 3, won: 1, mean: -1 / 3, last: 0, mistakes: { bid: 1, play: 2 } },
    { name: 'An "na', deals: 3, mistakes: { bid: 2 } },
    { name: "Ben" },
  ],
};

test("who has played all and won too few is not done", () => {
  expect(assignment.members.map((each) => isDone(each, assignment))).toEqual([true, false, false]);
  expect(count(assignment)).toEqual({ n: 1, of: 3 });
});

test("a name is no formula, and every kind of mistake has a column", () => {
  const lines = csvOf(assignment, ["Name", "Deals", "Won", "Mean", "Last"], (kind) => kind.toUpperCase());
  expect(lines.split("\r\n")).toEqual([
    '\ufeff"Name","Deals","Won","Mean","Last","BID","PLAY"',
    '"\'=1+1",3,1,-0.33,1970-01-01T00:00:00.000Z,1,2',
    '"An ""na",3,0,,,2,0',
    '"Ben",0,0,,,0,0',
    "",
  ]);
});
