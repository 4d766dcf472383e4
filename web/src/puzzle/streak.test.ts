import { beforeEach, expect, test, vi } from "vitest";
import { after, choiceOn, dayBefore, dayOf, keep, streakOn, triedIn, type Tried } from "./streak";

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
});

test("a day follows this device's clock, over the ends of months and years", () => {
  expect(dayOf(new Date(2026, 10, 23, 23, 59))).toBe("2026-11-23");
  expect(dayOf(new Date(2026, 10, 23, 0, 1), 1)).toBe("2026-11-22");
  expect(dayBefore("2027-01-01")).toBe("2026-12-31");
  expect(dayBefore("2028-03-01")).toBe("2028-02-29");
});

test("right choices on days in a row are a streak, which a wrong one or a day left out ends", () => {
  let kept: Tried | null = null;
  for (const day of ["2026-11-29", "2026-11-30", "2026-12-01"]) kept = after(kept, day, 2, true);
  expect(kept).toMatchObject({ streak: 3, best: 3 });
  expect(streakOn(kept, "2026-12-01")).toBe(3);
  expect(streakOn(kept, "2026-12-02")).toBe(3); // today is not tried yet
  expect(streakOn(kept, "2026-12-03")).toBe(0);
  expect(after(kept, "2026-12-03", 0, true)).toMatchObject({ streak: 1, best: 3 });
  const lost = after(kept, "2026-12-02", 0, false);
  expect(lost).toMatchObject({ streak: 0, best: 3, right: false });
  expect(after(lost, "2026-12-03", 0, true)).toMatchObject({ streak: 1, best: 3 });
});

test("only the first choice of a day counts, and the day before is remembered", () => {
  const first = after(null, "2026-11-23", 3, false);
  expect(after(first, "2026-11-23", 1, true)).toBe(first);
  expect(after(first, "2026-11-22", 1, true)).toBe(first);
  const second = after(first, "2026-11-24", 0, true);
  expect([choiceOn(second, "2026-11-24"), choiceOn(second, "2026-11-23")]).toEqual([0, 3]);
  expect([choiceOn(second, "2026-11-22"), choiceOn(null, "2026-11-24")]).toEqual([null, null]);
});

test("what is kept comes back for its game alone, and nonsense for none", () => {
  const tried = after(null, "2026-11-23", 1, true);
  keep("one", tried);
  keep("two", after(null, "2026-11-23", 0, false));
  expect(triedIn("one")).toEqual(tried);
  localStorage.setItem("dealt.daily", '{"one": {"day": 3}}');
  expect([triedIn("one"), triedIn("two")]).toEqual([null, null]);
});
