import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { hashed } from "../fair/check";
import { seatInfo } from "../table/fixtures";
import type { FromFace, TableState } from "../wire";
import { Contributions } from "./contributions";

const PROMISE = "ab".repeat(32);

let sent: FromFace[];
let stored: Map<string, string>;

const start = () => new Contributions((message) => sent.push(message));
const table = (some: Partial<TableState> = {}) =>
  ({ promise: PROMISE, seat: 0, seats: [], set: null, known: null, ...some }) as unknown as TableState;

beforeEach(() => {
  sent = [];
  stored = new Map();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
});

afterEach(() => vi.unstubAllGlobals());

const sealOf = (message: FromFace | undefined) => (message?.op === "seal" ? message.seal : "");

test("a page that came unencrypted, where the browser hashes nothing, seals with the same hash", async () => {
  await start().seal(table(), "Anna");
  vi.stubGlobal("crypto", { getRandomValues: (bytes: Uint8Array) => bytes });
  await start().seal(table(), "Anna");
  expect(sent).toHaveLength(2);
  expect(sealOf(sent[1])).toBe(sealOf(sent[0]));
});

test("a seated person's page seals once, and shows what it sealed when the list has come", async () => {
  const mine = start();
  await mine.seal(table(), "Anna");
  await mine.seal(table(), "Anna");
  expect(sent).toHaveLength(1);
  const seals = [sealOf(sent[0]), null];
  await mine.contribute({ op: "sealed", promise: PROMISE, seals });
  const [, shown] = sent;
  expect(shown).toMatchObject({ op: "contribute", promise: PROMISE });
  const given = shown?.op === "contribute" ? shown.given : "";
  expect(hashed(given)).toBe(seals[0]);

  const seat = { name: "Anna", seal: seals[0] ?? "", given };
  const mix = { server: "", table: "", deal: 1, seats: [seat, null] };
  expect(mine.honoured({ commitment: PROMISE, mix })).toBe(true);
  expect(mine.honoured({ commitment: PROMISE, mix: null })).toBe(false);
  expect(mine.honoured({ commitment: PROMISE, mix: { ...mix, seats: [{ ...seat, given: null }, null] } })).toBe(false);
  const other = { name: "Bert", seal: "cd".repeat(32), given: null };
  expect(mine.honoured({ commitment: PROMISE, mix: { ...mix, seats: [seat, other] } })).toBe(false);
  expect(mine.honoured({ commitment: "00".repeat(32), mix: null })).toBe(true);
});

test("nothing is sealed by who watches, or where the deals are fixed; who is next seals too", async () => {
  const mine = start();
  const watching = { seat: null, seats: [seatInfo(0, "Red Fox")] };
  for (const each of [watching, { set: "friday" }, { known: "7" }, { promise: null }])
    await mine.seal(table(each), "Cem");
  expect(sent).toEqual([]);
  await mine.seal(table({ seat: null, seats: [seatInfo(0, "Red Fox", { next: "Cem" })] }), "Cem");
  expect(sent).toHaveLength(1);
});

test("a list without one's own seal, or a second list for the same deal, gets nothing", async () => {
  const mine = start();
  await mine.seal(table(), "Anna");
  await mine.contribute({ op: "sealed", promise: PROMISE, seals: ["cd".repeat(32), null] });
  await mine.contribute({ op: "sealed", promise: "cd".repeat(32), seals: [sealOf(sent[0])] });
  expect(sent).toHaveLength(1);
  await mine.contribute({ op: "sealed", promise: PROMISE, seals: [sealOf(sent[0]), null] });
  await mine.contribute({ op: "sealed", promise: PROMISE, seals: [sealOf(sent[0]), "cd".repeat(32)] });
  expect(sent).toHaveLength(2);
});

test("a page that is loaded anew knows its bytes", async () => {
  await start().seal(table(), "Anna");
  const again = start();
  await again.seal(table(), "Anna");
  expect(sealOf(sent[1])).toBe(sealOf(sent[0]));
  again.begin();
  await again.seal(table(), "Anna");
  expect(sent).toHaveLength(3);
  await again.contribute({ op: "sealed", promise: PROMISE, seals: [sealOf(sent[0])] });
  expect(sent[3]).toMatchObject({ op: "contribute" });
});
