// The address follows the table, and the table follows an address that somebody typed, pasted or went back to.
import { untrack } from "svelte";
import { link, person, sitting } from "./room.svelte";
import { route } from "./route.svelte";

class Wayfinding {
  /** The table that the address followed last. */
  #last: string | null = null;

  /** Call it while a component is being created. */
  follow(): void {
    $effect(() => {
      const at = sitting.table?.id ?? null;
      const wanted = route.table;
      const aside = route.aside; // over whatever there is: nothing is left for it
      const can = link.status === "open" && person.you !== null && person.you.table === null;
      untrack(() => this.step(at, wanted, aside, can));
    });
    $effect(() => {
      if (link.lastError?.re === "join" && sitting.table === null) untrack(() => this.missed());
    });
  }

  /** One is at a table, the address wants one; `can`: one may join one now. */
  step(at: string | null, wanted: string | null, aside: boolean, can: boolean): void {
    if (at !== this.#last) {
      this.#last = at;
      if (at !== null && (route.check || route.screen)) return; // it stays until it is closed
      if (at !== null) route.go(at, { push: wanted === null });
      else if (sitting.next !== null) route.go(sitting.next);
      else if (sitting.notice?.why !== "stale" && !aside) route.go(null);
    } else if (aside) {
      return;
    } else if (at !== null && wanted !== at) {
      route.go(at, { push: true });
      sitting.askToLeave(wanted);
    } else if (at === null && wanted !== null && can && link.busy === null) {
      sitting.join(wanted);
    }
  }

  /** The table of the address can't be joined. */
  missed(): void {
    const refusal = link.lastError;
    if (refusal === null || route.table === null || person.you === null) return;
    sitting.notice = { why: "noTable", table: route.table, say: refusal.say };
    link.clearError();
    route.go(null);
  }
}

export const wayfinding = new Wayfinding();
