import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { TableState } from "../wire";
import { beside, socketAddress } from "./address";
import { Room } from "./room.svelte";
import { pretend, Wire, welcome, type Heard } from "./socket.fixture";
import { merged, talked } from "./tableState";

const you = { op: "you", name: "Ann", token: "secret", table: null };
const house = { games: [], texts: { en: {} } };

function table(more: Partial<TableState> = {}): Heard & TableState {
  return {
    op: "table",
    id: "t1",
    game: "sample",
    options: {},
    private: false,
    clock: 0,
    pace: "normal",
    computers: "best",
    phase: "playing",
    deal: 1,
    step: 0,
    seat: 0,
    dealer: "Ann",
    seats: [
      { seat: 0, kind: "person", name: "Ann" },
      { seat: 1, kind: "computer", name: "Red Fox" },
    ],
    watchers: [],
    view: { seat: 0, turn: [0], piles: [], facts: [], legal: [], score: null, suits: true },
    sorts: {},
    log_from: 0,
    log: [],
    ...more,
  };
}

const line = (seat: number) => ({ seat, action: `pass ${seat}`, say: { key: "pass" }, cards: [] });

let kept: Map<string, string>;

beforeEach(() => {
  pretend();
  kept = new Map();
  vi.stubGlobal("location", { href: "http://host:1/room/", pathname: "/room/" });
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  vi.stubGlobal(
    "fetch",
    vi.fn(() => Promise.resolve({ ok: true, json: () => Promise.resolve(house) })),
  );
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function begun(): Room {
  const room = new Room();
  room.begin();
  return room;
}

function open(): Room {
  const room = begun();
  Wire.last.opens();
  Wire.last.says(welcome);
  return room;
}

function seated(): Room {
  const room = open();
  Wire.last.says(you);
  Wire.last.says(table());
  return room;
}

describe("addresses", () => {
  test("are beside the page, under a prefix too", () => {
    expect(socketAddress("http://host:21747/")).toBe("ws://host:21747/ws");
    expect(socketAddress("https://host/cards/index.html?x=1#/table/a/b")).toBe("wss://host/cards/ws");
    expect(beside("api/games", "http://host/cards/#/table/x").href).toBe("http://host/cards/api/games");
  });
});

describe("coming in", () => {
  test("says hello, learns the house, and takes a name with something to do after", async () => {
    const room = begun();
    expect(room.link.status).toBe("connecting");
    Wire.last.opens();
    expect(Wire.last.sent).toEqual([{ op: "hello", v: 1, contributes: true }]);
    Wire.last.says(welcome);
    expect(room.link.status).toBe("open");
    await vi.waitFor(() => expect(room.lobby.house).toEqual(house));
    room.person.enter("Ann", { op: "quick" });
    expect(room.link.busy).toBe("name");
    Wire.last.says(you);
    expect(Wire.last.sent.slice(1)).toEqual([
      { op: "name", name: "Ann" },
      { op: "quick", computers: "normal" },
    ]);
    expect(room.link.busy).toBe("quick");
    Wire.last.says(table());
    expect(room.link.busy).toBeNull();
    expect(room.sitting.myTurn).toBe(true);
    expect(room.sitting.names).toEqual(["Ann", "Red Fox"]);
    expect(kept.get("dealt.token:/room/")).toBe('"secret"');
  });

  test("a refused name is said, and what was to follow does not", () => {
    const room = open();
    room.person.enter("Ann", { op: "quick" });
    Wire.last.says({ op: "error", code: "name_taken", say: { key: "error.name_taken" }, text: "taken", re: "name" });
    expect(room.link.lastError?.code).toBe("name_taken");
    expect(room.link.busy).toBeNull();
    room.person.enter("Ann2");
    expect(room.link.lastError).toBeNull();
    Wire.last.says(you);
    expect(Wire.last.sent.some((each) => each.op === "quick")).toBe(false);
  });

  test("a line of talk that was refused can be said again", () => {
    const room = open();
    Wire.last.says(you);
    Wire.last.says(table());
    expect(room.talk.chat("one")).toBe(true);
    expect(room.talk.chat("two")).toBe(true);
    Wire.last.says({ op: "talk", lines: [{ n: 1, name: "Ann", text: "one", at: 0 }] });
    expect(room.talk.unsaid).toBeNull();
    Wire.last.says({ op: "error", code: "slow_down", say: { key: "error.slow_down" }, text: "slow", re: "chat" });
    expect(room.talk.unsaid).toBe("two");
  });

  test("odds that came too late are no trouble of the person's, a play that came too late is", () => {
    const room = open();
    const stale = { op: "error", code: "stale", say: { key: "error.stale" }, text: "moved on" } as const;
    Wire.last.says(you);
    Wire.last.says(table());
    Wire.last.says({ ...stale, re: "odds" });
    expect(room.link.lastError).toBeNull();
    Wire.last.says({ ...stale, re: "act" });
    expect(room.link.lastError?.code).toBe("stale");
  });

  test("a token brings back; a stale one is forgotten", () => {
    kept.set("dealt.token:/room/", '"secret"');
    const room = begun();
    Wire.last.opens();
    expect(Wire.last.sent).toEqual([{ op: "hello", v: 1, contributes: true, token: "secret" }]);
    expect(room.person.returning).toBe(true);
    Wire.last.says({ ...welcome, stale: true });
    expect(room.person.returning).toBe(false);
    expect(room.person.you).toBeNull();
    expect(kept.size).toBe(0);
  });

  test("leaving the room forgets who one was", () => {
    const room = seated();
    room.person.bye();
    expect(Wire.last.sent.at(-1)).toEqual({ op: "bye" });
    Wire.last.says({ op: "forgotten" });
    expect([room.person.you, room.sitting.table, kept.size]).toEqual([null, null, 0]);
  });

  test("who can't be deleted is still there, and is asked again only after a lost connection", async () => {
    const room = seated();
    room.person.bye();
    Wire.last.says({ op: "error", code: "storage", say: { key: "error.storage", args: {} }, text: "", re: "bye" });
    expect([room.person.you?.name, room.person.goes, kept.size]).toEqual(["Ann", false, 2]);
    room.person.bye();
    Wire.last.drops();
    await vi.advanceTimersByTimeAsync(5_000);
    Wire.last.opens();
    Wire.last.says(welcome);
    Wire.last.says(you);
    expect(Wire.last.sent.at(-1)).toEqual({ op: "bye" });
    expect(room.person.goes).toBe(true);
  });

  test("the house is fetched again where it could not be", async () => {
    vi.mocked(fetch).mockRejectedValueOnce(new Error("no network"));
    const room = open();
    await vi.advanceTimersByTimeAsync(2_500);
    expect(room.lobby.house).toEqual(house);
  });
});

describe("the table", () => {
  test("keeps the log that a message left out", () => {
    const room = open();
    Wire.last.says(you);
    Wire.last.says(table({ log: [line(0), line(1)] }));
    Wire.last.says(table({ step: 1, log_from: 2, log: [line(0)] }));
    expect(room.sitting.table?.log.map((each) => each.seat)).toEqual([0, 1, 0]);
    Wire.last.says(table({ step: 2, log_from: 0, log: [line(1)] }));
    expect(room.sitting.table?.log.map((each) => each.seat)).toEqual([1]);
    Wire.last.says(table({ id: "t2", log_from: 5, log: [line(0)] }));
    expect(room.sitting.table?.log.map((each) => each.seat)).toEqual([0]);
    expect(merged(null, table({ log_from: 3, log: [line(1)] })).log).toHaveLength(1);
  });

  test("puts a long record together", () => {
    const room = seated();
    room.sitting.getRecord();
    Wire.last.says({ op: "record", record: '{"deals":', more: true });
    expect(room.sitting.record).toBeNull();
    Wire.last.says({ op: "record", record: "[]}", more: false });
    expect(room.sitting.record).toBe('{"deals":[]}');
    room.sitting.getRecord();
    Wire.last.says({ op: "record", record: "{}" });
    expect(room.sitting.record).toBe("{}");
  });

  test("names the position that an action answers", () => {
    const room = seated();
    Wire.last.says(table({ step: 7 }));
    room.sitting.act("pass");
    room.sitting.ask(["3d"]);
    room.sitting.hint();
    room.sitting.ready();
    expect(Wire.last.sent.slice(-4)).toEqual([
      { op: "act", step: 7, action: "pass" },
      { op: "ask", step: 7, cards: ["3d"] },
      { op: "hint", step: 7 },
      { op: "ready", step: 7 },
    ]);
  });

  test("forgets answers of another position", () => {
    const room = seated();
    Wire.last.says({ op: "answer", step: 3, cards: [], say: null });
    expect(room.sitting.answer).toBeNull();
    Wire.last.says({ op: "answer", step: 0, cards: ["3d"], say: { key: "no" } });
    Wire.last.says({ op: "hinted", step: 0, action: { name: "pass", verb: "pass", say: { key: "pass" } } });
    expect(room.sitting.answer?.say?.key).toBe("no");
    Wire.last.says(table({ step: 1 }));
    expect([room.sitting.answer, room.sitting.hinted]).toEqual([null, null]);
  });

  test("collects the talk: each line once, history anew", () => {
    const says = (n: number) => ({ n, at: n, name: "Bo", text: String(n) });
    expect(talked([says(1)], [says(1), says(2)], false).map((each) => each.n)).toEqual([1, 2]);
    expect(talked([says(8)], [says(1), says(2)], true).map((each) => each.n)).toEqual([1, 2]);
    const many = Array.from({ length: 1500 }, (_, n) => says(n + 2));
    expect(talked([says(1)], many, false)).toHaveLength(1000);
  });

  test("is left: by oneself without a word, gone with one", () => {
    const room = seated();
    room.sitting.leave();
    Wire.last.says({ op: "left", why: "left" });
    expect([room.sitting.table, room.sitting.notice, room.person.you?.table]).toEqual([null, null, null]);
    Wire.last.says(table());
    Wire.last.says({ op: "left", why: "gone" });
    expect(room.sitting.notice).toEqual({ why: "gone", table: "t1" });
  });

  test("asks before leaving a deal that is being played, and remembers where to go", () => {
    const room = seated();
    room.sitting.askToLeave("t2");
    expect(room.sitting.asksToLeave).toBe(true);
    room.sitting.stay();
    expect([room.sitting.asksToLeave, room.sitting.next]).toEqual([false, null]);
    room.sitting.askToLeave("t2");
    room.sitting.leave();
    room.sitting.stay(); // the dialog closes
    expect(room.sitting.next).toBe("t2");
    Wire.last.says(table({ seat: null }));
    room.sitting.askToLeave();
    expect(room.sitting.asksToLeave).toBe(false);
    expect(Wire.last.sent.at(-1)).toEqual({ op: "leave" });
  });

  test("runs down the clock of the turn", () => {
    const room = seated();
    expect(room.sitting.clockEnd).toBeNull();
    Wire.last.says(table({ step: 1, clock_ms: 15_000 }));
    expect(room.sitting.clockEnd).toBe(performance.now() + 15_000);
  });
});

describe("the connection", () => {
  test("comes back by itself, and the table with it", () => {
    const room = seated();
    Wire.last.drops();
    expect(room.link.status).toBe("lost");
    expect(room.sitting.table?.id).toBe("t1");
    expect(room.sitting.act("pass")).toBe(false);
    vi.advanceTimersByTime(400);
    expect(Wire.all).toHaveLength(2);
    Wire.last.drops();
    vi.advanceTimersByTime(800);
    expect(Wire.all).toHaveLength(3);
    expect(room.link.attempts).toBe(2);
    Wire.last.opens();
    expect(Wire.last.sent).toEqual([{ op: "hello", v: 1, contributes: true, token: "secret" }]);
    expect(room.link.status).toBe("lost");
    Wire.last.says(welcome);
    expect([room.link.status, room.link.attempts]).toEqual(["open", 0]);
  });

  test("moves to another server of the room at once, without a word", () => {
    const room = seated();
    Wire.last.drops(1012, "moved");
    expect([room.link.status, room.link.restarting, room.sitting.table?.id]).toEqual(["connecting", false, "t1"]);
    vi.advanceTimersByTime(100);
    expect(Wire.all).toHaveLength(2);
    Wire.last.drops(); // nobody is there yet: from now on it is a loss as any other
    expect(room.link.status).toBe("lost");
    vi.advanceTimersByTime(400);
    Wire.last.opens();
    expect(Wire.last.sent[0]).toMatchObject({ op: "hello", token: "secret" });
    Wire.last.says(welcome);
    expect(room.link.status).toBe("open");
  });

  test("stays away when another tab took over, until it is wanted here", () => {
    const room = seated();
    Wire.last.says({ op: "left", why: "elsewhere" });
    expect(room.link.status).toBe("elsewhere");
    vi.advanceTimersByTime(60_000);
    expect(Wire.all).toHaveLength(1);
    room.link.connect();
    Wire.last.opens();
    Wire.last.says(welcome);
    expect(room.link.status).toBe("open");
  });

  test("stays away from a server of another version", () => {
    const room = begun();
    Wire.last.opens();
    Wire.last.says({ op: "error", code: "version", say: { key: "error.version" }, text: "no", re: "hello" });
    expect([room.link.status, room.link.outdated]).toEqual(["refused", true]);
    vi.advanceTimersByTime(60_000);
    expect(Wire.all).toHaveLength(1);
  });

  test("notices that the server is newer than the page", () => {
    const room = open();
    Wire.last.drops();
    vi.advanceTimersByTime(400);
    Wire.last.opens();
    Wire.last.says({ ...welcome, software: "dealt 2" });
    expect(room.link.outdated).toBe(true);
  });
});
