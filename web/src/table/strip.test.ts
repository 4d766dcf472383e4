import { expect, test } from "vitest";

import { fitting } from "./strip";

test("as many plays as have room, and a button for the others", () => {
  expect(fitting([], 100, 8, 44)).toBeGreaterThanOrEqual(0);
  expect(fitting([100, 100, 100], 316, 8, 44)).toBe(3);
  expect(fitting([100, 100, 100], 315, 8, 44)).toBe(2);
  expect(fitting([100, 100, 100], 259, 8, 44)).toBe(1); // two, a gap and the button would take 260
  expect(fitting([400], 100, 8, 44)).toBe(1);
  expect(fitting([400, 50], 100, 8, 44)).toBe(1);
});
