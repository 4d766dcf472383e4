// Helpers for the state of a table: joining new lines of log and chat to the old ones, names by seat, whose turn it is.
import type { ChatLine, TableState } from "../wire";

const KEPT_TALK = 1_000;

/** The state of a table after a message, which may leave out log lines that were sent before. */
export function merged(before: TableState | null, now: TableState): TableState {
  if (now.log_from === 0 || before === null || before.id !== now.id) return now;
  return { ...now, log: [...before.log.slice(0, now.log_from), ...now.log], log_from: 0 };
}

/** The chat after new lines: every line once, the oldest dropped. */
export function talked(before: readonly ChatLine[], lines: readonly ChatLine[], history: boolean): ChatLine[] {
  if (history) return [...lines];
  const last = before.at(-1)?.n ?? -1;
  return [...before, ...lines.filter((each) => each.n > last)].slice(-KEPT_TALK);
}

/** Are both the same deal of the same table? */
export function sameDeal(one: TableState | null, other: TableState | null): boolean {
  return one?.id === other?.id && one?.deal === other?.deal;
}

/** Names by seat, for sentences. */
export function namesOf(table: TableState | null): string[] {
  const found: string[] = [];
  for (const each of table?.seats ?? []) found[each.seat] = each.name;
  return found;
}

/** Is it this person's turn? */
export function awaits(table: TableState | null): boolean {
  return table?.phase === "playing" && table.seat !== null && (table.view?.turn.includes(table.seat) ?? false);
}
