// What has been said and read at this table, and in which colour a name is written.

import type { ChatLine } from "../wire";
import { person, sitting, talk } from "../lib/room.svelte";
import { settings } from "../lib/settings.svelte";
import { isObject, recall, remember } from "../lib/storage";

const COLOURS = 8;

function hash(name: string): number {
  let found = 0;
  for (const letter of name.toLowerCase()) found = (found * 31 + (letter.codePointAt(0) ?? 0)) % 100_003;
  return found % COLOURS;
}

/** A colour for each of the names: always the same one for a name, unless a name before it has it already. */
export function colours(names: readonly string[]): Map<string, number> {
  const found = new Map<string, number>();
  const free = new Set(Array.from({ length: COLOURS }, (_, n) => n));
  for (const name of names) {
    if (found.has(name)) continue;
    let wanted = hash(name);
    while (free.size > 0 && !free.has(wanted)) wanted = (wanted + 1) % COLOURS;
    free.delete(wanted);
    found.set(name, wanted);
  }
  return found;
}

/** The colour of a name at this table: who sits here is told apart. */
export function colour(name: string): number {
  const seated = colours((sitting.table?.seats ?? []).map((each) => each.name).filter((each) => each !== ""));
  return seated.get(name) ?? hash(name);
}

/** A run of lines of one person, so that the name stands but once. */
export interface Run {
  key: number;
  name: string;
  lines: ChatLine[];
  notice: boolean;
}

/** Lines by speaker: a new run after another name, a notice, or five minutes. */
export function runs(lines: readonly ChatLine[]): Run[] {
  const found: Run[] = [];
  for (const line of lines) {
    const last = found.at(-1);
    const notice = line.say != null;
    const before = last?.lines.at(-1);
    if (last && before && !notice && !last.notice && last.name === line.name && line.at - before.at < 300)
      last.lines.push(line);
    else found.push({ key: line.n, name: line.name, lines: [line], notice });
  }
  return found;
}

interface CardOnScreen {
  table: string;
  upto: number;
}

const isSeen = (value: unknown): value is CardOnScreen =>
  isObject(value) && typeof value["table"] === "string" && typeof value["upto"] === "number";
const kept = recall("read", isSeen);

class Read {
  /** The number of the last line that was in sight, and of which table; a reload forgets neither. */
  upto = $state(kept?.upto ?? -1);
  table = $state(kept?.table ?? "");
}

export const read = new Read();

/** How many lines of others have not been seen. */
export function unread(): number {
  const table = sitting.table?.id ?? "";
  const upto = read.table === table ? read.upto : -1;
  return talk.lines.filter(
    (line) => line.n > upto && line.say == null && line.name !== person.you?.name && !settings.isMuted(line.name),
  ).length;
}

export function seenAll(): void {
  read.table = sitting.table?.id ?? "";
  read.upto = talk.lines.at(-1)?.n ?? -1;
  remember("read", { table: read.table, upto: read.upto });
}
