// The words of tournaments, in a catalogue of their own that comes with them, and what is said with them.
import { catalogue } from "../lib/text.svelte";
import type { TournamentState } from "../wire";
import { en } from "./texts.en";
import { zh } from "./texts.zh";

/** The text of a word, with its arguments filled in. */
export const w = catalogue({ en, zh });

/** How many play together in the kinds where pairs or teams do. */
export const SIZES: Partial<Record<TournamentState["kind"], number>> = { howell: 2, mitchell: 2, teams: 4 };

/** What a tournament is called: by its own name, else by its kind. */
export function called(name: string, kind: TournamentState["kind"]): string {
  return name || w(kind);
}

/** Minutes and seconds, counted down. */
export function left(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
