// What a page makes of the tables that it hears of: the log and the talk put together, names by seat, whose turn it is.
import type { ChatLine, TableState } from "../wire";

const KEPT_TALK = 1_000;

/** The table after a message: the lines of the log that it left out are the ones we have. */
export function merged(before: TableState | null, now: TableState): TableState {
  if (now.log_from === 0 || before === null || before.id !== now.id) return now;
  return { ...now, log: [...before.log.slice(0, now.log_from), ...now.log], log_from: 0 };
}

/** The talk after new lines: each number once, the oldest forgotten. */
export function talked(before: readonly ChatLine[], lines: readonly ChatLine[], history: boolean): ChatLine[] {
  if (history) return [...lines];
  const last = before.at(-1)?.n ?? -1;
  return [...before, ...lines.filter((each) => each.n > last)].slice(-KEPT_TALK);
}

/** Names by seat, for sentences. */
export function namesOf(table: TableState | null): string[] {
  const found: string[] = [];
  for (const each of table?.seats ?? []) found[each.seat] = each.name;
  return found;
}

/** Is it the turn of who looks at this table? */
export function awaits(table: TableState | null): boolean {
  return table?.phase === "playing" && table.seat !== null && (table.view?.turn.includes(table.seat) ?? false);
}
