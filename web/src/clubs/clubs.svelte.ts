// The clubs and classes in which one is, as the room says, and the one that is shown.
import { beside, elsewhere } from "../lib/address";
import { invite } from "../lib/invite";
import { room } from "../lib/room.svelte";
import { shell } from "../lib/shell.svelte";
import type { Club, ClubState, FromRoom } from "../wire";

class Clubs {
  all = $state.raw<Club[]>([]);
  /** The one that was told of last. */
  now = $state.raw<ClubState | null>(null);
  /** The next one that is told of is to be shown. */
  wanted = false;

  constructor() {
    room.more.add((message) => this.#hear(message));
    $effect.root(() => {
      $effect(() => {
        if (room.person.you) this.ask();
        else this.#know([]);
      });
    });
  }

  ask(): void {
    room.link.quietly({ op: "clubs" });
  }

  /** Show a club, with the members that it has now. */
  show(id: string): void {
    this.wanted = room.link.send({ op: "club", id });
  }

  #hear(message: FromRoom): void {
    if (message.op === "clubs") this.#know(message.clubs);
    else if (message.op === "club") {
      this.now = message;
      if (this.wanted) shell.club = { id: message.id };
      this.wanted = false;
      this.ask();
    }
  }

  #know(clubs: Club[]): void {
    this.all = clubs;
    const shown = shell.club;
    if (shown && "id" in shown && !clubs.some((each) => each.id === shown.id)) shell.club = null;
  }
}

export const clubs = new Clubs();

/** The address by which somebody is asked into a club; in a private room it brings its invite code as well. */
export function clubLink(code: string): string {
  const [page] = elsewhere(room.link.welcome?.addresses);
  const own = invite();
  return `${beside(".", page).href}#${own === null ? "" : `/invite/${encodeURIComponent(own)}`}/club/${code}`;
}
