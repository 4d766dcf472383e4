// Names of people: what is wrong with one, in words that say what to change, and a free one like it.
import { t } from "./text.svelte";

const SHORTEST = 2;
const LONGEST = 10;

/** What must be changed before a name can be used; null where nothing must. */
export function fault(name: string): string | null {
  if (name === "") return t("name.none");
  const signs = [...new Set(name.replace(/[A-Za-z0-9_-]/g, ""))];
  if (signs.length > 0) {
    const shown = signs.filter((each) => each.trim() !== "").map((each) => `“${each}”`);
    if (shown.length < signs.length) shown.unshift(t("name.blank"));
    return t("name.signs", { signs: shown.join(" ") });
  }
  if (name.length < SHORTEST) return t("name.short");
  if (name.length > LONGEST) return t("name.long", { n: name.length - LONGEST });
  return null;
}

/** A name like this one that is not among the taken ones. */
export function alternative(name: string, taken: readonly string[] = []): string {
  const used = new Set([name, ...taken].map((each) => each.toLowerCase()));
  const stem = name.replace(/\d+$/, "");
  const from = Number(/\d+$/.exec(name)?.[0] ?? 1) % 1000;
  for (let n = from + 1; ; n++) {
    const tail = stem === "" ? String(n).padStart(SHORTEST, "0") : String(n);
    const tried = stem.slice(0, LONGEST - tail.length) + tail;
    if (!used.has(tried.toLowerCase())) return tried;
  }
}
