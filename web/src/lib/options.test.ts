import { beforeAll, expect, test } from "vitest";
import type { GameInfo } from "../wire";
import { changes, described, optionHelp, optionName, ownTexts, presetName, settled, valueName } from "./options";
import { settings } from "./settings.svelte";

const game: GameInfo = {
  name: "sample",
  seats: 4,
  options: [
    { name: "style", default: "plain", choices: ["plain", "fancy"] },
    { name: "order_of_suits", default: null, choices: [null, "old", "new"] },
    { name: "goal", default: null, choices: [null], low: 1, high: 1000 },
    { name: "strict", default: false, choices: [false, true] },
  ],
  presets: { fancy: { style: "fancy", goal: 100 }, strict: { strict: true } },
  settled: {
    "": { style: "plain", order_of_suits: "old", goal: null, strict: false },
    fancy: { style: "fancy", order_of_suits: "new", goal: 100, strict: false },
    strict: { style: "plain", order_of_suits: "old", goal: null, strict: true },
  },
  computers: [],
  sorts: [],
  low: false,
  undoable: false,
  reckons: false,
  picture: [],
  lesson: false,
  texts: {
    en: {
      "option.style": "Style of play",
      "option.style.help": "How it is played",
      "option.style.fancy": "with bells",
      "option.goal.none": "no end",
      "preset.fancy": "Fancy",
    },
  },
};
const [style, suits, goal, strict] = game.options as [
  GameInfo["options"][0],
  GameInfo["options"][0],
  GameInfo["options"][0],
  GameInfo["options"][0],
];

const table = (preset: string) => ({ ...game.settled[preset] });

beforeAll(() => {
  settings.language = "en";
});

test("words for options, values and presets, with a plain fallback", () => {
  expect(optionName(style, game)).toBe("Style of play");
  expect(optionName(suits, game)).toBe("order of suits");
  expect(optionHelp(style, game)).toBe("How it is played");
  expect(optionHelp(strict, game)).toBe("");
  expect(valueName(style, "fancy", game)).toBe("with bells");
  expect(valueName(goal, null, game)).toBe("no end");
  expect(valueName(goal, 50, game)).toBe("50");
  expect(valueName(strict, true, game)).toBe("On");
  expect(valueName(suits, null, game)).toBe("Off");
  expect(presetName("fancy", game)).toBe("Fancy");
  expect(presetName(null, game)).toBe("Standard");
});

test("what a person changed beyond a preset", () => {
  expect(settled(game, "fancy")).toEqual({ style: "fancy", order_of_suits: null, goal: 100, strict: false });
  expect(changes(game, "fancy", { ...settled(game, "fancy"), goal: 50, order_of_suits: "old" })).toEqual([
    { option: suits, value: "old" },
    { option: goal, value: 50 },
  ]);
});

test("a table is described by the preset that is nearest", () => {
  expect(described(game, table(""))).toEqual({ preset: null, changes: [], all: [] });
  expect(described(game, { ...table("fancy"), strict: true })).toMatchObject({
    preset: "fancy",
    changes: [{ option: strict, value: true }],
  });
  expect(described(game, table("fancy")).all.map((each) => each.option.name)).toEqual([
    "style",
    "order_of_suits",
    "goal",
  ]);
  expect(described(game, { ...table(""), goal: 7 })).toMatchObject({
    preset: null,
    changes: [{ option: goal, value: 7 }],
  });
});

test("what follows from a preset is no change, but another choice of the same option is", () => {
  expect(described(game, table("fancy")).changes).toEqual([]);
  expect(described(game, { ...table(""), order_of_suits: "new" }).changes).toEqual([{ option: suits, value: "new" }]);
});

test("a text of one's own is called by its first line", () => {
  const own = { ...style, own: true };
  expect(valueName(own, "# my triangle\nsum = 9", game)).toBe("my triangle");
  expect(valueName(own, "#\nsum = 9", game)).toBe("own");
  expect(valueName(own, "fancy", game)).toBe("with bells");
  const mine = { ...game, options: [own, goal] };
  expect(ownTexts(mine, { style: "# mine\nx", goal: 3 })).toEqual([{ option: own, value: "# mine\nx" }]);
  expect(ownTexts(mine, { style: "fancy" })).toEqual([]);
});
