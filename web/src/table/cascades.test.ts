import { describe, expect, test } from "vitest";
import type { WireAction, WirePile } from "../wire";
import { cascades, onto } from "./cascades";
import { pile as laid, view } from "./fixtures";

const pile = (name: string, cards: (string | null)[], lay: string, at: [number, number]): WirePile => ({
  ...laid(name, null, cards, lay),
  at,
});
const action = (name: string): WireAction => {
  const words = name.split(" ");
  const cards = words.length > 2 ? [words[2]!] : [];
  return { verb: words.slice(0, 2).join(" "), cards, name, say: { key: "x", args: {} } } as unknown as WireAction;
};
const piles = [
  pile("stock", [null, null], "heap", [0, 0]),
  pile("waste", ["2c", "9h", "Td", "4s"], "open", [1, 0]),
  pile("home h", [], "open", [3, 0]),
  pile("home s", ["As"], "open", [4, 0]),
  pile("cell a", ["Kd"], "slot", [5, 0]),
  pile("cell b", [], "slot", [6, 0]),
  ...["1", "2", "3", "4", "5", "6", "7"].map((name, n) =>
    pile(`column ${name}`, [...Array<null>(n).fill(null), "8s", "7h"], "cascade", [n, 1]),
  ),
];

describe("columns of overlapping cards", () => {
  test.each([
    [344, 430],
    [1000, 640],
    [760, 240],
  ])("fit a room of %i x %i, each card with an edge to press", (width, height) => {
    const lay = cascades(piles, { width, height });
    expect(lay.width).toBeLessThanOrEqual(width + 1);
    expect(lay.height).toBeLessThanOrEqual(height + 1);
    expect(lay.card).toBeGreaterThanOrEqual(30);
    const seventh = lay.piles.at(-1)!;
    const [last, before] = [seventh.cards.at(-1)!, seventh.cards.at(-2)!];
    expect(last.y - before.y).toBeGreaterThanOrEqual(12);
  });

  test("a column of nineteen cards fits a phone", () => {
    const long = pile(
      "column 1",
      [...Array<null>(6).fill(null), ..."KQJT98765432A".split("").map((r) => `${r}s`)],
      "cascade",
      [0, 1],
    );
    const lay = cascades([...piles.slice(0, 6), long, ...piles.slice(7)], { width: 344, height: 400 });
    expect(lay.height).toBeLessThanOrEqual(401);
  });

  test("the last three cards of an open pile lie side by side where the place beside it is free", () => {
    const lay = cascades(piles, { width: 344, height: 430 });
    const cards = (name: string) => lay.piles.find((each) => each.pile.name === name)!.cards.map(({ card }) => card);
    expect(cards("waste")).toEqual(["9h", "Td", "4s"]);
    expect(cards("home s")).toEqual(["As"]);
  });
});

describe("a press on a pile", () => {
  const seen = view({ piles, legal: ["to home 2s", "to cell 7h", "to 3 7h"].map(action) });
  const named = (name: string) => piles.find((each) => each.name === name)!;

  test("carries the chosen card to the pile that takes it", () => {
    expect(onto(seen, named("home s"), ["2s"])?.name).toBe("to home 2s");
    expect(onto(seen, named("home h"), ["2s"])).toBeNull();
    expect(onto(seen, named("cell a"), ["7h"])).toBeNull();
    expect(onto(seen, named("cell b"), ["7h"])?.name).toBe("to cell 7h");
    expect(onto(seen, named("column 3"), ["7h"])?.name).toBe("to 3 7h");
    expect(onto(seen, named("column 4"), ["7h"])).toBeNull();
    expect(onto(seen, named("column 3"), [])).toBeNull();
  });
});
