// What the host is asked once more before it is done.
import type { HostPerson, HostTable } from "../wire";

export type Ask =
  | { what: "kick" | "mute" | "forget"; person: HostPerson }
  | { what: "ban"; person: HostPerson | null }
  | { what: "close"; table: HostTable };
