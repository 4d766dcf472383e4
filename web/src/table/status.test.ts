import { beforeEach, describe, expect, it, vi } from "vitest";

import type { TableState, WireAction } from "../wire";
import { link, lobby, person, room, sitting } from "../lib/room.svelte";
import { language } from "../lib/text.svelte";
import { choices } from "./choices.svelte";
import { desk } from "./desk.svelte";
import {
  auction,
  board,
  chips,
  game,
  lead,
  line,
  long,
  over,
  pile,
  plain,
  state,
  states,
  turn,
  view,
  waiting,
  watching,
} from "./fixtures";
import { yielding } from "./large";
import { beaten, status, tallied, warnings } from "./status";
import { factText, lineCards, lineText, oddsText } from "./words";

const sit = (at: TableState, name = "Ann") => {
  person.you = { op: "you", name, token: "t", table: at.id };
  room.hear({ ...at });
  desk.clear();
};

beforeEach(() => {
  link.status = "open";
  lobby.house = { games: [game], texts: { en: { pass: "Pass", "kind.pair": "pair" } } };
  language.house = lobby.house;
  link.clearError();
});

describe("the status line", () => {
  it("says what there is to beat", () => {
    sit(turn);
    expect(status()).toEqual({ text: "Your turn: beat 9♦ 9♥ or pass", tone: "turn" });
    expect(beaten(true)).toBe("9 of diamonds, 9 of hearts");
  });

  it("names the kind of it where the pile does", () => {
    const piles = turn.view!.piles.map((each) =>
      each.owner === 2 && each.name === "trick" ? { ...each, note: "kind.pair" } : each,
    );
    sit({ ...turn, view: { ...turn.view!, piles } });
    expect(status().text).toBe("Your turn: beat pair 9♦ 9♥ or pass");
  });

  it("takes the nearest words that the game has of a play", () => {
    const args = { rank: "9", wild: ["2h"], as: "9" };
    const [said] = turn.log.filter((each) => each.cards.length > 1);
    const log = turn.log.map((each) => ({ ...each, say: { key: "play.pair.wild", args } }));
    const texts = { "beat.pair": "a pair of {rank}", "kind.pair": "pair", "kind.pair.wild": "pair, {wild} as {as}" };
    language.house = { games: [game], texts: { en: { pass: "Pass", ...texts } } };
    sit({ ...turn, log });
    expect(beaten()).toBe("a pair of 9");
    expect(lineText({ ...said!, say: { key: "play.pair.wild", args } })).toBe("pair, 2♥ as 9");
    expect(lineText({ ...said!, say: { key: "play.pair.other", args } })).toBe("pair");
  });

  it("names the play in the words of the game where it has them", () => {
    const log = turn.log.map((each) => ({ ...each, say: { key: "play.pair", args: { rank: "9" } } }));
    language.house = { games: [game], texts: { en: { pass: "Pass", "beat.pair": "a pair of {rank}" } } };
    sit({ ...turn, log });
    expect(status().text).toBe("Your turn: beat a pair of 9 or pass");
    expect(beaten(true)).toBe("9 of diamonds, 9 of hearts");
  });

  it("says who leads", () => {
    sit(lead);
    expect(status().text).toBe("Your turn");
    sit({ ...lead, view: { ...lead.view!, facts: [{ name: "lead", role: "lead", owner: 0, value: 1 }] } });
    expect(status().text).toBe("Your turn: you lead");
    expect(yielding()).toBe(false);
    const pass = { ...plain("pass"), role: "pass" };
    const led = [{ name: "lead", role: "lead", owner: 0, value: 1 }];
    sit({ ...lead, view: { ...lead.view!, facts: led, legal: [...lead.view!.legal, pass] } });
    expect(yielding()).toBe(true);
    desk.toggle("3d");
    expect(yielding()).toBe(false);
  });

  it("says what is done with a card that is not played", () => {
    const texts = { discard: "Discard {cards}", knock: "Knock, discarding {cards}" };
    language.house = { games: [game], texts: { en: texts } };
    const act = (verb: string): WireAction => ({ name: `${verb} Kd`, verb, say: { key: verb }, cards: ["Kd"] });
    sit({ ...lead, view: { ...lead.view!, legal: [act("discard")] } });
    expect(status().text).toBe("Your turn: discard");
    sit({ ...lead, view: { ...lead.view!, legal: [act("discard"), act("knock")] } });
    expect(status().text).toBe("Your turn: discard or knock");
    sit({ ...lead, view: { ...lead.view!, legal: [plain("discard")] } });
    expect(status().text).toBe("Your turn: discard");
    sit({ ...lead, view: { ...lead.view!, legal: [act("discard"), act("nameless")] } });
    expect(status().text).toBe("Your turn");
  });

  it("tells apart what a card could do in several places", () => {
    const texts = { to: "{cards} to column {place}" };
    language.house = { games: [game], texts: { en: texts } };
    const to = (place: string): WireAction => ({
      name: `to ${place} Kd`,
      verb: `to ${place}`,
      say: { key: "to", args: { cards: ["Kd"], place } },
      cards: ["Kd"],
    });
    const legal = [to("1"), to("2")];
    sit({ ...lead, view: { ...lead.view!, legal } });
    desk.choose(["Kd"]);
    const options = legal.map((action) => ({ action, known: 1 }));
    room.hear({ op: "hinted", step: lead.step, action: legal[0]!, options, unit: "points" });
    expect(status().text).toMatch(/K♦ to column 1 \+1 · K♦ to column 2 \+1$/);
  });

  it("says why a selection won't do, once that is known of these very cards", () => {
    sit(turn);
    desk.choose(["9s"]);
    expect(status().tone).toBe("turn");
    room.hear({ op: "answer", step: turn.step, cards: ["9s"], say: { key: "say.beat" } });
    expect(status()).toEqual({ text: "This does not beat a pair of 9", tone: "why" });
    desk.choose(["9s", "8h"]);
    expect(status().tone).toBe("turn");
    desk.choose(["Ks", "Kd"]);
    expect(desk.fits).toBe(true);
    expect(status().tone).toBe("turn");
  });

  it("says whose turn it is, and warns", () => {
    sit(long);
    expect(status()).toEqual({ text: "WWWWWWWWWW to play", tone: "calm" });
    expect(warnings()).toEqual(["Last card: lowest 1"]);
  });

  it("says that a call is expected, and what was hinted", () => {
    sit(auction);
    expect(status().text).toBe("Your turn: bid or pass");
    room.hear({ op: "hinted", step: auction.step, action: auction.view!.legal[1]! });
    expect(status().text).toBe("Hint: Bid 3");
    const [pass, bid] = auction.view!.legal;
    const options = [bid!, pass!].map((action, n) => ({ action, known: 1.5 - 2 * n }));
    room.hear({ op: "hinted", step: auction.step, action: auction.view!.legal[1]!, options, unit: "points" });
    expect(status().text).toMatch(/^Hint: Bid 3\. On average \(points\): Bid 3 \+1\.5 · .+ −0\.5$/);
    sit(chips);
    expect(status().text).toBe("Your turn: choose");
  });

  it("says what the game expects where there are calls to choose from, but not where there is one thing to do", () => {
    const facts = [{ name: "naming", owner: null, value: 1, role: "asked" }];
    language.house = { games: [game], texts: { en: { "fact.naming": "Name the game", resist: "Resist" } } };
    const legal = [plain("name hearts"), plain("name spades")];
    sit({ ...turn, log: [], view: view({ turn: [0], facts, legal }) });
    expect(status().text).toBe("Name the game");
    sit({ ...turn, log: [], view: view({ turn: [0], facts, legal: [plain("resist")] }) });
    expect(status().text).toBe("Your turn: resist");
  });

  it("names a raise without what it is a raise to", () => {
    const en = { fold: "Fold", call: "Call {amount}", raise: "Raise to {amount}" };
    language.house = { games: [game], texts: { en } };
    sit(chips);
    expect(status().text).toBe("Your turn: raise, fold, or call");
  });

  it("leaves what is done without cards in its place while a card is selected that can't be played yet", () => {
    sit(auction);
    const calls = choices.loose.length;
    desk.choose(desk.hand.slice(0, 1));
    expect([desk.chosen.length, desk.picking, choices.loose.length]).toEqual([1, false, calls]);
    expect(calls).toBeGreaterThan(1);
    sit(turn);
    desk.choose(["Ks"]);
    expect([desk.picking, choices.loose.length]).toEqual([true, 0]);
  });

  it("asks for an answer to what lies there face down, whoever else has answered", () => {
    const say = { key: "hidden_cards", args: { count: 2 } };
    const played = { ...line(1, [], ""), action: "play", role: "", say, hidden: 2 };
    const answered = { ...line(2, [], ""), action: "doubt", role: "", say: { key: "doubt" } };
    const asked = { ...turn, view: view({ turn: [0, 3], legal: [plain("believe"), plain("doubt")] }) };
    sit({ ...asked, log: [played] });
    const text = status().text;
    expect(text).toContain("lowest 1: ");
    expect(text).toContain("Your answer?");
    sit({ ...asked, step: 9, log: [played, answered] });
    expect(status().text).toBe(text);
  });

  it("knows the time before and after a deal", () => {
    sit(waiting);
    expect(status().text).toBe("Start when you like: computers take the empty seats");
    sit({ ...waiting, seat: 1 }, "Bob");
    expect(status().text).toBe("Waiting for Ann to start");
    sit(over);
    expect(status().text).toBe("The deal is over");
    sit({ ...over, seats: over.seats.map((each) => ({ ...each, ready: each.seat !== 3 })) });
    expect(status().text).toBe("Waiting for Bob_the-2nd");
    sit(states.final!);
    expect(status().text).toBe("The match is over");
  });

  it("says how a game for one came out, and how many were won", () => {
    const alone = { ...board, deal: 7, phase: "over" as const, view: { ...board.view!, turn: [], legal: [] } };
    const result = { scores: [1], winners: [0], totals: [3], settled: null, balances: null, best: [0], final: false };
    sit({ ...alone, result });
    expect(status()).toEqual({ text: "You won", tone: "won" });
    expect(tallied()).toBe("Won 3 of 7");
    sit({ ...alone, result: { ...result, scores: [0], winners: [] } });
    expect(status()).toEqual({ text: "Not won this time", tone: "why" });
    language.house = { games: [game], texts: { en: { "over.lost": "No more moves, {left} left" } } };
    sit({ ...alone, step: 5, result: { ...result, scores: [0], winners: [] } });
    expect(status().text).toBe("No more moves, 31 left");
    sit({ ...board, deal: 7 });
    expect(status().text).toBe("Your move");
    language.house = { games: [game], texts: { en: { "status.alone": "Two that make 11" } } };
    expect(status().text).toBe("Two that make 11");
    expect(tallied()).toBe("Won 3 of 6");
    sit({ ...board, deal: 2 }); // three points are no wins
    expect(tallied()).toBe("");
  });

  it("asks before a deal is given up", () => {
    lobby.house = { games: [{ ...game, undoable: true }], texts: {} };
    sit({ ...board, log: [{ seat: 0, action: "remove", say: { key: "remove" }, cards: ["3d"] }] });
    desk.again(false);
    expect(status().text).toContain("gives up the deal");
    desk.toggle("2s");
    expect(status().text).toBe("Your move");
  });

  it("takes two presses at once for one: the second would give up the deal that the first one brought", () => {
    lobby.house = { games: [{ ...game, undoable: true }], texts: {} };
    vi.useFakeTimers();
    const asked = vi.spyOn(sitting, "deal").mockReturnValue(true);
    sit({ ...board, deal: 2, step: 40 });
    desk.again(false);
    sit({ ...board, deal: 3, step: 42 });
    vi.advanceTimersByTime(150);
    desk.again(false);
    expect(asked).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(400);
    desk.again(false);
    expect(asked).toHaveBeenCalledTimes(2);
    asked.mockRestore();
    vi.useRealTimers();
  });

  it("tells who watches which seat will be theirs", () => {
    sit(watching);
    expect(status().text).toBe("You are watching: lowest 1's seat is yours at the next deal");
    expect(desk.base).toBe(1);
    expect(desk.offered).toBe(false);
    sit(watching, "Eve");
    expect(status().text).toBe("You are watching");
    expect(desk.offered).toBe(false);
  });

  it("offers a computer's cards until somebody waits for the next deal", () => {
    const offer = { ...watching, deal: watching.deal + 1, takeable: 1 };
    sit(offer);
    expect(status()).toEqual({ text: "You may play on for lowest 1: this deal then counts for nobody", tone: "turn" });
    desk.wait();
    expect(desk.takeable).toBe(null);
    expect(status().text).toBe("You are watching: lowest 1's seat is yours at the next deal");
    sit({ ...offer, deal: offer.deal + 1 });
    expect(desk.takeable?.name).toBe("lowest 1");
  });

  it("shows a refusal until something else happens", () => {
    sit(turn);
    room.hear({ op: "error", code: "stale", say: { key: "say.beat" }, text: "", re: "act" });
    expect(status().tone).toBe("why");
    room.hear({ ...turn, step: turn.step + 1 });
    expect(status().tone).toBe("turn");
  });
});

describe("what is selected", () => {
  it("may be any card of the hand that one plays from, and others only where they can take part", () => {
    const dummy = view({
      piles: [pile("hand", 0, ["3d"]), pile("hand", 2, ["4d", "5d"]), pile("hand", 1, ["6d"])],
      legal: [{ name: "play 4d", verb: "play", say: { key: "play" }, cards: ["4d"] }],
    });
    sit(state({ view: dummy }));
    expect(["3d", "4d", "5d", "6d"].filter((card) => desk.can(card))).toEqual(["3d", "4d", "5d"]);
    desk.choose(["3d", "6d"]);
    expect(desk.chosen).toEqual(["3d"]);
  });

  it("survives a new state while its cards are there", () => {
    sit(turn);
    desk.choose(["9s", "Ks"]);
    const piles = turn.view!.piles.map((each) =>
      each.name === "hand" && each.owner === 0 ? { ...each, cards: each.cards.filter((card) => card !== "Ks") } : each,
    );
    room.hear({ ...turn, step: turn.step + 4, view: { ...turn.view!, piles, legal: [] } });
    expect(desk.chosen).toEqual(["9s"]);
  });
});

describe("facts", () => {
  it("are told in the words of the game, or by name and value", () => {
    sit(turn);
    expect(factText({ name: "!last_card", owner: 1, value: 1 })).toBe("Last card: lowest 1");
    expect(factText({ name: "tricks_won", owner: 1, value: 3 })).toBe("tricks won 3");
    expect(factText({ name: "must", role: "must", owner: null, value: "3d" })).toBe("must 3♦");
    expect(factText({ name: ".hidden", owner: 1, value: 3 })).toBeNull();
  });
});

describe("what is known exactly", () => {
  it("is said as a chance or as points, with the game's words around it where it has them", () => {
    language.house = {
      games: [game],
      texts: { en: { "odds.win": "Chance of winning", "odds.hit": "{value} if you hit" } },
    };
    expect(oddsText({ name: "win", value: 0.1239 })).toBe("Chance of winning 12.4%");
    expect(oddsText({ name: "win", value: 0.00567 })).toBe("Chance of winning 0.57%");
    expect(oddsText({ name: "win", value: 1 })).toBe("Chance of winning 100%");
    expect(oddsText({ name: "hit", value: -0.5, points: true })).toBe("\u22120.5 if you hit");
    expect(oddsText({ name: "lose_all", value: 0.5 })).toBe("lose all 50%");
  });
});

describe("a line of the log", () => {
  it("shows the cards that its words don't name", () => {
    language.house = { games: [game], texts: { en: { remove: "Remove {cards}" } } };
    const removed = {
      seat: 0,
      action: "remove 3d8s",
      say: { key: "remove", args: { cards: ["3d", "8s"] } },
      cards: ["3d", "8s"],
    };
    expect(lineCards(removed)).toEqual([]);
    expect(lineCards({ ...removed, say: { key: "play", args: { what: "a pair" } } })).toEqual(["3d", "8s"]);
  });
});
