import { expect, test } from "vitest";
import { en as deviceEn } from "../../device/texts.en";
import { zh as deviceZh } from "../../device/texts.zh";
import { en as devicesEn } from "../../devices/texts.en";
import { zh as devicesZh } from "../../devices/texts.zh";
import { en as entryEn } from "../../entry/texts.en";
import { zh as entryZh } from "../../entry/texts.zh";
import { en as fairEn } from "../../fair/texts.en";
import { zh as fairZh } from "../../fair/texts.zh";
import { en as friendsEn } from "../../friends/texts.en";
import { zh as friendsZh } from "../../friends/texts.zh";
import { en as tableEn } from "../../table/texts.en";
import { zh as tableZh } from "../../table/texts.zh";
import { en as uiEn } from "../../ui/texts.en";
import { zh as uiZh } from "../../ui/texts.zh";
import { en } from "./en";
import { zh } from "./zh";

const places = (text: string) => [...new Set([...text.matchAll(/\{(\w+)\}/g)].map((each) => each[1]))].sort();

test("both catalogues of the page are about different things", () => {
  expect(Object.keys(en).filter((key) => key in tableEn)).toEqual([]);
});

test.each([
  ["shell", en, zh],
  ["table", tableEn, tableZh],
  ["device", deviceEn, deviceZh],
  ["devices", devicesEn, devicesZh],
  ["entry", entryEn, entryZh],
  ["fair", fairEn, fairZh],
  ["friends", friendsEn, friendsZh],
  ["settings", uiEn, uiZh],
] as [string, Record<string, string>, Record<string, string>][])(
  "%s: the languages know the same keys and arguments",
  (_, one, other) => {
    expect(Object.keys(other).sort()).toEqual(Object.keys(one).sort());
    for (const [key, text] of Object.entries(one)) {
      expect(places(other[key] ?? ""), key).toEqual(places(text));
      expect((other[key] ?? "").trim(), key).not.toBe("");
    }
  },
);

test("no text shouts", () => {
  for (const text of [...Object.values(en), ...Object.values(zh)]) expect(text).not.toMatch(/[!！]/);
});
