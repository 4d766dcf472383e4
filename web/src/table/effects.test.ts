// What follows from changes of the table: its end, help, keys, the large button, and what is told to those who hear.
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { link, lobby, person, room, sitting } from "../lib/room.svelte";
import { settings } from "../lib/settings.svelte";
import { language } from "../lib/text.svelte";
import type { TableState } from "../wire";
import { choices } from "./choices.svelte";
import { desk } from "./desk.svelte";
import { ending } from "./ending.svelte";
import { auction, board, chips, game, lead, line, over, PASS, plain, state, turn, view, waiting } from "./fixtures";
import { flow } from "./flow.svelte";
import { helping } from "./helping.svelte";
import { press, type Parts } from "./keyboard";
import { instead, large, shown } from "./large";
import { news, NOTHING } from "./live";

/** Sit at this table. */
function sit(at: TableState): void {
  person.you = { op: "you", name: "Ann", token: "t", table: at.id };
  room.hear({ ...at });
  desk.forget();
}

/** The same table after something happened. */
const then = (at: TableState, more: Partial<TableState>): TableState => ({ ...at, step: at.step + 1, ...more });

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("HTMLElement", class {});
  link.status = "open";
  lobby.house = { games: [{ ...game }], texts: { en: { pass: "Pass", "kind.pair": "pair" } } };
  language.house = lobby.house;
  link.clearError();
});

afterEach(() => {
  sitting.clear();
  settings.speed = "normal";
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe("listening to the table", () => {
  test("every change is told with what was before, until one is deaf", () => {
    const heard: (readonly [number | undefined, number | undefined])[] = [];
    const deaf = sitting.listen((before, now) => heard.push([before?.step, now?.step]));
    sit(turn);
    room.hear(then(turn, {}));
    sitting.clear();
    deaf();
    sit(turn);
    expect(heard).toEqual([
      [undefined, turn.step],
      [turn.step, turn.step + 1],
      [turn.step + 1, undefined],
    ]);
  });
});

describe("the end of a deal", () => {
  const won: TableState = { ...over, id: turn.id, deal: turn.deal, result: { ...over.result!, winners: [0] } };
  let gone: () => void;

  beforeEach(() => {
    gone = ending.follow(() => 500);
    sit(turn);
  });
  afterEach(() => gone());

  test("is seen for a moment once every card lies, then comes the result and a win is celebrated", () => {
    room.hear(won);
    expect([ending.over, ending.shown, ending.docked, ending.moment]).toEqual([true, false, false, false]);
    vi.advanceTimersByTime(1_999);
    expect(ending.shown).toBe(false);
    vi.advanceTimersByTime(1);
    expect([ending.shown, ending.docked, ending.moment]).toEqual([true, true, true]);
    room.hear(then(won, {})); // somebody is ready
    expect(ending.moment).toBe(true);
    ending.hurry();
    expect([ending.docked, ending.moment]).toEqual([true, false]);
  });

  test("is over at once for who hurries, and gone with the next deal", () => {
    room.hear(won);
    ending.hurry();
    expect([ending.docked, ending.moment]).toEqual([true, true]);
    room.hear(then(turn, { deal: turn.deal + 1 }));
    expect([ending.over, ending.moment]).toEqual([false, false]);
  });

  test("is no feast without motion, for who lost, or for who comes back to it", () => {
    settings.speed = "off";
    room.hear(won);
    ending.hurry();
    expect(ending.moment).toBe(false);
    settings.speed = "normal";
    room.hear(then(turn, { deal: turn.deal + 1 }));
    room.hear({ ...won, deal: turn.deal + 1, result: { ...over.result!, winners: [1] } });
    ending.hurry();
    expect([ending.docked, ending.moment]).toEqual([true, false]);
    sitting.clear();
    room.hear(won);
    expect([ending.docked, ending.moment]).toEqual([true, false]);
  });

  test("shows the result at once to who plays alone", () => {
    const alone = { ...turn, seats: turn.seats.slice(0, 1) };
    room.hear(then(alone, { deal: turn.deal + 1 }));
    room.hear({ ...won, deal: turn.deal + 1, seats: alone.seats });
    expect([ending.shown, ending.moment]).toEqual([true, true]);
  });

  test("lies aside where somebody looks at the table", () => {
    room.hear(won);
    ending.hurry();
    desk.aside = true;
    expect([ending.shown, ending.docked]).toEqual([true, false]);
  });
});

describe("help", () => {
  const pair = turn.view!.legal[0]!;

  test("asks why a selection won't do, a moment after the last card", () => {
    const ask = vi.spyOn(sitting, "ask").mockReturnValue(true);
    sit(turn);
    expect(helping.explain()).toBeUndefined();
    desk.choose(["2s", "3d"]);
    const stop = helping.explain();
    vi.advanceTimersByTime(100);
    stop?.();
    vi.advanceTimersByTime(100);
    expect(ask).not.toHaveBeenCalled();
    helping.explain();
    vi.advanceTimersByTime(120);
    expect(ask).toHaveBeenCalledExactlyOnceWith(["2s", "3d"]);
    desk.choose(pair.cards ?? []);
    expect(helping.explain()).toBeUndefined();
  });

  test("raises the cards of a hint; a pass raises none", () => {
    sit(turn);
    helping.raise({ op: "hinted", step: turn.step, action: pair });
    expect(desk.chosen).toEqual(pair.cards);
    helping.raise({ op: "hinted", step: turn.step, action: PASS });
    expect(desk.chosen).toEqual([]);
  });

  test("asks for hints on one's turn only, where they are given", () => {
    const hint = vi.spyOn(sitting, "hint").mockReturnValue(true);
    sit({ ...turn, view: { ...turn.view!, turn: [1] } });
    helping.hint();
    expect(hint).not.toHaveBeenCalled();
    sit(turn);
    helping.hint();
    expect(hint).toHaveBeenCalledOnce();
  });

  test("plays hints by itself at a game for one, until the deal or the connection ends", () => {
    lobby.house = { ...lobby.house!, games: [{ ...game, undoable: true }] };
    const hint = vi.spyOn(sitting, "hint").mockReturnValue(true);
    const act = vi.spyOn(sitting, "act").mockReturnValue(true);
    sit(turn);
    expect(helping.run()).toBeUndefined();
    helping.auto = true;
    helping.run();
    vi.advanceTimersByTime(40);
    expect(hint).toHaveBeenCalledOnce();
    room.hear({ op: "hinted", step: turn.step, action: pair });
    helping.run();
    vi.advanceTimersByTime(419);
    expect(act).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(act).toHaveBeenCalledExactlyOnceWith(pair.name);
    link.status = "lost";
    helping.run();
    expect(helping.auto).toBe(false);
  });

  test("stops where there is no hint, but not for one that is late", () => {
    lobby.house = { ...lobby.house!, games: [{ ...game, undoable: true }] };
    vi.spyOn(sitting, "hint").mockReturnValue(true);
    sit(turn);
    helping.auto = true;
    for (const code of ["hint_late", "no_answer"]) {
      room.hear({ op: "error", code, say: { key: "x" }, text: "x", re: "hint" });
      helping.run();
      expect(helping.auto).toBe(code === "hint_late");
    }
  });
});

describe("keys", () => {
  const calls: string[] = [];
  const part = (name: string, takes = false) => ({
    key: () => (calls.push(name), takes),
    letter: () => false,
    holds: () => false,
  });
  const parts = (some: Partial<Parts> = {}): Parts => ({
    felt: part("felt"),
    hand: part("hand"),
    controls: part("controls"),
    boxes: [part("box")],
    panel: { write: () => Promise.resolve(void calls.push("write")), show: (tab) => calls.push(tab) },
    ...some,
  });
  const key = (name: string, some: Partial<Parts> = {}, repeat = false) => {
    calls.length = 0;
    return press({ key: name, repeat, target: null } as unknown as KeyboardEvent, parts(some));
  };

  test("are for the parts first: the amount, the box, the hand", () => {
    sit(turn);
    expect([key("ArrowLeft"), [...calls]]).toEqual([false, ["controls", "box", "hand"]]);
    expect([key("ArrowLeft", { hand: part("hand", true) }), [...calls]]).toEqual([true, ["controls", "box", "hand"]]);
    expect([key("x", { boxes: [part("box", true)] }), [...calls]]).toEqual([true, ["controls", "box"]]);
  });

  test("are for the board where there is no hand", () => {
    sit(board);
    expect([key("ArrowUp", { hand: null, felt: part("felt", true) }), [...calls]]).toEqual([
      true,
      ["controls", "box", "felt"],
    ]);
  });

  test("show a tab, write a message, and ask before leaving", () => {
    sit(turn);
    expect([key("3"), calls.at(-1)]).toEqual([true, "score"]);
    expect([key("/"), calls.at(-1)]).toEqual([true, "write"]);
    expect(key("9")).toBe(false);
    key("l");
    expect(sitting.asksToLeave).toBe(true);
  });

  test("press the large button once, however long they are held", () => {
    const pressed = vi.spyOn(flow, "press").mockReturnValue();
    sit(turn);
    expect([key("Enter"), key("Enter", {}, true)]).toEqual([true, false]);
    expect(pressed).toHaveBeenCalledOnce();
  });

  test("a choice by its letter comes before what the letter means elsewhere", () => {
    const act = vi.spyOn(sitting, "act").mockReturnValue(true);
    const legal = [plain("call"), plain("fold")];
    sit(state({ view: view({ legal }), deal: 77 }));
    expect(choices.letter("c")).toBe(true);
    expect(act).toHaveBeenLastCalledWith("call");
    key("f");
    expect(act).toHaveBeenLastCalledWith("fold");
    expect([choices.letter("x"), choices.call(5)]).toEqual([false, false]);
  });

  test("Escape ends one thing after the other", () => {
    sit(turn);
    desk.choose(["2s"]);
    [desk.armed, desk.panel] = [true, true];
    helping.auto = true;
    const left = () => [helping.auto, desk.armed, desk.chosen.length > 0, desk.panel];
    expect([key("Escape"), left()]).toEqual([true, [false, false, true, true]]);
    expect([key("Escape"), left()]).toEqual([true, [false, false, false, true]]);
    expect([key("Escape"), left()]).toEqual([true, [false, false, false, false]]);
    expect(key("Escape")).toBe(false);
  });
});

describe("choices without cards", () => {
  test("an amount that opened a deal is proposed again, at its table", () => {
    const bet = plain("bet", 1, 9);
    sit(state({ view: view({ legal: [bet] }) }));
    expect(choices.last(bet)).toBeNull();
    choices.remember(bet, 7);
    expect(choices.last(bet)).toBe(7);
    sit(state({ id: "other", view: view({ legal: [bet] }) }));
    expect(choices.last(bet)).toBeNull();
  });

  test("boxes stay while others call", () => {
    sit(auction);
    const names = choices.boxes.map((each) => each.group);
    room.hear(then(auction, { boxes: [], view: { ...auction.view!, turn: [1], legal: [] } }));
    expect(choices.boxes.map((each) => each.group)).toEqual(names);
    room.hear(then(lead, { id: auction.id, deal: auction.deal + 1, boxes: [] }));
    expect(choices.boxes).toEqual([]);
  });
});

describe("the large button", () => {
  test("says what it does", () => {
    settings.autoPass = settings.autoPlay = false;
    sit(turn);
    expect(large()).toEqual({ label: "Pass", on: true });
    sit({ ...turn, view: { ...turn.view!, legal: turn.view!.legal.slice(0, 2) } });
    expect([shown(), instead(), large()]).toEqual([true, false, { label: "Choose 2 cards", on: false }]);
    desk.choose(["Th", "Td"]);
    expect(large().on).toBe(true);
    expect(large().label).toContain("Play");
    link.status = "lost";
    expect(large().on).toBe(false);
  });

  test("makes room for calls", () => {
    sit(chips);
    expect(instead()).toBe(!shown());
  });

  test("starts a table for who opened it, and readies for the next deal", () => {
    sit(waiting);
    expect(shown()).toBe(waiting.dealer === "Ann");
    sit(over);
    expect(shown()).toBe(true);
    expect(large().label).not.toBe("");
  });
});

describe("what is told to those who hear", () => {
  test("the hand at first, then what others do, each once", () => {
    settings.autoPass = settings.autoPlay = false;
    sit({ ...turn, view: { ...turn.view!, turn: [1] }, deal: 88 });
    const first = news(NOTHING);
    expect(first.words).toMatch(/^Your hand: /);
    expect(news(first.told).words).toBe("");
    room.hear(
      then(turn, {
        deal: 88,
        view: { ...turn.view!, turn: [1] },
        log: [...turn.log, line(0, ["3d"], "3"), line(1, [], "")],
      }),
    );
    const next = news(first.told);
    expect(next.words).toBe("lowest 1: Pass.");
    room.hear(then(turn, { step: 40, deal: 88, log: turn.log }));
    expect(news(next.told).words).toContain("9 of diamonds, 9 of hearts");
  });

  test("the end, with scores", () => {
    sit(turn);
    const { told } = news(NOTHING);
    room.hear({ ...over, id: turn.id, deal: turn.deal });
    expect(news(told).words).toContain(`Ann: ${over.result!.scores[0]}`);
  });

  test("nothing, as long as the texts of the house are not here", () => {
    sit(turn);
    lobby.house = null;
    expect(news(NOTHING)).toEqual({ told: NOTHING, words: "" });
  });
});
