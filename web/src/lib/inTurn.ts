// What is drawn bit by bit: as much between two frames as takes no time, so that a tap need not wait for all of it.
import { flushSync } from "svelte";

/** Milliseconds after which the next bit waits for another frame. */
const ENOUGH = 1;

const due = new Set<() => void>();
/** A frame is asked for. */
let asked = false;

function bits(enough: number): void {
  const began = performance.now();
  for (const each of due) {
    due.delete(each);
    each();
    flushSync();
    if (performance.now() - began > enough) break;
  }
}

/** Draw all that still waits for its turn: a key is pressed that may be meant for it, or it is to be gone to. */
export const drawAll = (): void => bits(Infinity);

/** A bit comes after the frame, and is laid out and painted in the next one: in one frame both would be one task. */
function ask(): void {
  if (!asked && due.size > 0) requestAnimationFrame(() => setTimeout(draw));
  asked = due.size > 0;
}

function draw(): void {
  bits(ENOUGH);
  asked = false;
  ask();
}

/** Draw something when its turn has come. What comes back calls it off. */
export function inTurn(show: () => void): () => void {
  due.add(show);
  ask();
  return () => void due.delete(show);
}
