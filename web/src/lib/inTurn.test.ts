import { beforeEach, expect, test, vi } from "vitest";

import { drawAll, inTurn } from "./inTurn";

/** What waits for the next frame. */
let next: (() => void)[] = [];
let now = 0;

beforeEach(() => {
  next = [];
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  vi.spyOn(performance, "now").mockImplementation(() => now);
  vi.stubGlobal("requestAnimationFrame", (frame: () => void) => next.push(frame));
});

function frame(): void {
  for (const each of next.splice(0)) each();
  vi.runAllTimers();
}

test("what takes its time has a frame of its own, and what takes none shares one", () => {
  const drawn: string[] = [];
  const bit = (name: string, takes: number, then?: () => void) => () => {
    drawn.push(name);
    now += takes;
    if (then) inTurn(then);
  };
  inTurn(bit("hand", 20));
  inTurn(bit("plate", 0));
  inTurn(bit("log", 20));
  const off = inTurn(bit("gone", 20));
  inTurn(bit("last", 20, bit("inside", 20)));
  off();
  expect(drawn).toEqual([]);
  frame();
  expect(drawn).toEqual(["hand"]);
  frame();
  expect(drawn).toEqual(["hand", "plate", "log"]);
  frame();
  expect(drawn).toEqual(["hand", "plate", "log", "last"]);
  expect(next).toHaveLength(1);
  frame();
  expect(drawn).toEqual(["hand", "plate", "log", "last", "inside"]);
  expect(next).toEqual([]);
});

test("a key that is pressed meanwhile finds all of it drawn", () => {
  const drawn: string[] = [];
  inTurn(() => {
    drawn.push("hand");
    inTurn(() => drawn.push("log"));
  });
  drawAll();
  expect(drawn).toEqual(["hand", "log"]);
  frame();
  expect(next).toEqual([]);
});
