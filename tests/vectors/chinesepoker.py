"""Chinese Poker's vectors."""

from __future__ import annotations

from typing import Any

from dealt.cards import mask
from dealt.games.chinesepoker import DECK
from dealt.games.climbing import Climbing
from tests.vectors import Row, check, held, made
from tests.vectors.climbing import moved, ruled


def seated(seats: int, **more: Any) -> Climbing:
    return made(Climbing, "chinesepoker", seats=seats, **more)


@check("removed_cards", "chinesepoker")
def removed_cards(file: Row, row: str) -> tuple[Any, Any]:
    """Each row is a card that the deck of 48 lacks."""
    return (len(DECK), bool(mask(DECK) & held([row]))), (52 - len(file["removed_cards"]), False)


@check("penalty", "chinesepoker")
def penalty(file: Row, row: Row) -> tuple[Any, Any]:
    game = seated(row["players"])
    return (game.hand, game.penalty(row["remaining"])), (row["hand_size"], row["penalty"])


@check("game_to_limit", "chinesepoker")
def game_to_limit(file: Row, row: Row) -> tuple[Any, Any]:
    """After which deal the match ends, and whose total is the best then."""
    game = seated(len(row["totals"]), limit=row["limit"])
    state = game.begin((0,) * game.seats, (), 0)
    totals, over = [0.0] * game.seats, []
    for scores in row["rounds"]:
        totals = [total + score for total, score in zip(totals, scores, strict=True)]
        over.append(game.final(state, tuple(totals)))
    winners = list(game.winners(tuple(totals))) if over[-1] else []
    wanted = [False] * (len(over) - 1) + [row["over"]]
    return (totals, over, winners), (row["totals"], wanted, row["winners"])


@check("replay", "chinesepoker")
def replay_chinesepoker(file: Row, row: Row) -> tuple[Any, Any]:
    """A whole deal: who dealt leads it, every action is legal, and the result is the row's."""
    game = ruled({"game": "chinesepoker"}, row, seats=len(row["hands"]))
    state = game.begin(tuple(map(held, row["hands"])), (), row["first"])
    assert state.turn == row["first"]
    state, leads = moved(game, state, row["actions"])
    left = [hand.bit_count() for hand in state.hands]
    got = (state.turn, left, left.index(0), list(game.score(state) or ()), leads)
    return got, (None, row["remaining"], row["winner"], row["penalties"], row["leads"])
