import { afterEach, expect, test } from "vitest";
import { state, view } from "../table/fixtures";
import { Room } from "./room.svelte";

const room = new Room();
const { sitting } = room;
const sent: { op: string }[] = [];
room.link.send = (message) => sent.push(message) > 0;

afterEach(() => {
  sitting.scene = null;
  sent.length = 0;
});

test("a scene is drawn in place of the table, and what is done at it stays there", () => {
  room.hear(state({ seat: 0, view: view({ turn: [0] }) }));
  expect([sitting.myTurn, sitting.awaited]).toEqual([true, true]);
  const done: string[] = [];
  sitting.scene = {
    table: state({ id: "lesson", seat: 1, view: view({ turn: [1] }) }),
    act: (action) => done.push(action),
  };
  expect([sitting.shown?.id, sitting.table?.id, sitting.seat?.seat]).toEqual(["lesson", "sample1", 1]);
  expect([sitting.act("pass"), sitting.hint(), sitting.undo(), sitting.ready(), sitting.deal()]).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
  expect(done).toEqual(["pass"]);
  expect(sent).toEqual([]);
  sitting.scene = { ...sitting.scene, still: true };
  expect([sitting.myTurn, sitting.awaited]).toEqual([false, true]);
});

test("what answers a position names it", () => {
  room.hear(state({ step: 7 }));
  sitting.undo();
  sitting.deal(true);
  expect(sent).toEqual([
    { op: "undo", step: 7 },
    { op: "deal", same: true, step: 7 },
  ]);
});

test("odds belong to the position that they were asked for", () => {
  room.hear(state({ step: 7 }));
  room.hear({ op: "odds", step: 6, odds: [{ name: "win", value: 0.5 }] });
  expect(sitting.odds).toBeNull();
  room.hear({ op: "odds", step: 7, odds: [{ name: "win", value: 0.25 }] });
  expect(sitting.odds?.odds[0]?.value).toBe(0.25);
  room.hear(state({ step: 8 }));
  expect(sitting.odds).toBeNull();
});
