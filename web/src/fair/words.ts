// The words of the check of deals, in a catalogue of their own, and who contributed to the seed of a deal.
import { catalogue, language } from "../lib/text.svelte";
import { list } from "../table/words";
import type { WireMix } from "../wire";
import { en } from "./texts.en";
import { zh } from "./texts.zh";

/** The text of a word, with its arguments filled in. */
export const w = catalogue({ en, zh });

/** A sentence for those who contributed, one for those who kept theirs back, and one for those who gave nothing. */
export function contributors(mix: WireMix | null, fixed: string, names: readonly string[]): string {
  if (fixed === "set" || fixed === "seed") return w(`fair.fixed.${fixed}`);
  if (mix === null) return w("fair.nobody");
  const gave: string[] = [];
  const kept: string[] = [];
  const none: string[] = [];
  mix.seats.forEach((each, seat) => {
    if (each === null) none.push(names[seat] ?? String(seat + 1));
    else (each.given === null ? kept : gave).push(each.name);
  });
  const said: [keyof typeof en, string[]][] = [
    ["fair.gave", gave],
    ["fair.kept", kept],
    ["fair.none", none],
  ];
  return said
    .filter(([, who]) => who.length > 0)
    .map(([key, who]) => w(key, { names: list(who) }))
    .join(language.now === "zh" ? "" : " ");
}
