// Every word of the page: its own catalogue, and the sentences that rules and rooms say as keys with arguments.
import type { GameInfo, House, Said } from "../wire";
import { en as tableEn } from "../table/texts.en";
import { settings } from "./settings.svelte";
import { en as shellEn } from "./texts/en";

export type Tongue = "en" | "zh";
export type Key = keyof typeof shellEn | keyof typeof tableEn;
export type Arguments = Record<string, string | number>;

const own: Record<Key, string> = { ...shellEn, ...tableEn };
/** The words of the other language, once somebody has asked for it. */
let chinese = $state.raw<Record<string, string> | null>(null);
const names: Record<Tongue, string> = { en: "English", zh: "简体中文" };

export const languages = Object.entries(names) as [Tongue, string][];

/** The first language of the browser that the page speaks. */
export function preferred(wanted: readonly string[]): Tongue {
  for (const each of wanted) {
    if (/^zh\b/i.test(each)) return "zh";
    if (/^en\b/i.test(each)) return "en";
  }
  return "en";
}

class Language {
  #browser = $state(typeof navigator === "undefined" ? [] : navigator.languages);
  /** The texts of the house and of all its games; the room fills it in. */
  house = $state.raw<House | null>(null);
  /** Told when a refusal is to be read whose text is not here: the lobby's list leaves them out. */
  lacking: () => void = () => undefined;
  /** Sentences of refusals in English, as they came with them, by their keys. */
  readonly refusals = new Map<string, string>();

  constructor() {
    if (typeof addEventListener === "function") {
      addEventListener("languagechange", () => (this.#browser = navigator.languages));
    }
    $effect.root(() => {
      $effect(() => {
        if (this.now === "zh") void this.learn();
        if (typeof document !== "undefined") document.documentElement.lang = this.now === "zh" ? "zh-Hans" : "en";
      });
    });
  }

  /** Fetch the words of the language that is read now, unless they are here; without them English is shown. */
  async learn(tongue = this.now): Promise<void> {
    if (tongue !== "zh" || chinese !== null) return;
    try {
      ({ chinese } = await import("./texts/chinese"));
    } catch {
      // the room can't be reached: the page says so, in English
    }
  }

  get now(): Tongue {
    return settings.language === "auto" ? preferred(this.#browser) : settings.language;
  }
}

export const language = new Language();

/** The text of a key of the page. `{n}` is an argument, `{n|seat|seats}` the word that fits its number. */
export function t(key: Key, args: Arguments = {}): string {
  const text = (language.now === "zh" ? chinese?.[key] : null) ?? own[key] ?? key;
  return fill(text, (name) => (name in args ? String(args[name]) : null));
}

/** The words of a part of the page that comes later, in a catalogue of its own: what gives the text of one. */
export function catalogue<Word extends string>(own: Record<Tongue, Record<Word, string>>) {
  return (word: Word, args: Arguments = {}): string =>
    fill(own[language.now][word], (name) => (name in args ? String(args[name]) : null));
}

/** A text with its places filled in by `shown`; a place that it does not know stays. */
export function fill(text: string, shown: (name: string) => string | null): string {
  return text.replace(/\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g, (whole, name: string, one?: string, many?: string) => {
    const value = shown(name);
    if (value === null) return whole;
    return one === undefined ? value : value === "1" ? one : (many ?? "");
  });
}

export interface Around {
  /** The game whose catalogue is looked into first. */
  game?: GameInfo | null | undefined;
  /** Who sits where: "#2" in an argument is the name of seat 2. */
  names?: readonly string[] | undefined;
}

/** The text of a game's or the house's key, null where nobody knows it. English where the language lacks it. */
export function known(key: string, game?: GameInfo | null): string | null {
  for (const tongue of [language.now, "en"]) {
    for (const texts of [game?.texts, language.house?.texts]) {
      const text = texts?.[tongue]?.[key];
      if (text !== undefined) return text;
    }
  }
  if (!key.startsWith("error.")) return null;
  language.lacking();
  return language.refusals.get(key) ?? null;
}

/** The last part of a key as words, where no catalogue has better ones. */
export function plain(key: string): string {
  return key.slice(key.lastIndexOf(".") + 1).replaceAll("_", " ");
}

/**
 * The sentence of a key with arguments. A key without a text falls back to the key above it, else to the key itself.
 */
export function say(said: Said, { game, names = [] }: Around = {}): string {
  const shown = (value: string | number | string[]): string => {
    if (Array.isArray(value)) return value.map(worded).join(" ");
    if (typeof value === "number") return String(value);
    if (value.startsWith("@")) return known(value.slice(1), game) ?? plain(value.slice(1));
    if (/^#\d+$/.test(value)) return names[Number(value.slice(1))] ?? value.slice(1);
    return value;
  };
  const args = said.args ?? {};
  let key = said.key;
  let text = known(key, game);
  while (text === null) {
    if (!key.includes(".")) return said.key;
    key = key.slice(0, key.lastIndexOf("."));
    text = known(key, game);
  }
  return fill(text, (name) => (args[name] === undefined ? null : shown(args[name])));
}

const symbols: Record<string, string> = { c: "♣", d: "♦", h: "♥", s: "♠" };

/** Cards in notation as people write them: `3dTs` is 3♦ 10♠; of a shoe every copy of a card, `3d'1`, is 3♦. */
export function pretty(written: string): string {
  const found = [...written.matchAll(/(#[1-9]\d?|BJ|RJ|(?:10|[2-9TJQKA])[cdhs])(?:'[1-7])?/gi)];
  if (found.length === 0 || found.map(([whole]) => whole).join("").length !== written.replace(/[\s,]/g, "").length)
    return written;
  return found
    .map(([, one = ""]) => {
      if (one.startsWith("#")) return one.slice(1);
      if (/^[BR]J$/i.test(one)) return one.toUpperCase();
      const rank = one.slice(0, -1).toUpperCase();
      return (rank === "T" ? "10" : rank) + symbols[one.slice(-1).toLowerCase()];
    })
    .join(" ");
}

/** Cards in a sentence: as {@link pretty} writes them, but jokers in words, as nobody says BJ. */
export function worded(written: string): string {
  const joker = (one: string) => t(one === "RJ" ? "card.joker.red" : "card.joker.black");
  return pretty(written).replace(/\b[BR]J\b/g, joker);
}

/** Is it printed in red? */
export function red(card: string): boolean {
  return /^(?:RJ|.[hd])/.test(card);
}

/** A game's title: its own text, else its name with a capital. */
export function title(game: GameInfo | null | undefined, name = game?.name ?? ""): string {
  return known("game.title", game) ?? name.charAt(0).toUpperCase() + name.slice(1);
}

const formats = new Map<string, Intl.NumberFormat>();

/** How the language writes numbers; making one takes as long as a hundred uses. */
export function figures(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${language.now} ${JSON.stringify(options)}`;
  const known = formats.get(key) ?? new Intl.NumberFormat(language.now === "zh" ? "zh-Hans" : "en", options);
  formats.set(key, known);
  return known;
}

/** A number as the language writes it, with a true minus sign. */
export function number(value: number): string {
  // all languages write small whole numbers alike, and the first format takes longer than a plate
  if (Number.isInteger(value) && Math.abs(value) < 1000) return String(value).replace("-", "−");
  return figures({ maximumFractionDigits: 1 }).format(value).replace("-", "−");
}

/** A share of one in percent. */
export function share(value: number): string {
  return figures({ style: "percent" }).format(value);
}

/** Day and time of a time stamp in seconds. */
export function date(at: number): string {
  const form: Intl.DateTimeFormatOptions = { month: "short", day: "numeric", hour: "2-digit", minute: "2-digit" };
  const tongue = language.now === "zh" ? "zh-Hans" : "en";
  return new Intl.DateTimeFormat(tongue, { ...form, hour12: false }).format(at * 1000);
}

/** A day that is given as 2026-11-26. */
export function day(written: string): string {
  const tongue = language.now === "zh" ? "zh-Hans" : "en-GB";
  return new Intl.DateTimeFormat(tongue, { month: "long", day: "numeric", timeZone: "UTC" }).format(new Date(written));
}

/** The time of day of a time stamp in seconds. */
export function clock(at: number): string {
  return new Intl.DateTimeFormat(language.now === "zh" ? "zh-Hans" : "en", {
    hour: "2-digit",
    minute: "2-digit",
    hour12: false,
  }).format(at * 1000);
}
