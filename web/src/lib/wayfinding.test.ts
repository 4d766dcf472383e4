import { beforeEach, expect, test, vi } from "vitest";
import { game, state, turn } from "../table/fixtures";
import { link, lobby, person, room, sitting } from "./room.svelte";
import { route } from "./route.svelte";
import { language } from "./text.svelte";
import { wayfinding } from "./wayfinding.svelte";
import { windowTitle } from "./windowTitle";

const refused = (re: "join" | "create") =>
  room.hear({ op: "error", code: "no_table", say: { key: "error.no_table" }, text: "gone", re });

beforeEach(() => {
  vi.restoreAllMocks();
  link.status = "open";
  lobby.house = { games: [game], texts: { en: {} } };
  language.house = lobby.house;
  person.you = { op: "you", name: "Ann", token: "t", table: null };
  sitting.clear();
  sitting.notice = sitting.next = null;
  link.busy = null;
});

test("the address follows the table, and the table an address", () => {
  const go = vi.spyOn(route, "go").mockReturnValue();
  const join = vi.spyOn(sitting, "join").mockReturnValue();
  const leave = vi.spyOn(sitting, "askToLeave").mockReturnValue();
  wayfinding.step("t1", null, false, false);
  expect(go).toHaveBeenLastCalledWith("t1", { push: true });
  wayfinding.step("t1", "t2", false, false); // somebody goes elsewhere: asked first
  expect(go).toHaveBeenLastCalledWith("t1", { push: true });
  expect(leave).toHaveBeenLastCalledWith("t2");
  sitting.next = "t2";
  wayfinding.step(null, "t1", false, true);
  expect(go).toHaveBeenLastCalledWith("t2");
  wayfinding.step(null, "t2", false, true);
  expect(join).toHaveBeenCalledExactlyOnceWith("t2");
  wayfinding.step(null, "t2", true, true); // something lies over it
  wayfinding.step(null, "t2", false, false);
  expect(join).toHaveBeenCalledOnce();
});

test("a table of an address that can't be joined is said, and left", () => {
  const go = vi.spyOn(route, "go").mockReturnValue();
  vi.spyOn(route, "table", "get").mockReturnValue("t9");
  refused("join");
  wayfinding.missed();
  expect([sitting.notice?.why, sitting.notice?.table, link.lastError]).toEqual(["noTable", "t9", null]);
  expect(go).toHaveBeenLastCalledWith(null);
});

test("the window is called by what is expected, else by where one is", () => {
  link.welcome = { op: "welcome", v: 1, room: "Back room", greeting: "", software: "dealt 1" };
  expect(windowTitle()).toBe("Lobby · Back room");
  room.hear({ ...turn, view: { ...turn.view!, turn: [1] } });
  expect(windowTitle()).toBe("Sample table · Back room");
  room.hear(state({ ...turn, step: 10 }));
  expect(windowTitle()).toBe("Your turn · Back room");
  link.status = "elsewhere";
  expect(windowTitle()).toBe("Back room");
});
