// How far people are with an assignment, and that as a table for other programs.
import type { Assignment, Progress } from "../wire";

type Whole = Required<Progress>;

/** What is left out of a message is nothing yet. */
export function whole(each: Progress): Whole {
  return { deals: 0, won: 0, mean: null, last: null, mistakes: {}, ...each };
}

/** Have they played and won all that was asked for? */
export function isDone(each: Progress, { deals, won }: Pick<Assignment, "deals" | "won">): boolean {
  const { deals: played, won: taken } = whole(each);
  return played >= deals && taken >= won;
}

/** How many people there are, and how many of them are done. */
export function count(assignment: Assignment): { n: number; of: number } {
  const { members } = assignment;
  return { n: members.filter((each) => isDone(each, assignment)).length, of: members.length };
}

/** The kinds of their mistakes, those first of which there are most. */
export function kinds(members: readonly Progress[]): string[] {
  const sums = new Map<string, number>();
  for (const each of members) {
    for (const [kind, n] of Object.entries(whole(each).mistakes)) sums.set(kind, (sums.get(kind) ?? 0) + n);
  }
  return [...sums].toSorted(([a, n], [b, m]) => m - n || a.localeCompare(b)).map(([kind]) => kind);
}

/** A text as CSV has it; spreadsheets take what begins like a formula for one, so a mark precedes it. */
const cell = (text: string): string => `"${(/^[=+\-@\t]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;

/** CSV with a line for each person. ``heads`` name them and four figures; ``named`` says what kinds are called. */
export function csvOf(assignment: Assignment, heads: readonly string[], named: (kind: string) => string): string {
  const found = kinds(assignment.members);
  const lines = assignment.members.map(whole).map(({ name, deals, won, mean, last, mistakes }) => [
    cell(name),
    deals,
    won,
    mean === null ? "" : Number(mean.toFixed(2)),
    last === null ? "" : new Date(last * 1000).toISOString(),
    ...found.map((kind) => mistakes[kind] ?? 0),
  ]);
  const all = [[...heads, ...found.map(named)].map(cell), ...lines];
  return `\ufeff${all.map((line) => line.join(",")).join("\r\n")}\r\n`; // without the mark Excel reads no Chinese
}
