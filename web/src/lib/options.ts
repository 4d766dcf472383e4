// House rules in words: names, explanations and values of a game's options, and what a table changed.
import type { GameInfo, OptionInfo } from "../wire";
import { isObject, isText, recall, remember } from "./storage";
import { known, t } from "./text.svelte";

/** What an option may be, and the options of a table by their names. */
export type Scalar = OptionInfo["default"];
export type Options = { [name: string]: Scalar };

/** What stands for any text of one's own where values are chosen. */
export const OWN = "own";

/** An option's name in words. */
export function optionName(option: OptionInfo, game: GameInfo): string {
  return known(`option.${option.name}`, game) ?? option.name.replaceAll("_", " ");
}

/** What an option means, or an empty text where the game does not say. */
export function optionHelp(option: OptionInfo, game: GameInfo): string {
  return known(`option.${option.name}.help`, game) ?? "";
}

/** Is it a text of somebody's own? Such a value begins with "# " and what it is called once a table has it. */
export function isOwn(option: OptionInfo, value: Scalar): value is string {
  return option.own === true && typeof value === "string" && !option.choices.includes(value);
}

/** The options that are texts of one's own, with these texts. */
export function ownTexts(game: GameInfo, options: Options): { option: OptionInfo; value: string }[] {
  return game.options.flatMap((option) => {
    const value = options[option.name] ?? null;
    return isOwn(option, value) ? [{ option, value }] : [];
  });
}

/** The text of one's own that was last played here, if any. */
export function lastOwn(option: OptionInfo, game: GameInfo): string | null {
  const found = recall("own", isObject)?.[`${game.name}.${option.name}`];
  return isText(found) ? found : null;
}

export function keepOwn(option: OptionInfo, game: GameInfo, value: string): void {
  remember("own", { ...recall("own", isObject), [`${game.name}.${option.name}`]: value });
}

/** What a value means, or an empty text where the game does not say. */
export function valueHelp(option: OptionInfo, value: Scalar, game: GameInfo): string {
  return known(`option.${option.name}.${value}.help`, game) ?? "";
}

/** A value of an option in words. */
export function valueName(option: OptionInfo, value: Scalar, game: GameInfo): string {
  if (isOwn(option, value) && value !== OWN) {
    return /^# (.*)/.exec(value)?.[1]?.trim() || valueName(option, OWN, game);
  }
  const spelled =
    value === null
      ? ["none", "null", "off"]
      : value === true
        ? ["on", "true"]
        : value === false
          ? ["off", "false"]
          : [String(value)];
  for (const each of spelled) {
    const text = known(`option.${option.name}.${each}`, game);
    if (text !== null) return text;
  }
  if (value === null) return t("ui.off");
  if (typeof value === "boolean") return t(value ? "ui.on" : "ui.off");
  return String(value).replaceAll("_", " ");
}

export function presetName(preset: string | null, game: GameInfo): string {
  if (preset === null) return known("preset.default", game) ?? t("new.standard");
  return known(`preset.${preset}`, game) ?? preset.replaceAll("_", " ");
}

export function presetHelp(preset: string | null, game: GameInfo): string {
  if (preset === null)
    return known("preset.default.help", game) ?? (known("preset.default", game) === null ? t("new.standardHelp") : "");
  return known(`preset.${preset}.help`, game) ?? "";
}

/** What a computer player is called; its own name where nobody has a better one. */
export function computerName(name: string, game: GameInfo | null): string {
  return known(`computer.${name}`, game) ?? name;
}

/** What the computers of a table are called: one for all seats, or one a seat. */
export function computerNames(written: string, game: GameInfo | null): string {
  return written.split(",").map((each) => computerName(each, game)).join(", ");
}

/** How many play a game, in words: a game for one as such, a game for several numbers with all of them. */
export function seatsOf(game: GameInfo): string {
  const option = game.options.find((each) => each.name === "seats");
  const numbers = [game.seats, option?.low, option?.high, ...(option?.choices ?? [])].filter(
    (each) => typeof each === "number",
  );
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)];
  if (low < high) return t("lobby.seatsTo", { low, high });
  return high === 1 ? t("lobby.one") : t("lobby.seats", { n: high });
}

/** All options of a game, as a preset leaves them. */
export function settled(game: GameInfo, preset: string | null): Options {
  const values: Options = {};
  for (const option of game.options) values[option.name] = option.default;
  return { ...values, ...(preset === null ? {} : game.presets[preset]) };
}

export interface Change {
  option: OptionInfo;
  value: Scalar;
}

/** Is a preset what the game is without it? It would be a second name for the standard. */
export function plainPreset(game: GameInfo, preset: string): boolean {
  const base = settled(game, null);
  return Object.entries(settled(game, preset)).every(([key, value]) => base[key] === value);
}

/** Where options differ from others, in the order of the game. */
function differences(game: GameInfo, options: Options, base: Options): Change[] {
  return game.options
    .filter((option) => option.name in options && options[option.name] !== base[option.name])
    .map((option) => ({ option, value: options[option.name] ?? null }));
}

/** Where chosen options differ from what a preset says. */
export function changes(game: GameInfo, preset: string | null, options: Options): Change[] {
  return differences(game, options, settled(game, preset));
}

export interface Description {
  /** The preset that describes the table in the fewest words. */
  preset: string | null;
  /** What the table changed beyond its preset. */
  changes: Change[];
  /** Everything that is not as in the standard rules. */
  all: Change[];
}

/** What is special about a table, whose options are all decided. */
export function described(game: GameInfo, options: Options): Description {
  const all = differences(game, options, game.settled[""] ?? {});
  let best: Description = { preset: null, changes: all, all };
  for (const preset of Object.keys(game.presets)) {
    const differing = differences(game, options, game.settled[preset] ?? {});
    if (differing.length < best.changes.length) best = { preset, changes: differing, all };
  }
  return best;
}
