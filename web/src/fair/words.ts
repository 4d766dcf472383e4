// Who contributed to the seed of a deal, in plain words.
import { language, t, type Key } from "../lib/text.svelte";
import { list } from "../table/words";
import type { WireMix } from "../wire";

/** A sentence for those who contributed, one for those who kept theirs back, and one for those who gave nothing. */
export function contributors(mix: WireMix | null, fixed: string, names: readonly string[]): string {
  if (fixed === "set" || fixed === "seed") return t(`fair.fixed.${fixed}`);
  if (mix === null) return t("fair.nobody");
  const gave: string[] = [];
  const kept: string[] = [];
  const none: string[] = [];
  mix.seats.forEach((each, seat) => {
    if (each === null) none.push(names[seat] ?? String(seat + 1));
    else (each.given === null ? kept : gave).push(each.name);
  });
  const said: [Key, string[]][] = [
    ["fair.gave", gave],
    ["fair.kept", kept],
    ["fair.none", none],
  ];
  return said
    .filter(([, who]) => who.length > 0)
    .map(([key, who]) => t(key, { names: list(who) }))
    .join(language.now === "zh" ? "" : " ");
}
