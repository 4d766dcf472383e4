// What the room tells of a table to who has its link.
import type { Invitation } from "../wire";
import { beside } from "./address";
import { admitted } from "./invite";
import { still } from "./near";
import { isObject, isText, recall, remember } from "./storage";

/** The invitation to a table; null if there is no such table, "silent" where the room does not answer. */
export async function invitationTo(table: string): Promise<Invitation | null | "silent"> {
  if (still) return null; // a folder has files, and tells of no table
  try {
    const address = beside(`api/invitations/${encodeURIComponent(table)}`);
    const reply = await fetch(address, { headers: admitted({ accept: "application/json" }), cache: "no-store" });
    if (reply.status === 404) return null;
    return reply.ok ? ((await reply.json()) as Invitation) : "silent";
  } catch {
    return "silent";
  }
}

const isTable = (value: unknown): value is { id: string } => isObject(value) && isText(value["id"]);

/** The table at which this person sat last, if it may still be there. */
export function lastTable(): string | null {
  return recall("table", isTable)?.id ?? null;
}

export function keepTable(id: string | null): void {
  remember("table", id === null ? null : { id });
}
