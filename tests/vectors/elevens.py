"""The vectors of Elevens, Tens and Thirteens, which lie in one file: each row names its game."""

from __future__ import annotations

from typing import Any

from dealt.cards import card, name, perfect_shuffle, selection_shuffle
from dealt.game import Action, find
from dealt.games.matching import Matching, MatchingState
from tests.vectors import Row, check, held, made


def matching(row: Row) -> Matching:
    return made(Matching, row["game"])


def laid(game: Matching, some: list[str | None]) -> MatchingState:
    """A board with nothing behind it; empty places are added to a short one."""
    board = [None if one is None else card(one) for one in some]
    return MatchingState((*board, *[None] * (game.places - len(board))), ())


def notation(some: tuple[int | None, ...]) -> list[str | None]:
    return [None if one is None else name(one).upper() for one in some]


@check("legal", "elevens")
def legal(file: Row, row: Row) -> tuple[Any, Any]:
    """A card that is named twice can't even be written as an action."""
    game, some = matching(row), row["cards"]
    if len(set(some)) < len(some):
        return False, row["legal"]
    found = find(game.view(laid(game, some), 0), Action("remove", held(some)))
    return (found is not None, game.is_row([card(one) for one in some])), (row["legal"],) * 2


@check("boards", "elevens")
def boards(file: Row, row: Row) -> tuple[Any, Any]:
    game = matching(row)
    state = laid(game, row["board"])
    moves = game.removals(state.board)
    actions = {action.cards for action in game.view(state, 0).legal}
    assert actions == {held(row["board"][place] for place in move) for move in moves}
    got = (sorted(map(list, moves)), bool(game.turn(state)))
    return got, (sorted(row["moves"]), row["another_play_possible"])


@check("deals", "elevens")
def deals(file: Row, row: Row) -> tuple[Any, Any]:
    """The policy of the file is to remove what the game lists first."""
    game = matching(row)
    state, removals = game.begin([card(one) for one in row["deck"]]), 0
    while game.turn(state):
        state, removals = game.apply(state, 0, game.legal(state, 0)[0]), removals + 1
    left, won = len(game.deck) - len(state.removed), game.won(state)
    assert game.score(state) == (1.0 if won else 0.0,)
    wanted = (row["policy_removals"], row["policy_cards_left"], row["policy_won"], row["winnable"])
    return (removals, left, won, won), wanted


@check("replays", "elevens")
def replays(file: Row, row: Row) -> tuple[Any, Any]:
    game = matching(row)
    state, removed = game.begin([card(one) for one in row["deck"]]), []
    for places in row["removals"]:
        some = [name(one).upper() for place in places if (one := state.board[place]) is not None]
        action = find(game.view(state, 0), Action("remove", held(some)))
        assert action is not None, f"{some} can't be removed at {state}"
        state = game.apply(state, 0, action)
        removed.append(some)
    got = (removed, notation(state.board), len(game.deck) - len(state.removed), game.turn(state))
    return got, (row["removed"], row["final_board"], row["cards_left"], ())


class Scripted:
    """A random source that says what it is told to."""

    def __init__(self, answers: list[int]) -> None:
        self.answers = iter(answers)

    def randrange(self, stop: int, /) -> int:
        answer = next(self.answers)
        assert 0 <= answer < stop
        return answer


@check("shuffles", "elevens")
def shuffles(file: Row, row: Row) -> tuple[Any, Any]:
    items = list(row["input"])
    if row["kind"] == "perfect":
        return perfect_shuffle(items), row["output"]
    selection_shuffle(items, Scripted(row["random"]))
    return items, row["output"]
