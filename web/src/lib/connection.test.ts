import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Connection, wait, type Line } from "./connection";
import { listeners, pretend, Wire, welcome } from "./socket.fixture";

let heard: string[];
let line: Line;

beforeEach(() => {
  pretend();
  heard = [];
  line = { status: "connecting", online: true, restarting: false, attempts: 0 };
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function begun(): Connection {
  const connection = new Connection(line, {
    open: () => new WebSocket("ws://host/ws"),
    patience: 8_000,
    hello: () => ({ op: "hello", v: 1 }),
    hear: (message) => heard.push(message.op),
    changed: () => undefined,
  });
  connection.begin();
  return connection;
}

function open(): Connection {
  const connection = begun();
  Wire.last.opens();
  Wire.last.says(welcome);
  return connection;
}

test("waits longer and longer, never all at once", () => {
  expect([wait(0, 0), wait(0, 1), wait(3, 1), wait(40, 1)]).toEqual([200, 400, 3200, 15_000]);
});

test("says hello first, and is open once the room has greeted", () => {
  const connection = begun();
  expect(connection.write({ op: "start" })).toBe(false);
  Wire.last.opens();
  expect([Wire.last.url, Wire.last.sent]).toEqual(["ws://host/ws", [{ op: "hello", v: 1 }]]);
  expect(line.status).toBe("connecting");
  Wire.last.says(welcome);
  expect([line.status, heard]).toEqual(["open", ["welcome"]]);
  expect(connection.write({ op: "start" })).toBe(true);
});

test("hands messages on in the order in which they came", () => {
  open();
  for (const op of ["you", "lobby", "table", "talk"]) Wire.last.says({ op });
  expect(heard).toEqual(["welcome", "you", "lobby", "table", "talk"]);
});

test("comes back until the room greets again, and counts its attempts", () => {
  const connection = open();
  Wire.last.drops();
  expect([line.status, line.attempts]).toEqual(["lost", 1]);
  expect(connection.write({ op: "start" })).toBe(false);
  vi.advanceTimersByTime(400);
  Wire.last.drops();
  vi.advanceTimersByTime(800);
  expect([Wire.all.length, line.attempts]).toEqual([3, 2]);
  Wire.last.opens();
  expect(line.status).toBe("lost");
  Wire.last.says(welcome);
  expect([line.status, line.attempts]).toEqual(["open", 0]);
});

test("is tried when it is silent, and given up when nothing answers", () => {
  open();
  vi.advanceTimersByTime(20_000);
  expect(Wire.last.sent.at(-1)).toEqual({ op: "ping", n: 1 });
  Wire.last.says({ op: "pong", n: 1 });
  vi.advanceTimersByTime(20_000);
  expect(line.status).toBe("open");
  vi.advanceTimersByTime(8_000);
  expect(line.status).toBe("lost");
});

test("gives up a server that never answers, and tries anew", () => {
  begun();
  vi.advanceTimersByTime(8_000);
  expect(line.status).toBe("lost");
  vi.advanceTimersByTime(400);
  expect(Wire.all).toHaveLength(2);
});

test("hears when the network goes and comes", () => {
  open();
  listeners.get("offline")?.();
  expect([line.status, line.online]).toEqual(["lost", false]);
  listeners.get("online")?.();
  expect([line.online, Wire.all.length]).toEqual([true, 2]);
});

test("is looked after when the page is seen again", () => {
  open();
  listeners.get("visibilitychange")?.();
  expect(Wire.last.sent.at(-1)).toEqual({ op: "ping", n: 1 });
  Wire.last.drops();
  listeners.get("visibilitychange")?.();
  expect(Wire.all).toHaveLength(2);
  Wire.last.drops();
  listeners.get("pageshow")?.({ persisted: true });
  expect(Wire.all).toHaveLength(3);
});

test("knows whether a server comes back, or another one takes over at once", () => {
  open();
  Wire.last.says({ op: "left", why: "restart" });
  expect([line.status, line.restarting]).toEqual(["open", true]);
  Wire.last.drops(1012);
  expect([line.status, line.restarting]).toEqual(["lost", true]);
  vi.advanceTimersByTime(400);
  Wire.last.opens();
  Wire.last.says(welcome);
  expect(line.restarting).toBe(false);
  Wire.last.drops(1012, "moved");
  expect([line.status, line.restarting, line.attempts]).toEqual(["connecting", false, 0]);
  vi.advanceTimersByTime(100);
  expect(Wire.all).toHaveLength(3);
});

test.each([
  ["elsewhere", () => Wire.last.drops(4001)],
  ["elsewhere", () => Wire.last.says({ op: "left", why: "elsewhere" })],
  ["refused", () => Wire.last.drops(4003)],
  ["refused", () => Wire.last.says({ op: "error", re: "hello", code: "version" })],
])("stays away, %s, until it is wanted", (status, told) => {
  const connection = open();
  told();
  vi.advanceTimersByTime(60_000);
  expect([line.status, Wire.all.length]).toEqual([status, 1]);
  connection.connect();
  expect([line.status, Wire.all.length]).toEqual(["connecting", 2]);
});

test("is refused by a broken rule before the greeting, and lost by one after it", () => {
  begun();
  Wire.last.drops(1008);
  expect(line.status).toBe("refused");
  open();
  Wire.last.drops(1008);
  expect(line.status).toBe("lost");
});

test("is lost where a socket cannot be made", () => {
  vi.stubGlobal("WebSocket", () => {
    throw new Error("no");
  });
  begun();
  expect(line.status).toBe("lost");
});

test("does not listen to a socket that was given up, nor to noise", () => {
  const connection = open();
  const old = Wire.last;
  old.onmessage?.({ data: "{" });
  old.onmessage?.({ data: new ArrayBuffer(2) });
  connection.connect();
  old.says({ op: "you" });
  expect(heard).toEqual(["welcome"]);
});
