import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { link, lobby, person, room, sitting } from "../lib/room.svelte";
import { settings } from "../lib/settings.svelte";
import { language } from "../lib/text.svelte";
import type { TableState } from "../wire";
import { desk } from "./desk.svelte";
import { game, PASS, pile, play, turn, view } from "./fixtures";
import { flow } from "./flow.svelte";
import { status } from "./status";

const only: TableState = { ...turn, view: { ...turn.view!, legal: [PASS] } };
let deals = 100;
let gone: () => void = () => {};
const sent: string[] = [];

/** Sit at this table, in a deal of its own, with the table in sight. */
function sit(at: TableState) {
  person.you = { op: "you", name: "Ann", token: "t", table: at.id };
  room.hear({ ...at, deal: ++deals });
  desk.clear();
}

beforeEach(() => {
  vi.useFakeTimers();
  link.status = "open";
  lobby.house = { games: [game], texts: { en: { pass: "Pass" } } };
  language.house = lobby.house;
  link.clearError();
  sent.length = 0;
  vi.spyOn(sitting, "act").mockImplementation((action) => sent.push(action) > 0);
  gone = flow.look();
});

afterEach(() => {
  gone();
  vi.restoreAllMocks();
  vi.useRealTimers();
  sitting.scene = null;
  [settings.autoPass, settings.autoPlay, settings.soonTap, settings.confirm] = [true, true, true, false];
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

describe("a card that was tapped", () => {
  const hand = turn.view!.piles.find((each) => each.owner === 0)!.cards.filter((card) => card !== null);
  const [one, other, third] = [hand[0]!, hand[1]!, hand[2]!];
  const singles: TableState = { ...turn, view: { ...turn.view!, legal: [play([one], "1"), play([other], "2"), PASS] } };

  it("goes after a moment, and until then it is still one's turn", () => {
    sit(singles);
    flow.tap(one);
    later(600);
    expect([sent, status().tone, flow.asked]).toEqual([[], "turn", true]);
    later(400);
    expect(sent).toEqual([`play ${one}`]);
  });

  it("is kept back by another tap, by Stop, and where one is asked once more or wants no haste", () => {
    sit(singles);
    flow.tap(one);
    later(400);
    flow.tap(one);
    later(3000);
    expect(sent).toEqual([]);
    flow.tap(other);
    later(400);
    expect(flow.stop()).toBe(true);
    later(3000);
    flow.tap(other);
    flow.tap(other); // stopped once, this turn waits for the large button
    later(3000);
    for (const key of ["confirm", "soonTap"] as const) {
      sit(singles);
      settings[key] = key === "confirm";
      flow.tap(one);
      later(3000);
    }
    expect(sent).toEqual([]);
  });

  it("waits while it could become more, or is nothing yet", () => {
    sit({ ...turn, view: { ...turn.view!, legal: [play([one], "1"), play([one, other], "2"), PASS] } });
    flow.tap(one);
    later(3000);
    expect(sent).toEqual([]);
    flow.tap(third);
    later(3000);
    flow.tap(third);
    expect(sent).toEqual([]);
    flow.tap(other);
    later(1000);
    expect(sent).toEqual([`play ${one}${other}`]);
  });

  it("does not go where it was swiped or pressed without a pointer", () => {
    sit(singles);
    desk.put(one, true);
    later(3000);
    desk.clear();
    flow.tap(one, false);
    later(3000);
    expect(sent).toEqual([]);
  });
});

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
    sitting.scene = { table: only };
    later(5000);
    expect(flow.coming).toBeNull();
    expect(sent).toEqual([]);
  });

  it("waits after a refusal, and when the connection is lost", () => {
    sit(only);
    later(100);
    link.lastError = { op: "error", code: "illegal", say: { key: "x" }, text: "x", re: "act" };
    later(5000);
    expect(sent).toEqual([]);
    link.lastError = null;
    link.status = "lost";
    later(5000);
    expect(sent).toEqual([]);
    link.status = "open";
    later(2000);
    expect(sent).toEqual(["pass"]);
  });
});

describe("a card chosen ahead in a game of tricks", () => {
  const lead = (owner: number) => ({ name: "lead", role: "lead", owner, value: 1 });
  /** A trick as it lies, by seat; whose turn it is, and what this person may play. */
  const trick = (lies: (string | null)[], leads: number, at: number, legal: string[] = []): TableState => ({
    ...turn,
    view: view({
      turn: [at],
      piles: [
        pile("hand", 0, ["9d", "Kd", "2c"], "fan"),
        ...lies.map((card, seat) => pile("trick", seat, card === null ? [] : [card], "slot")),
      ],
      facts: [lead(leads)],
      legal: legal.map((card) => play([card], card)),
    }),
  });
  const chosen = (before: TableState, now: TableState) => {
    sit(before);
    flow.tap("Kd");
    flow.press();
    expect(flow.plan?.cards).toEqual(["Kd"]);
    room.hear({ ...now, deal: deals, step: before.step + 1 });
    later(3000);
  };

  it("goes to the trick that it was meant for", () => {
    chosen(trick([null, "5d", null, null], 1, 2), trick([null, "5d", "6d", "7d"], 1, 0, ["9d", "Kd"]));
    expect(sent).toEqual(["play Kd"]);
  });

  it("leads where it was meant to lead, and is else dropped with a word", () => {
    chosen(trick(["9h", "5h", null, null], 0, 2), trick([null, null, null, null], 0, 0, ["9d", "Kd", "2c"]));
    expect(sent).toEqual(["play Kd"]);
    chosen(trick(["9h", "5h", null, null], 0, 2), trick([null, "3d", "6d", "7d"], 1, 0, ["9d", "Kd"]));
    expect(sent).toEqual(["play Kd"]);
    expect(status().text).toContain("meant for another trick");
  });
});
