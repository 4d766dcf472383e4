// Which tables are worth showing.
import type { LobbyTable } from "../wire";

/** Tables at which somebody is, those with a free seat first. Who has vanished does not keep a table in the list. */
export function alive(tables: readonly LobbyTable[]): LobbyTable[] {
  return tables
    .filter((table) => table.watchers > 0 || table.seats.some((each) => each.kind === "person" && !each.away))
    .toSorted((a, b) => Number(b.free > 0) - Number(a.free > 0));
}
