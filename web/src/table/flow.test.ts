import { describe, expect, it } from "vitest";

import { fact, PASS, pile, plain, play, seatInfo, state, view } from "./fixtures";
import { cardsOf, completed, completions, due, forced, observed, pause, suggestions } from "./flow";

const HAND = ["9d", "9h", "9s", "Tc", "Jc", "Qc", "Kc"];
const hand = (cards: string[] = HAND) => [pile("hand", 0, cards)];
const single = (card: string) => play([card], card);

describe("what is forced", () => {
  it("is a pass where the view offers nothing else", () => {
    expect(forced(view({ legal: [PASS] }))).toMatchObject({ what: "pass", choice: { name: "pass" } });
  });

  it("is no pass beside a card, an amount or another call", () => {
    for (const other of [single("9d"), plain("claim", 0, 3), plain("double")])
      expect(forced(view({ piles: hand(), legal: [PASS, other] }))).toBeNull();
  });

  it("is the only card, also beside a claim that can be made with the next one", () => {
    const one = view({ piles: hand(["5s"]), legal: [single("5s")] });
    expect(forced(one)).toMatchObject({ what: "play", choice: { name: "play 5s" } });
    expect(forced({ ...one, legal: [single("5s"), plain("claim", 0, 3)] })?.what).toBe("play");
    expect(forced({ ...one, legal: [single("5s"), plain("concede")] })).toBeNull();
  });

  it("is no amount and no cards of one's choice", () => {
    expect(forced(view({ legal: [plain("bet", 1, 9)] }))).toBeNull();
    expect(forced(view({ piles: hand(), legal: [{ ...play(HAND, "some"), pick: [3, 3] }] }))).toBeNull();
  });

  it("is no play that other cards of its ranks could make as well", () => {
    expect(forced(view({ piles: hand(["9d", "9h"]), legal: [single("9d")], suits: false }))).toBeNull();
    expect(forced(view({ piles: hand(["9d", "Td"]), legal: [single("9d")], suits: false }))?.what).toBe("play");
  });

  it("is nothing where nothing can be done, or several things", () => {
    expect(forced(view())).toBeNull();
    expect(forced(view({ piles: hand(), legal: [single("9d"), single("9h")] }))).toBeNull();
    expect(forced(view({ legal: [plain("take", 3)] }))?.what).toBe("other");
  });
});

describe("the pause", () => {
  it("is known to be short among computers, and not to be foreseen among people", () => {
    expect([0, 0.5, 1].map((draw) => pause(false, draw))).toEqual([700, 700, 700]);
    expect([0, 0.5, 1].map((draw) => pause(true, draw))).toEqual([700, 1300, 1900]);
  });

  it("hides from other people and from whoever watches", () => {
    const computers = [1, 2, 3].map((seat) => seatInfo(seat, `C${seat}`, { kind: "computer" }));
    const alone = state({ seat: 0, seats: [seatInfo(0, "Ann"), ...computers], watchers: [] });
    expect(observed(alone)).toBe(false);
    expect(observed({ ...alone, watchers: ["Bo"] })).toBe(true);
    expect(observed({ ...alone, seats: [seatInfo(0, "Ann"), seatInfo(1, "Bo"), ...computers.slice(1)] })).toBe(true);
  });
});

describe("what was chosen ahead", () => {
  const pair = play(["9d", "9h"], "pair");
  const now = view({ piles: hand(), legal: [pair, PASS] });

  it("is played if it fits", () => {
    expect(due(now, { cards: ["9h", "9d"], call: null })?.name).toBe("play 9d9h");
    expect(due(now, { cards: [], call: PASS })?.name).toBe("pass");
  });

  it("is not played if it does not, or could be two things", () => {
    expect(due(now, { cards: ["9d", "9s"], call: null })).toBeNull();
    expect(due({ ...now, legal: [pair] }, { cards: [], call: PASS })).toBeNull();
    const both = [pair, { ...pair, name: "lay 9d9h", verb: "lay" }];
    expect(due({ ...now, legal: both }, { cards: ["9d", "9h"], call: null })).toBeNull();
  });
});

describe("a tap", () => {
  const pairs = [play(["9d", "9h"], "pair"), play(["9d", "9s"], "pair"), play(["9h", "9s"], "pair")];

  it("comes to the only play that contains its card", () => {
    const now = view({ piles: hand(), legal: [single("9d"), single("9h"), PASS] });
    expect(completed(now, ["9h"])).toMatchObject({ choice: { name: "play 9h" }, whole: true });
    expect(completed(now, ["Tc"])).toBeNull();
  });

  it("raises the rest of it, and comes to nothing where there are several", () => {
    const now = view({ piles: hand(), legal: [pairs[0]!, PASS] });
    const found = completed(now, ["9h"]);
    expect(found).toMatchObject({ choice: { name: "play 9d9h" }, whole: false });
    expect(cardsOf(found!.choice, ["9h"], now)).toEqual(["9h", "9d"]);
    expect(completed({ ...now, legal: pairs }, ["9h"])).toBeNull();
    expect(completed({ ...now, legal: pairs }, ["9h", "9s"])?.whole).toBe(true);
  });

  it("takes the very cards where suits mean nothing", () => {
    const now = view({ piles: hand(), legal: [pairs[0]!], suits: false });
    expect(completions(now, ["9s"]).map((each) => each.name)).toEqual(["play 9s9h"]);
    expect(completions({ ...now, suits: true }, ["9s"])).toEqual([]);
  });

  it("never comes to cards of one's choice", () => {
    expect(completed(view({ piles: hand(), legal: [{ ...play(HAND, "x"), pick: [1, 1] }] }), ["9d"])).toBeNull();
  });

  it("is offered for combinations: all if they are few, else one of each kind with what is raised", () => {
    const legal = [single("9d"), ...pairs, play(["9d", "9h", "9s"], "triple"), play(["Tc", "Jc", "Qc"], "run")];
    const now = view({ piles: hand(), legal, facts: [fact("x", 0, 1)] });
    const names = (chosen: string[], most: number) => suggestions(now, chosen, most).map((each) => each.name);
    expect(names([], 5)).toHaveLength(5);
    expect(names([], 4)).toEqual([]);
    expect(names(["9d"], 2)).toEqual(["play 9d9h", "play 9d9h9s"]);
    expect(names(["9d", "9h"], 4)).toEqual(["play 9d9h9s"]);
    expect(names(["Tc"], 4)).toEqual(["play TcJcQc"]);
  });
});
