import { expect, test } from "vitest";
import file from "../../../tests/cases/sections.json";
import type { WireView } from "../wire";
import { line } from "./fixtures";
import { sections } from "./sections";

test.each(file.cases)("as in the terminal: $what", (one) => {
  const log = one.log.map(({ seat, role }) => ({ ...line(seat, [], ""), role }));
  const found = sections(one.view as unknown as WireView, log, one.seats);
  expect(found.map(({ at, kind, n }) => [at, kind, n])).toEqual(one.sections);
});
