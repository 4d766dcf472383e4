// Who one is in this room: coming in under a name, coming back by a token, being kept out, and how one has done here.
import {
  Fixed,
  type Company,
  type Days,
  type DailyDeals,
  type Error as Refusal,
  type FromFace,
  type History,
  type Ratings,
  type Statistics,
  type TournamentCall,
  type Welcome,
  type You,
} from "../wire";
import { deviceName } from "./devices";
import { keepTable } from "./invitation";
import { invite, keepInvite } from "./invite";
import { nearby } from "./near";
import type { Link } from "./link.svelte";
import { settings } from "./settings.svelte";
import { shell } from "./shell.svelte";
import { home, isText, recall, remember } from "./storage";

/** The hash of the shortcut that deals at once: what was played last, where somebody comes back. */
const NOW = "#/now";
const OUT: readonly string[] = ["kicked", "banned", "deleted", "device_ended", "stolen"];
/** After these one is somebody new here. */
const FORGOTTEN: readonly string[] = OUT.slice(2);

export class Person {
  you = $state.raw<You | null>(null);
  /** What somebody asked for before the connection was there; it is done as soon as it is. */
  early = $state.raw<{ name: string; then: FromFace | null } | null>(null);
  /** Somebody comes in to go straight to a table, which hasn't come yet: the entry stays until it is here. */
  arriving = $state(false);
  /** A token was sent and the answer `you` hasn't come yet: neither entry nor lobby is shown. */
  returning = $state(false);
  /** The room is private, and no code or a wrong one was given. */
  uninvited = $state<"needed" | "wrong" | null>(null);
  /** How one has done here, as last heard. */
  statistics = $state.raw<Statistics | null>(null);
  /** The newest deals that one has finished, and with whom one has finished deals, as last heard. */
  history = $state.raw<History | null>(null);
  company = $state.raw<Company | null>(null);
  days = $state.raw<Days | null>(null);
  /** One's table of a tournament is ready, while one is at another. */
  call = $state.raw<TournamentCall | null>(null);
  /** The leaderboard of a game and one's own rating there, as last heard. */
  ratings = $state.raw<Ratings | null>(null);
  /** The boards of a day of a game, as last heard. */
  daily = $state.raw<DailyDeals | null>(null);
  /** Somebody wants to be who they are on another device: by its code, or by words. */
  signing = $state.raw<{ code: string | null } | null>(null);
  /** What follows once the name is given. */
  #after: FromFace | null = null;
  /** They have asked to be deleted for good, and the room has not answered. */
  goes = $state(false);
  #key = `token:${home()}`;

  /** Why the host has sent this person out, or keeps them out. */
  out = $derived.by<Refusal | null>(() => {
    const { status, lastError } = this.link;
    return status === "refused" && OUT.includes(lastError?.code ?? "") ? lastError : null;
  });

  /** `away`: forget the table too. */
  constructor(
    private readonly link: Link,
    private readonly away: () => void,
  ) {}

  begin(): void {
    if (location.hash !== NOW) return;
    this.#after = { op: "quick", pace: settings.pace, game: recall("game", isText) };
    history.replaceState(null, "", location.pathname);
  }

  hello(): FromFace {
    this.#key = `token:${home()}${nearby.holder}`;
    const token = recall(this.#key, isText);
    this.returning = token !== null && this.signing === null;
    const code = invite();
    const known = { ...(this.returning ? { token } : {}), ...(code === null ? {} : { invite: code }) };
    const device = deviceName(navigator.userAgent);
    return { op: "hello", v: Fixed.version, contributes: true, ...(device && { device }), ...known };
  }

  /** Is this browser somebody here already? */
  get known(): boolean {
    return recall(this.#key, isText) !== null;
  }

  /** Be somebody who is known here already: by the code of another device, or by words. */
  signIn(code: string | null): void {
    this.signing = { code };
    this.link.clearError();
    if (this.you === null) return;
    this.#forget();
    this.link.connect();
  }

  /** Be nobody else after all. */
  staysNew(): void {
    this.signing = null;
    this.link.clearError();
    if (this.known) this.link.connect();
  }

  /** Come in under a name, and then do something (join, quick); once the connection is there. */
  enter(name: string, then: FromFace | null = null): void {
    this.early = this.link.status === "connecting" ? { name, then } : null;
    if (this.early !== null) return;
    this.#after = then;
    this.arriving = this.link.send({ op: "name", name }) && then !== null;
  }

  /** Try to come back after having been sent out. */
  comeBack(): void {
    if (FORGOTTEN.includes(this.out?.code ?? "")) remember(this.#key, null);
    this.#forget();
    this.link.clearError();
    this.link.connect();
  }

  /** The boards of today, or of another day; `daily` tells, and again as the field grows. */
  askDaily(game: string, day: string | null = null, calendar = false): void {
    this.link.quietly({ op: "daily", game, calendar, ...(day === null ? {} : { day }) });
  }

  /** Come in with the invite code of a private room. */
  bring(code: string): void {
    keepInvite(code);
    this.link.connect();
  }

  /** Leave the room for good: until it says that one is forgotten, one is still somebody there. */
  bye(): void {
    this.goes = this.link.send({ op: "bye" });
  }

  /** The room knows one no more, as one has asked. */
  forgotten(): void {
    shell.settings = false;
    keepTable(null);
    remember(this.#key, null);
    this.#forget();
  }

  /** At which table one is now. */
  moved(table: string | null): void {
    if (this.you && this.you.table !== table) this.you = { ...this.you, table };
  }

  /** The connection is another one than before. */
  changed(): void {
    const { status } = this.link;
    if (status !== "connecting" && status !== "open") this.early = null;
    if (status === "refused") this.returning = false;
  }

  /** The room greets; was somebody here whom it knows no more? */
  welcomed(message: Welcome): boolean {
    this.uninvited = null;
    const lost = message.stale === true && this.you !== null && !this.goes;
    if (message.stale && this.goes) this.forgotten();
    else if (message.stale) {
      remember(this.#key, null);
      this.#forget();
    }
    if (this.early !== null && !this.returning) this.enter(this.early.name, this.early.then);
    return lost;
  }

  named(message: You): void {
    if (this.early !== null) [this.#after, this.early] = [this.early.then, null];
    this.you = message;
    this.returning = false;
    this.signing = null;
    if (this.link.busy === "name" || this.link.busy === "sign_in") this.link.busy = null;
    remember(this.#key, message.token);
    if (message.table === null) this.away();
    if (this.goes) return this.bye(); // the connection was lost before the room had answered
    const after = this.#after;
    this.#after = null;
    this.arriving = after !== null && message.table === null && this.link.send(after);
  }

  refused(message: Refusal): void {
    if (this.link.busy === null) this.arriving = false;
    if (message.re === "bye") this.goes = false;
    if (message.re === "name") this.#after = null;
    if (message.re === "hello" && (message.code === "invite_needed" || message.code === "invite_wrong")) {
      this.uninvited = message.code === "invite_wrong" ? "wrong" : "needed";
      keepInvite(null);
    }
  }

  #forget(): void {
    this.away();
    this.statistics = this.history = this.days = this.company = this.ratings = null;
    this.you = null;
    this.returning = this.arriving = this.goes = false;
    this.link.busy = null;
  }
}
