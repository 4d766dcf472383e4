import { beforeAll, expect, test } from "vitest";
import { alternative, fault } from "./names";
import { settings } from "./settings.svelte";

beforeAll(() => {
  settings.language = "en";
});

test.each(["Al", "ann", "A-1_b", "0123456789"])("%s is a good name", (name) => expect(fault(name)).toBeNull());

test("a fault says what to change", () => {
  expect(fault("")).toMatch(/Type a name/);
  expect(fault("x")).toMatch(/One more character/);
  expect(fault("elevenchars")).toMatch(/^1 character too many/);
  expect(fault("twelve-chars")).toMatch(/^2 characters too many/);
  expect(fault("Zoë")).toMatch(/Leave out “ë”:/);
  expect(fault("a b!")).toMatch(/Leave out spaces “!”:/);
  expect(fault("王小明")).toMatch(/“王” “小” “明”/);
});

test("an alternative is like it, free and good", () => {
  expect(alternative("Ann")).toBe("Ann2");
  expect(alternative("Ann2")).toBe("Ann3");
  expect(alternative("ann", ["ANN2", "ann3"])).toBe("ann4");
  expect(alternative("abcdefghij")).toBe("abcdefghi2");
  expect(alternative("42")).toBe("43");
  for (const name of ["9999999999", "a9", "x-999"]) expect(fault(alternative(name))).toBeNull();
});
