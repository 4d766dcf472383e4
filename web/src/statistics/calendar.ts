// The days of a year as weeks that begin on Monday, and costly decisions by their kind.
import type { DayPlayed, Mistake } from "../wire";

const DAY = 86_400_000;

export interface Cell {
  day: string;
  /** What was finished on it; null for none. */
  played: DayPlayed | null;
}

/** The weeks that end with the one of `today` (2026-11-27), Monday first; days to come are left out. */
export function weeksOf(days: readonly DayPlayed[], today: string, count = 53): Cell[][] {
  const known = new Map(days.map((each) => [each.day, each]));
  const last = Date.parse(today);
  const monday = last - ((new Date(last).getUTCDay() + 6) % 7) * DAY;
  return Array.from({ length: count }, (_, week) =>
    Array.from({ length: 7 }, (_, n) => monday + ((week - count + 1) * 7 + n) * DAY)
      .filter((at) => at <= last)
      .map((at) => new Date(at).toISOString().slice(0, 10))
      .map((day) => ({ day, played: known.get(day) ?? null })),
  );
}

/** How many minutes this browser's clock is ahead of UTC. */
export const ahead = (): number => -new Date().getTimezoneOffset();

/** The day that it is here. */
export const today = (): string => new Date(Date.now() + ahead() * 60_000).toISOString().slice(0, 10);

export interface Loss {
  kind: string;
  n: number;
  cost: number;
  unit: string;
}

/** What each kind of decision has cost, the costliest first; units are not added to each other. */
export function lossesOf(mistakes: readonly Mistake[]): Loss[] {
  const found = new Map<string, Loss>();
  for (const { kind = "", unit, cost } of mistakes) {
    const loss = found.get(`${kind} ${unit}`) ?? { kind, n: 0, cost: 0, unit };
    found.set(`${kind} ${unit}`, { ...loss, n: loss.n + 1, cost: loss.cost + cost });
  }
  return [...found.values()].sort((one, other) => other.cost - one.cost);
}
