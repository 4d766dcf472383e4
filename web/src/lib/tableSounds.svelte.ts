// Plays a sound when the table or the chat changes.
import type { ChatLine, TableState } from "../wire";
import { person, sitting, talk } from "./room.svelte";
import { settings } from "./settings.svelte";
import { play, type Sound } from "./sound";

/** The most important sound for a change from one state of the table to the next. */
export function soundOf(before: TableState | null, now: TableState | null): Sound | null {
  if (now === null || before === null || before.id !== now.id) return null;
  if (now.result != null && before.result == null)
    return now.seat !== null && now.result.winners.includes(now.seat) ? "win" : "end";
  const mine = (table: TableState) =>
    table.phase === "playing" && table.seat !== null && (table.view?.turn.includes(table.seat) ?? false);
  if (mine(now) && (!mine(before) || before.deal !== now.deal)) return "turn";
  if (now.deal === before.deal && now.log.length > before.log.length)
    return now.log.at(-1)?.cards.length ? "card" : "pass";
  return null;
}

/** Has somebody else written in the chat? */
export function spoken(
  before: readonly ChatLine[],
  now: readonly ChatLine[],
  deaf: readonly (string | undefined)[],
): boolean {
  const last = now.at(-1);
  if (!last || last.say != null || before.length === 0) return false;
  return last.n !== before.at(-1)?.n && !deaf.includes(last.name);
}

/** Start playing sounds; call it while a component is being created. */
export function listen(): void {
  let table: TableState | null = null;
  let before: readonly ChatLine[] = [];
  $effect(() => {
    const sound = soundOf(table, sitting.table);
    table = sitting.table;
    if (sound) play(sound);
  });
  $effect(() => {
    if (!settings.quiet && spoken(before, talk.lines, [person.you?.name, ...settings.muted])) play("chat");
    before = talk.lines;
  });
}
