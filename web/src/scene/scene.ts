// A frame of a deal as a state of a table, so that the table's own parts can draw it.
import type { Frame, LogLine, SeatInfo, TableState } from "../wire";
import type { Options } from "../lib/options";
import { worded } from "../lib/text.svelte";

/** What stays the same from frame to frame. */
export interface Setting {
  /** Frames of one id follow each other: cards fly from one to the next. */
  id: string;
  game: string;
  options: Options;
  deal: number;
  /** Whose cards lie at the bottom; null: nobody's. */
  seat: number | null;
  names: readonly string[];
}

/** All that was done up to a frame, in order. */
export function logTo(frames: readonly Frame[], n: number): LogLine[] {
  return frames.slice(0, n + 1).flatMap((each) => (each.move ? [each.move] : []));
}

/** The table at frame `n`. It is always in play, so that every hand that is open lies on the table. */
export function stateAt(frames: readonly Frame[], n: number, setting: Setting): TableState | null {
  const frame = frames[n];
  if (!frame) return null;
  return {
    op: "table",
    ...setting,
    private: false,
    clock: 0,
    pace: "normal",
    computers: "",
    phase: "playing",
    step: n,
    dealer: null,
    seats: setting.names.map((name, seat): SeatInfo => ({ seat, kind: "person", name })),
    watchers: [],
    view: frame.view,
    sorts: frame.sorts ?? {},
    boxes: frame.boxes ?? [],
    log_from: 0,
    log: logTo(frames, n),
  };
}

/** An action in words, with its cards where the words name but a kind of play. */
export function withCards(words: string, cards: readonly string[], brackets = false): string {
  if (cards.every((card) => words.includes(worded(card)))) return words;
  const shown = worded(cards.join(""));
  return brackets ? `${words} (${shown})` : `${words} ${shown}`;
}
