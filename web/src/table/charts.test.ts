import { describe, expect, it } from "vitest";
import { codes, colours, query } from "./charts";

const charts = [
  { name: "one", columns: ["2", "3"], rows: [{ label: "8", cells: ["H", "Ds"] }] },
  { name: "two", columns: ["2", "3"], rows: [{ label: "9", cells: ["D", "H"] }] },
];

describe("charts of advice", () => {
  it("have all codes in the order of the table, those that begin alike in one colour", () => {
    expect(codes(charts)).toEqual(["H", "Ds", "D"]);
    expect(Object.fromEntries(colours(charts))).toEqual({ H: 0, Ds: 1, D: 1 });
  });

  it("are asked for by options as words", () => {
    expect(query({ decks: 6, soft: true, hard: false, limit: null, dealer: "peek" })).toBe(
      "decks=6&soft=on&hard=off&limit=none&dealer=peek",
    );
  });
});
