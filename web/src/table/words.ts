// Sentences of the table: cards by name, facts, options, and lists of people.

import type { LogLine, Said, TableState, WireBoard, WireFact, WireOdds, WirePile, WireSum, WireView } from "../wire";
import { sitting } from "../lib/room.svelte";
import { day, figures, known, language, number, plain, say, t, worded, type Key } from "../lib/text.svelte";
import { bare } from "./calls";
import { kind } from "./layout";

const FACES: { [letter: string]: Key } = { J: "card.jack", Q: "card.queen", K: "card.king", A: "card.ace" };
const SUITS: { [letter: string]: Key } = { c: "card.clubs", d: "card.diamonds", h: "card.hearts", s: "card.spades" };

/** A card in words, for those who hear it: "9 of spades". */
export function cardName(card: string | null): string {
  if (card === null) return t("card.down");
  if (card.startsWith("#")) return t("card.number", { n: card.slice(1) });
  if (card === "RJ") return t("card.joker.red");
  if (card === "BJ") return t("card.joker.black");
  const [letter = "", suit = ""] = card;
  const face = FACES[letter];
  return t("card.name", {
    rank: face ? t(face) : letter === "T" ? "10" : letter,
    suit: SUITS[suit] ? t(SUITS[suit]) : suit,
  });
}

/** What a line of a figure is called. */
export function sumName(sum: Pick<WireSum, "name">): string {
  return gameText(`sum.${sum.name}`) ?? sum.name;
}

/** Cards in words. */
export function cardNames(cards: readonly (string | null)[]): string {
  return list(cards.map(cardName), true);
}

/** A card at a numbered place, for those who hear it. */
export function placeName(n: number, card: string): string {
  return t("card.place", { n, card: cardName(card) });
}

/** What the game or the house says, with the names of those who sit here. */
export function spoken(said: Said): string {
  return say(said, { game: sitting.game, names: sitting.names });
}

/** A text of the game where it has one, else null. */
export function gameText(key: string): string | null {
  return known(key, sitting.game);
}

/** The caption of a pile: a key of the texts, or plain. */
export function caption(note: string): string {
  return note === "" ? "" : (gameText(note) ?? plain(note));
}

/** What a pile is called: by its kind, the first word of its name. */
export function pileName(pile: Pick<WirePile, "name">): string {
  return gameText(`pile.${kind(pile)}`) ?? kind(pile).replaceAll("_", " ");
}

/** Several names in one sentence. */
export function list(names: readonly string[], plainly = false): string {
  const tongue = language.now === "zh" ? "zh-Hans" : "en";
  if (plainly) return names.join(language.now === "zh" ? "，" : ", ");
  return new Intl.ListFormat(tongue, { style: "long", type: "conjunction" }).format(names);
}

/** Several things of which one is chosen. */
export function either(choices: readonly string[]): string {
  const tongue = language.now === "zh" ? "zh-Hans" : "en";
  return new Intl.ListFormat(tongue, { style: "long", type: "disjunction" }).format(choices);
}

/** Which board of which day it is. */
export function boardName(board: WireBoard): string {
  return t("table.board", { board: board.board, boards: board.boards, day: day(board.day) });
}

/** Why the deal counts in nobody's results, where that is not said otherwise; else empty. */
export function uncounted(table: TableState | null): string {
  const why = table?.uncounted;
  if (table?.daily) return t("uncounted.daily");
  if (!why && table?.rated === "interrupted") return t("uncounted.interrupted");
  return why === "set" || why === "same" || why === "replaced" || why === "taken" ? t(`uncounted.${why}`) : "";
}

/** Sentences one after the other; of none that is empty. */
export function sentences(all: readonly (string | null)[]): string {
  return all.filter((each) => each).join(language.now === "zh" ? "。" : ". ");
}

/** What the table shows in other ways: the cross, the newest play in front, the status line. */
const DRAWN: ReadonlySet<string> = new Set([
  ...["passed", "lead", "must", "calls", "playing"],
  ...["vulnerable", "asked", "past"],
]);

/**
 * What is said of a seat in words (null: of nobody's): no chips, no warnings, and no total that everybody sees anyway.
 */
export function badges(view: WireView | null, owner: number | null, totals: readonly number[]): WireFact[] {
  const facts = view?.facts ?? [];
  const counted = (name: string) =>
    totals.length > 0 &&
    totals.every((total, seat) =>
      facts.some((each) => each.name === name && each.owner === seat && each.value === total),
    );
  // the tricks of a side stand for those of its seats
  const sided = (fact: WireFact) =>
    fact.role === "tricks" && facts.some((each) => each.role === "side" && each.owner === fact.owner);
  return facts.filter(
    (each) =>
      each.owner === owner &&
      !sided(each) &&
      each.lay !== "chips" &&
      !each.name.startsWith("!") &&
      !DRAWN.has(each.role ?? "") &&
      (owner === null || !counted(each.name)),
  );
}

/**
 * A fact in words: the game's text for it, else its name and value. Null for one that is not drawn. `brief`: as the
 * game says it where there is little room.
 */
export function factText(fact: WireFact, brief = false): string | null {
  if (fact.name.startsWith(".")) return null;
  const value =
    typeof fact.value === "number" ? number(fact.value) : worded(gameText(fact.value.replace(/^@/, "")) ?? fact.value);
  const args = { value, owner: fact.owner === null ? "" : (sitting.names[fact.owner] ?? String(fact.owner)) };
  const plain = `fact.${fact.name}`;
  const short = brief && gameText(`${plain}.short`) !== null;
  const exact = `${plain}.${fact.value}`;
  if (!short && gameText(exact) !== null) return spoken({ key: exact, args });
  const key = short ? `${plain}.short` : plain;
  const written = gameText(key);
  if (written === "") return null;
  if (written !== null) return spoken({ key, args });
  return `${fact.name.replace(/^!/, "").replaceAll("_", " ")} ${value}`;
}

/** Something known exactly, in words: "Chance 12.4%". The game's text may say where its `{value}` stands. */
export function oddsText(each: WireOdds): string {
  const value = each.points ? number(each.value) : percent(each.value);
  const key = `odds.${each.name}`;
  const written = gameText(key);
  if (written?.includes("{")) return spoken({ key, args: { value } });
  return `${written ?? plain(each.name)} ${value}`;
}

/** The same in two parts: what it is, and how much. */
export function oddsParts(each: WireOdds): [name: string, value: string] {
  const value = each.points ? points(each.value) : percent(each.value);
  const written = gameText(`odds.${each.name}`) ?? plain(each.name);
  return [written.replace("{value}", "").replace(/[\s:：]+$/, "").trim(), value];
}

/** What is won or lost on the average, with its sign; a whole number is a count. */
function points(value: number): string {
  const digits = Number.isInteger(value) ? 0 : Math.abs(value) < 10 ? 3 : 1;
  const format = figures({
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    signDisplay: Number.isInteger(value) ? "auto" : "exceptZero",
  });
  return format.format(value).replace("-", "−");
}

/** A chance; small ones with two decimals. */
export function percent(value: number): string {
  const digits = value > 0 && value < 0.1 ? 2 : 1;
  const format = figures({
    style: "percent",
    maximumFractionDigits: digits,
  });
  return format.format(value);
}

/**
 * A line of the log in words: what was played by its kind, where the game has a word for it, else as a button says it.
 */
export function lineText(line: LogLine): string {
  return (line.cards.length > 0 ? played(line, "kind") : null) ?? spoken(line.say);
}

/** What a line played in the game's words of a sort: the kind of it, or what there is to beat. Null without any. */
export function played({ say }: LogLine, sort: "kind" | "beat"): string | null {
  const [, ...parts] = say.key.split(".");
  for (; parts.length > 0; parts.pop()) {
    const key = [sort, ...parts].join(".");
    if (gameText(key) !== null) return spoken({ ...say, key });
  }
  return null;
}

/** A call as short as can be: what is filled into its sentence (a level and a suit, a number), else the sentence. */
export function callText(said: Said): string {
  const values = bare(said);
  if (values.length === 0) return spoken(said);
  const shown = values.map((each) =>
    typeof each === "string" && each.startsWith("@") ? (gameText(each.slice(1)) ?? plain(each)) : String(each),
  );
  return shown.join("");
}

/** The cards of a line that its words don't name already. */
export function lineCards(line: LogLine): string[] {
  const text = lineText(line);
  return line.cards.every((card) => text.includes(worded(card))) ? [] : line.cards;
}

/** An order of the hand by name. */
export function sortName(how: string): string {
  const own: { [how: string]: Key } = { rank: "sort.rank", suit: "sort.suit", combination: "sort.combination" };
  return gameText(`sort.${how}`) ?? (own[how] ? t(own[how]) : how);
}

/** A number with its sign. */
export function signed(value: number): string {
  return value > 0 ? `+${number(value)}` : number(value);
}
