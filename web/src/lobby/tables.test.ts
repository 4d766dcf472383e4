import { expect, test } from "vitest";
import type { LobbyTable } from "../wire";
import { alive } from "./tables";

const table = (id: string, people: readonly boolean[], free = 1, watchers = 0) =>
  ({
    id,
    free,
    watchers,
    seats: [{ kind: "computer", name: "Hal" }, ...people.map((away) => ({ kind: "person", name: "Ann", away }))],
  }) as unknown as LobbyTable;

test("a table whose people have all vanished is not shown", () => {
  const shown = alive([table("gone", [true, true]), table("half", [true, false]), table("here", [false])]);
  expect(shown.map((each) => each.id)).toEqual(["half", "here"]);
});

test("tables with a free seat come first", () => {
  const shown = alive([table("full", [false], 0), table("seen", [], 0, 1), table("open", [false], 2)]);
  expect(shown.map((each) => each.id)).toEqual(["open", "full", "seen"]);
});
