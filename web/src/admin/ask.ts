// What the host is asked once more before it is done.
import type { HostPerson, HostProcess, HostTable } from "../wire";

export type Ask =
  | { what: "kick" | "mute" | "forget"; person: HostPerson }
  | { what: "ban"; person: HostPerson | null }
  | { what: "close"; table: HostTable }
  | { what: "drain"; process: HostProcess };
