// Plays a sound when the table or the chat changes.
import type { ChatLine, TableState } from "../wire";
import { person, sitting, talk } from "./room.svelte";
import { settings } from "./settings.svelte";
import { play, type Sound } from "./sound";

/** A table, and whether this person is asked for something there. */
export interface Heard {
  table: TableState | null;
  asked: boolean;
}

/** The most important sound for a change from one state of the table to the next. */
export function soundOf(before: Heard, now: Heard): Sound | null {
  const [was, is] = [before.table, now.table];
  if (is === null || was === null || was.id !== is.id) return null;
  if (is.result != null && was.result == null)
    return is.seat !== null && is.result.winners.includes(is.seat) ? "win" : "end";
  if (now.asked && (!before.asked || was.deal !== is.deal)) return "turn";
  if (is.deal === was.deal && is.log.length > was.log.length) return is.log.at(-1)?.cards.length ? "card" : "pass";
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
  let heard: Heard = { table: null, asked: false };
  let lines: readonly ChatLine[] = [];
  $effect(() => {
    const now = { table: sitting.table, asked: sitting.awaited };
    const sound = soundOf(heard, now);
    heard = now;
    if (sound) play(sound);
  });
  $effect(() => {
    const unheard = [person.you?.name, ...settings.muted, ...settings.blocked];
    if (!settings.quiet && spoken(lines, talk.lines, unheard)) play("chat");
    lines = talk.lines;
  });
}
