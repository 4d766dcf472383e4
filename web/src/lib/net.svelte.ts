// The state of the connection in words: what is wrong and what to do, for the top bar and the entry page.
import type { Error as Refusal } from "../wire";
import { link, sitting } from "./room.svelte";
import { device } from "./device.svelte";
import { near, nearby } from "./near";
import { known, say, t } from "./text.svelte";

const SLOW = 4_000;
const BACK = 3_000;

/** What a button beside a report does. */
export interface Help {
  text: string;
  go: () => void;
}

export interface Report {
  text: string;
  kind: "plain" | "good" | "bad" | "wait";
  help: readonly Help[];
}

const again = (): Help => ({ text: t("net.try"), go: () => link.connect() });
const alone = (): Help => ({ text: t("device.meanwhile"), go: () => device.playAlone() });
const reload = (): Help => ({ text: t("net.reload"), go: () => location.reload() });

class Net {
  /** The connection has just come back. */
  back = $state(false);
  /** The first answer takes long. */
  slow = $state(false);
  /** The room of this browser is still on its way, and what one does waits for it. */
  coming = $state(near);

  /** The message to show; empty if nothing is wrong. */
  get report(): Report {
    switch (link.status) {
      case "refused":
        return { text: this.#refusal, kind: "bad", help: [reload()] };
      case "lost":
        return { text: this.#trouble, kind: "bad", help: this.#long ? [again(), alone()] : [again()] };
      case "connecting":
        return { text: t(near ? "net.coming" : this.slow ? "net.slow" : "net.connecting"), kind: "wait", help: [] };
      case "elsewhere":
        return { text: "", kind: "plain", help: [] };
      case "open":
        if (nearby.report()) return nearby.report()!;
        if (link.outdated) return { text: t("net.outdated"), kind: "plain", help: [reload()] };
        if (this.coming && this.slow) return { text: t("net.waking"), kind: "wait", help: [] };
        if (sitting.table?.stalled) return { text: t("net.stalled"), kind: "bad", help: [] };
        if (sitting.table?.uncounted === "replaced" && sitting.table.replaced?.length)
          return { text: say(sitting.table.replaced.at(-1)!, { game: sitting.game }), kind: "bad", help: [] };
        if (sitting.table?.uncounted === "taken" && sitting.table.taken?.length)
          return { text: say(sitting.table.taken.at(-1)!, { game: sitting.game }), kind: "plain", help: [] };
        return { text: this.back ? t("net.back") : "", kind: "good", help: [] };
    }
  }

  get #refusal(): string {
    if (link.outdated) return t("net.outdated");
    const error = link.lastError;
    if (error === null) return t("net.refused");
    return t("net.refusedWhy", { why: this.reason(error) });
  }

  /** What a refusal says; in English as long as the texts of the house are not here. */
  reason(error: Refusal): string {
    return known(error.say.key) === null ? error.text : say(error.say);
  }

  get #trouble(): string {
    if (near) return t("net.noCards");
    if (!link.online) return t("net.offline");
    if (link.restarting) return t("net.restarting");
    if (link.attempts > 3 || link.welcome === null) return t("net.lostLong");
    return sitting.seat ? `${t("net.lost")} ${t("net.lostSeat")}` : t("net.lost");
  }

  /** Does it take long enough to think of something else, which this browser has? */
  get #long(): boolean {
    return !near && device.kept === "yes" && (!link.online || link.attempts > 3);
  }

  /** Watch the clock; call it while a component is being created. */
  watch(): void {
    let was: typeof link.status = "connecting";
    $effect(() => {
      const now = link.status;
      this.back = now === "open" && was === "lost";
      this.slow = false;
      was = now;
      const timer =
        now === "open" && !this.coming
          ? setTimeout(() => (this.back = false), BACK)
          : setTimeout(() => (this.slow = link.status === "connecting" || this.coming), SLOW);
      return () => clearTimeout(timer);
    });
  }
}

export const net = new Net();
