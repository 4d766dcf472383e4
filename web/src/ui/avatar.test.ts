import { expect, test } from "vitest";
import { Fixed } from "../wire";
import { drawn, numberOf, PICTURES } from "./avatar";

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

test("the pictures to choose are those that the room knows by number, each another one, whatever the name", () => {
  expect(PICTURES.length).toBe(Fixed.avatars);
  const all = PICTURES.map((_, n) => drawn("Anna", n + 1));
  expect(new Set(all.map((each) => each.mark)).size).toBe(PICTURES.length);
  expect(drawn("Ben", 3)).toEqual(drawn("Anna", 3));
  expect(drawn("Anna", 0)).toEqual(drawn("Anna"));
  expect(drawn("Anna", 99)).toEqual(drawn("Anna")); // of a later room
});
