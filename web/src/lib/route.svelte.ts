// Where the page is: the lobby, a table (t/ID), a deal of it that is shown again (t/ID/deal/N, at a position
// t/ID/deal/N/STEP), any finished deal, which who may see it is shown (d/TABLE/N), a game's first lesson
// (#/lesson/GAME), the boards of a day of a game (#/boards/GAME, #/boards/GAME/DAY), a tournament (#/tournament/ID, for
// a projector #/tournament/ID/screen), the puzzles of the day (#/daily, #/daily/GAME), the check of a record (#/check),
// that of an assignment (#/course), or what is for the host (#/host), so that a link leads there. Links to tables and
// deals were once hashes (#/table/ID, #/past/TABLE/N), which still lead there; in a static room, where a server knows
// no paths, they are.
import { beside, folder } from "./address";
import { invitedBy, still } from "./near";

/** A finished deal by its number from 1; "last" where the number is not known. */
export type Past = number | "last";

export interface Where {
  table: string | null;
  replay: Past | null;
  /** The position of that deal, from 0. */
  step: number;
  lesson: string | null;
  /** The game whose boards of a day are shown, and which day; today where that is null. */
  boards: string | null;
  day: string | null;
  /** The game of a puzzle of the day; "" is the list of all. */
  puzzle: string | null;
  /** A tournament; "" is the list of them. */
  tournament: string | null;
  /** It is shown for a projector. */
  screen: boolean;
  host: boolean;
  /** A record is to be checked. */
  check: boolean;
  /** An assignment is to be checked, in a static room. */
  course: boolean;
  /** A deal of one's own history, at a table that may be gone: its number there. */
  past: { table: string; dealt: number } | null;
}

const NOWHERE: Where = {
  table: null,
  replay: null,
  step: 0,
  lesson: null,
  boards: null,
  day: null,
  puzzle: null,
  tournament: null,
  screen: false,
  host: false,
  check: false,
  course: false,
  past: null,
};

/** Where an address leads, by its path and its hash; any other leads to the lobby. A hash comes first. */
export function placeOf({ pathname, hash }: { pathname: string; hash: string }): Where {
  const named = whereTo(hash);
  const path = pathname.slice(folder(pathname).length).replace(/\/$/, "");
  return named === NOWHERE && path !== "" ? whereTo(`#/${path.replace(/^t\//, "table/")}`) : named;
}

/** Where a hash leads; any other leads to the lobby. */
export function whereTo(hash: string): Where {
  if (hash === "#/host") return { ...NOWHERE, host: true };
  if (hash === "#/daily") return { ...NOWHERE, puzzle: "" };
  const cup = /^#\/tournament(?:\/(\w{1,32})(\/screen)?)?$/.exec(hash);
  if (cup) return { ...NOWHERE, tournament: cup[1] ?? "", screen: cup[2] !== undefined };
  if (hash === "#/check") return { ...NOWHERE, check: true };
  if (hash === "#/course") return { ...NOWHERE, course: still };
  const past = /^#\/(?:past|d)\/(\w{1,64})\/([1-9]\d{0,8})$/.exec(hash);
  if (past) return { ...NOWHERE, past: { table: past[1] ?? "", dealt: Number(past[2]) } };
  const [, whose = hash, day = null] = /^(#\/boards\/[^/]+)\/(\d{4}-\d\d-\d\d)$/.exec(hash) ?? [];
  const form = /^#\/(table|lesson|boards|daily)\/([^/?#]{1,64})(?:\/deal\/([1-9]\d{0,5}|last)(?:\/(\d{1,4}))?)?$/;
  const found = form.exec(whose);
  const [, kind, written = "", deal, step = "0"] = found ?? [];
  let name: string;
  try {
    name = decodeURIComponent(written);
  } catch {
    return NOWHERE;
  }
  if (kind === "table")
    return {
      ...NOWHERE,
      table: name,
      replay: deal === undefined ? null : deal === "last" ? deal : Number(deal),
      step: Number(step),
    };
  return kind && deal === undefined ? { ...NOWHERE, [kind === "daily" ? "puzzle" : kind]: name, day } : NOWHERE;
}

/** The table that a hash names, null for any other. */
export function tableOf(hash: string): string | null {
  return whereTo(hash).table;
}

function pathOf(where: Where): string {
  const { table, replay, step, lesson, boards, day, puzzle, tournament, host, check, course, past } = where;
  if (host) return "#/host";
  if (check) return "#/check";
  if (course) return "#/course";
  if (past) return `${still ? "#/past/" : "d/"}${past.table}/${past.dealt}`;
  if (boards !== null) return `#/boards/${encodeURIComponent(boards)}${day === null ? "" : `/${day}`}`;
  if (tournament !== null) return `#/tournament${tournament && `/${tournament}`}${where.screen ? "/screen" : ""}`;
  if (puzzle !== null) return `#/daily${puzzle && `/${encodeURIComponent(puzzle)}`}`;
  if (lesson !== null) return `#/lesson/${encodeURIComponent(lesson)}`;
  if (table === null) return "";
  const deal = replay === null ? "" : `/deal/${replay}${step > 0 ? `/${step}` : ""}`;
  return `${still ? "#/table/" : "t/"}${encodeURIComponent(table)}${deal}`;
}

/** The address of a place on this server's page, which may be known by another address than the one shown. */
function addressOf(where: Where, page = location.href): string {
  return beside(".", page).href + pathOf(where);
}

/**
 * The address that leads to a table of this server; `page` is one of its page's addresses, `code` the invite code of a
 * private room.
 */
export function linkTo(table: string, page?: string, code: string | null = null): string {
  const link = addressOf({ ...NOWHERE, table }, page);
  return code === null ? link : `${link}#/invite/${encodeURIComponent(code)}`;
}

class Route {
  #where = $state.raw<Where>(NOWHERE);
  #before: Where = NOWHERE;

  constructor() {
    if (typeof location === "undefined") return;
    const read = () => {
      if (invitedBy(location.hash) !== null) return; // no place, but a way to come
      this.#where = placeOf(location);
      if (/^#\/(table|past)\//.test(location.hash)) this.#turn(this.#where, false); // a link as they once were
    };
    read();
    addEventListener("hashchange", read);
    addEventListener("popstate", read);
  }

  get table(): string | null {
    return this.#where.table;
  }

  get replay(): Past | null {
    return this.#where.replay;
  }

  /** The position of the deal that is shown again. */
  get step(): number {
    return this.#where.step;
  }

  get host(): boolean {
    return this.#where.host;
  }

  get lesson(): string | null {
    return this.#where.lesson;
  }

  get boards(): string | null {
    return this.#where.boards;
  }

  get day(): string | null {
    return this.#where.day;
  }

  get puzzle(): string | null {
    return this.#where.puzzle;
  }

  get tournament(): string | null {
    return this.#where.tournament;
  }

  /** Is the tournament shown for a projector? */
  get screen(): boolean {
    return this.#where.screen;
  }

  get check(): boolean {
    return this.#where.check;
  }

  get course(): boolean {
    return this.#where.course;
  }

  get past(): { table: string; dealt: number } | null {
    return this.#where.past;
  }

  /** On a page that has nothing to do with the person in the room: a check, or what is for the host. */
  get alone(): boolean {
    return this.check || this.course || this.host;
  }

  /** Away from the table, which goes on. */
  get aside(): boolean {
    const { lesson, boards, puzzle, tournament, past } = this.#where;
    return [lesson, boards, puzzle, tournament, past].some((each) => each !== null) || this.alone;
  }

  /** To a table, or to the lobby; `push` makes the back button lead here again. */
  go(table: string | null, { push = false } = {}): void {
    const same = !this.aside && this.table === table;
    if (!same) this.#turn({ ...NOWHERE, table }, push);
  }

  /** To the first lesson of a game; the back button leads here again. */
  learn(game: string): void {
    this.#turn({ ...NOWHERE, lesson: game }, true);
  }

  /** To the boards of a day of a game, of today where none is named; the back button leads here again. */
  compare(game: string, day: string | null = null): void {
    this.#turn({ ...NOWHERE, boards: game, day }, this.boards !== game);
  }

  /** To a tournament, "" to the list of them; the back button leads here again. */
  compete(tournament: string): void {
    this.#turn({ ...NOWHERE, tournament }, true);
  }

  /** To the puzzle of the day of a game, "" to the list of them; the back button leads here again. */
  solve(game: string): void {
    this.#turn({ ...NOWHERE, puzzle: game }, true);
  }

  /** To a deal of one's own history; the back button leads here again. */
  recall(table: string, dealt: number): void {
    this.#turn({ ...NOWHERE, past: { table, dealt } }, true);
  }

  /** To the check of a record; the back button leads here again. */
  verify(): void {
    this.#before = this.#where.check ? this.#before : this.#where;
    this.#turn({ ...NOWHERE, check: true }, true);
  }

  /** From the check of a record back to the table at which one is, and what was looked at there; else to the lobby. */
  close(table: string | null): void {
    this.#turn(table !== null && this.#before.table === table ? this.#before : { ...NOWHERE, table }, false);
  }

  /** To a finished deal of this table, or (null) back to the table itself. */
  look(deal: Past | null): void {
    if (this.table === null) return;
    const same = deal === this.replay;
    const step = same ? this.step : 0;
    this.#turn({ ...this.#where, replay: deal, step }, this.replay === null && deal !== null);
  }

  /** The address leads to this position of the deal that is shown. */
  halt(step: number): void {
    if (this.replay !== null && this.step !== step) this.#turn({ ...this.#where, step }, false);
  }

  #turn(where: Where, push: boolean): void {
    this.#where = where;
    if (typeof location === "undefined") return;
    const address = addressOf(where);
    if (address === location.href) return;
    if (push) history.pushState(null, "", address);
    else history.replaceState(null, "", address);
  }
}

export const route = new Route();
