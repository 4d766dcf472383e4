// Tells whoever isn't looking what they asked to be told: an event begins, a friend sits down, it is their turn.
import { friends } from "../friends/friends.svelte";
import { beside } from "../lib/address";
import { link, lobby, person, room, sitting } from "../lib/room.svelte";
import { shell } from "../lib/shell.svelte";
import { isObject, recall, remember } from "../lib/storage";
import { title } from "../lib/text.svelte";
import Missed from "./Missed.svelte";
import { subscribe } from "./push";
import { w } from "./words";

export const KINDS = ["event", "friend", "turn"] as const;
export type Kind = (typeof KINDS)[number];
/** Milliseconds after which somebody whose page isn't seen is told that it is their turn. */
export const AWAY = 60_000;

export interface Told {
  kind: Kind;
  text: string;
}

class News {
  asked = $state<Record<Kind, boolean>>({ event: false, friend: false, turn: false });
  /** Does the room tell it while no page is open? */
  pushed = $state(false);
  /** May the browser show it? Else the page tells it as soon as it is seen again. */
  granted = $state(false);
  missed = $state.raw<readonly Told[]>([]);
  #begun = false;
  #shown: Notification[] = [];
  #hiddenSince = 0;
  /** Who the room knows that this device is: it may be another one after somebody came back. */
  #token: string | undefined;
  #waiting: ReturnType<typeof setTimeout> | undefined;
  /** What was told of the turn last, of events, and which friends sit. */
  #turn = "";
  #event = "";
  #sitting: ReadonlySet<string> | null = null;

  constructor() {
    const kept = recall("news", isObject) ?? {};
    for (const each of KINDS) this.asked[each] = kept[each] === true;
  }

  /** Listen from now on. */
  begin(): void {
    if (this.#begun) return;
    this.#begun = true;
    this.granted = allowed();
    room.after.add(() => this.look());
    room.more.add((message) => {
      if (message.op === "telling") this.pushed = message.what.length > 0;
    });
    document.addEventListener("visibilitychange", () => this.#turned());
    shell.teller = Missed;
    this.#turned();
    this.look();
  }

  /** Be told of something, or no more; who never was is asked by the browser. */
  async ask(kind: Kind, on: boolean): Promise<void> {
    this.asked[kind] = on;
    remember("news", { ...this.asked });
    this.begin();
    if (typeof Notification === "undefined") return;
    if (on && Notification.permission === "default") await Notification.requestPermission();
    this.granted = allowed();
    await this.#tellRoom();
  }

  /** Let the room know of what to tell this device while none of its pages is open. */
  async #tellRoom(): Promise<void> {
    if (!this.granted) return;
    try {
      const worker = await navigator.serviceWorker?.register(beside("teller.js"), { scope: SCOPE() });
      const what = KINDS.filter((each) => this.asked[each]);
      if (worker) await subscribe(worker, what);
    } catch (error) {
      console.info(error); // pages that are open tell it all the same
    }
  }

  /** See what has changed. */
  look(): void {
    if (person.you?.token !== this.#token) {
      this.#token = person.you?.token;
      if (this.#token && link.welcome?.push && KINDS.some((each) => this.asked[each])) void this.#tellRoom();
    }
    this.#lookForTurn();
    this.#lookForEvent();
    this.#lookForFriends();
  }

  forget(): void {
    this.missed = [];
  }

  #lookForTurn(): void {
    const { table } = sitting;
    const turn = table && sitting.awaited && link.status === "open" ? `${table.id} ${table.deal} ${table.step}` : "";
    if (turn === this.#turn) return;
    this.#turn = turn;
    clearTimeout(this.#waiting);
    if (!turn) this.missed = this.missed.filter((each) => each.kind !== "turn");
    if (turn && document.hidden) this.#waitForTurn();
  }

  #waitForTurn(): void {
    const left = Math.max(0, this.#hiddenSince + AWAY - Date.now());
    clearTimeout(this.#waiting);
    this.#waiting = setTimeout(() => this.#tell("turn", w("turn", { game: gameTitle() })), left);
  }

  #lookForEvent(): void {
    const event = person.call?.id ?? sitting.table?.tournament ?? "";
    if (!event || event === this.#event) return;
    this.#event = event;
    this.#tell("event", w("event", { name: person.call?.name || gameTitle() }));
  }

  #lookForFriends(): void {
    const listed = lobby.now;
    if (!this.asked.friend || listed === null || sitting.table !== null) return;
    const before = this.#sitting;
    const now = friends.people.filter((each) => each.state === "friend" && friends.tableOf(each.name));
    this.#sitting = new Set(now.map((each) => each.name));
    for (const { name } of now) {
      if (before && !before.has(name)) this.#tell("friend", w("friend", { name }));
    }
  }

  #tell(kind: Kind, text: string): void {
    if (!this.asked[kind] || !document.hidden) return;
    if (this.granted) void this.#show(kind, text);
    else this.missed = [...this.missed.filter((each) => each.text !== text), { kind, text }];
  }

  async #show(kind: Kind, body: string): Promise<void> {
    const name = link.welcome?.room ?? "";
    const more = { body, tag: kind, icon: beside("icon-192.png").href, data: location.href };
    try {
      const shows = await navigator.serviceWorker?.getRegistration(SCOPE());
      if (shows) await shows.showNotification(name, more); // a phone lets nobody else
      else this.#shown.push(new Notification(name, more));
    } catch {
      this.missed = [...this.missed, { kind, text: body }];
    }
  }

  #turned(): void {
    clearTimeout(this.#waiting);
    if (document.hidden) {
      this.#hiddenSince = Date.now();
      if (this.#turn) this.#waitForTurn();
      return;
    }
    for (const each of this.#shown.splice(0)) each.close();
    void navigator.serviceWorker
      ?.getRegistration(SCOPE())
      .then((shows) => shows?.getNotifications())
      .then((shown) => shown?.forEach((each) => each.close()));
  }
}

/** That of the worker which shows it: no page's, so that it is in no other worker's way. */
const SCOPE = () => beside("teller/").href;
const allowed = () => typeof Notification !== "undefined" && Notification.permission === "granted";
const gameTitle = () => title(sitting.game, sitting.shown?.game);

export const news = new News();
