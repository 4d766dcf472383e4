// What kinds of decisions are called.
import { known, plain } from "../lib/text.svelte";
import type { GameInfo } from "../wire";

/** What the game calls actions of a kind, without cards and amounts. */
export function kindName(kind: string, game: GameInfo | null): string {
  const text = known(kind, game)?.replaceAll(/\s*\{[^}]*\}/g, "").trim();
  return text ? text : plain(kind);
}
