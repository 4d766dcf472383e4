// The clubs and classes in which one is, as the room says, and the one that is shown.
import { beside, elsewhere } from "../lib/address";
import { invite } from "../lib/invite";
import { room } from "../lib/room.svelte";
import { shell } from "../lib/shell.svelte";
import type { Assignments, Club, ClubState, FromRoom } from "../wire";

class Clubs {
  all = $state.raw<Club[]>([]);
  /** The one that was told of last. */
  now = $state.raw<ClubState | null>(null);
  /** What a class is to play. */
  assigned = $state.raw<Assignments | null>(null);
  /** The next one that is told of is to be shown. */
  wanted = false;

  constructor() {
    room.more.add((message) => this.#hear(message));
    $effect.root(() => {
      $effect(() => {
        if (room.person.you && room.link.welcome?.clubs) this.ask();
        else this.#know([]);
      });
    });
  }

  ask(): void {
    room.link.quietly({ op: "clubs" });
  }

  /** Show a club; it is asked for as long as it is shown. */
  show(id: string): void {
    shell.club = { id };
  }

  /** Does one lead the club? */
  leads(id: string): boolean {
    return this.all.some((each) => each.id === id && each.leads);
  }

  #hear(message: FromRoom): void {
    if (message.op === "clubs") this.#know(message.clubs);
    else if (message.op === "assignments") this.assigned = message;
    else if (message.op === "club") {
      this.now = message;
      if (this.wanted) shell.club = { id: message.id };
      this.wanted = false;
      const { id, name, kind, members } = message;
      const leads = members.some((each) => each.leads && each.name === room.person.you?.name);
      const told = { id, name, kind, members: members.length, leads };
      const known = this.all.some((each) => each.id === id);
      this.all = known ? this.all.map((each) => (each.id === id ? told : each)) : [...this.all, told];
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
