// What a person chose on this device; kept in local storage and shared by the tabs of this server.
import { isObject, isTexts, recall, remember } from "./storage";

export type Theme = "auto" | "dark" | "light";
export type Language = "auto" | "en" | "zh";
export type Speed = "off" | "fast" | "normal";
export const PACES = ["instant", "fast", "normal", "slow"] as const;
export type Pace = (typeof PACES)[number];
/** How well computers play; a room has a word for each. */
export const LEVELS = ["beginner", "easy", "normal", "hard", "expert"] as const;
export type Level = (typeof LEVELS)[number];
export const CLOTHS = ["green", "blue", "wine"] as const;
export type Cloth = (typeof CLOTHS)[number];
export const BACKS = ["weave", "rosette", "waves"] as const;
export type Back = (typeof BACKS)[number];

const choices = {
  theme: ["auto", "dark", "light"],
  language: ["auto", "en", "zh"],
  speed: ["off", "fast", "normal"],
  cloth: CLOTHS,
  back: BACKS,
  pace: PACES,
  level: LEVELS,
} as const;

/** What is on or off. */
const SWITCHES = [
  ...(["fourColour", "largeIndex", "sound", "confirm", "dim", "quiet"] as const),
  ...(["autoPass", "autoPlay", "soonTap", "oneTap", "offers", "secondTap"] as const),
] as const;

/** Follows a media query; false where there are none. */
function media(query: string): { readonly matches: boolean } {
  const list = typeof matchMedia === "function" ? matchMedia(query) : null;
  let matches = $state(list?.matches ?? false);
  list?.addEventListener("change", (event) => (matches = event.matches));
  return {
    get matches() {
      return matches;
    },
  };
}

export class Settings {
  theme = $state<Theme>("auto");
  language = $state<Language>("auto");
  /** What the table is covered with. */
  cloth = $state<Cloth>("green");
  /** The pattern on the backs of the cards. */
  back = $state<Back>("weave");
  /** Spades black, hearts red, diamonds blue, clubs green. */
  fourColour = $state(false);
  largeIndex = $state(false);
  sound = $state(true);
  speed = $state<Speed>("normal");
  /** Ask once more before a selection is played. */
  confirm = $state(false);
  /** Beginner help: cards that can't take part are dimmed. */
  dim = $state(false);
  /** Pass after a moment where nothing else is possible. */
  autoPass = $state(true);
  /** Play after a moment what is the only choice. */
  autoPlay = $state(true);
  /** A card that was tapped is played after a moment, where that is all that it can be. */
  soonTap = $state(true);
  /** Combinations are offered beside the hand, each a button. */
  offers = $state(true);
  /** A tap on a card plays at once where the card is the whole play. */
  oneTap = $state(false);
  /** Where one plays alone and may undo: the card that completes a play makes it. */
  secondTap = $state(true);
  /** How long computers take at the tables that this person opens. */
  pace = $state<Pace>("normal");
  /** How well computers play at the tables that this person opens. */
  level = $state<Level>("normal");
  /** Names whose chat is not shown. */
  muted = $state<string[]>([]);
  /** Those whom one has blocked, as the room says. */
  blocked = $state.raw<readonly string[]>([]);
  /** Nobody's chat is shown. */
  quiet = $state(false);

  #darkPreferred = media("(prefers-color-scheme: dark)");
  #lightPreferred = media("(prefers-color-scheme: light)");
  #stillPreferred = media("(prefers-reduced-motion: reduce)");
  #phone = media("(max-width: 559px), (max-width: 599px) and (min-height: 481px)");
  #flat = media("(min-width: 560px) and (max-height: 480px)");

  constructor() {
    this.#read();
    if (typeof addEventListener === "function") {
      addEventListener("storage", (event) => {
        if (event.key === "dealt.settings") this.#read();
      });
    }
    $effect.root(() => {
      $effect(() => remember("settings", this.#all()));
      $effect(() => {
        if (typeof document === "undefined") return;
        const data = document.documentElement.dataset;
        data.theme = this.dark ? "dark" : "light";
        data.motion = this.motion;
        data.cloth = this.cloth;
        data.back = this.back;
        data.colours = this.fourColour ? "four" : "two";
        data.index = this.largeIndex ? "large" : "normal";
        const bar = document.querySelector('meta[name="theme-color"]');
        if (bar) bar.setAttribute("content", getComputedStyle(document.documentElement).getPropertyValue("--felt"));
      });
    });
  }

  /** Is the dark theme shown? Where the system has no wish, dark: a card table in the evening. */
  get dark(): boolean {
    if (this.theme !== "auto") return this.theme === "dark";
    return this.#darkPreferred.matches || !this.#lightPreferred.matches;
  }

  /** The speed of motion, off where the system asks for less of it. */
  get motion(): Speed {
    return this.#stillPreferred.matches ? "off" : this.speed;
  }

  get stillPreferred(): boolean {
    return this.#stillPreferred.matches;
  }

  /** Narrow as a phone in portrait: sheets from below instead of side panels. */
  get phone(): boolean {
    return this.#phone.matches;
  }

  /** Wide but low, as a phone on its side or a page that is zoomed: the bar stands at the side, seats are slim. */
  get flat(): boolean {
    return this.#flat.matches;
  }

  /** Little room either way: seats in one row on top. */
  get slim(): boolean {
    return this.phone || this.flat;
  }

  /** How long a motion of `ms` lasts now. */
  duration(ms: number): number {
    return this.motion === "off" ? 0 : this.motion === "fast" ? ms / 2 : ms;
  }

  isMuted(name: string): boolean {
    return this.quiet || this.muted.includes(name) || this.blocked.includes(name);
  }

  mute(name: string, on = !this.muted.includes(name)): void {
    this.muted = on
      ? [...this.muted.filter((each) => each !== name), name]
      : this.muted.filter((each) => each !== name);
  }

  #all() {
    const { theme, language, cloth, back, speed, pace, level, muted } = this;
    const switches = Object.fromEntries(SWITCHES.map((key) => [key, this[key]]));
    return { theme, language, cloth, back, speed, pace, level, muted, ...switches };
  }

  #read(): void {
    const kept = recall("settings", isObject) ?? {};
    for (const key of ["theme", "language", "speed", "cloth", "back", "pace", "level"] as const) {
      const known: readonly string[] = choices[key];
      if (typeof kept[key] === "string" && known.includes(kept[key])) this[key] = kept[key] as never;
    }
    for (const key of SWITCHES) {
      if (typeof kept[key] === "boolean") this[key] = kept[key];
    }
    if (isTexts(kept.muted)) this.muted = kept.muted;
  }
}

export const settings = new Settings();
