// What the host is asked once more before it is done.
import type { HostClub, HostPerson, HostProcess, HostTable, HostTournament } from "../wire";

export type Ask =
  | { what: "kick" | "mute" | "forget"; person: HostPerson }
  | { what: "ban"; person: HostPerson | null }
  | { what: "close"; table: HostTable }
  | { what: "end_club"; club: HostClub }
  | { what: "end_cup"; cup: HostTournament }
  | { what: "drain"; process: HostProcess };
