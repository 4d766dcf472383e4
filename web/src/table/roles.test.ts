import { describe, expect, test } from "vitest";
import file from "../../../tests/cases/roles.json";
import type { WireView } from "../wire";
import { fact, view } from "./fixtures";
import { active, betting, holds, is, leader, parts, passOf, pressed, tabled } from "./roles";

describe("a view is read as in the terminal", () => {
  test.each(file.cases)("$what", (one) => {
    const seen = one.view as WireView;
    expect({
      held: seen.piles.filter(holds).map((each) => each.owner),
      leader: leader(seen),
      betting: betting(seen),
      tabled: tabled(seen),
      active: seen.piles.filter((each) => active(seen, each)).map((each) => `${each.name} of ${String(each.owner)}`),
      pass: passOf(seen)?.name ?? null,
      pressed: seen.legal.map((each) => pressed(seen, each.verb)?.name ?? null),
    }).toEqual(one.read);
  });
});

describe("sides", () => {
  test("are told apart where one plays against the others", () => {
    const facts = [fact("declarer", 1, 3, "alone"), fact("defender", 0, 1, "against"), fact("upcard", 1, "7s")];
    expect([...parts(view({ facts }))]).toEqual([
      ["declarer", "one"],
      ["defender", "some"],
    ]);
  });

  test("are only what the game says are some", () => {
    const facts = [fact("bid", 0, 1), fact("bid", 2, 1), fact("stack", 1, 70, "stack")];
    expect(parts(view({ facts })).size).toBe(0);
  });
});

test("a seat is out by a fact's role, whatever its name and its value in words", () => {
  const seen = view({ facts: [fact("folded", 1, 1, "out"), fact("rests", 2, "sits", "out"), fact("out", 3, 1)] });
  expect([0, 1, 2, 3].map((seat) => is(seen, "out", seat))).toEqual([false, true, true, false]);
});
