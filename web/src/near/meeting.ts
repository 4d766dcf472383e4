// Two browsers meet by a room of somebody's: it passes an offer and its answer on, and forgets both.
import { admitted } from "../lib/invite";
import { here } from "../lib/servers";

/** Where they meet: the page of a room, and under which code. */
export interface Place {
  room: string;
  code: string;
}

/** A code for people: its letters can't be taken for each other. */
const LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";
export const SHORT = /^[a-z2-9]{8}$/;

export const short = (): string =>
  [...crypto.getRandomValues(new Uint32Array(8))].map((each) => LETTERS[each % LETTERS.length]).join("");

/** A name for the next time, which nobody guesses. */
export const long = (): string =>
  [...crypto.getRandomValues(new Uint32Array(4))].map((each) => each.toString(36).padStart(7, "0")).join("");

async function ask({ room, code }: Place, answer: boolean, body?: string): Promise<string | null> {
  try {
    const address = new URL(`api/meetings/${code}${answer ? "/answer" : ""}`, room);
    const headers = room === here() ? admitted() : {}; // another room is asked as anybody may
    const reply = await fetch(address, body === undefined ? { headers } : { method: "POST", headers, body });
    return reply.ok ? await reply.text() : null;
  } catch {
    return null;
  }
}

/** Leave an offer or an answer; did the room take it? */
export const leave = async (place: Place, told: string, answer: boolean): Promise<boolean> =>
  (await ask(place, answer, told)) !== null;

/** The offer or the answer, told once: "" if it is not there yet, null if there is no such meeting. */
export const look = (place: Place, answer: boolean): Promise<string | null> => ask(place, answer);

const EVERY = 2_000;

/** Look until there is something, as long as `wanted`, and five minutes at most; "" if there never was. */
export async function wait(place: Place, answer: boolean, wanted: () => boolean): Promise<string> {
  for (const end = Date.now() + 300_000; wanted() && Date.now() < end; ) {
    const found = await look(place, answer);
    if (found) return found;
    await new Promise((next) => setTimeout(next, EVERY));
  }
  return "";
}
