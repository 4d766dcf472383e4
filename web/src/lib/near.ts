// Where the room is: at a server, in this very browser, or in that of a friend.
import type { Socket } from "./connection";
import type { Report } from "./net.svelte";

const STAYS = "dealt.friend";
const page = typeof document === "undefined" ? undefined : document;

/** Is this the page of a static room? */
export const still = page?.documentElement?.dataset?.["room"] === "near";
/** Does this page belong to a table that somebody else's browser holds? A tab stays so when it is loaded anew. */
export const guest = page !== undefined && (invitedBy(location.hash) !== null || stays() !== null);
/** Is the room in this very browser? */
export const near = still && !guest;

/** What stands behind this page where no server does. */
export interface Nearby {
  open(): Socket;
  /** What a room would answer over HTTP; null for what is asked of where the page came from. */
  answer(path: string): Promise<Response> | null;
}

/** What is behind the page and what it has to say, once it is here, and the table of whoever holds it elsewhere. */
export const nearby: { room: Nearby | null; report: () => Report | null; holder: string } = {
  room: null,
  report: () => null,
  holder: "",
};

/** The invitation of a friend's browser in an address. */
export function invitedBy(hash: string): string | null {
  return /^#\/friend\/([\w-]+)$/.exec(hash)?.[1] ?? null;
}

/** Where this tab finds its way back to a friend's table: "" if it does not by itself, null if it is no friend's. */
export function stays(): string | null {
  try {
    return sessionStorage.getItem(STAYS);
  } catch {
    return null;
  }
}

/** This tab belongs to a friend's table from now on, and where it finds its way back; null: no more. */
export function stay(back: string | null): void {
  try {
    if (back === null) sessionStorage.removeItem(STAYS);
    else sessionStorage.setItem(STAYS, back);
  } catch {
    // it is a friend's until it is loaded anew
  }
}
