import { beforeEach, describe, expect, it, vi } from "vitest";
import type { FromFace } from "../wire";
import { Early, next, show } from "./early";
import type { Kept } from "./keeping.svelte";

const GREETING = ['{"op":"welcome"}', '{"op":"lobby"}'];
const OPENING = {
  told: ['{"op":"table","name":"@name","computers":"@level"}', '{"op":"talk","at":@now}'],
  table: '{"id":"t1","pace":"@pace","token":"@token"}',
};
const SPADES: FromFace = { op: "create", game: "spades", now: true, computers: "hard" };

let store: Record<string, string>;
let asked: string[];

function early(kept: Kept = { room: "", table: "" }) {
  const told: string[] = [];
  const made = new Early({ ...kept }, (path) => path, (frame) => told.push(frame), () => undefined);
  const ended = async (...said: FromFace[]) => {
    for (const each of said) made.say(JSON.stringify(each));
    const go = vi.fn<(kept: Kept, said: readonly string[]) => void>();
    await made.end(go);
    const [[before, left]] = go.mock.calls as [[Kept, string[]]];
    return { told, before, left: left.map((each) => JSON.parse(each) as FromFace) };
  };
  return ended;
}

beforeEach(() => {
  store = {};
  asked = [];
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => store[key] ?? null,
    setItem: (key: string, value: string) => (store[key] = value),
    removeItem: (key: string) => delete store[key],
  });
  vi.stubGlobal("fetch", (path: string) => {
    asked.push(path);
    const packed = new Response(JSON.stringify([OPENING])).body!.pipeThrough(new CompressionStream("gzip"));
    return Promise.resolve(new Response(path.endsWith(".bin") ? packed : JSON.stringify(GREETING)));
  });
});

const HELLO: FromFace = { op: "hello", v: 1 };
const ANNA: FromFace = { op: "name", name: "Anna" };

describe("before Python is there", () => {
  it("a stranger has cards, and Python gets their table and what they did", async () => {
    const act: FromFace = { op: "act", step: 1, action: "2c" };
    const { told, before, left } = await early()(HELLO, ANNA, SPADES, act, act);
    expect(told.slice(0, 2)).toEqual(GREETING);
    const you = JSON.parse(told[2]!) as { token: string };
    expect(you).toMatchObject({ op: "you", name: "Anna", table: null });
    expect(JSON.parse(told[3]!)).toMatchObject({ name: "Anna", computers: "hard" });
    expect(JSON.parse(told[4]!)).toMatchObject({ op: "talk" });
    expect(JSON.parse(before.table)).toEqual({ id: "t1", pace: "normal", token: you.token });
    expect(JSON.parse(before.room)).toEqual({ name: "Anna", token: you.token });
    expect(left).toEqual([{ ...HELLO, token: you.token }, act]);
  });

  it("nobody sees an opening twice, but the one that was made since", async () => {
    await early()(HELLO, ANNA, SPADES);
    const second = await early()(HELLO, ANNA, SPADES);
    expect(second.told).toHaveLength(3);
    expect(second.left.at(-1)).toEqual(SPADES);
    next("spades", JSON.stringify(OPENING));
    expect((await early()(HELLO, ANNA, SPADES)).told).toHaveLength(5);
    expect(asked.filter((each) => each.endsWith(".bin"))).toHaveLength(1);
  });

  it.each<FromFace>([
    { op: "create", game: "spades", now: true, computers: "hard", preset: "whiz" },
    { op: "create", game: "spades", computers: "hard" },
    { op: "quick", computers: "hard" },
    { op: "quick", game: "spades", computers: "deuce" },
  ])("a table with wishes of its own is left to Python: %j", async (wished) => {
    const { told, left } = await early()(HELLO, ANNA, wished, SPADES);
    expect(told).toHaveLength(3);
    expect(left.slice(1)).toEqual([wished, SPADES]);
  });

  it("a name that a room might refuse is left to Python, and all that follows", async () => {
    const anna: FromFace = { op: "name", name: "Anna!" };
    const { told, left } = await early()(HELLO, anna, SPADES);
    expect(told).toEqual(GREETING);
    expect(left).toEqual([HELLO, anna, SPADES]);
  });

  it("who comes back sees their table, unless another one was kept since", async () => {
    const room = JSON.stringify({ name: "Anna", token: "secret", avatar: 3 });
    const hello: FromFace = { op: "hello", v: 1, token: "secret" };
    show({ id: "t1" } as Parameters<typeof show>[0]);
    const back = await early({ room, table: '{"id":"t1"}' })(hello);
    expect(JSON.parse(back.told[1]!)).toEqual({ op: "you", name: "Anna", token: "secret", avatar: 3, table: "t1" });
    expect(back.told[2]).toBe('{"id":"t1"}');
    expect(back.left).toEqual([hello]);
    expect((await early({ room, table: '{"id":"t2"}' })(hello)).told[2]).toBe(GREETING[1]);
    expect((await early({ room: "", table: "" })(hello)).told).toEqual([]);
  });
});
