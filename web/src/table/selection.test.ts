import { describe, expect, it } from "vitest";

import type { WirePile } from "../wire";
import { auction, board, chips, lead, PASS, pile, plain, play, turn, twenty, view } from "./fixtures";
import {
  able,
  amounted,
  called,
  keys,
  kept,
  lying,
  matches,
  offers,
  ordered,
  passing,
  pickable,
  pressing,
  primary,
  same,
  taken,
  taking,
} from "./selection";

describe("a card can take part", () => {
  it("if it occurs in a legal action, whichever pile holds it", () => {
    expect(able(turn.view!)).toEqual(new Set(["Th", "Td", "Kd", "Ks"]));
    expect(able(board.view!).has("Jc")).toBe(true);
    expect(able(board.view!).has("2s")).toBe(false);
  });

  it("if it shares a rank with one, where suits mean nothing", () => {
    expect(able(twenty.view!)).toEqual(new Set(["3d", "3c", "Kd", "Kh", "Ks"]));
  });
});

describe("a card in the middle", () => {
  it("can be picked even where no action holds it, so that one learns why it won't do", () => {
    expect(pickable(board.view!).has("2s")).toBe(true);
    expect(pickable(board.view!).size).toBe(8);
    const columns = [pile("column 1", null, [null, "Ks", "Qh"], "cascade"), pile("waste", null, ["2c"], "open")];
    const legal = [{ ...plain("to home"), cards: ["Qh"] }];
    expect(pickable(view({ piles: columns, legal }))).toEqual(new Set(["Ks", "Qh"]));
  });

  it("stays where it is while nothing can be taken there", () => {
    expect(pickable({ ...board.view!, legal: [] }).size).toBe(0);
    const trick = view({
      piles: [pile("trick", 1, ["4d"], "slot"), pile("hand", 0, ["3d"])],
      legal: [play(["3d"], "3")],
    });
    expect(pickable(trick).size).toBe(0);
  });
});

describe("calls", () => {
  const bids = view({ legal: [plain("bid", 2), plain("bid", 3), { ...plain("bid", 0), say: { key: "bid.pass" } }] });

  it("are made by their digit", () => {
    expect(called(bids, 3)?.name).toBe("bid 3");
    expect(called(bids, 1)).toBeNull();
    expect(called(view({ legal: [plain("stay"), plain("draw")] }), 2)?.name).toBe("draw");
    expect(called(turn.view!, 1)).toBeNull();
  });

  it("may be what the key for a pass does", () => {
    expect(passing(offers(bids))?.name).toBe("bid 0");
    expect(passing(offers(turn.view!))).toBe(PASS);
    expect(passing(offers(view({ legal: [plain("bid", 2)] })))).toBeNull();
  });

  it("are done by a press on the pile that they name", () => {
    const piles = [pile("hand", 0, ["3d"]), pile("stock", null, [null]), pile("discard", null, ["3c"])];
    const [hand, stock, discard] = piles as [WirePile, WirePile, WirePile];
    for (const name of ["stock", "draw stock", "stock over"]) {
      const seen = view({ piles, legal: [plain("hand"), plain(name)] });
      expect(pressing(seen, stock)?.name).toBe(name);
      expect(pressing(seen, discard)).toBeNull();
      expect(pressing(seen, hand)).toBeNull();
    }
    expect(pressing(view({ piles, legal: [plain("draw"), plain("stock", 1)] }), stock)).toBeNull();
    expect(pressing(view({ piles, legal: [{ ...plain("stock"), cards: ["3d"] }] }), stock)).toBeNull();
  });

  it("take a pile by its number", () => {
    const packets = view({ legal: [plain("take", 1), plain("take", 3)] });
    expect(taking(packets, 3)?.name).toBe("take 3");
    expect(taking(packets, 2)).toBeNull();
    expect(taking(bids, 2)).toBeNull();
  });
});

describe("a selection", () => {
  it("matches by equal cards in any order", () => {
    expect(matches(turn.view!, ["Td", "Th"]).map((each) => each.name)).toEqual(["play ThTd"]);
    expect(matches(turn.view!, ["Td"])).toEqual([]);
    expect(matches(turn.view!, ["Td", "Th", "Kd"])).toEqual([]);
  });

  it("matches by equal ranks where suits mean nothing, and sends the cards that were selected", () => {
    const [found] = matches(twenty.view!, ["Kh", "Ks"]);
    expect(found?.name).toBe("play KhKs");
    expect(found?.say.args?.cards).toEqual(["Kh", "Ks"]);
    expect(matches(twenty.view!, ["Ah", "Ks"])).toEqual([]);
  });

  it("takes copies for each other, wild cards for no other of their rank, and one suit apart", () => {
    const cards = ["2h", "2h'1", "2s", "5c", "5d", "5d'1", "6d", "7d", "8d", "9d", "9c", "RJ'1", "RJ"];
    const legal = [play(["2h", "5c"], "a"), play(["5c", "6d", "7d", "8d", "9d"], "b"), play(["RJ"], "c")];
    const two = view({ suits: false, piles: [pile("hand", 0, cards)], wild: ["2h", "2h'1"], legal });
    const found = (chosen: string[]) => matches(two, chosen).length;
    expect([found(["5d", "2h'1"]), found(["5d", "2s"])]).toEqual([1, 0]);
    expect([found(["5d'1", "6d", "7d", "8d", "9c"]), found(["5d", "6d", "7d", "8d", "9d"])]).toEqual([1, 0]);
    expect([found(["RJ'1"]), found(["6d"])]).toEqual([1, 0]);
  });

  it("needs the cards of one hand where ranks stand for cards", () => {
    const two = view({
      suits: false,
      piles: [pile("hand", 0, ["3d"]), pile("hand", 1, ["3c"])],
      legal: [play(["3d"], "3")],
    });
    expect(matches(two, ["3d"])).toHaveLength(1);
    expect(matches(two, ["3c"])).toEqual([]);
  });

  it("may fit several verbs", () => {
    const two = view({ legal: [play(["3d"], "3"), { ...play(["3d"], "3"), name: "discard 3d", verb: "discard" }] });
    const found = primary(two, ["3d"]);
    expect(found.choice?.action.verb).toBe("play");
    expect(found.others.map((each) => each.name)).toEqual(["discard 3d"]);
  });

  it("survives while its cards are there", () => {
    expect(kept(["3d", "4d"], new Set(["4d", "5d"]))).toEqual(["4d"]);
  });

  it("compares without regard to order", () => {
    expect(same(["a", "b"], ["b", "a"])).toBe(true);
    expect(same(["a", "a"], ["a", "b"])).toBe(false);
  });
});

describe("any cards out of some", () => {
  const cards = ["3d", "3c", "4h", "Ks"];
  const say = { key: "play", args: { cards, count: "2–3", rank: "9" } };
  const claim = { name: "claim 9 2..3 of 3c3d4hKs", verb: "claim 9", say, cards, pick: [2, 3] };
  const open = view({ piles: [pile("hand", 0, [...cards, "Qd"])], legal: [claim, plain("doubt")] });

  it("can be selected, and no others", () => {
    expect(able(open)).toEqual(new Set(cards));
  });

  it("are sent with the verb, and named with their number", () => {
    const [found] = matches(open, ["Ks", "3d"]);
    expect(found?.name).toBe("claim 9 Ks3d");
    expect(found?.say.args).toEqual({ cards: ["Ks", "3d"], count: 2, rank: "9" });
  });

  it("must be neither too few nor too many, nor others", () => {
    expect(matches(open, ["3d"])).toEqual([]);
    expect(matches(open, cards)).toEqual([]);
    expect(matches(open, ["3d", "Qd"])).toEqual([]);
  });

  it("are not all sent by name, even where all may be chosen", () => {
    const all = view({ legal: [{ ...claim, pick: [1, 4] }] });
    expect(matches(all, cards)[0]?.name).toBe("claim 9 3d3c4hKs");
  });

  it("say how many are missing where nothing else can be done", () => {
    const only = view({ piles: [pile("hand", 0, cards)], legal: [claim] });
    expect(primary(only, [])).toMatchObject({ idle: "cards", missing: 2 });
    expect(primary(only, ["3d"])).toMatchObject({ idle: "more", missing: 1 });
    expect(primary(only, ["3d", "Ks"]).choice?.name).toBe("claim 9 3dKs");
    expect(primary(only, cards).idle).toBe("wont");
  });
});

describe("the large button", () => {
  it("leaves calls in sight when a card was touched that can't be played before they are made", () => {
    const bids = view({ piles: [pile("hand", 0, ["3d"])], legal: [plain("bid", 1), plain("bid", 2), PASS] });
    expect(primary(bids, ["3d"])).toEqual(primary(bids, []));
    expect(primary(bids, ["3d"]).idle).toBe("choose");
  });

  it("does what a hint says, where the same cards may be played in several ways", () => {
    const ways = ["discard", "knock"].map((verb) => ({ ...play(["3d"], "3"), name: `${verb} 3d`, verb }));
    const both = view({ piles: [pile("hand", 0, ["3d"])], legal: ways });
    expect(primary(both, ["3d"]).choice?.name).toBe("discard 3d");
    const hinted = primary(both, ["3d"], () => false, "knock 3d");
    expect([hinted.choice?.name, ...hinted.others.map((each) => each.name)]).toEqual(["knock 3d", "discard 3d"]);
  });

  it("passes when nothing is selected", () => {
    expect(primary(turn.view!, []).choice?.name).toBe("pass");
    expect(primary(view({ legal: [PASS] }), []).choice?.name).toBe("pass");
  });

  it("leaves it to the buttons where a pass is one call among others", () => {
    expect(primary(auction.view!, [])).toMatchObject({ choice: null, others: [], idle: "choose" });
  });

  it("asks for cards when a pass isn't legal", () => {
    expect(primary(lead.view!, [])).toMatchObject({ choice: null, others: [], idle: "cards" });
  });

  it("plays what is selected, and won't play what isn't legal", () => {
    expect(primary(turn.view!, ["Ks", "Kd"]).choice?.say.args?.what).toBe("pair of K");
    expect(primary(turn.view!, ["Ks"]).idle).toBe("wont");
  });

  it("does the only thing there is", () => {
    expect(primary(view({ legal: [plain("draw")] }), []).choice?.name).toBe("draw");
    expect(primary(view({ legal: [plain("draw"), plain("stop")] }), []).idle).toBe("choose");
    expect(primary(chips.view!, []).idle).toBe("choose");
  });
});

describe("beside plays of cards", () => {
  const draws = [["3d"], ["4d"], ["3d", "4d"]].map((cards) => ({
    ...play(cards, ""),
    name: `draw ${cards.join("")}`,
    verb: "draw",
  }));

  it("what plays none is the large button, if it stands last", () => {
    const seen = view({ legal: [...draws, plain("stand pat")] });
    expect(primary(seen, []).choice?.name).toBe("stand pat");
    expect(primary(seen, ["3d", "4d"]).choice?.name).toBe("draw 3d4d");
    expect(primary(view({ legal: [plain("double"), ...draws] }), []).idle).toBe("cards");
  });

  it("asks for the number of cards that every play has", () => {
    const gifts = [
      ["3d", "4d", "5d"],
      ["3d", "4d", "6d"],
    ].map((cards) => play(cards, ""));
    const seen = view({ legal: gifts, piles: [pile("hand", 0, ["3d", "4d", "5d", "6d"])] });
    expect(primary(seen, [])).toMatchObject({ idle: "cards", missing: 3 });
    expect(primary(seen, ["5d", "6d"])).toMatchObject({ idle: "wont", missing: 0 }); // no gift has both
    expect(primary({ ...seen, piles: [] }, []).missing).toBe(0); // a board tells by itself what won't do
    expect(primary(seen, ["3d", "6d"])).toMatchObject({ idle: "more", missing: 1 });
    expect(primary(seen, ["3d", "5d", "6d"])).toMatchObject({ idle: "wont" });
    expect(primary(seen, ["3d", "4d", "6d"]).choice?.name).toBe("play 3d4d6d");
    expect(primary(lead.view!, []).missing).toBe(0);
  });
});

describe("keys of choices", () => {
  const named = (...actions: Parameters<typeof keys>[0]) => Object.fromEntries(keys(actions, true));

  it("are their first letters, if each has one of its own", () => {
    expect(named(plain("call", 40), plain("raise", 80, 960), plain("fold"))).toEqual({
      "call 40": "c",
      "raise 80..960": "r",
      fold: "f",
    });
    expect(named(plain("double"), PASS)).toEqual({ double: "d", pass: "p" });
  });

  it("are numbers where letters are taken or the same", () => {
    expect(named(plain("hit"), plain("stand"), plain("double"))).toEqual({ hit: "1", stand: "2", double: "3" });
    expect(named(plain("bid", 2), plain("bid", 3), PASS)).toEqual({ "bid 2": "2", "bid 3": "3", pass: "p" });
    expect(named(plain("bid", 1), plain("bid", 2), plain("bid nil"))).toEqual({
      "bid 1": "1",
      "bid 2": "2",
      "bid nil": "n",
    });
  });

  it("leave digits to an amount", () => {
    expect(named(plain("hit"), plain("bet", 10, 500))).toEqual({});
  });
});

describe("offers", () => {
  it("are chips by the first word of their verb", () => {
    const box = view({ legal: [plain("bid 1c"), plain("bid 1d"), plain("double"), PASS] });
    const found = offers(box);
    expect(found.chips.map((each) => [each.group, each.actions.length])).toEqual([
      ["bid", 2],
      ["double", 1],
    ]);
    expect(found.pass).toBe(PASS);
    expect(found.plays).toBe(false);
  });

  it("have a stepper where an amount is free", () => {
    const [raise] = offers(chips.view!).steppers;
    expect(raise?.upto).toBe(960);
    expect(amounted(raise!, 100)).toBe("raise 100");
  });
});

describe("an order of one's hand", () => {
  it("sorts known cards and keeps the rest behind", () => {
    expect(ordered(["3d", "4d", "5d", null], ["5d", "3d"])).toEqual(["5d", "3d", "4d"]);
    expect(ordered(["3d", "4d"], undefined)).toEqual(["3d", "4d"]);
  });
});

describe("cards spread face down", () => {
  const spread = pile("cut", null, [null, "Kd", null, null], "spread");
  const cutting = view({ piles: [spread], legal: [plain("cut", 1), plain("cut", 3, 4)] });

  it("are taken by their numbers, those that lie face up not", () => {
    expect(lying(cutting)).toBe(spread);
    expect([1, 2, 3, 4, 5].map((n) => taken(cutting, spread, n)?.name ?? null)).toEqual([
      "cut 1",
      null,
      "cut 3",
      "cut 4",
      null,
    ]);
    expect(taken(cutting, spread, 4)?.say).toEqual({ key: "cut", args: { amount: 4 } });
  });

  it("leave no other buttons", () => {
    const can = offers(cutting);
    expect([can.chips, can.steppers, can.pass]).toEqual([[], [], null]);
    expect(primary(cutting, []).choice).toBeNull();
    expect(offers(view({ piles: [spread], legal: [plain("deal")] })).chips).toHaveLength(1);
  });
});
