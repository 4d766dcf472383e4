// What one is to others in this room, as it says: friends, those who ask, those who were blocked.
import { room } from "../lib/room.svelte";
import { settings } from "../lib/settings.svelte";
import type { Friend, FromRoom, LobbyTable } from "../wire";

/** Milliseconds for which what is known of who is here is new enough. */
const FRESH = 10_000;

class Friends {
  people = $state.raw<Friend[]>([]);
  /** Whom the host was told of last. */
  reported = $state("");
  #asked = 0;

  constructor() {
    room.more.add((message) => this.#hear(message));
    $effect.root(() => {
      $effect(() => {
        if (room.person.you) this.ask();
        else this.#know([]);
      });
    });
  }

  of(name: string): Friend | undefined {
    return this.people.find((each) => each.name === name);
  }

  /** Ask anew, unless that has just happened. */
  refresh(): void {
    if (Date.now() - this.#asked > FRESH) this.ask();
  }

  ask(): void {
    this.#asked = Date.now();
    room.link.quietly({ op: "friends" });
  }

  /** Where a friend sits, among the tables that all may see. */
  tableOf(name: string): LobbyTable | undefined {
    return room.lobby.now?.tables.find((table) =>
      table.seats.some((seat) => seat.kind === "person" && seat.name === name && !seat.away),
    );
  }

  #hear(message: FromRoom): void {
    if (message.op === "friends") this.#know(message.people);
    else if (message.op === "reported") this.reported = message.name;
  }

  #know(people: Friend[]): void {
    this.people = people;
    settings.blocked = people.filter((each) => each.state === "blocked").map((each) => each.name);
  }
}

export const friends = new Friends();
