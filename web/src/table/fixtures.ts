// Table states of an invented game, for tests and for looking at the screen without a server.

import type {
  ChatLine,
  GameInfo,
  LogLine,
  SeatInfo,
  TableState,
  WireAction,
  WireFact,
  WirePile,
  WireView,
} from "../wire";

const RANKS = "3456789TJQKA2";
const SUITS = "dchs";
export const DECK = [...RANKS].flatMap((rank) => [...SUITS].map((suit) => rank + suit));

export const backs = (count: number): null[] => Array.from({ length: count }, () => null);

export function pile(name: string, owner: number | null, cards: (string | null)[], lay = "row", note = ""): WirePile {
  return { name, owner, cards, lay, note, role: name === "hand" ? "hand" : "" };
}

export function fact(name: string, owner: number | null, value: number | string, role = ""): WireFact {
  return { name, owner, value, role };
}

export function play(cards: string[], what: string): WireAction {
  const say = { key: "play", args: { what, cards } };
  return { name: `play ${cards.join("")}`, verb: "play", say, cards, role: "play" };
}

export function plain(verb: string, amount: number | null = null, upto: number | null = null): WireAction {
  const name = [verb, amount === null ? "" : upto === null ? amount : `${amount}..${upto}`].filter(
    (each) => each !== "",
  );
  const args: { [k: string]: string | number } = {};
  if (amount !== null) args.amount = amount;
  const role = verb === "pass" || (verb === "take" && amount !== null) ? verb : "";
  return { name: name.join(" "), verb, say: { key: verb.replaceAll(" ", "_"), args }, cards: [], amount, upto, role };
}

export const PASS = plain("pass");

export function view(some: Partial<WireView> = {}): WireView {
  return { seat: 0, turn: [0], piles: [], facts: [], legal: [], score: null, suits: true, ...some };
}

export function seatInfo(seat: number, name: string, some: Partial<SeatInfo> = {}): SeatInfo {
  return {
    seat,
    kind: "person",
    name,
    away: false,
    standin: false,
    ready: false,
    total: 0,
    balance: null,
    next: null,
    ...some,
  };
}

export function line(seat: number, cards: string[], what: string): LogLine {
  if (cards.length === 0) return { seat, action: "pass", say: { key: "pass" }, cards: [], role: "pass" };
  return { seat, action: `play ${cards.join("")}`, say: { key: "play", args: { what, cards } }, cards };
}

export function state(some: Partial<TableState> = {}): TableState {
  return {
    op: "table",
    id: "sample1",
    game: "sample",
    options: { variant: "plain", stake: 5 },
    private: false,
    clock: 0,
    pace: "normal",
    computers: "lowest",
    phase: "playing",
    deal: 1,
    step: 0,
    seat: 0,
    dealer: "Ann",
    seats: [
      seatInfo(0, "Ann", { total: 12 }),
      seatInfo(1, "lowest 1", { kind: "computer", total: 40 }),
      seatInfo(2, "WWWWWWWWWW", { total: 7, away: true, standin: true }),
      seatInfo(3, "Bob_the-2nd", { total: -10250, next: "Mia" }),
    ],
    watchers: [],
    view: null,
    sorts: {},
    log_from: 0,
    log: [],
    clock_ms: null,
    commitment: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    seed: null,
    result: null,
    ...some,
  };
}

export const game: GameInfo = {
  name: "sample",
  seats: 4,
  options: [
    { name: "variant", default: "plain", choices: ["plain", "fancy"] },
    { name: "stake", default: 1, choices: [], low: 0, high: 1000 },
    { name: "locks", default: false, choices: [false, true] },
  ],
  presets: {},
  computers: ["lowest"],
  sorts: ["rank", "suit", "combination"],
  low: true,
  settled: {},
  undoable: false,
  reckons: false,
  picture: [],
  lesson: false,
  texts: {
    en: {
      "game.title": "Sample",
      play: "Play {what}",
      deal: "Deal",
      bid: "Bid {amount}",
      raise: "Raise to {amount}",
      "say.beat": "This does not beat a pair of 9",
      "fact.role": "{value}",
      "fact.!last_card": "Last card: {owner}",
      "option.variant": "Variant",
      "option.variant.help": "Which book of rules is played.",
      "option.variant.plain": "plain",
      "option.stake": "Stake",
      "option.stake.help": "What each point is worth.",
    },
    zh: {
      "game.title": "样本",
      play: "出 {what}",
      deal: "发牌",
      bid: "叫 {amount}",
      "say.beat": "大不过一对9",
      "fact.!last_card": "{owner}只剩一张牌",
    },
  },
};

const HAND = ["2s", "Ah", "Kd", "Ks", "Jc", "Th", "Td", "9s", "8h", "7c", "5d", "4c", "3d"];
const SORTS = { rank: HAND, suit: [...HAND].sort((a, b) => SUITS.indexOf(b[1]!) - SUITS.indexOf(a[1]!)) };

const passed = (seat: number): WireFact => ({ name: "passed", role: "passed", owner: seat, value: 1 });

function hands(mine: string[], others: number, count = 3): WirePile[] {
  const found = [pile("hand", 0, mine, "fan")];
  for (let seat = 1; seat <= count; seat++) found.push(pile("hand", seat, backs(others), "fan"));
  return found;
}

/** One's turn in the middle of a trick: pairs are legal. */
export const turn = state({
  step: 9,
  clock: 30,
  clock_ms: 21_000,
  sorts: SORTS,
  view: view({
    piles: [
      ...hands(HAND, 11),
      pile("heap", null, backs(12), "heap"),
      pile("trick", 1, ["6d", "6c"]),
      pile("trick", 2, ["9d", "9h"]),
      pile("trick", 3, []),
    ],
    facts: [passed(3), { name: "lead", role: "lead", owner: 2, value: 1 }],
    legal: [play(["Th", "Td"], "pair of 10"), play(["Kd", "Ks"], "pair of K"), PASS],
  }),
  log: [line(1, ["6d", "6c"], "pair of 6"), line(2, ["9d", "9h"], "pair of 9"), line(3, [], "")],
});

/** One leads: any single card. */
export const lead = state({
  step: 0,
  sorts: SORTS,
  view: view({ piles: hands(HAND, 13), legal: HAND.map((card) => play([card], card)) }),
});

/** A straight of thirteen lies on the table and somebody else has one card left. */
export const long = state({
  step: 30,
  clock: 15,
  clock_ms: 9_000,
  sorts: SORTS,
  view: view({
    turn: [2],
    piles: [
      pile("hand", 0, HAND.slice(0, 9), "fan"),
      pile("hand", 1, backs(1), "fan"),
      pile("hand", 2, backs(10), "fan"),
      pile("hand", 3, backs(13), "fan"),
      pile("heap", null, backs(20), "heap"),
      pile("trick", 1, [...RANKS].map((rank, n) => rank + SUITS[n % 4])),
      pile("trick", 3, ["8d", "8s"]),
    ],
    facts: [{ name: "!last_card", owner: 1, value: 1 }],
    legal: [],
  }),
  log: [
    line(3, ["8d", "8s"], "pair of 8"),
    line(
      1,
      [...RANKS].map((rank, n) => rank + SUITS[n % 4]),
      "thirteen in a row",
    ),
  ],
});

/** An auction of three with seventeen cards and a hidden stock. */
export const auction = state({
  step: 1,
  seats: [seatInfo(0, "Ann"), seatInfo(1, "Bob", { total: 120 }), seatInfo(2, "lowest 2", { kind: "computer" })],
  sorts: {},
  view: view({
    suits: false,
    piles: [
      pile(
        "hand",
        0,
        ["RJ", "BJ", "2s", "2h", "As", "Kd", "Ks", "Kh", "Jc", "Th", "Td", "9s", "8h", "7c", "5d", "4c", "3d"],
        "fan",
      ),
      pile("hand", 1, backs(17), "fan"),
      pile("hand", 2, backs(17), "fan"),
      pile("stock", null, backs(3), "row"),
    ],
    facts: [{ name: "bid", owner: 2, value: 1 }],
    legal: [plain("bid", 2), plain("bid", 3), PASS],
  }),
  log: [{ seat: 2, action: "bid 1", say: { key: "bid", args: { amount: 1 } }, cards: [] }],
});

/** Twenty cards, and suits mean nothing. */
export const twenty = state({
  ...auction,
  step: 5,
  view: view({
    suits: false,
    piles: [
      pile("hand", 0, ["RJ", "BJ", ..."2s2hAsAhKdKsKhJcThTd9s8h7c5d5h4c3d3c".match(/../g)!], "fan"),
      pile("hand", 1, backs(17), "fan"),
      pile("hand", 2, backs(17), "fan"),
    ],
    facts: [
      { name: "role", owner: 0, value: "landlord" },
      { name: "role", owner: 1, value: "farmer" },
      { name: "role", owner: 2, value: "farmer" },
    ],
    legal: [play(["3d"], "3"), play(["Kd", "Kh"], "pair of K"), play(["Kd", "Kh", "Ks", "3d"], "K K K with 3")],
  }),
  log: [],
});

/** A board of slots that belong to nobody: one plays alone. */
export const board = state({
  step: 4,
  seats: [seatInfo(0, "Ann", { total: 3 })],
  view: view({
    piles: [
      ...["5d", "6s", "Jc", "Qd", "Kh", "8h", "3c", null, "2s"].map((card, n) =>
        pile(`slot ${n}`, null, card === null ? [] : [card], "slot"),
      ),
      pile("stock", null, backs(31), "heap"),
    ],
    facts: [{ name: "left", owner: null, value: 31 }],
    legal: [play(["5d", "6s"], "5 and 6"), play(["8h", "3c"], "8 and 3"), play(["Jc", "Qd", "Kh"], "J Q K")],
  }),
});

/** Chips and a board: an amount to choose. */
export const chips = state({
  step: 7,
  seats: Array.from({ length: 6 }, (_, n) => seatInfo(n, n === 0 ? "Ann" : `Player-${n}`, { total: 1000 * n })),
  view: view({
    turn: [0],
    piles: [
      pile("hand", 0, ["As", "Kd"], "fan"),
      ...[1, 2, 3, 4, 5].map((seat) => pile("hand", seat, backs(seat === 2 ? 0 : 2), "fan")),
      pile("board", null, ["Th", "9h", "2c", null, null], "row"),
    ],
    facts: [
      { name: "pot", owner: null, value: 350, lay: "chips" },
      { name: "bet", owner: 1, value: 40, lay: "chips" },
      { name: "bet", owner: 4, value: 0, lay: "chips" },
      ...[0, 1, 2, 3, 4, 5].map((seat) => ({ name: "stack", role: "stack", owner: seat, value: 1000 + seat })),
    ],
    legal: [plain("fold"), plain("call", 40), plain("raise", 80, 960)],
  }),
});

/** The deal is over: every hand is open. */
export const over = state({
  phase: "over",
  step: 44,
  seed: "5e".repeat(32),
  seats: [
    seatInfo(0, "Ann", { total: 12, balance: 40, ready: false }),
    seatInfo(1, "lowest 1", { kind: "computer", total: 49, balance: -85, ready: true }),
    seatInfo(2, "WWWWWWWWWW", { total: 7, balance: 65, ready: true }),
    seatInfo(3, "Bob_the-2nd", { total: 10250, balance: -20, next: "Mia" }),
  ],
  sorts: { rank: HAND.slice(0, 3) },
  view: view({
    turn: [],
    score: [3, 9, 0, 13],
    piles: [
      pile("hand", 0, HAND.slice(0, 3), "fan"),
      pile("hand", 1, ["3c", "3h", "4d", "5c", "6s", "8d", "Js", "Jh", "Qd"], "fan"),
      pile("hand", 2, [], "fan"),
      pile("hand", 3, ["3s", "4h", "4s", "5h", "5s", "6h", "7d", "7h", "7s", "8c", "8s", "Ac", "Ad"], "fan"),
      pile("heap", null, backs(26), "heap"),
      pile("trick", 2, ["2h"]),
    ],
  }),
  log: [line(2, ["2h"], "2 of hearts")],
  result: {
    winners: [2],
    scores: [3, 9, 0, 39],
    totals: [12, 49, 7, 10250],
    settled: [65, 25, 85, -175],
    balances: [40, -85, 65, -20],
    best: [2],
    final: false,
  },
});

/** Nobody has dealt yet. */
export const waiting = state({
  phase: "waiting",
  deal: 0,
  commitment: null,
  seats: [
    seatInfo(0, "Ann"),
    seatInfo(1, "Bob"),
    { ...seatInfo(2, ""), kind: "empty" },
    { ...seatInfo(3, ""), kind: "empty" },
  ],
});

/** Somebody looks on and gets a computer's seat at the next deal. */
export const watching = state({
  ...turn,
  seat: null,
  seats: turn.seats.map((each) =>
    each.seat === 1 ? { ...each, next: "Ann" } : each.seat === 0 ? { ...each, name: "Zoe" } : each,
  ),
  view: view({
    ...turn.view!,
    seat: null,
    legal: [],
    piles: turn.view!.piles.map((each) => (each.role === "hand" ? { ...each, cards: backs(each.cards.length) } : each)),
  }),
});

/** Seven at a table. */
export const seven = state({
  seats: Array.from({ length: 7 }, (_, n) => seatInfo(n, n === 0 ? "Ann" : `Player-${n}`, { total: n * 7 })),
  view: view({
    turn: [3],
    piles: hands(HAND.slice(0, 7), 7, 6).concat(pile("trick", 2, ["9d"]), pile("trick", 1, ["4d"])),
  }),
  log: [line(1, ["4d"], "4"), line(2, ["9d"], "9")],
});

export const talk: ChatLine[] = [
  { n: 1, at: 1_795_000_000, name: "", say: { key: "notice.joined", args: { name: "Bob_the-2nd" } } },
  { n: 2, at: 1_795_000_030, name: "Bob_the-2nd", text: "hello all\nready when you are" },
  { n: 3, at: 1_795_000_060, name: "Ann", text: "שלום, good luck 🙂" },
  {
    n: 4,
    at: 1_795_000_090,
    name: "WWWWWWWWWW",
    text: "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft",
  },
  { n: 5, at: 1_795_000_120, name: "", say: { key: "notice.tookover", args: { name: "WWWWWWWWWW" } } },
];

export const states: { [name: string]: TableState } = {
  turn,
  lead,
  long,
  auction,
  twenty,
  board,
  chips,
  over,
  final: { ...over, phase: "final", result: { ...over.result!, final: true } },
  waiting,
  watching,
  seven,
};
