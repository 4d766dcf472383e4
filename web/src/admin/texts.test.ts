import { expect, test } from "vitest";
import { en } from "./texts.en";
import { zh } from "./texts.zh";

const places = (text: string) => [...new Set([...text.matchAll(/\{(\w+)/g)].map((each) => each[1]))].sort();

test("the languages of the host's page know the same keys and arguments", () => {
  expect(Object.keys(zh).sort()).toEqual(Object.keys(en).sort());
  for (const [key, text] of Object.entries(en)) {
    const other = (zh as Record<string, string>)[key] ?? "";
    expect(places(other), key).toEqual(places(text));
    expect(other.trim(), key).not.toBe("");
    expect(text + other).not.toMatch(/[!！]/);
  }
});
