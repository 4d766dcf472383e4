// Where the room is: at a server, or in this very browser.
import type { NearRoom } from "../near/room";
import type { Report } from "./net.svelte";

/** Is this the page of a static room, whose room is in this very browser? */
export const near = typeof document !== "undefined" && document.documentElement?.dataset?.["room"] === "near";

/** The room of this browser and what it has to say, once it is here; the page of any other has none. */
export const nearby: { room: NearRoom | null; report: () => Report | null } = { room: null, report: () => null };
