// The lobby: tables to choose from, the games of the house with their texts, and opening a table.
import { untrack } from "svelte";
import type { Create, GameInfo, House, Lobby as Listed, PlayDaily } from "../wire";
import { answer, type Link } from "./link.svelte";
import { settings } from "./settings.svelte";
import { language } from "./text.svelte";

/** Milliseconds until what could not be fetched is fetched again. */
const FETCH_AGAIN = 2_000;
/** Milliseconds after which the texts of refusals are fetched, unless one is read before: the room may be gone then. */
const AT_LATEST = 10_000;

export class Lobby {
  /** Who is here, and the tables, as last heard. */
  now = $state.raw<Listed | null>(null);
  house = $state.raw<House | null>(null);
  #fetching = false;
  /** The games that are being fetched. */
  #reading = new Set<string>();
  /** The languages whose texts are here to the last, or on their way. */
  #explained = new Set<string>();

  /** `shown`: the game that is in sight, of which everything is wanted. */
  constructor(
    private readonly link: Link,
    private readonly shown: () => string | null,
  ) {}

  /** Learn what the house has, and its texts in whatever language is read. */
  begin(): void {
    language.lacking = () => void this.#explain();
    void this.#furnish().then(() => setTimeout(language.lacking, AT_LATEST));
    $effect.root(() => {
      $effect(() => {
        void language.now;
        untrack(() => void this.#speak());
      });
    });
  }

  create(wanted: Omit<Create, "op">): void {
    this.link.send({ op: "create", ...wanted });
  }

  /** A board of a day; the next one of today, where none is named. */
  playDaily(game: string, which: Pick<PlayDaily, "day" | "board" | "instant"> = {}): void {
    void this.read(game);
    this.link.send({ op: "play_daily", game, pace: settings.pace, ...which });
  }

  quick(game: string | null = null): void {
    if (game !== null) void this.read(game);
    this.link.send({ op: "quick", pace: settings.pace, ...(game === null ? {} : { game }) });
  }

  /** A game of the house by its name. */
  gameOf(name: string | undefined): GameInfo | null {
    return this.house?.games.find((each) => each.name === name) ?? null;
  }

  /** Fetch all that there is to know of a game, unless it is here or on its way; again later where it fails. */
  async read(name: string): Promise<void> {
    const game = this.gameOf(name);
    if (game === null || isWhole(game) || this.#reading.has(name)) return;
    this.#reading.add(name);
    const whole = await fetched<GameInfo>(`api/games/${encodeURIComponent(name)}`);
    this.#reading.delete(name);
    if (whole === null) setTimeout(() => void this.read(name), FETCH_AGAIN);
    else if (this.house !== null)
      this.#move({ ...this.house, games: this.house.games.map((each) => (each.name === name ? whole : each)) });
  }

  /** A connection is there: fetch what is missing, and everything where the server is another one. */
  refresh(other: boolean): void {
    if (this.house === null || other) void this.#furnish(other);
    else this.#readShown();
  }

  #readShown(): void {
    const name = this.shown();
    if (name !== null) void this.read(name);
  }

  /** Fetch the texts of the house in the language that is read now, unless they are here. */
  async #speak(): Promise<void> {
    if (this.house !== null && this.house.texts[language.now] === undefined) await this.#furnish();
  }

  /** Fetch the texts that the list of the lobby lacks, in the language of now; refusals are in English until then. */
  async #explain(): Promise<void> {
    const tongue = language.now;
    if (this.house === null || this.#explained.has(tongue)) return;
    this.#explained.add(tongue);
    const rest = await fetched<House>(`api/texts/${tongue}`);
    if (rest === null) this.#explained.delete(tongue);
    else this.#move({ ...this.house, texts: { ...this.house.texts, ...rest.texts } });
  }

  #move(house: House): void {
    this.house = language.house = house;
  }

  /** Fetch what the lobby shows of the games, and the texts of the house; again a little later where it fails. */
  async #furnish(afresh = false): Promise<void> {
    if (this.#fetching) return;
    this.#fetching = true;
    const tongue = language.now;
    const house = await fetched<House>(`api/lobby/${tongue}`);
    this.#fetching = false;
    if (house === null) setTimeout(() => void this.#furnish(afresh), FETCH_AGAIN);
    else {
      if (afresh) this.#explained.clear();
      this.#move(afresh ? house : both(this.house, house));
      if (language.now !== tongue) void this.#speak();
      this.#readShown();
    }
  }
}

/** A house with the texts of one more language; what is known whole of a game stays known. */
function both(before: House | null, now: House): House {
  if (before === null) return now;
  const games = now.games.map((game) => {
    const known = before.games.find((each) => each.name === game.name);
    return known && known.whole !== false ? known : { ...game, texts: { ...known?.texts, ...game.texts } };
  });
  return { games, texts: { ...before.texts, ...now.texts } };
}

/** Are all texts and options of a game here, or only what the lobby shows? */
export function isWhole(game: GameInfo | null): game is GameInfo {
  return game !== null && game.whole !== false;
}

/** What the room answers over HTTP, or null where it does not. */
async function fetched<Answer>(path: string): Promise<Answer | null> {
  try {
    return (await (await answer(path)).json()) as Answer;
  } catch {
    return null;
  }
}
