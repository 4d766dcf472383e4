import { describe, expect, test } from "vitest";
import { backs, line, pile, plain, play, view } from "../table/fixtures";
import type { Frame, Lesson } from "../wire";
import { LessonRun } from "./lessonRun.svelte";
import { exchange, exchanged, fits, lastTold, legalOf, told, trimmed, wantedCards } from "./steps";

const suited = view({ legal: [play(["3d", "3h"], "3"), plain("pass")] });
const ranks = view({ suits: false, legal: [play(["3d", "3h"], "3"), plain("pass")] });

test("the cards to select are those of an action that has cards, though a bid is written like one", () => {
  expect(wantedCards(suited, "play 3d3h")).toEqual(["3d", "3h"]);
  expect(wantedCards(ranks, "play 3c3s")).toEqual(["3c", "3s"]);
  expect(wantedCards(suited, "pass")).toEqual([]);
  const bids = view({
    suits: false,
    legal: [
      { ...plain("bid"), name: "bid 3d" },
      { ...plain("bid"), name: "bid 3c" },
    ],
  });
  expect(wantedCards(bids, "bid 3d")).toEqual([]);
  expect(fits(bids, "bid 3d", "bid 3c")).toBe(false);
});

describe("what the lesson waits for", () => {
  test("the same cards in another order are the same action", () => {
    expect(fits(suited, "play 3d3h", "play 3h3d")).toBe(true);
    expect(fits(suited, "play 3d3h", "play 3d")).toBe(false);
    expect(fits(suited, "play 3d3h", "pass")).toBe(false);
    expect(fits(suited, "bid 3", "bid 2")).toBe(false);
    expect(fits(suited, "play 3d3h", "remove 3d3h")).toBe(false);
  });

  test("other suits do as well where suits mean nothing, and only there", () => {
    expect(fits(ranks, "play 3d3h", "play 3s3c")).toBe(true);
    expect(fits(suited, "play 3d3h", "play 3s3c")).toBe(false);
  });

  test("its words come from the legal action, by name, by ranks or by amount", () => {
    expect(legalOf(suited, "play 3d3h")).toBe(suited.legal[0]);
    expect(legalOf(ranks, "play 3c3s")).toBe(ranks.legal[0]);
    const bets = view({ legal: [plain("bet", 1, 9)] });
    expect(legalOf(bets, "bet 4")).toBe(bets.legal[0]);
    expect(legalOf(suited, "bid 3")).toBeNull();
  });
});

describe("cards that change places", () => {
  test("each that was not meant with one of its rank that was", () => {
    expect([...exchange("play 3d3h9s", "play 3h3c9d")].sort()).toEqual([
      ["3c", "3d"],
      ["3d", "3c"],
      ["9d", "9s"],
      ["9s", "9d"],
    ]);
    expect(exchange("play 3d", "play 3d").size).toBe(0);
  });

  test("in piles, actions, log and orders of the hand, but not in the words", () => {
    const frame: Frame = {
      view: view({ piles: [pile("hand", 0, ["3d", "3c", ...backs(1)])], legal: [play(["3d"], "3")] }),
      sorts: { rank: ["3d", "3c"] },
      move: line(1, ["3d"], "3"),
      words: { en: "3d" },
      play: "play 3d",
    };
    const after = exchanged(frame, exchange("play 3d", "play 3c"));
    expect(after.view.piles[0]?.cards).toEqual(["3c", "3d", null]);
    expect(after.view.legal[0]).toMatchObject({ name: "play 3c", cards: ["3c"] });
    expect(after.sorts).toEqual({ rank: ["3c", "3d"] });
    expect(after.move?.cards).toEqual(["3c"]);
    expect(after.words).toEqual({ en: "3d" });
    expect(after.play).toBe("play 3c");
  });
});

const read = (en: string, more: Partial<Frame> = {}): Frame => ({
  view: suited,
  words: { en, zh: `${en} zh` },
  ...more,
});
const passing: Frame = { view: suited, move: line(1, [], "") };
const steps = [read("one"), read("two", { play: "play 3d3h" }), passing, passing, read("three")];
const lesson = (frames: Frame[]): Lesson => ({ game: "sample", options: {}, seat: 0, frames });

test("frames with words are read, the others pass by", () => {
  expect(steps.map(told)).toEqual([true, true, false, false, true]);
  expect(lastTold(steps, 3)).toBe(1);
  expect(lastTold(steps, 4)).toBe(4);
  expect(lastTold(steps.slice(2), 1)).toBeNull();
  expect(trimmed([...steps, { view: suited }])).toEqual(steps);
  expect(trimmed([...steps, passing]).length).toBe(6);
});

describe("a lesson under way", () => {
  const begin = (frames = [...steps, { view: suited }]) => new LessonRun(lesson(frames), () => ["You", "Left"]);

  test("goes on by reading and by doing just what is wanted", () => {
    const course = begin();
    expect([course.words, course.canBack, course.canNext, course.place, course.places]).toEqual([
      "one",
      false,
      true,
      1,
      3,
    ]);
    course.next();
    expect([course.words, course.wanted, course.canNext, course.scene?.still]).toEqual([
      "two",
      "play 3d3h",
      false,
      false,
    ]);
    course.act("pass");
    expect([course.at, course.wrong]).toEqual([1, "other"]);
    course.ask(["3d"]);
    expect(course.wrong).toBe("other");
    course.ask(["3d", "4h"]);
    expect(course.wrong).toBe("unfit");
    course.act("play 3h3d");
    expect([course.at, course.wrong, course.passing, course.words]).toEqual([2, null, true, "two"]);
    expect(course.scene?.still).toBe(true);
    course.next();
    course.next();
    expect([course.words, course.over, course.table?.log.length]).toEqual(["three", true, 2]);
    course.next();
    expect(course.at).toBe(4);
  });

  test("goes back to what was read before, and on again without doing it twice", () => {
    const course = begin();
    course.next();
    course.act("play 3d3h");
    course.back();
    expect([course.at, course.canNext]).toEqual([1, true]);
    course.back();
    expect([course.at, course.canBack]).toEqual([0, false]);
    course.again();
    course.next();
    expect(course.canNext).toBe(false);
  });

  test("what needs no cards is shown by doing it", () => {
    const course = begin([read("bid", { play: "pass" }), read("end")]);
    course.show();
    expect([course.at, course.over]).toEqual([1, true]);
  });

  test("ends with a move as well", () => {
    const course = begin([read("last", { play: "pass" }), passing]);
    expect(course.over).toBe(false);
    course.act("pass");
    expect([course.over, course.passing, course.words]).toEqual([true, false, "last"]);
  });

  test("knows how many sit there", () => {
    expect(begin([read("x", { view: view({ piles: [pile("hand", 2, backs(3))], turn: [1] }) })]).seats).toBe(3);
    expect(begin([read("x", { view: view({ piles: [pile("stock", null, backs(3))] }) })]).seats).toBe(1);
  });
});
