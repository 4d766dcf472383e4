import { render } from "svelte/server";
import { describe, expect, it } from "vitest";
import Card from "./Card.svelte";
import { figure } from "./courts";
import { cardName, CARDS, faceOf, familyOf, GLYPHS, HEIGHT, layout, pip, RANKS, SUITS, WIDTH } from "./faces";
import { ICONS } from "./icons";
import { BACKS } from "../lib/settings.svelte";
import { back, drawing, type Kind } from "./drawings";

const pips = { A: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 6, 7: 7, 8: 8, 9: 9, T: 10, J: 0, Q: 0, K: 0 };

describe("layouts", () => {
  it.each(Object.entries(pips))("%s has %i pips", (rank, count) => {
    const places = layout(rank);
    expect(places).toHaveLength(count);
    expect(new Set(places.map(({ x, y }) => `${x} ${y}`)).size).toBe(count);
  });

  it.each(Object.keys(pips).filter((rank) => rank !== "7"))("%s looks the same upside down", (rank) => {
    const where = (places: { x: number; y: number }[]) => places.map(({ x, y }) => `${x} ${y.toFixed(3)}`).sort();
    const places = layout(rank);
    expect(where(places.map(({ x, y }) => ({ x: WIDTH - x, y: HEIGHT - y })))).toEqual(where(places));
  });

  it("turns every pip below the middle and none above", () => {
    for (const rank of RANKS) {
      for (const { y, turned } of layout(rank)) expect(turned).toBe(y > HEIGHT / 2);
    }
  });

  it("keeps the suits apart", () => {
    expect(new Set([...SUITS].map((suit) => pip(suit as never, 0, 0, 100))).size).toBe(4);
  });
});

describe("drawings", () => {
  const kinds: Kind[] = ["plain", "large", "compact"];

  it("has 54 cards", () => {
    expect(CARDS).toHaveLength(54);
    expect(new Set(CARDS).size).toBe(54);
  });

  it.each(kinds)("draws all cards, each otherwise, in sound numbers: %s", (kind) => {
    const drawn = CARDS.map((card) => drawing(card, kind));
    for (const each of drawn) {
      expect(each).toMatch(/^<.*<path.*>$/s);
      expect(each).not.toMatch(/NaN|undefined|Infinity|\de-\d/);
      expect(each).not.toMatch(/ id=|href=/); // the same card may lie there twice
    }
    const alike = (drawing: string) => drawing.replaceAll(/p-\w+/g, ""); // the jokers differ by their figures alone
    expect(new Set(drawn.map(alike)).size).toBe(CARDS.length);
  });

  it("draws a numbered card in few elements, since a page shows dozens", () => {
    expect(drawing("Th", "plain").match(/<\w/g)).toHaveLength(4);
  });

  it("draws no two figures alike, one for each court card and joker", () => {
    const figures = CARDS.map(figure).filter((half) => half !== undefined);
    expect(figures).toHaveLength(14);
    expect(new Set(figures).size).toBe(14);
  });

  it("has three backs, each drawn otherwise", () => {
    const drawings = BACKS.map(back);
    for (const each of drawings) expect(each).toContain('id="dealt-back"');
    expect(new Set(drawings).size).toBe(3);
  });

  it("has a glyph for every rank and every letter of JOKER", () => {
    for (const letter of `${RANKS}JOKER`) expect(GLYPHS[letter]).toBeDefined();
  });
});

describe("names", () => {
  it.each([
    ["3d", "3 of diamonds"],
    ["Ts", "10 of spades"],
    ["Qh", "queen of hearts"],
    ["BJ", "black joker"],
    ["RJ", "red joker"],
    [null, "face-down card"],
    ["??", "??"],
  ])("%s is the %s", (card, name) => expect(cardName(card)).toBe(name));

  it("takes a numbered copy for its card", () => {
    expect(faceOf("As#2")).toBe("As");
    expect(faceOf("1x")).toBeNull();
    expect(["As", "BJ", "RJ", "Jd"].map(familyOf)).toEqual(["s", "B", "R", "d"]);
  });
});

describe("Card", () => {
  const html = (props: Parameters<typeof render<typeof Card>>[1] extends { props: infer P } ? P : never) =>
    render(Card, { props }).body;

  it("shows a face, or its back", () => {
    expect(html({ card: "Ah" })).toContain(drawing("Ah", "plain"));
    expect(html({ card: "Ah" })).toMatch(/aria-label="ace of hearts"/);
    expect(html({ card: null })).toMatch(/aria-label="face-down card".*dealt-back/s);
    expect(html({ card: null })).not.toContain("p-suit");
  });

  it("takes its options", () => {
    expect(html({ card: "Ah", largeIndex: true })).toContain(drawing("Ah", "large"));
    expect(html({ card: "Ah", compact: true })).toContain(drawing("Ah", "compact"));
    expect(html({ card: "Ad", fourColour: true, selected: true, legal: true, label: "Karo-Ass" })).toMatch(
      /class="card suit-d[^"]* four selected legal".*aria-label="Karo-Ass"/s,
    );
    expect(html({ card: "Ad", legal: true })).not.toMatch(/class="[^"]*legal/);
  });
});

it("draws each icon inside its grid", () => {
  for (const [name, outline] of Object.entries(ICONS)) {
    expect(outline, name).toMatch(/^M[MLHVCSAZ0-9. ]+$/);
    for (const number of outline.match(/\d*\.?\d+/g) ?? []) expect(Number(number), name).toBeLessThan(24);
  }
});
