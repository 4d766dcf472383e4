import { expect, test } from "vitest";
import file from "../../../tests/cases/sections.json";
import type { WireView } from "../wire";
import { line } from "./fixtures";
import { sections } from "./sections";

test.each(file.cases)("as in the terminal: $what", (one) => {
  const log = one.log.map(({ seat, role, ...more }) => ({ ...line(seat, [], ""), role, ...more }));
  const found = sections(one.view as unknown as WireView, log, one.seats);
  const told = found.map(({ at, kind, n, cards = [] }) => [at, kind, n, ...(cards.length > 0 ? [cards] : [])]);
  expect(told).toEqual(one.sections);
});
