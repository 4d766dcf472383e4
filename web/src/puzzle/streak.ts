// Which puzzles of the day were tried on this device, and how many days in a row one was right. The first try counts.
import { isObject, recall, remember } from "../lib/storage";

/** What was tried in a game on its last day. */
export interface Tried {
  /** As in 2026-11-23. */
  day: string;
  /** The place of the choice. */
  choice: number;
  right: boolean;
  /** Days in a row up to this one, 0 after a wrong choice. */
  streak: number;
  best: number;
  /** What was tried on the day before that. */
  before?: { day: string; choice: number };
}

/** A day of this device's clock, `ago` days before. */
export function dayOf(now: Date, ago = 0): string {
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() - ago, 12);
  const two = (n: number) => String(n).padStart(2, "0");
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}

/** The day before a day. */
export function dayBefore(day: string): string {
  return dayOf(new Date(`${day}T12:00:00`), 1);
}

/** What is kept once somebody has chosen; a second choice on the same day, or for an older one, changes nothing. */
export function after(kept: Tried | null, day: string, choice: number, right: boolean): Tried {
  if (kept !== null && kept.day >= day) return kept;
  const goesOn = kept !== null && kept.right && kept.day === dayBefore(day);
  const streak = right ? (goesOn ? kept.streak : 0) + 1 : 0;
  const found: Tried = { day, choice, right, streak, best: Math.max(streak, kept?.best ?? 0) };
  return kept === null ? found : { ...found, before: { day: kept.day, choice: kept.choice } };
}

/** The days in a row up to today or yesterday; a day that was left out ends them. */
export function streakOn(kept: Tried | null, today: string): number {
  return kept !== null && kept.day >= dayBefore(today) ? kept.streak : 0;
}

/** The place of what was chosen on a day, null where nothing was. */
export function choiceOn(kept: Tried | null, day: string): number | null {
  if (kept?.day === day) return kept.choice;
  return kept?.before?.day === day ? kept.before.choice : null;
}

function isTried(value: unknown): value is Tried {
  return (
    isObject(value) &&
    typeof value["day"] === "string" &&
    typeof value["right"] === "boolean" &&
    [value["choice"], value["streak"], value["best"]].every((each) => typeof each === "number")
  );
}

/** What was tried in a game; null where nothing was, or where what is kept makes no sense. */
export function triedIn(game: string): Tried | null {
  const found = recall("daily", isObject)?.[game];
  return isTried(found) ? found : null;
}

export function keep(game: string, tried: Tried): void {
  remember("daily", { ...recall("daily", isObject), [game]: tried });
}
