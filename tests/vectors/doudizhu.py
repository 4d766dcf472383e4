"""Dou Dizhu's vectors."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from dealt.game import Action, find
from dealt.games.climbing import ClimbingState
from dealt.games.doudizhu import DouDizhu, landlord
from tests.vectors import Row, check, held, made
from tests.vectors.climbing import moved

SEATS = 3


def game_of(**options: Any) -> DouDizhu:
    return made(DouDizhu, "doudizhu", **options)


def opened(game: DouDizhu, first: int) -> ClimbingState:
    """A deal whose face-up card was drawn by that seat."""
    return game.deal_in_order(first, game.deck, 0)


def call(game: DouDizhu, state: ClimbingState, bid: int) -> ClimbingState | None:
    """The state after a bid of the seat whose turn it is; None if it may not be made."""
    if state.turn is None or state.phase != "auction":
        return None
    found = find(game.view(state, state.turn), Action("bid", amount=bid))
    return None if found is None else game.apply(state, state.turn, found)


@check("auction", "doudizhu")
def auction(file: Row, row: Row) -> tuple[Any, Any]:
    game = game_of(bidding=row["mode"])
    state = opened(game, row["first"])
    for n, bid in enumerate(row["bids"]):
        after = call(game, state, bid)
        if after is None:
            return ("illegal", n), (row["result"], row.get("illegal_index"))
        state = after
    alone = landlord(state)
    if alone is not None:
        got = ("landlord", alone, game.view(state, None).fact("landlord", alone), state.turn)
        return got, (row["result"], row.get("landlord"), row.get("bid"), row.get("landlord"))
    return ("redeal" if state.turn is None else "open", state.turn), (row["result"], row.get("next"))


@check("first_bidder", "doudizhu")
def first_bidder(file: Row, row: Row) -> tuple[Any, Any]:
    game = game_of()
    return game.deal_in_order(row["dealer"], game.deck, row["face_up_draw_index"]).turn, row["first_bidder"]


BOMBS = tuple([rank + suit for suit in "CDHS"] for rank in "789T")
BEGUN: dict[tuple[bool, bool], list[list[str]]] = {  # by whether the landlord wins and it is a spring
    (True, True): [["3D"], [], []],
    (True, False): [["3D"], ["4C"], []],
    (False, True): [["3D"], ["4C"], [], []],
    (False, False): [["3D"], ["4C"], [], ["5C"], ["6C"], [], []],
}


@check("score", "doudizhu")
def score(file: Row, row: Row) -> tuple[Any, Any]:
    """Played out: seat 0 is the landlord, seat 2 comes next; the winner plays all bombs, then goes out with a king."""
    game = game_of(spring=row["spring_option"])
    state = opened(game, 0)
    while landlord(state) is None:
        after = call(game, state, row["bid"] if state.turn == 0 else 0)
        assert after is not None
        state = after
    won = row["landlord_wins"]
    loud = [*BOMBS[: row["bombs"]], *[["BJ", "RJ"]] * row["rockets"]]
    plays = [
        *BEGUN[won, row["spring"] or row["anti_spring"]],
        *(each for some in loud for each in (some, [], [])),
        ["KS"],
    ]
    winner = 0 if won else 2
    hands = {
        0: held(["3D"] if won else ["3D", "5C"]),
        2: held(["4C"] if won or row["anti_spring"] else ["4C", "6C"]),
        1: 0,
    }
    hands[winner] |= held(each for some in (*loud, ["KS"]) for each in some)
    rest = [one for one in game.deck if not sum(hands.values()) >> one & 1]
    for seat in {0, 1, 2} - {winner}:
        while hands[seat].bit_count() < (20 if seat == 0 else 17):
            hands[seat] |= 1 << rest.pop()
    state = replace(state, hands=(hands[0], hands[1], hands[2]), shown=0)
    for some in plays:
        assert state.turn is not None
        state, _ = moved(game, state, [(state.turn, some)])
    return [*(game.score(state) or ())], [row["net"][0 if seat == 0 else 1] for seat in range(SEATS)]


@check("replay", "doudizhu")
def replay(file: Row, row: Row) -> tuple[Any, Any]:
    game = game_of(variant=row["rules"])
    hands = tuple(held(hand) for hand in row["hands"])
    state = replace(opened(game, row["first_bidder"]), hands=hands, stock=(held(row["kitty"]),), shown=0)
    for bid in row["bids"]:
        after = call(game, state, bid)
        assert after is not None, f"the bid {bid} is not possible at {state}"
        state = after
    start = (landlord(state), game.view(state, None).fact("landlord", landlord(state)))
    state, leads = moved(game, state, row["actions"])
    alone = landlord(state)
    left = [hand.bit_count() for hand in state.hands]
    multiplier = game.view(state, None).fact("multiplier")
    got = (
        start,
        state.turn,
        left,
        left.index(0),
        left.index(0) == alone,
        multiplier,
        [*(game.score(state) or ())],
        leads,
    )
    wanted = (
        (row["landlord"], row["bid"]),
        None,
        row["remaining"],
        row["winner"],
        row["landlord_wins"],
        2 ** (row["bombs"] + row["rockets"]),
        row["net"],
        row["leads"],
    )
    return got, wanted
