import { expect, test } from "vitest";
import { Fixed } from "../wire";
import { drawn, numberOf } from "./avatar";
import { picked, PICTURES } from "./pictures";

test("a picture follows from the name, not from its capitals", () => {
  expect(drawn("Anna")).toEqual(drawn("anna"));
  expect(drawn("小明")).toEqual(drawn("小明"));
});

test("a hundred people look different, even with similar names", () => {
  const names = Array.from({ length: 100 }, (_, n) => `Otter${n}`);
  expect(new Set(names.map((name) => JSON.stringify(drawn(name)))).size).toBeGreaterThan(80);
  for (let bit = 0; bit < 9; bit++) {
    const ones = names.filter((name) => (numberOf(name) >>> bit) & 1).length;
    expect(Math.abs(ones - 50)).toBeLessThan(20); // no shape, mark or colour is preferred
  }
});

test("the pictures to choose are those that the room knows by number, each another one", () => {
  expect(PICTURES.length).toBe(Fixed.avatars);
  const all = PICTURES.map((_, n) => picked(n + 1)?.mark);
  expect(new Set(all).size).toBe(PICTURES.length);
  expect([picked(0), picked(99)]).toEqual([null, null]); // none, and one of a later room
});
