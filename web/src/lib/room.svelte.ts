// The client of the room: its parts, and which of them hears what the room says.
import type { FromRoom, Left, TableState, Welcome } from "../wire";
import { socketAddress } from "./address";
import { Link } from "./link.svelte";
import { Lobby } from "./lobby.svelte";
import { guest, near, nearby } from "./near";
import { Person } from "./person.svelte";
import { route } from "./route.svelte";
import { Sitting } from "./sitting.svelte";
import { Talk } from "./talk.svelte";
import { language } from "./text.svelte";

export class Room {
  readonly link: Link = new Link({
    open: () => nearby.room?.open() ?? new WebSocket(socketAddress()),
    patience: near ? 0 : guest ? 30_000 : 8_000, // a friend's browser has much to do
    hello: () => {
      this.sitting.contributions.begin();
      return this.person.hello();
    },
    hear: (message) => {
      this.hear(message);
      for (const look of this.after) look();
    },
    changed: () => this.person.changed(),
  });
  readonly lobby: Lobby = new Lobby(this.link, () => this.sitting.shown?.game ?? null);
  readonly sitting = new Sitting(this.link, this.lobby);
  readonly talk = new Talk(this.link);
  readonly person = new Person(this.link, () => this.#clear());
  /** Parts of the page that come later, and hear what nobody else knows. */
  readonly more = new Set<(message: FromRoom) => void>();

  /** Parts that look at what has changed, once a message is taken in. */
  readonly after = new Set<() => void>();

  /** Connect, and stay connected. */
  begin(): void {
    this.person.begin();
    this.link.begin();
  }

  /** Take in a message of the room. */
  hear(message: FromRoom): void {
    const { link, lobby, person, sitting, talk } = this;
    switch (message.op) {
      case "welcome":
        return this.#welcomed(message);
      case "you":
        return person.named(message);
      case "avatar":
        if (person.you) person.you = { ...person.you, avatar: message.avatar };
        return;
      case "lobby":
        lobby.now = message;
        return;
      case "table":
        return this.#sat(message);
      case "talk":
        return talk.hear(message, person.you?.name);
      case "statistics":
        person.statistics = message;
        return;
      case "history":
        person.history = message;
        return;
      case "days":
        person.days = message;
        return;
      case "company":
        person.company = message;
        return;
      case "ratings":
        person.ratings = message;
        return;
      case "daily":
        person.daily = message;
        return;
      case "tournament_call":
        person.call = message;
        return;
      case "error":
        language.refusals.set(message.say.key, message.text);
        this.#pass(message);
        if (!link.refused(message)) return;
        person.refused(message);
        if (message.re === "chat") talk.refused();
        // the reason is one of the texts of the house
        if (message.re === "hello" && lobby.house === null) lobby.refresh(false);
        return;
      case "host":
        link.hostSays = message;
        return;
      case "left":
        return this.#left(message);
      case "forgotten":
        return person.forgotten();
      case "pong":
        return;
      default:
        if (!sitting.hear(message)) this.#pass(message);
    }
  }

  #pass(message: FromRoom): void {
    for (const hear of this.more) hear(message);
  }

  #welcomed(message: Welcome): void {
    const other = this.link.welcomed(message);
    if (this.person.welcomed(message)) this.sitting.notice = { why: "stale", table: null };
    this.lobby.refresh(other);
  }

  #sat(message: TableState): void {
    const before = this.sitting.table?.id ?? message.id;
    if (before !== message.id) this.talk.lines = [];
    this.sitting.sat(message, this.person.you?.name ?? null);
    this.person.moved(message.id);
    if (this.person.call?.table === message.id) this.person.call = null;
    this.person.arriving = false;
  }

  #left({ why }: Left): void {
    this.link.busy = null;
    if (why === "elsewhere" || why === "restart") return; // of that the connection takes care
    const { id: table = null, daily = null, game = "", tournament = "" } = this.sitting.table ?? {};
    this.#clear();
    this.person.moved(null);
    this.sitting.notice = why === "left" || ((daily || tournament) && why === "gone") ? null : { why, table };
    if (daily && !route.aside) route.compare(game, daily.day);
    if (tournament && !route.aside) route.compete(tournament);
  }

  /** Forget the table that was left. */
  #clear(): void {
    this.sitting.clear();
    this.talk.clear();
  }
}

export const room = new Room();
export const { link, lobby, person, sitting, talk } = room;
