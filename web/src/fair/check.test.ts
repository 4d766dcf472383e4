import { expect, test } from "vitest";
import worked from "../../../tests/data/mix.json";
import type { WireMix } from "../wire";
import { faultOf, hashed, messageOf, NoRecord, readRecord, seedOf } from "./check";

const hex = (bytes: Uint8Array) => [...bytes].map((each) => each.toString(16).padStart(2, "0")).join("");

test("the worked example of the documentation", () => {
  expect(hex(messageOf(worked.mix))).toBe(worked.message);
  expect(seedOf(worked.mix)).toBe(worked.seed);
  expect(hashed(worked.mix.server)).toBe(worked.commitment);
  expect(faultOf(worked.commitment, worked.seed, worked.mix)).toBe("");
});

test("a seed that nobody contributed to is the promised one itself", () => {
  expect(hashed("00".repeat(32))).toBe("66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925");
  expect(faultOf(hashed("00".repeat(32)), "00".repeat(32), null)).toBe("");
  expect(faultOf(worked.commitment, worked.seed, null)).toBe("promise");
  expect(faultOf("", "no hex", null)).toBe("hex");
});

const record = (change: (deal: Record<string, unknown>, mix: WireMix) => void = () => undefined) => {
  const mix: WireMix = structuredClone(worked.mix);
  const deal: Record<string, unknown> = {
    seed: worked.seed,
    mix,
    players: ["Anna", "Red Fox"],
    actions: [],
    joined: [],
    scores: [1, 0],
  };
  change(deal, mix);
  const commitments = [worked.commitment];
  return JSON.stringify({ format: 2, game: "toy", version: 1, options: {}, deals: [deal], commitments });
};

test("a record is read and checked", () => {
  const { game, deals } = readRecord(record());
  expect(game).toBe("toy");
  expect(deals).toMatchObject([{ fault: "", names: ["Anna", "Red Fox"], fixed: "", laid: false }]);
});

const first = (mix: WireMix) => mix.seats[0] ?? { name: "", seal: "", given: "" };

test.each([
  ["promise", (_: unknown, mix: WireMix) => (mix.server = "11".repeat(32))],
  ["seal", (_: unknown, mix: WireMix) => (first(mix).given = "11".repeat(32))],
  ["seal", (_: unknown, mix: WireMix) => (first(mix).given = "11")],
  ["seed", (_: unknown, mix: WireMix) => (mix.seats[0] = null)],
  ["seed", (_: unknown, mix: WireMix) => mix.seats.reverse()],
  ["seed", (_: unknown, mix: WireMix) => (mix.deal = 2)],
  ["seed", (_: unknown, mix: WireMix) => (mix.table = "other")],
  ["hex", (_: unknown, mix: WireMix) => (mix.server = "zz")],
  ["promise", (deal: Record<string, unknown>) => delete deal.mix],
  ["promise", (deal: Record<string, unknown>) => (deal.laid = { hand: "3d" })],
] as [string, (deal: Record<string, unknown>, mix: WireMix) => void][])("what does not fit: %s", (fault, change) => {
  expect(readRecord(record(change)).deals[0]?.fault).toBe(fault);
});

test.each([
  ["json", "{"],
  ["parts", "[]"],
  ["parts", "7"],
  ["format", '{"format":3}'],
  ["parts", '{"format":1,"game":"x","deals":[{}],"commitments":[""]}'],
  ["parts", '{"format":1,"game":"x","deals":[],"commitments":[""]}'],
])("no record: %s", (why, text) => {
  expect(() => readRecord(text)).toThrow(new NoRecord(why as NoRecord["why"]));
});
