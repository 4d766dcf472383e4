import { beforeEach, expect, test, vi } from "vitest";
import { admitted, arriveInvited, invite, keepInvite } from "./invite";

function page(hash: string) {
  vi.stubGlobal("location", { hash, pathname: "/cards/", search: "" });
}

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  vi.stubGlobal("history", { replaceState: vi.fn() });
  page("");
});

test.each([
  ["#/invite/friends-only", "friends-only", "/cards/"],
  ["#/invite/friends-only/club/c0de", "friends-only", "/cards/#/club/c0de"],
  ["#/invite/a%2Fb%3F/table/xyz", "a/b?", "/cards/#/table/xyz"],
])("%s brings the code, and the address no longer shows it", (hash, code, address) => {
  page(hash);
  expect(arriveInvited()).toBe(true);
  expect(invite()).toBe(code);
  expect(history.replaceState).toHaveBeenCalledWith(null, "", address);
});

test.each(["", "#/table/xyz", "#/invite/", "#/invite/a/b", "#/invite/a/table/x/y"])("%s brings none", (hash) => {
  page(hash);
  expect(arriveInvited()).toBe(false);
  expect(invite()).toBeNull();
});

test("a broken code is no code", () => {
  page("#/invite/%E0%A4");
  expect(arriveInvited()).toBe(true);
  expect(invite()).toBeNull();
});

test("requests carry the code, if there is one", () => {
  expect(admitted({ accept: "a" })).toEqual({ accept: "a" });
  keepInvite("friends-only");
  expect(admitted()).toEqual({ authorization: "Bearer friends-only" });
});
