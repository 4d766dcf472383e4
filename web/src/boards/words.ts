// The words of the boards of a day, in a catalogue of their own that comes with them.
import { catalogue } from "../lib/text.svelte";
import { person } from "../lib/room.svelte";
import type { BoardScore, DailyDeals } from "../wire";
import { en } from "./texts.en";
import { zh } from "./texts.zh";

/** The text of a word, with its arguments filled in. */
export const w = catalogue({ en, zh });

/** One's own row in the field of a board. */
export function own(day: DailyDeals, board: number): BoardScore | undefined {
  const field = day.boards.find((each) => each.board === board)?.field;
  return field?.find((each) => !each.computer && each.name === person.you?.name);
}

/** A part of the field. */
export function share(part: number | null | undefined): string {
  return part == null ? "" : `${Math.round(part)}%`;
}

/** How much of the field one beats at a board; empty where nobody can say it yet. */
export function beats(day: DailyDeals, board: number): string {
  const percent = share(own(day, board)?.percent);
  return percent && w("mine", { percent });
}
