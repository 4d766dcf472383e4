import { describe, expect, it } from "vitest";

import { RATIO } from "./layout";
import { columns, fans, suits, towards } from "./open";

const cards = ["As", "Ks", "Qs", "9s", "2s", "Ah", "3h", "Kd", "Qd", "4d", "7c", "6c", "5c"];

describe("an open hand", () => {
  it("keeps its suits together, in the order in which they come", () => {
    expect(suits(cards).map((group) => group.length)).toEqual([5, 2, 3, 3]);
  });

  it("lies in columns that fit", () => {
    const laid = columns(cards, 400, 200, 90);
    expect(new Set(suits(cards).map((group) => new Set(group.map((n) => laid.at[n]!.x)).size))).toEqual(new Set([1]));
    expect(laid.width).toBeLessThanOrEqual(400);
    expect(laid.height).toBeLessThanOrEqual(200.5);
    expect(columns([], 400, 200, 90).at).toEqual([]);
  });

  it.each([1, 2, 4])("lies in fans on %i lines that fit, every corner free", (lines) => {
    for (const hand of [cards, cards.map((card) => `${card[0]}s`)]) {
      const laid = fans(hand, lines, 344, 44);
      for (const [n, each] of laid.at.entries()) {
        expect(each.x).toBeGreaterThanOrEqual(-0.5);
        expect(each.x + laid.card).toBeLessThanOrEqual(344.5);
        expect(each.y + laid.card * RATIO).toBeLessThanOrEqual(laid.height + 0.5);
        const next = laid.at[n + 1];
        if (next && next.y === each.y) expect(next.x - each.x).toBeGreaterThan(12);
      }
    }
  });

  it("is walked by arrows, and every card can be reached", () => {
    for (const laid of [columns(cards, 400, 200, 90), fans(cards, 2, 344, 44), fans(cards, 4, 150, 40)]) {
      const met = new Set([0]);
      for (const at of met)
        for (const key of ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]) met.add(towards(laid, at, key));
      expect(met.size).toBe(cards.length);
      expect(towards(laid, 5, "Home")).toBe(0);
      expect(towards(laid, 5, "End")).toBe(cards.length - 1);
    }
  });
});
