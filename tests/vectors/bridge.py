"""Bridge's vectors: scores, auctions, rubbers, hands, the assignment's game and whole deals."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

from dealt.cards import card, mask
from dealt.games.bridge import BIDS, Auction, Bridge, Mini, call_of, contract, vulnerable
from dealt.games.bridge import scoring as sc
from dealt.games.tricks import winning_place
from tests.vectors import Row, check, held, made
from tests.vectors.tricks import by_robots, play_trick

SEATS = "NESW"
SIDES = {"None": "none", "NS": "ns", "EW": "ew", "All": "both"}


def game(**options: Any) -> Bridge:
    return made(Bridge, "bridge", **options)


@check("duplicate_scores", "bridge")
def duplicate_scores(file: Row, row: Row) -> tuple[Any, Any]:
    level, strain = int(row["contract"][0]), row["contract"][1]
    return sc.duplicate(level, strain, row["doubled"], row["tricks"], row["vulnerable"]), row["score"]


@check("imp_table", "bridge")
def imp_table(file: Row, row: Row) -> tuple[Any, Any]:
    """Both ends of each row, and both signs."""
    ends = [each for each in (row["from"], row["to"]) if each is not None]
    got = {sc.imps(each) for each in ends} | {-sc.imps(-each) for each in ends}
    return got, {row["imps"]}


@check("imps", "bridge")
def imps(file: Row, row: Row) -> tuple[Any, Any]:
    return sc.imps(row["difference"]), row["imps"]


@check("matchpoints", "bridge")
def matchpoints(file: Row, row: Row) -> tuple[Any, Any]:
    return sc.matchpoints(row["scores"]), row["matchpoints"]


@check("auctions", "bridge")
def auctions(file: Row, row: Row) -> tuple[Any, Any]:
    """Each call as the game offers it, one after the other; then the contract."""
    rules, calls = game(dealer=row["dealer"].lower()), row["calls"]
    state = rules.deal(Random(1))
    assert rules.turn(state) == (SEATS.index(row["dealer"]),)
    for n, call in enumerate(calls):
        seat = next(iter(rules.turn(state)), None)
        offered = [] if seat is None else rules.legal(state, seat)
        action = next((each for each in offered if call_of(each) == call), None)
        if action is None or seat is None or state.phase != "auction":
            return (False, n), (row["legal"], row.get("illegal_index"))
        state = rules.apply(state, seat, action)
    if not row["legal"]:
        return (True, None), (False, row["illegal_index"])
    auction = Auction.of(calls)
    assert auction.over == (state.phase == "play" or not rules.turn(state))
    agreed = contract(tuple(calls), SEATS.index(row["dealer"])) if auction.over else None
    if agreed is None:
        return (auction.over, auction.over), (row["complete"], row.get("passed_out", False))
    got = {
        "contract": f"{agreed.level}{agreed.strain}",
        "doubled": agreed.doubled,
        "declarer": SEATS[agreed.declarer],
        "dummy": SEATS[agreed.dummy],
        "opening_leader": SEATS[rules.turn(state)[0]],
        "complete": True,
        "passed_out": False,
    }
    return got, {key: row[key] for key in got}


@check("legal_calls", "bridge")
def legal_calls(file: Row, row: Row) -> tuple[Any, Any]:
    found = Auction.of(row["calls"]).legal()
    bids = [call for call in found if call in BIDS]
    got = (sorted(set(found) - set(bids)), bids[0] if bids else None, len(found))
    assert bids == list(BIDS[len(BIDS) - len(bids) :])
    return got, (sorted(row["legal"]), row["lowest_bid"], row["legal_count"])


@check("tricks", "bridge")
def tricks(file: Row, row: Row) -> tuple[Any, Any]:
    trump = None if row["trump"] is None else "CDHS".index(row["trump"])
    return winning_place([card(each) for each in row["cards"]], trump), row["winner"]


@check("rubber", "bridge")
def rubber(file: Row, row: Row) -> tuple[Any, Any]:
    found = sc.Rubber()
    for each in row["deals"]:
        found = found.honour((each["honours"].get("NS", 0), each["honours"].get("EW", 0)))
        level, strain = int(each["contract"][0]), each["contract"][1]
        side = ("NS", "EW").index(each["declarer_side"])
        found = found.add(side, level, strain, each["doubled"], each["tricks"])
    over = found.over
    if row["unfinished"]:
        found = found.break_off()
    got = {"above": found.above, "below": found.below, "games": found.games, "totals": found.totals}
    wanted = {key: (row[key]["NS"], row[key]["EW"]) for key in got}
    return (over, got), (row["finished"], wanted)


@check("honours", "bridge")
def honours(file: Row, row: Row) -> tuple[Any, Any]:
    hands = [held(row["hands"].get(seat, [])) for seat in SEATS]
    return sc.honours(hands, "CDHS".find(row["strain"])), (row["bonus"]["NS"], row["bonus"]["EW"])


@check("hand_points", "bridge")
def hand_points(file: Row, row: Row) -> tuple[Any, Any]:
    hand = held(row["cards"])
    got = (sc.high_cards(hand), list(sc.shape(hand)), sc.short_suits(hand), sc.long_suits(hand))
    return got, (row["hcp"], row["shape"], row["short_suit_points"], row["long_suit_points"])


@check("boards", "bridge")
def boards(file: Row, row: Row) -> tuple[Any, Any]:
    got = (vulnerable(row["board"]), SEATS[(row["board"] - 1) % 4])
    return got, (SIDES[row["vulnerable"]], row["dealer"])


@check("mini_game", "bridge")
def mini_game(file: Row, row: Row) -> tuple[Any, Any]:
    """Four robots play the deal through the game itself."""
    rules = game(mode="mini", lead_rule=row["lead_rule"])
    assert isinstance(rules, Mini)
    state = rules.begin(tuple(map(held, row["hands"])), (row["leader"] - 1) % 4)
    state, played = by_robots(rules, state)
    sides = [state.won[side] + state.won[side + 2] for side in (0, 1)]
    return (played, sides), (row["tricks"], row["team_tricks"])


@check("replay", "bridge")
def replay_bridge(file: Row, row: Row) -> tuple[Any, Any]:
    """A whole board: every call and card is legal, and contract, tricks and score are the row's."""
    rules = game(vulnerability=SIDES[row["vulnerable"]])
    hands = tuple(held(each) for each in row["hands"])
    state = replace(rules.begin(hands, SEATS.index(row["dealer"])), deal_data=(row["board"],))
    for call in row["calls"]:
        (seat,) = rules.turn(state)
        action = next(each for each in rules.legal(state, seat) if call_of(each) == call)
        state = rules.apply(state, seat, action)
    agreed = rules.contract(state)
    for each in row["tricks"]:
        state = play_trick(rules, state, each)
    assert agreed is not None
    assert mask(rules.deck) == sum(state.played)
    got = (f"{agreed.level}{agreed.strain}", agreed.doubled, SEATS[agreed.declarer], (rules.score(state) or (None,))[0])
    return got, (row["contract"], row["doubled"], row["declarer"], row["north_south_score"])
