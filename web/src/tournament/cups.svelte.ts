// What this page has heard of tournaments.
import { room } from "../lib/room.svelte";
import type { FromRoom, TournamentState } from "../wire";

class Cups {
  /** The one that is followed. */
  now = $state.raw<TournamentState | null>(null);
  /** The id of the club for whose members one is to be opened; empty: for everybody. */
  club = $state("");
  /** A file of one, until it is handed over. */
  file = $state.raw<{ text: string; form: string } | null>(null);

  hear(message: FromRoom): void {
    if (message.op === "tournament") this.now = message;
    else if (message.op === "tournament_text") this.file = message;
  }
}

export const cups = new Cups();
room.more.add((message) => cups.hear(message));
