import { describe, expect, it } from "vitest";

import { board, pile, turn, view, watching } from "./fixtures";
import {
  beside,
  columns,
  compass,
  counted,
  fan,
  grid,
  grouped,
  held,
  neighbour,
  open,
  place,
  RATIO,
  breaks,
  spread,
  zones,
} from "./layout";

it("counts what was set aside to pass on, and not what was played", () => {
  const [three, ten] = [[null, null, null], Array.from({ length: 10 }, () => null)];
  const hand = (cards: null[]) => pile("hand", 1, cards, "fan");
  const trick = pile("trick", 1, ["5d"], "slot");
  expect(counted(view({ piles: [hand(ten), pile("given", 1, three), trick] }), 1)).toBe(13);
  expect(counted(view({ piles: [hand(ten), { ...pile("given", 1, three), lay: "heap" }, trick] }), 1)).toBe(10);
  expect(counted(view({ piles: [hand(ten), pile("given", 1, three)] }), 1)).toBe(10);
  expect(counted(view({ piles: [trick] }), 1)).toBeNull();
});

describe("the compass", () => {
  it("puts the next seat on the left, and the last on the right", () => {
    expect(compass(4, 2)).toEqual([
      { seat: 2, side: "me", column: 0 },
      { seat: 3, side: "left", column: 0 },
      { seat: 0, side: "top", column: 0 },
      { seat: 1, side: "right", column: 0 },
    ]);
  });

  it.each([1, 2, 3, 4, 5, 6, 7])("gives each of %i seats a place of its own", (seats) => {
    for (let me = 0; me < seats; me++) {
      const places = compass(seats, me);
      expect(places.map((each) => each.seat)).toEqual(Array.from({ length: seats }, (_, n) => (me + n) % seats));
      expect(new Set(places.map((each) => `${each.side}${each.column}`)).size).toBe(seats);
      expect(places.filter((each) => each.side === "me")).toHaveLength(1);
    }
  });

  it("puts the only other one opposite", () => {
    expect(compass(2, 1)[1]).toEqual({ seat: 0, side: "top", column: 0 });
  });
});

describe("piles", () => {
  it("group by the first word of their name", () => {
    const piles = [pile("tableau 1", null, []), pile("stock", null, [null]), pile("tableau 2", null, ["3d"])];
    expect(grouped(piles).map((each) => [each.name, each.piles.length])).toEqual([
      ["tableau", 2],
      ["stock", 1],
    ]);
  });

  it("keep slots apart, empty ones too", () => {
    const slots = zones(board.view!, 0).centre;
    expect(slots.map((each) => [each.name, each.slots, each.piles.length])).toEqual([
      ["slot", true, 9],
      ["stock", false, 1],
    ]);
  });

  it("lie in their zones", () => {
    const found = zones(turn.view!, 0);
    expect(found.hand?.cards).toHaveLength(13);
    expect([...found.closed].map(([seat, cards]) => [seat, cards.length])).toEqual([
      [1, 11],
      [2, 11],
      [3, 11],
    ]);
    expect(found.before.get(2)?.[0]?.piles[0]?.cards).toEqual(["9d", "9h"]);
    expect(found.centre.map((each) => each.name)).toEqual(["heap"]);
  });

  it("of an open hand lie before its owner", () => {
    const dummy = view({ piles: [pile("hand", 0, ["3d"]), pile("hand", 2, ["4d", "5d"])] });
    const found = zones(dummy, 0);
    expect(found.before.get(2)?.[0]?.piles[0]?.cards).toEqual(["4d", "5d"]);
    expect(found.closed.size).toBe(0);
    expect(open(dummy, 2)).toEqual(["4d", "5d"]);
    expect(open(turn.view!, 2)).toEqual([]);
  });

  it("of a hand that is known in part lie at its owner's plate, like a closed one", () => {
    const found = zones(
      view({ piles: [pile("hand", 0, ["3d"]), pile("hand", 1, ["7s", null, null]), pile("hand", 2, [])] }),
      0,
    );
    expect(found.before.size).toBe(0);
    expect(found.closed.get(1)).toEqual(["7s", null, null]);
    expect(found.closed.get(2)).toEqual([]);
  });

  it("are nobody's own for somebody who watches", () => {
    const found = zones(watching.view!, null);
    expect(found.hand).toBeNull();
    expect(found.closed.size).toBe(4);
    expect(held(watching.view!, 0)).toBe(13);
  });

  it("have a key each", () => {
    expect(place({ name: "hand", owner: 2 })).toBe("hand#2");
    expect(place({ name: "heap", owner: null })).toBe("heap");
  });
});

describe("a grid", () => {
  it("takes the columns that give the largest cards", () => {
    expect(columns(9, 900, 120)).toBe(9);
    expect(columns(9, 600, 400)).toBe(5);
    expect(columns(9, 300, 420)).toBe(3);
    expect(columns(1, 300, 300)).toBe(1);
  });

  it("rather has full rows than cards that are a little larger", () => {
    expect(columns(15, 344, 300)).toBe(5);
    expect(columns(10, 700, 400)).toBe(5);
    expect(columns(9, 420, 480)).toBe(3);
  });

  it.each([
    [9, 344, 330],
    [10, 344, 330],
    [13, 344, 330],
    [15, 344, 330],
    [15, 700, 400],
    [13, 980, 680],
  ])("of %i places fits into %i by %i, and a finger meets each", (slots, width, height) => {
    const { across, card } = grid(slots, width, height, 8, 150);
    const down = Math.ceil(slots / across);
    expect(across * card + 8 * (across - 1)).toBeLessThanOrEqual(width);
    expect(down * card * RATIO + 8 * (down - 1)).toBeLessThanOrEqual(height);
    expect(card).toBeGreaterThanOrEqual(44);
    expect(card).toBeLessThanOrEqual(150);
  });

  it("is walked by arrow keys, over empty places too", () => {
    const full = [true, false, true, true, true, false, true]; // three in a row, the last row is short
    expect(beside(full, 3, 0, "ArrowRight")).toBe(2);
    expect(beside(full, 3, 2, "ArrowLeft")).toBe(0);
    expect(beside(full, 3, 0, "ArrowDown")).toBe(3);
    expect(beside(full, 3, 6, "ArrowUp")).toBe(3);
    expect(beside(full, 3, 2, "ArrowDown")).toBe(4);
    expect(beside(full, 3, 4, "ArrowDown")).toBe(6);
    expect(beside(full, 3, 0, "ArrowLeft")).toBe(0);
    expect(beside(full, 3, 0, "ArrowUp")).toBe(0);
    expect(beside(full, 3, 4, "Home")).toBe(0);
    expect(beside(full, 3, 0, "End")).toBe(6);
    expect(beside([], 3, 0, "Home")).toBe(0);
  });
});

describe("a hand", () => {
  const free = (found: ReturnType<typeof spread>) => {
    const gaps = found.at.slice(1).map((each, n) => (each.y === found.at[n]!.y ? each.x - found.at[n]!.x : null));
    return gaps.filter((each) => each !== null);
  };

  it.each([1, 5, 9, 13, 17, 20])("of %i cards fits on a phone and leaves a finger's width of each", (count) => {
    const found = spread(count, 344, 62);
    expect(found.at).toHaveLength(count);
    for (const each of found.at) {
      expect(each.x).toBeGreaterThanOrEqual(0);
      expect(each.x + found.card).toBeLessThanOrEqual(344.5);
    }
    for (const gap of free(found)) expect(gap).toBeGreaterThanOrEqual(count > 18 ? 30 : 32);
    expect(found.height).toBeLessThan(62 * RATIO * 2.1);
  });

  it("of twenty takes one row on a wide screen", () => {
    expect(spread(20, 1000, 96).rows).toBe(1);
    expect(spread(13, 780, 80).rows).toBe(1);
  });

  it("lies in the middle", () => {
    const found = spread(3, 400, 60);
    expect(found.at[0]!.x).toBeCloseTo(400 - (found.at[2]!.x + 60));
  });

  it("is walked by arrow keys, over the rows too", () => {
    const found = spread(13, 344, 62);
    expect(found.rows).toBe(2);
    expect(neighbour(found, 0, "ArrowRight")).toBe(1);
    expect(neighbour(found, 0, "ArrowLeft")).toBe(0);
    expect(neighbour(found, 6, "ArrowRight")).toBe(7);
    expect(neighbour(found, 12, "ArrowRight")).toBe(12);
    expect(neighbour(found, 3, "End")).toBe(12);
    expect(neighbour(found, 3, "Home")).toBe(0);
    expect(found.at[neighbour(found, 3, "ArrowDown")]!.y).toBeGreaterThan(0);
    expect(found.at[neighbour(found, neighbour(found, 3, "ArrowDown"), "ArrowUp")]!.y).toBe(0);
    expect(neighbour(found, 3, "ArrowUp")).toBe(3);
    expect(neighbour(found, 40, "ArrowLeft")).toBe(12);
  });
});

describe("cards that belong together", () => {
  const pile = { cards: ["2c", "3c", "4c", "8d", "8h", "8s", "Kd"], groups: [3, 3] };

  it("part between two rows where a group ends, unless a row would be too full for fingers", () => {
    const rows = (width: number) => {
      const { at } = spread(10, width, 75, 26, new Set([2, 5]));
      return [at.filter((each) => each.y === 0).length, at.filter((each) => each.y > 0).length];
    };
    expect(rows(280)).toEqual([6, 4]);
    expect(rows(212)).toEqual([5, 5]);
  });

  it("have a gap behind each group", () => {
    expect([...breaks(["2c", "3c", "4c", "8d", "8h", "8s", "Kd"], pile)]).toEqual([2, 5]);
    expect([...breaks(["Kd", "8d", "8h", "8s", "2c", "3c", "4c"], pile)]).toEqual([0, 3]);
  });

  it("have none where an order tears a group apart", () => {
    expect(breaks(["2c", "8d", "3c", "4c", "8h", "8s", "Kd"], pile).size).toBe(0);
    expect(breaks(["2c", "3c"], { cards: ["2c", "3c"] }).size).toBe(0);
  });

  it("lie further apart, in the same width", () => {
    const found = spread(7, 400, 60, 30, new Set([2, 5]));
    const steps = found.at.slice(1).map((each, n) => each.x - (found.at[n]?.x ?? 0));
    expect(steps[2]).toBeGreaterThan((steps[1] ?? 0) * 1.4);
    expect(steps[5]).toBeCloseTo(steps[2] ?? 0);
    expect((found.at.at(-1)?.x ?? 0) + found.card).toBeLessThanOrEqual(400);
  });
});

describe("cards spread to take one", () => {
  it.each([
    [52, 336, 390],
    [52, 420, 330],
    [52, 240, 110],
    [48, 840, 560],
    [4, 300, 200],
  ])("%i of them lie within %i by %i, none over the strip of another", (count, width, height) => {
    const lay = fan(count, width, height);
    expect(lay.at).toHaveLength(count);
    expect(lay.height).toBeLessThanOrEqual(height);
    for (const [n, here] of lay.at.entries()) {
      expect(here.x).toBeGreaterThanOrEqual(-0.01);
      expect(here.x + lay.card).toBeLessThanOrEqual(width + 0.01);
      for (const later of lay.at.slice(n + 1)) {
        expect(Math.abs(later.x - here.x) > 14 || Math.abs(later.y - here.y) > 14).toBe(true);
      }
    }
  });

  it("leave a finger its room where there is some", () => {
    const [first, second] = fan(52, 336, 390).at;
    expect(second!.x - first!.x).toBeGreaterThanOrEqual(26);
  });
});

describe("a play", () => {
  it("lies in the order in which it is sent: a low straight from its top card down", () => {
    const run = ["6h", "5c", "4d", "3s", "2d"];
    const found = zones(view({ piles: [pile("trick", 1, run)] }), 0);
    expect(found.before.get(1)?.[0]?.piles[0]?.cards).toEqual(run);
  });
});
