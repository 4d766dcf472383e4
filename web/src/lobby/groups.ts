// The games in the parts of the lobby, as they say themselves; the favourites of this person come first.
import type { GameInfo } from "../wire";

export const GROUPS = ["sides", "each", "alone", "chips"] as const;
export type Group = (typeof GROUPS)[number];

export interface Part {
  /** "favourites", or the group that the games name. */
  name: string;
  games: GameInfo[];
}

/** Each game once: the favourites in the order of the house, then the groups, first those that the page knows. */
export function parts(games: readonly GameInfo[], favourites: readonly string[]): Part[] {
  const rest = games.filter((each) => !favourites.includes(each.name));
  const named = [...new Set([...GROUPS, ...rest.map((each) => each.group ?? "each")])];
  return [
    { name: "favourites", games: games.filter((each) => favourites.includes(each.name)) },
    ...named.map((name) => ({ name, games: rest.filter((each) => (each.group ?? "each") === name) })),
  ].filter((part) => part.games.length > 0);
}
