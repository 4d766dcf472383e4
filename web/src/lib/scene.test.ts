import { afterEach, expect, test } from "vitest";
import { state, view } from "../table/fixtures";
import { Room } from "./room.svelte";

const room = new Room();
const sent: { op: string }[] = [];
room.send = (message) => sent.push(message) > 0;

afterEach(() => {
  room.scene = null;
  sent.length = 0;
});

test("a scene is drawn in place of the table, and what is done at it stays there", () => {
  room.hear(state({ seat: 0, view: view({ turn: [0] }) }));
  expect([room.myTurn, room.awaited]).toEqual([true, true]);
  const done: string[] = [];
  room.scene = {
    table: state({ id: "lesson", seat: 1, view: view({ turn: [1] }) }),
    act: (action) => done.push(action),
  };
  expect([room.shown?.id, room.table?.id, room.seat?.seat]).toEqual(["lesson", "sample1", 1]);
  expect([room.act("pass"), room.hint(), room.undo(), room.ready(), room.deal()]).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
  expect(done).toEqual(["pass"]);
  expect(sent).toEqual([]);
  room.scene = { ...room.scene, still: true };
  expect([room.myTurn, room.awaited]).toEqual([false, true]);
});

test("what answers a position names it", () => {
  room.hear(state({ step: 7 }));
  room.undo();
  room.deal(true);
  expect(sent).toEqual([
    { op: "undo", step: 7 },
    { op: "deal", same: true, step: 7 },
  ]);
});

test("odds belong to the position that they were asked for", () => {
  room.hear(state({ step: 7 }));
  room.hear({ op: "odds", step: 6, odds: [{ name: "win", value: 0.5 }] });
  expect(room.odds).toBeNull();
  room.hear({ op: "odds", step: 7, odds: [{ name: "win", value: 0.25 }] });
  expect(room.odds?.odds[0]?.value).toBe(0.25);
  room.hear(state({ step: 8 }));
  expect(room.odds).toBeNull();
});
