import { describe, expect, it } from "vitest";
import { cardName as drawnName, faceOf, familyOf, numberOf, numeral } from "../cards/faces";
import { pretty } from "../lib/text.svelte";
import type { WireAction, WirePile, WireSum, WireView } from "../wire";
import { aimedAt, byNumber, drawing, laying, LABEL, placeOf, rack, spotOf, towards } from "./figure";
import { primary } from "./selection";
import { single } from "./tricks";

const AT: Record<string, [number, number]> = {
  a0: [3, 0],
  a1: [4, 0],
  a2: [5, 0],
  b0: [0, 1],
  b1: [1, 1],
  b2: [2, 1],
  b3: [3, 1],
  q: [5, 1],
  p: [1, 2],
  c0: [3, 2],
  c1: [4, 2],
  c2: [5, 2],
  c3: [6, 2],
  d0: [1, 3],
  d1: [2, 3],
  d2: [3, 3],
};
const LINES = ["a0 a1 a2", "b0 b1 b2 b3", "c0 c1 c2 c3", "d0 d1 d2", "b1 p d0", "a0 b3 c0 d2", "a2 q c2"];

const pile = (name: string, cards: string[] = []): WirePile => ({
  name: `place ${name}`,
  owner: null,
  cards,
  lay: "slot",
  note: "",
  at: [...AT[name]!],
});
const piles = Object.keys(AT).map((name) => pile(name));
const sums: WireSum[] = LINES.map((line, n) => ({
  name: String(n),
  piles: line.split(" ").map((name) => `place ${name}`),
  value: 0,
  goal: 29,
  mark: "",
}));
const act = (verb: string, card: string): WireAction => ({
  name: `${verb} ${card}`,
  verb,
  cards: [card],
  say: { key: verb.split(" ")[0]!, args: {} },
});

function view(legal: WireAction[], filled: WirePile[] = piles): WireView {
  return {
    seat: 0,
    turn: [0],
    piles: [{ name: "hand", owner: 0, cards: ["#7", "#3"], lay: "row", note: "" }, ...filled],
    facts: [],
    legal,
    score: null,
    suits: true,
    sums,
  };
}

describe("a figure", () => {
  const sizes = [
    [344, 300],
    [600, 209],
    [780, 380],
    [1000, 540],
  ] as const;

  it.each(sizes)("fits into %i by %i, and nothing covers anything", (width, height) => {
    const lay = drawing(piles, sums, { width, height }, 110);
    expect(lay.width).toBeLessThanOrEqual(width);
    expect(lay.height).toBeLessThanOrEqual(height);
    expect(lay.card).toBeGreaterThanOrEqual(36);
    const boxes = [
      ...lay.spots.map(({ x, y }) => ({ x, y, w: lay.card, h: lay.tall })),
      ...lay.lines.map(({ label: { x, y } }) => ({ x, y, w: LABEL.width, h: LABEL.height })),
    ];
    for (const [n, one] of boxes.entries()) {
      expect(one.x - one.w / 2).toBeGreaterThanOrEqual(-0.01);
      expect(one.x + one.w / 2).toBeLessThanOrEqual(lay.width + 0.01);
      for (const other of boxes.slice(n + 1)) {
        const apart =
          Math.abs(one.x - other.x) >= (one.w + other.w) / 2 - 3 ||
          Math.abs(one.y - other.y) >= (one.h + other.h) / 2 - 3;
        expect(apart, JSON.stringify([one, other])).toBe(true);
      }
    }
  });

  it("joins the places of a line in their order", () => {
    const lay = drawing(piles, sums, { width: 780, height: 380 }, 110);
    const names = piles.map(placeOf);
    for (const [n, { points }] of lay.lines.entries()) {
      expect(points).toEqual(LINES[n]!.split(" ").map((name) => lay.spots[names.indexOf(name)]));
    }
  });

  it("is walked by arrows to the nearest place that way", () => {
    const { spots } = drawing(piles, sums, { width: 780, height: 380 }, 110);
    const names = piles.map(placeOf);
    const walk = (from: string, key: string) => names[towards(spots, names.indexOf(from), key)];
    expect(walk("a0", "ArrowRight")).toBe("a1");
    expect(walk("a0", "ArrowDown")).toBe("b3");
    expect(walk("b3", "ArrowRight")).toBe("q");
    expect(walk("b0", "ArrowLeft")).toBe("b0");
    expect(walk("c3", "Home")).toBe(names[0]);
  });
});

describe("laying a card", () => {
  const legal = [act("lay a0", "#7"), act("lay b3", "#7"), act("lay a0", "#3"), act("lift", "#5")];

  it("takes the place from the verb", () => {
    const seen = view(legal);
    expect(legal.map((each) => aimedAt(seen, each))).toEqual(["a0", "b3", "a0", null]);
    expect(laying(seen, "b3", ["#7"])?.name).toBe("lay b3 #7");
    expect(laying(seen, "b3", ["#3"])).toBeNull();
    expect(laying(seen, "a0", [])).toBeNull();
    expect(spotOf({ name: "stock", owner: null, cards: [], lay: "heap", note: "" })).toBeNull();
  });

  it("is no matter of the large button, but taking a card back is", () => {
    const seen = view(legal);
    const aimed = (each: WireAction) => aimedAt(seen, each) !== null;
    expect(primary(seen, ["#7"], aimed)).toEqual({ choice: null, others: [], idle: "place", missing: 0 });
    expect(primary(seen, ["#5"], aimed).choice?.name).toBe("lift #5");
    expect(primary(seen, ["#9"], aimed).idle).toBe("wont");
  });

  it("is done with one card at a time", () => {
    expect(single(view(legal))).toBe(true);
  });
});

describe("the rack", () => {
  const all = Array.from({ length: 16 }, (_, n) => `#${n + 1}`);

  it("keeps each number at its spot while others are laid", () => {
    const full = rack(all, all, 344, 60);
    const few = rack(["#2", "#16"], all, 344, 60);
    expect(few.at).toEqual([full.at[1], full.at[15]]);
    expect(full.rows).toBe(2);
    expect(rack(all, all, 768, 60).rows).toBe(1);
    for (const { x } of full.at) expect(x + full.card).toBeLessThanOrEqual(344);
  });

  it("leaves the figure its room where it has three rows", () => {
    const many = Array.from({ length: 20 }, (_, n) => `#${n}`);
    expect(rack(many, many, 344, 54).height).toBeGreaterThan(180);
    const low = rack(many, many, 344, 54, 140);
    expect([low.rows, low.height <= 140, low.card >= 30]).toEqual([3, true, true]);
  });

  it("is sorted by number", () => {
    expect(byNumber(["#10", "#9", "#1"])).toEqual(["#1", "#9", "#10"]);
  });
});

describe("numbered cards", () => {
  it("are read, drawn and named by their number", () => {
    expect(numberOf("#16")).toBe(16);
    expect(["#0", "#150", "#999", "#07", "#1000", "7d"].map(numberOf)).toEqual([0, 150, 999, null, null, null]);
    expect([faceOf("#7"), familyOf("#7"), drawnName("#7")]).toEqual(["#7", "n", "7"]);
    expect(numeral(10).digits).toHaveLength(2);
    expect(numeral(16).width).toBeGreaterThan(numeral(1).width);
    expect(pretty("#7#16")).toBe("7 16");
  });
});
