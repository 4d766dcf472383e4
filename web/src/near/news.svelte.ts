// What the room of this browser has to say above the page: of what it keeps, of a new version, of the room for which it
// stands in.
import { beside } from "../lib/address";
import { back, device } from "../lib/device.svelte";
import type { Help, Report } from "../lib/net.svelte";
import { sitting } from "../lib/room.svelte";
import { ask } from "../lib/servers";
import { t } from "../lib/text.svelte";
import { keeping } from "./keeping.svelte";
import { w } from "../device/words";

/** Milliseconds between two questions whether the room is there. */
const ASK = 10_000;

/** Is the room there for which this one stands in? Null before that is known. */
let there = $state<boolean | null>(null);
/** What of it the person has read. */
let read = $state<boolean | null>(null);

async function look(where: string): Promise<void> {
  if (document.visibilityState !== "visible") return;
  there = (await ask(beside(where).href, new AbortController().signal, [beside(where).href])) === "ready";
}

if (back !== null) {
  void look(back);
  setInterval(() => void look(back ?? ""), ASK);
}

const fine = (go: () => void): Help => ({ text: t("notice.fine"), go });

/** The one thing that matters most; nothing is offered in the midst of a deal. */
export function report(): Report | null {
  const { trouble } = keeping;
  if (trouble !== null)
    return { text: w(`kept.${trouble}`), kind: "bad", help: [fine(() => (keeping.trouble = null))] };
  if (sitting.table?.phase === "playing") return null;
  if (device.newer !== null)
    return { text: w("device.newer"), kind: "plain", help: [{ text: w("device.take"), go: () => device.take() }] };
  if (there === null || there === read) return null;
  const known = fine(() => (read = there));
  if (!there) return { text: w("device.gone"), kind: "plain", help: [known] };
  const help = [
    { text: w("device.goBack"), go: () => location.assign(beside(back ?? ".")) },
    { ...known, text: w("device.stay") },
  ];
  return { text: w("device.there"), kind: "plain", help };
}
