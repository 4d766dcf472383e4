import { expect, test } from "vitest";
import { spread } from "./spread";

const TALL = 88 / 63;

test.each([
  ["fan", 1],
  ["fan", 2],
  ["fan", 5],
  ["fan", 13],
  ["trick", 4],
  ["trick", 3],
  ["board", 9],
  ["board", 10],
  ["board", 15],
  ["board", 16],
  ["whatever", 5],
] as const)("%s of %i cards lies within the picture, and no card hides another one", (how, many) => {
  const { width, cards } = spread(how, many);
  expect(cards).toHaveLength(many);
  for (const { x, y } of cards) {
    expect(Math.abs(x) + width / 2).toBeLessThan(80); // the picture is 16:10
    expect(Math.abs(y) + (width * TALL) / 2).toBeLessThan(how === "board" || how === "trick" ? 50 : 60);
  }
  for (let n = 1; n < many; n++) {
    const [a, b] = [cards[n - 1]!, cards[n]!];
    expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThan(width * 0.18); // its corner is seen
  }
});

test("a board has equal rows", () => {
  const rows = (many: number) => new Set(spread("board", many).cards.map(({ y }) => y.toFixed(3))).size;
  expect([9, 10, 15, 16].map(rows)).toEqual([3, 2, 3, 4]);
});
