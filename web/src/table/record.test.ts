import { expect, it } from "vitest";

import { sha256 } from "./record";

it("computes the commitment of a seed", async () => {
  expect(await sha256("00".repeat(32))).toBe("66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925");
  expect(await sha256("no hex")).toBeNull();
});
