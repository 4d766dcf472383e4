// What is said to those who hear the table: what was played, whose turn it is, and how a deal ended.

import { lobby, sitting } from "../lib/room.svelte";
import { t } from "../lib/text.svelte";
import type { TableState } from "../wire";
import { desk, seen } from "./desk.svelte";
import { flow } from "./flow.svelte";
import { beaten, ended, status, warnings } from "./status";
import { cardNames, lineText } from "./words";

/** The table as it was when something was said last. */
export interface Told {
  id: string;
  deal: number;
  seat: number | null;
  lines: number;
  turn: boolean;
  coming: boolean;
  phase: string;
  lying: readonly string[];
}

export const NOTHING: Told = {
  id: "",
  deal: -1,
  seat: null,
  lines: 0,
  turn: false,
  coming: false,
  phase: "",
  lying: [],
};

/** What there is to say since then, and what has been said with it. */
export function news(told: Told): { told: Told; words: string } {
  const { table } = desk;
  if (!table || lobby.house === null) return { told, words: "" }; // without its texts nothing can be said
  const now: Told = {
    id: table.id,
    deal: table.deal,
    seat: table.seat,
    lines: table.log.length,
    turn: flow.asked,
    coming: flow.coming !== null,
    phase: table.phase,
    lying: desk.zones.centre.flatMap((group) => (group.slots ? group.piles.flatMap(seen) : [])),
  };
  const again = now.id === told.id && now.deal === told.deal && now.seat === told.seat;
  const words = again
    ? [...laid(told.lying, now.lying), ...played(table, told.lines)]
    : dealt(table, now.lying);
  if (now.coming && !told.coming) words.push(`${status().text}.`);
  if (now.turn && !desk.alone && !(again && told.turn)) {
    const what = beaten(true);
    words.push(what === null ? t("live.turn") : `${t("status.turn.beat", { what })}.`, ...warnings());
  }
  if (now.phase !== told.phase && (now.phase === "over" || now.phase === "final")) words.push(...over(table));
  return { told: now, words: words.join(" ") };
}

/** A deal that one has not seen yet: one's hand, and what lies on the table. */
function dealt(table: TableState, lying: readonly string[]): string[] {
  const hand = table.phase === "playing" && desk.hand.length > 0;
  return [
    ...(hand ? [t("live.hand", { cards: cardNames(desk.hand) })] : []),
    ...(lying.length > 0 ? [t("live.table", { cards: cardNames(lying) })] : []),
  ];
}

/** Cards that came to the table. */
function laid(before: readonly string[], now: readonly string[]): string[] {
  const fresh = now.filter((card) => !before.includes(card));
  return fresh.length > 0 ? [t("live.new", { cards: cardNames(fresh) })] : [];
}

/** What others have done since so many lines of the log. */
function played(table: TableState, lines: number): string[] {
  return table.log
    .slice(lines)
    .filter((line) => line.seat !== table.seat)
    .map((line) =>
      t("live.act", {
        name: sitting.names[line.seat] ?? "",
        what: [lineText(line), cardNames(line.cards)].filter((each) => each !== "").join(", "),
      }),
    );
}

function over(table: TableState): string[] {
  if (desk.alone && desk.me !== null) return [`${ended().text}.`];
  const scores = table.result?.scores ?? [];
  return [t("live.over"), ...scores.map((score, seat) => `${sitting.names[seat] ?? ""}: ${score}`)];
}
