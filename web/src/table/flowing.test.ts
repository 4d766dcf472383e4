import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { room } from "../lib/room.svelte";
import { settings } from "../lib/settings.svelte";
import { language } from "../lib/text.svelte";
import type { TableState } from "../wire";
import { desk } from "./desk.svelte";
import { game, PASS, turn } from "./fixtures";
import { flow } from "./flow.svelte";
import { status } from "./status";

const only: TableState = { ...turn, view: { ...turn.view!, legal: [PASS] } };
let deals = 100;
let gone: () => void = () => {};
const sent: string[] = [];

/** Sit at this table, in a deal of its own, with the table in sight. */
function sit(at: TableState) {
  room.you = { op: "you", name: "Ann", token: "t", table: at.id };
  room.hear({ ...at, deal: ++deals });
  desk.clear();
}

beforeEach(() => {
  vi.useFakeTimers();
  room.status = "open";
  room.house = { games: [game], texts: { en: { pass: "Pass" } } };
  language.house = room.house;
  room.clearError();
  sent.length = 0;
  vi.spyOn(room, "act").mockImplementation((action) => sent.push(action) > 0);
  gone = flow.look();
});

afterEach(() => {
  gone();
  vi.restoreAllMocks();
  vi.useRealTimers();
  room.scene = null;
  [settings.autoPass, settings.autoPlay] = [true, true];
});

/** Let so much time pass, in steps; here no effect runs by itself. */
function later(ms: number) {
  for (let passed = 0; passed < ms; passed += 100) {
    flow.note();
    const stop = flow.run();
    vi.advanceTimersByTime(100);
    stop?.();
  }
}

describe("what goes by itself", () => {
  it("is sent once, after a pause in which nobody is told that it is their turn", () => {
    sit(only);
    later(600);
    expect(sent).toEqual([]);
    expect(status().tone).toBe("calm");
    later(1400);
    expect(sent).toEqual(["pass"]);
    later(5000);
    expect(sent).toEqual(["pass"]);
    expect(status().tone).toBe("calm");
  });

  it("waits for the person where the setting is off, was stopped, or there is a choice", () => {
    settings.autoPass = false;
    sit(only);
    later(5000);
    settings.autoPass = true;
    sit(turn);
    later(5000);
    sit(only);
    later(100);
    expect(flow.stop()).toBe(true);
    later(5000);
    expect(sent).toEqual([]);
    expect(status().tone).toBe("turn");
  });

  it("waits in a lesson", () => {
    sit(only);
    room.scene = { table: only };
    later(5000);
    expect(flow.coming).toBeNull();
    expect(sent).toEqual([]);
  });

  it("waits after a refusal, and when the connection is lost", () => {
    sit(only);
    later(100);
    room.lastError = { op: "error", code: "illegal", say: { key: "x" }, text: "x", re: "act" };
    later(5000);
    expect(sent).toEqual([]);
    room.lastError = null;
    room.status = "lost";
    later(5000);
    expect(sent).toEqual([]);
    room.status = "open";
    later(2000);
    expect(sent).toEqual(["pass"]);
  });
});
