// What keys do at the table.

import { sitting } from "../lib/room.svelte";
import { chances } from "./chances.svelte";
import { choices } from "./choices.svelte";
import { desk, TABS, type Tab } from "./desk.svelte";
import { flow } from "./flow.svelte";
import { helping } from "./helping.svelte";

interface Keyed {
  /** Takes a key; true if it was of use. */
  key(event: KeyboardEvent): boolean;
}

/** The parts of the table that have keys of their own, as far as they are there. */
export interface Parts {
  felt: Keyed | null;
  hand: (Keyed & { holds(): boolean }) | null;
  controls: (Keyed & { letter(key: string): boolean }) | null;
  boxes: readonly (Keyed | null)[];
  panel: { write(): Promise<void>; show(tab: Tab): void } | null;
}

/** Does Enter press what has the focus? At a card it plays, for Space takes it. */
const pressable = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest("button:not([data-card]), a, summary, [role=tab]") !== null;

/** What a key does; true if it did something. */
export function press(event: KeyboardEvent, parts: Parts): boolean {
  const inside = event.target instanceof HTMLElement && event.target.closest("[role=region]") !== null;
  if (event.key.length > 1 && event.key !== "Tab" && event.key !== "Shift") helping.auto = false;
  return (!inside && ofPart(event, parts)) || named(event, inside, parts) || general(event, parts);
}

/** The part that a key is for takes it. */
function ofPart(event: KeyboardEvent, { felt, hand, controls, boxes }: Parts): boolean {
  if (!(event.key === "Enter" && pressable(event.target)) && controls?.key(event)) return true;
  if (desk.playedFor !== null && !hand?.holds() && felt?.key(event)) return true;
  if (boxes.some((box) => box?.key(event))) return true;
  if (desk.figure && felt?.key(event)) return true;
  return (hand ?? felt)?.key(event) ?? false;
}

/** A choice without cards by its digit or letter. */
function named(event: KeyboardEvent, inside: boolean, { controls }: Parts): boolean {
  if (event.repeat) return false;
  if (/^\d$/.test(event.key) && choices.call(Number(event.key))) return true;
  const letter = event.key.toLowerCase();
  return !inside && (choices.letter(letter) || (controls?.letter(letter) ?? false));
}

/** Keys that mean the same at every table. */
function general(event: KeyboardEvent, { panel }: Parts): boolean {
  const key = event.key.toLowerCase();
  switch (key) {
    case "enter":
      if (event.repeat || pressable(event.target)) return false;
      flow.press();
      return true;
    case "escape":
      return escape();
    case "p":
      if (!event.repeat) flow.skip();
      return true;
    case "h":
      if (!event.repeat) helping.hint();
      return true;
    case "s":
      desk.nextSort();
      return true;
    case "u":
      helping.auto = false;
      if (!event.repeat) desk.undo();
      return desk.free;
    case "n":
    case "r":
      helping.auto = false;
      if (!event.repeat) desk.again(key === "r");
      return desk.free;
    case "a":
      if (!event.repeat && desk.free && sitting.helped) helping.auto = !helping.auto && sitting.myTurn;
      return desk.free;
    case "o":
      if (chances.possible) chances.toggle();
      return chances.possible;
    case "t":
      desk.look();
      return desk.trick !== null;
    case "/":
      void panel?.write();
      return true;
    case "c":
      if (!choices.spoken) void panel?.write();
      return !choices.spoken;
    case "l":
      sitting.askToLeave();
      return true;
    case "?":
      desk.help = true;
      return true;
  }
  const tab = TABS[Number(key) - 1];
  if (tab) panel?.show(tab);
  return tab !== undefined;
}

/** Escape ends one thing at a time; true if there was one. */
function escape(): boolean {
  if (flow.stop()) return true;
  if (desk.giving) desk.giving = null;
  else if (desk.looking) desk.looking = false;
  else if (desk.armed) desk.armed = false;
  else if (desk.chosen.length > 0) desk.clear();
  else if (desk.panel) desk.panel = false;
  else return false;
  return true;
}
