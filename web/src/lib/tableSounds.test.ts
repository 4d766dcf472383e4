import { expect, test } from "vitest";
import type { Result, TableState } from "../wire";
import { soundOf, spoken } from "./tableSounds.svelte";
import { awaits } from "./tableState";

function table(turn: number[], more: Partial<TableState> = {}): TableState {
  return {
    op: "table",
    id: "t1",
    game: "sample",
    options: {},
    private: false,
    clock: 0,
    pace: "normal",
    computers: "best",
    phase: "playing",
    deal: 1,
    step: 0,
    seat: 0,
    dealer: null,
    seats: [],
    watchers: [],
    view: { seat: 0, turn, piles: [], facts: [], legal: [], score: null, suits: true },
    sorts: {},
    log_from: 0,
    log: [],
    ...more,
  };
}

/** Heard where nothing goes by itself. */
const heard = (before: TableState | null, now: TableState | null) =>
  soundOf({ table: before, asked: awaits(before) }, { table: now, asked: awaits(now) });

const line = (...cards: string[]) => ({ seat: 1, action: "", say: { key: "" }, cards });
const result = (...winners: number[]): Result => ({
  scores: [3, 3],
  winners,
  totals: [3, 3],
  settled: null,
  balances: null,
  best: [0],
  final: false,
});

test("one's turn is heard when it comes, not while it lasts", () => {
  expect(heard(table([1]), table([0]))).toBe("turn");
  expect(heard(table([0]), table([0]))).toBeNull();
  expect(heard(table([0]), table([0], { deal: 2 }))).toBe("turn");
  expect(heard(null, table([0]))).toBeNull();
  expect(heard(table([1]), table([0], { id: "t2" }))).toBeNull();
  expect(heard(table([1], { seat: null }), table([0], { seat: null }))).toBeNull();
});

test("a turn that goes by itself is not heard, unless the person takes it over", () => {
  const [theirs, mine] = [table([1]), table([0], { log: [line()] })];
  expect(soundOf({ table: theirs, asked: false }, { table: mine, asked: false })).toBe("pass");
  expect(soundOf({ table: mine, asked: false }, { table: mine, asked: true })).toBe("turn");
  expect(soundOf({ table: mine, asked: true }, { table: mine, asked: false })).toBeNull();
});

test("cards and passes of the others", () => {
  expect(heard(table([1]), table([2], { log: [line("3d")] }))).toBe("card");
  expect(heard(table([1]), table([2], { log: [line()] }))).toBe("pass");
  expect(heard(table([1], { log: [line()] }), table([2], { deal: 2 }))).toBeNull();
});

test("the end of a deal: won or not, as the game has it", () => {
  const over = (...winners: number[]) => table([], { phase: "over", result: result(...winners) });
  expect(heard(table([0]), over(0))).toBe("win");
  expect(heard(table([0]), over(1))).toBe("end");
  expect(heard(table([0], { seat: null }), { ...over(0), seat: null })).toBe("end");
  expect(heard(over(0), over(0))).toBeNull();
});

test("what others say is heard, notices, oneself and the muted are not", () => {
  const says = (n: number, name: string, more = {}) => ({ n, at: 0, name, text: "hi", ...more });
  const before = [says(1, "Bo")];
  expect(spoken(before, [...before, says(2, "Bo")], ["Ann"])).toBe(true);
  expect(spoken(before, [...before, says(2, "Ann")], ["Ann"])).toBe(false);
  expect(spoken(before, [...before, says(2, "Bo")], ["Ann", "Bo"])).toBe(false);
  expect(spoken(before, [...before, says(2, "", { say: { key: "joined" } })], [])).toBe(false);
  expect(spoken(before, before, [])).toBe(false);
  expect(spoken([], [says(7, "Bo")], [])).toBe(false);
});
