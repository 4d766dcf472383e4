import { afterEach, expect, test, vi } from "vitest";
import { linkTo, placeOf, tableOf, whereTo } from "./route.svelte";

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

test("a hash names the page of the host", () => {
  expect(whereTo("#/host").host).toBe(true);
  expect(whereTo("#/host/x").host).toBe(false);
});

test("a hash names a finished deal of a table, or a lesson", () => {
  const elsewhere = { host: false, check: false, course: false, past: null, tournament: null, screen: false };
  const nothing = { table: null, replay: null, lesson: null, boards: null, day: null, puzzle: null };
  const nowhere = { ...nothing, step: 0, ...elsewhere };
  expect(whereTo("#/table/t1/deal/3")).toEqual({ ...nowhere, table: "t1", replay: 3 });
  expect(whereTo("#/table/t1/deal/last")).toEqual({ ...nowhere, table: "t1", replay: "last" });
  expect(whereTo("#/table/t1/deal/3/17")).toEqual({ ...nowhere, table: "t1", replay: 3, step: 17 });
  expect(whereTo("#/lesson/sample")).toEqual({ ...nowhere, lesson: "sample" });
  expect(whereTo("#/boards/a%2Fb")).toEqual({ ...nowhere, boards: "a/b" });
  expect(whereTo("#/boards/sample/2026-11-26")).toEqual({ ...nowhere, boards: "sample", day: "2026-11-26" });
  expect(whereTo("#/boards/sample/today")).toEqual(nowhere);
  expect(whereTo("#/daily/sample")).toEqual({ ...nowhere, puzzle: "sample" });
  expect(whereTo("#/daily")).toEqual({ ...nowhere, puzzle: "" });
  for (const hash of ["#/daily/", "#/daily/sample/deal/1"]) expect(whereTo(hash)).toEqual(nowhere);
  for (const hash of ["#/table/t1/deal/0", "#/table/t1/deal/x", "#/lesson/sample/deal/1", "#/lesson/"])
    expect(whereTo(hash)).toEqual(nowhere);
});

test("a hash names the check of a record", () => {
  expect(whereTo("#/check")).toMatchObject({ table: null, check: true });
  expect(whereTo("#/check/x").check).toBe(false);
});

test("a link leads to the table under this page's own address", () => {
  for (const page of ["?x=1#/table/old", "t/old", "t/old/deal/3"]) {
    vi.stubGlobal("location", { href: `https://example.org/cards/${page}` });
    expect(linkTo("new1")).toBe("https://example.org/cards/t/new1");
  }
  expect(linkTo("new1", "http://10.0.0.1:21747/")).toBe("http://10.0.0.1:21747/t/new1");
});

test("the invite code of a private room follows the #, so that no server reads it", () => {
  expect(linkTo("new1", "https://example.org/", "a/b?")).toBe("https://example.org/t/new1#/invite/a%2Fb%3F");
});

test("a path names a table, and a hash comes before it", () => {
  const at = (pathname: string, hash = "") => placeOf({ pathname, hash });
  expect(at("/t/abc").table).toBe("abc");
  expect(at("/cards/t/abc/").table).toBe("abc");
  expect(at("/cards/t/abc/deal/3")).toMatchObject({ table: "abc", replay: 3, step: 0 });
  expect(at("/cards/t/abc/deal/3/17")).toMatchObject({ table: "abc", replay: 3, step: 17 });
  expect(at("/t/abc", "#/lesson/sample")).toMatchObject({ table: null, lesson: "sample" });
  expect(at("/t/abc", "#/table/other").table).toBe("other");
  for (const path of ["/", "/cards/", "/t/", "/index.html", "/t/abc/deal/x"]) expect(at(path).table).toBeNull();
});

test("a hash names a deal of one's own history", () => {
  expect(whereTo("#/past/abc/12")).toMatchObject({ table: null, past: { table: "abc", dealt: 12 } });
  expect(placeOf({ pathname: "/cards/d/abc_easy/3", hash: "" }).past).toEqual({ table: "abc_easy", dealt: 3 });
  for (const hash of ["#/past/abc", "#/past/abc/0", "#/past/a/b/1"]) expect(whereTo(hash).past).toBeNull();
});

test("a tournament has an address, and one for a projector", () => {
  expect(whereTo("#/tournament")).toMatchObject({ tournament: "", screen: false });
  expect(whereTo("#/tournament/ab12")).toMatchObject({ tournament: "ab12", screen: false });
  expect(whereTo("#/tournament/ab12/screen")).toMatchObject({ tournament: "ab12", screen: true });
  expect(whereTo("#/tournament/a/b/c").tournament).toBeNull();
});
