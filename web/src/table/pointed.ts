// Which games were pointed at on this device: pointers are for somebody's first deal of a game.

import { isTexts, recall, remember } from "../lib/storage";

/** May this game still be pointed at on this device? */
export function unseen(game: string): boolean {
  const seen = recall("pointed", isTexts) ?? [];
  return !seen.includes(game) && !seen.includes("*");
}

/** The pointers of this game were shown; "*": nobody wants any. */
export function saw(game: string): void {
  const seen = recall("pointed", isTexts) ?? [];
  if (!seen.includes(game)) remember("pointed", [...seen, game]);
}
