import { afterEach, describe, expect, test } from "vitest";
import cases from "../../../tests/cases/sentences.json";
import type { GameInfo } from "../wire";
import { settings } from "./settings.svelte";
import { known, language, number, preferred, pretty, say, t, title } from "./text.svelte";

const game: GameInfo = {
  name: "sample",
  seats: 2,
  options: [],
  presets: {},
  computers: [],
  sorts: [],
  low: false,
  settled: {},
  undoable: false,
  reckons: false,
  picture: [],
  lesson: false,
  texts: {
    en: {
      "game.title": "Sample",
      "kind.pair": "pair of {rank}",
      play: "Play {what}",
      beat: "{who} beats {cards}",
      only: "only English",
    },
    zh: { "game.title": "样品", "kind.pair": "一对{rank}", play: "出{what}" },
  },
};

afterEach(() => {
  settings.language = "auto";
  language.house = null;
});

describe("the page's own texts", () => {
  test("fills in arguments and chooses the word that fits the number", () => {
    settings.language = "en";
    expect(t("lobby.people", { n: 1 })).toBe("1 person here");
    expect(t("lobby.people", { n: 12 })).toBe("12 people here");
    expect(t("name.try", { name: "{n}" })).toBe("Take {n}");
  });

  test("speaks the language that was chosen as soon as its words are here, and English until then", async () => {
    settings.language = "zh";
    expect(t("entry.play")).toBe("Play now");
    await language.learn();
    expect(t("entry.play")).toBe("马上开局");
    settings.language = "en";
    expect(t("entry.play")).toBe("Play now");
  });

  test("takes the first language of the browser that it speaks", () => {
    expect(preferred(["fr-FR", "zh-TW", "en"])).toBe("zh");
    expect(preferred(["de", "en-GB", "zh"])).toBe("en");
    expect(preferred(["fr", "de"])).toBe("en");
    expect(preferred([])).toBe("en");
  });
});

describe("sentences of the wire", () => {
  test("looks up keys in arguments, names by seat, and writes cards", () => {
    settings.language = "en";
    expect(say({ key: "play", args: { what: "@kind.pair" } }, { game })).toBe("Play pair of {rank}");
    expect(say({ key: "kind.pair", args: { rank: "9" } }, { game })).toBe("pair of 9");
    expect(say({ key: "beat", args: { who: "#1", cards: ["3d", "Ts", "RJ"] } }, { game, names: ["Ann", "Bo"] })).toBe(
      "Bo beats 3♦ 10♠ red joker",
    );
    expect(say({ key: "beat", args: { who: "#7", cards: [] } }, { game, names: ["Ann", "Bo"] })).toBe("7 beats ");
  });

  test("falls back to the house, to English, and to the key itself", () => {
    language.house = { games: [game], texts: { en: { pass: "Pass", play: "house" }, zh: { pass: "不要" } } };
    settings.language = "zh";
    expect(say({ key: "pass" }, { game })).toBe("不要");
    expect(say({ key: "play", args: { what: "3" } }, { game })).toBe("出3");
    expect(say({ key: "only" }, { game })).toBe("only English");
    expect(say({ key: "nobody.knows" }, { game })).toBe("nobody.knows");
    expect(known("nobody.knows", game)).toBeNull();
    expect(title(game)).toBe("样品");
    expect(title(null, "other")).toBe("Other");
  });

  // the same file as tests/test_texts.py
  test.each(cases.cases)("$said", ({ key, args, language: tongue = "en", said }) => {
    settings.language = tongue === "zh" ? "zh" : "en";
    const around = { game: { ...game, texts: cases.texts }, names: cases.names };
    expect(say({ key, args: args as Record<string, string | number | string[]> }, around)).toBe(said);
  });
});

test("cards as people write them", () => {
  expect(pretty("3d")).toBe("3♦");
  expect(pretty("Th")).toBe("10♥");
  expect(pretty("AsBJ")).toBe("A♠ BJ");
  expect(pretty("nothing")).toBe("nothing");
});

test("numbers carry a true minus", () => {
  settings.language = "en";
  expect(number(-12.5)).toBe("−12.5");
  expect(number(10000)).toBe("10,000");
});

test("a refusal is in English until its text is here, and asks for it", () => {
  const house = language.house;
  let asked = 0;
  language.lacking = () => (asked += 1);
  const refused = { key: "error.sample_full", args: { most: 3 } };
  language.refusals.set(refused.key, "At most 3 come here.");
  expect([say(refused), asked]).toEqual(["At most 3 come here.", 1]);
  language.house = { games: [], texts: { en: { [refused.key]: "No more than {most} come." } } };
  expect([say(refused), asked]).toEqual(["No more than 3 come.", 1]);
  language.house = house;
});
