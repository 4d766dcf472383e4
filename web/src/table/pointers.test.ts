import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { saw, unseen } from "./pointed";
import { beside, pointers, type Box } from "./pointers";

const room: Box = { left: 0, top: 0, right: 400, bottom: 400 };
const size = { width: 100, height: 60 };

test("words lie beside what they speak of, over no control", () => {
  const target = { left: 150, top: 300, right: 250, bottom: 340 };
  const hand = { left: 0, top: 240, right: 400, bottom: 300 };
  expect(beside(size, target, room, [hand, target])!.top).toBeGreaterThanOrEqual(340); // below there is room
  const found = beside(size, target, { ...room, bottom: 350 }, [hand, target])!;
  expect(found.top + size.height).toBeLessThanOrEqual(240);
  expect(beside(size, target, room, [{ left: 0, top: 0, right: 400, bottom: 400 }])).toBeNull();
});

test("without anything to speak of they lie in the middle", () => {
  expect(beside(size, null, room, [])).toMatchObject({ left: 150, top: 170 });
});

test("only what is there is pointed at", () => {
  const none = { cards: false, calls: false, button: false, hint: false };
  expect(pointers(none).map((each) => each.key)).toEqual(["aim", "status"]);
  expect(pointers({ ...none, cards: true, button: true }).map((each) => each.key)).toEqual([
    "aim",
    "status",
    "cards",
    "button",
  ]);
});

const kept = new Map<string, string>();
beforeEach(() => {
  kept.clear();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
});
afterEach(() => vi.unstubAllGlobals());

test("once for each game, and never again where nobody wants any", () => {
  expect(unseen("sample")).toBe(true);
  saw("sample");
  expect([unseen("sample"), unseen("other")]).toEqual([false, true]);
  saw("*");
  expect(unseen("other")).toBe(false);
});
