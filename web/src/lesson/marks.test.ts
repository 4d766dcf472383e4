import { describe, expect, test, vi } from "vitest";
import { plain, play, view } from "../table/fixtures";
import { looked, missing, pointed } from "./marks";

vi.stubGlobal("CSS", { escape: (text: string) => text });

const suited = view({ legal: [play(["3d", "3h"], "3"), plain("pass")] });
const ranks = view({ suits: false, legal: [play(["3d", "3h"], "3")] });
const [triple, pass] = suited.legal as [(typeof suited.legal)[0], (typeof suited.legal)[0]];

describe("what is pointed at next", () => {
  test("the cards that are not chosen yet, then the button", () => {
    const next = (chosen: string[], ready: string | null = null) =>
      pointed(suited, triple, triple.name, ["3d", "3h"], chosen, ready);
    expect(next([]).map((each) => each.at(-1))).toEqual(['[data-card="3d"]', '[data-card="3h"]']);
    expect(next(["3h"]).map((each) => each.at(-1))).toEqual(['[data-card="3d"]']);
    expect(next(["3d", "3h"], triple.name)).toEqual([["[data-testid=primary]"]]);
  });

  test("a card of the same rank is as good where suits mean nothing", () => {
    expect(missing(suited, ["3d", "3h"], ["3c"])).toEqual(["3d", "3h"]);
    expect(missing(ranks, ["3d", "3h"], ["3c"])).toEqual(["3h"]);
    expect(missing(ranks, ["3d", "3h"], ["3c", "3s"])).toEqual([]);
  });

  test("the call itself, or the amount before it", () => {
    expect(pointed(suited, pass, "pass", [], [], null)[0]?.[0]).toBe('[data-call="pass"]');
    const bet = plain("bet", 10, 500);
    const [first] = pointed(view({ legal: [bet] }), bet, "bet 50", [], [], null);
    expect(first).toContain('button[data-amount="50"]');
    expect(first?.[0]).toContain('[data-value="50"]'); // once it is chosen, its button
  });
});

test("cards, seats and piles of a lesson by their names", () => {
  expect(looked(["3d", "seat 1", "box 1 0", "stock"]).map((each) => each.slice(0, 2))).toEqual([
    ['[data-card="3d"]', '[data-place="3d"]'],
    ['[data-seat="1"]', "[data-hand]"],
    ['[data-card="box 1 0"]', '[data-place="box 1#0"]'],
    ['[data-card="stock"]', '[data-place="stock"]'],
  ]);
});
