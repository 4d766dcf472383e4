import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { TableState } from "../wire";
import { beside, socketAddress } from "./address";
import { Room, wait } from "./room.svelte";
import { merged, talked } from "./tableState";

type Heard = { op: string; [key: string]: unknown };

/** A server at the other end, held by the test. */
class Wire {
  static all: Wire[] = [];
  static get last(): Wire {
    return Wire.all.at(-1)!;
  }

  readyState = 0;
  sent: Heard[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number; reason: string }) => void) | null = null;

  constructor(readonly url: string) {
    Wire.all.push(this);
  }

  send(text: string) {
    this.sent.push(JSON.parse(text) as Heard);
  }

  close() {
    this.readyState = 3;
  }

  opens() {
    this.readyState = 1;
    this.onopen?.();
  }

  says(message: Heard) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  drops(code = 1006, reason = "") {
    this.readyState = 3;
    this.onclose?.({ code, reason });
  }
}

const welcome = { op: "welcome", v: 1, room: "Back room", greeting: "Hello", software: "dealt 1" };
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
const listeners = new Map<string, (event?: unknown) => void>();

beforeEach(() => {
  vi.useFakeTimers();
  Wire.all = [];
  kept = new Map();
  listeners.clear();
  vi.stubGlobal("WebSocket", Wire);
  vi.stubGlobal("location", { href: "http://host:1/room/", pathname: "/room/" });
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  vi.stubGlobal("addEventListener", (name: string, heard: () => void) => listeners.set(name, heard));
  vi.stubGlobal("document", {
    visibilityState: "visible",
    addEventListener: (name: string, heard: () => void) => listeners.set(name, heard),
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
    expect(room.status).toBe("connecting");
    Wire.last.opens();
    expect(Wire.last.sent).toEqual([{ op: "hello", v: 1, contributes: true }]);
    Wire.last.says(welcome);
    expect(room.status).toBe("open");
    await vi.waitFor(() => expect(room.house).toEqual(house));
    room.enter("Ann", { op: "quick" });
    expect(room.busy).toBe("name");
    Wire.last.says(you);
    expect(Wire.last.sent.slice(1)).toEqual([
      { op: "name", name: "Ann" },
      { op: "quick", computers: "normal" },
    ]);
    expect(room.busy).toBe("quick");
    Wire.last.says(table());
    expect(room.busy).toBeNull();
    expect(room.myTurn).toBe(true);
    expect(room.names).toEqual(["Ann", "Red Fox"]);
    expect(kept.get("dealt.token:/room/")).toBe('"secret"');
  });

  test("a refused name is said, and what was to follow does not", () => {
    const room = open();
    room.enter("Ann", { op: "quick" });
    Wire.last.says({ op: "error", code: "name_taken", say: { key: "error.name_taken" }, text: "taken", re: "name" });
    expect(room.lastError?.code).toBe("name_taken");
    expect(room.busy).toBeNull();
    room.enter("Ann2");
    expect(room.lastError).toBeNull();
    Wire.last.says(you);
    expect(Wire.last.sent.some((each) => each.op === "quick")).toBe(false);
  });

  test("a line of talk that was refused can be said again", () => {
    const room = open();
    Wire.last.says(you);
    Wire.last.says(table());
    expect(room.chat("one")).toBe(true);
    expect(room.chat("two")).toBe(true);
    Wire.last.says({ op: "talk", lines: [{ n: 1, name: "Ann", text: "one", at: 0 }] });
    expect(room.unsaid).toBeNull();
    Wire.last.says({ op: "error", code: "slow_down", say: { key: "error.slow_down" }, text: "slow", re: "chat" });
    expect(room.unsaid).toBe("two");
  });

  test("odds that came too late are no trouble of the person's, a play that came too late is", () => {
    const room = open();
    const stale = { op: "error", code: "stale", say: { key: "error.stale" }, text: "moved on" } as const;
    Wire.last.says(you);
    Wire.last.says(table());
    Wire.last.says({ ...stale, re: "odds" });
    expect(room.lastError).toBeNull();
    Wire.last.says({ ...stale, re: "act" });
    expect(room.lastError?.code).toBe("stale");
  });

  test("a token brings back; a stale one is forgotten", () => {
    kept.set("dealt.token:/room/", '"secret"');
    const room = begun();
    Wire.last.opens();
    expect(Wire.last.sent).toEqual([{ op: "hello", v: 1, contributes: true, token: "secret" }]);
    expect(room.returning).toBe(true);
    Wire.last.says({ ...welcome, stale: true });
    expect(room.returning).toBe(false);
    expect(room.you).toBeNull();
    expect(kept.size).toBe(0);
  });

  test("leaving the room forgets who one was", () => {
    const room = seated();
    room.bye();
    expect(Wire.last.sent.at(-1)).toEqual({ op: "bye" });
    expect([room.you, room.table, kept.size]).toEqual([null, null, 0]);
  });

  test("the house is fetched again where it could not be", async () => {
    vi.mocked(fetch).mockRejectedValueOnce(new Error("no network"));
    const room = open();
    await vi.advanceTimersByTimeAsync(2_500);
    expect(room.house).toEqual(house);
  });
});

describe("the table", () => {
  test("keeps the log that a message left out", () => {
    const room = open();
    Wire.last.says(you);
    Wire.last.says(table({ log: [line(0), line(1)] }));
    Wire.last.says(table({ step: 1, log_from: 2, log: [line(0)] }));
    expect(room.table?.log.map((each) => each.seat)).toEqual([0, 1, 0]);
    Wire.last.says(table({ step: 2, log_from: 0, log: [line(1)] }));
    expect(room.table?.log.map((each) => each.seat)).toEqual([1]);
    Wire.last.says(table({ id: "t2", log_from: 5, log: [line(0)] }));
    expect(room.table?.log.map((each) => each.seat)).toEqual([0]);
    expect(merged(null, table({ log_from: 3, log: [line(1)] })).log).toHaveLength(1);
  });

  test("puts a long record together", () => {
    const room = seated();
    room.getRecord();
    Wire.last.says({ op: "record", record: '{"deals":', more: true });
    expect(room.record).toBeNull();
    Wire.last.says({ op: "record", record: "[]}", more: false });
    expect(room.record).toBe('{"deals":[]}');
    room.getRecord();
    Wire.last.says({ op: "record", record: "{}" });
    expect(room.record).toBe("{}");
  });

  test("names the position that an action answers", () => {
    const room = seated();
    Wire.last.says(table({ step: 7 }));
    room.act("pass");
    room.ask(["3d"]);
    room.hint();
    room.ready();
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
    expect(room.answer).toBeNull();
    Wire.last.says({ op: "answer", step: 0, cards: ["3d"], say: { key: "no" } });
    Wire.last.says({ op: "hinted", step: 0, action: { name: "pass", verb: "pass", say: { key: "pass" } } });
    expect(room.answer?.say?.key).toBe("no");
    Wire.last.says(table({ step: 1 }));
    expect([room.answer, room.hinted]).toEqual([null, null]);
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
    room.leave();
    Wire.last.says({ op: "left", why: "left" });
    expect([room.table, room.notice, room.you?.table]).toEqual([null, null, null]);
    Wire.last.says(table());
    Wire.last.says({ op: "left", why: "gone" });
    expect(room.notice).toEqual({ why: "gone", table: "t1" });
  });

  test("asks before leaving a deal that is being played, and remembers where to go", () => {
    const room = seated();
    room.askToLeave("t2");
    expect(room.asksToLeave).toBe(true);
    room.stay();
    expect([room.asksToLeave, room.next]).toEqual([false, null]);
    room.askToLeave("t2");
    room.leave();
    room.stay(); // the dialog closes
    expect(room.next).toBe("t2");
    Wire.last.says(table({ seat: null }));
    room.askToLeave();
    expect(room.asksToLeave).toBe(false);
    expect(Wire.last.sent.at(-1)).toEqual({ op: "leave" });
  });

  test("runs down the clock of the turn", () => {
    const room = seated();
    expect(room.clockEnd).toBeNull();
    Wire.last.says(table({ step: 1, clock_ms: 15_000 }));
    expect(room.clockEnd).toBe(performance.now() + 15_000);
  });
});

describe("the connection", () => {
  test("comes back by itself, later and later, never all at once", () => {
    expect(wait(0, 0)).toBe(200);
    expect(wait(0, 1)).toBe(400);
    expect(wait(3, 1)).toBe(3200);
    expect(wait(40, 1)).toBe(15_000);
    const room = seated();
    Wire.last.drops();
    expect(room.status).toBe("lost");
    expect(room.table?.id).toBe("t1");
    expect(room.act("pass")).toBe(false);
    vi.advanceTimersByTime(400);
    expect(Wire.all).toHaveLength(2);
    Wire.last.drops();
    vi.advanceTimersByTime(800);
    expect(Wire.all).toHaveLength(3);
    expect(room.attempts).toBe(2);
    Wire.last.opens();
    expect(Wire.last.sent).toEqual([{ op: "hello", v: 1, contributes: true, token: "secret" }]);
    expect(room.status).toBe("lost");
    Wire.last.says(welcome);
    expect([room.status, room.attempts]).toEqual(["open", 0]);
  });

  test("is tried when it is silent, and given up when nothing answers", () => {
    const room = open();
    vi.advanceTimersByTime(20_000);
    expect(Wire.last.sent.at(-1)).toEqual({ op: "ping", n: 1 });
    Wire.last.says({ op: "pong", n: 1 });
    vi.advanceTimersByTime(20_000);
    expect(room.status).toBe("open");
    vi.advanceTimersByTime(8_000);
    expect(room.status).toBe("lost");
  });

  test("gives up a server that never answers, and tries anew", () => {
    const room = begun();
    vi.advanceTimersByTime(8_000);
    expect(room.status).toBe("lost");
    vi.advanceTimersByTime(400);
    expect(Wire.all).toHaveLength(2);
  });

  test("hears when the network goes and comes", () => {
    const room = open();
    listeners.get("offline")?.();
    expect([room.status, room.online]).toEqual(["lost", false]);
    listeners.get("online")?.();
    expect(room.online).toBe(true);
    expect(Wire.all).toHaveLength(2);
  });

  test("says that the server restarts", () => {
    const room = open();
    Wire.last.drops(1012);
    expect([room.status, room.restarting]).toEqual(["lost", true]);
  });

  test("moves to another server of the room at once, without a word", () => {
    const room = seated();
    Wire.last.drops(1012, "moved");
    expect([room.status, room.restarting, room.table?.id]).toEqual(["connecting", false, "t1"]);
    vi.advanceTimersByTime(100);
    expect(Wire.all).toHaveLength(2);
    Wire.last.drops(); // nobody is there yet: from now on it is a loss as any other
    expect(room.status).toBe("lost");
    vi.advanceTimersByTime(400);
    Wire.last.opens();
    expect(Wire.last.sent[0]).toMatchObject({ op: "hello", token: "secret" });
    Wire.last.says(welcome);
    expect(room.status).toBe("open");
  });

  test("stays away when another tab took over, until it is wanted here", () => {
    const room = seated();
    Wire.last.says({ op: "left", why: "elsewhere" });
    expect(room.status).toBe("elsewhere");
    vi.advanceTimersByTime(60_000);
    expect(Wire.all).toHaveLength(1);
    room.connect();
    Wire.last.opens();
    Wire.last.says(welcome);
    expect(room.status).toBe("open");
  });

  test("stays away from a server of another version", () => {
    const room = begun();
    Wire.last.opens();
    Wire.last.says({ op: "error", code: "version", say: { key: "error.version" }, text: "no", re: "hello" });
    expect([room.status, room.outdated]).toEqual(["refused", true]);
    vi.advanceTimersByTime(60_000);
    expect(Wire.all).toHaveLength(1);
  });

  test("notices that the server is newer than the page", () => {
    const room = open();
    Wire.last.drops();
    vi.advanceTimersByTime(400);
    Wire.last.opens();
    Wire.last.says({ ...welcome, software: "dealt 2" });
    expect(room.outdated).toBe(true);
  });

  test("does not listen to a socket that was given up, nor to noise", () => {
    const room = open();
    const old = Wire.last;
    old.onmessage?.({ data: "{" });
    old.onmessage?.({ data: new ArrayBuffer(2) });
    room.connect();
    old.says(you);
    expect(room.you).toBeNull();
  });
});
