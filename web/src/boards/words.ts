// The words of the boards of a day, in a catalogue of their own that comes with them.
import { catalogue } from "../lib/text.svelte";
import { computerName } from "../lib/options";
import { lobby, person } from "../lib/room.svelte";
import type { BoardScore, DailyDeals, TableState } from "../wire";
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

/** What is shown of a deal, with a computer of the field of a board called by its name. */
export function called<Shown extends { table?: string; names: string[]; game?: string }>(shown: Shown): Shown {
  const [, level] = /_(\w+)$/.exec(shown.table ?? "") ?? [];
  if (level === undefined) return shown;
  const name = computerName(level, lobby.gameOf(shown.game));
  return { ...shown, names: shown.names.map((each) => (each === level ? name : each)) };
}

/** Of which board of a day, as last heard of, a deal is in the field. */
export function fieldOf(past: { table: string; dealt: number }) {
  const day = person.daily;
  const field = day?.boards.find((each) => each.board === past.dealt)?.field ?? [];
  if (day === null || !field.some((each) => each.table === past.table)) return null;
  return { game: day.game, day: day.day, board: past.dealt, table: past.table, field };
}

/** The day of the board that lies on a table, if it was heard of. */
export function heard(table: TableState): DailyDeals | null {
  const day = person.daily;
  return day && day.game === table.game && day.day === table.daily?.day ? day : null;
}

/** How much of the field one beats at a board; empty where nobody can say it yet. */
export function beats(day: DailyDeals | null, board: number): string {
  const percent = day ? share(own(day, board)?.percent) : "";
  return percent && w("mine", { percent });
}
