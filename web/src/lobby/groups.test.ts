import { expect, test } from "vitest";
import type { GameInfo } from "../wire";
import { parts } from "./groups";

const game = (name: string, group?: string) => ({ name, ...(group === undefined ? {} : { group }) }) as GameInfo;
const shown = (games: GameInfo[], favourites: string[]) =>
  parts(games, favourites).map((part) => [part.name, ...part.games.map((each) => each.name)]);

test("games stand in their groups, in the order of the page; a group that it does not know comes last", () => {
  const games = [game("a", "chips"), game("b", "own"), game("c", "sides"), game("d"), game("e", "chips")];
  expect(shown(games, [])).toEqual([
    ["sides", "c"],
    ["each", "d"],
    ["chips", "a", "e"],
    ["own", "b"],
  ]);
});

test("favourites come first, and nowhere else", () => {
  const games = [game("a", "sides"), game("b", "sides"), game("c", "alone")];
  expect(shown(games, ["c", "a", "gone"])).toEqual([
    ["favourites", "a", "c"],
    ["sides", "b"],
  ]);
});
