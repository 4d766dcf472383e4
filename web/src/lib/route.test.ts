import { afterEach, expect, test, vi } from "vitest";
import { linkTo, tableOf } from "./route.svelte";

afterEach(() => vi.unstubAllGlobals());

test("a hash names a table, or none", () => {
  expect(tableOf("#/table/abc23")).toBe("abc23");
  expect(tableOf("#/table/a%20b")).toBe("a b");
  expect(tableOf("")).toBeNull();
  expect(tableOf("#/table/")).toBeNull();
  expect(tableOf("#/table/a/b")).toBeNull();
  expect(tableOf("#/table/%E0%A4")).toBeNull();
  expect(tableOf(`#/table/${"a".repeat(65)}`)).toBeNull();
});

test("a link leads to the table under this page's own address", () => {
  vi.stubGlobal("location", { href: "https://example.org/cards/?x=1#/table/old" });
  expect(linkTo("new1")).toBe("https://example.org/cards/?x=1#/table/new1");
});
