import { expect, test } from "vitest";
import { guestName } from "./guest";

test("a proposed name is one that the room takes", () => {
  for (const tongue of ["en", "zh"] as const) {
    for (let n = 0; n < 100; n++) {
      const name = guestName(tongue, () => n / 100);
      expect([...name].length).toBeGreaterThanOrEqual(2);
      expect([...name].length).toBeLessThanOrEqual(10);
      expect(name).toMatch(/^\p{L}+[1-9]\d$/u);
    }
  }
});
