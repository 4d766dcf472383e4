import { describe, expect, it } from "vitest";

import { colours, runs } from "./chat.svelte";
import { talk } from "./fixtures";

describe("names", () => {
  it("have colours of their own, and always the same", () => {
    const found = colours(["Ann", "Bob", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal"]);
    expect(new Set(found.values()).size).toBe(8);
    expect(colours(["Ann", "Bob"]).get("Ann")).toBe(found.get("Ann"));
    expect(colours(Array.from({ length: 12 }, (_, n) => `p${n}`)).size).toBe(12);
  });
});

describe("lines", () => {
  it("run on under one name, until somebody else speaks or time has passed", () => {
    const [, first, second] = talk;
    const again = { ...first!, n: 9, at: first!.at + 20 };
    const later = { ...first!, n: 10, at: first!.at + 2000 };
    expect(runs([first!, again, later, second!]).map((each) => each.lines.length)).toEqual([2, 1, 1]);
  });

  it("of the house stand alone", () => {
    expect(runs(talk).filter((each) => each.notice)).toHaveLength(2);
  });
});
