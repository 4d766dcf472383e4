"""The example `examples/daifugo.py`: a climbing game by a stranger, with six house rules."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from dealt.cards import cards, text
from dealt.files import run_file
from dealt.game import Action, Past
from dealt.games.climbing import PASS, ClimbingState
from dealt.laws.support import check_support
from dealt.players import computer

EXAMPLE: Any = run_file(Path(__file__).parents[2] / "examples" / "daifugo.py", "daifugo")
GAME = EXAMPLE.make(3)


def after(hands: tuple[str, ...], *plays: str, daifugo: int = -1) -> ClimbingState:
    own = EXAMPLE.House(0, daifugo)
    state = ClimbingState(tuple(map(cards, hands)), 0, None, (0,) * 3, own=own)
    for each in plays:
        seat = GAME.turn(state)[0]
        action = PASS if each == "pass" else Action("play", cards(each))
        assert action in GAME.legal(state, seat)
        state = GAME.apply(state, seat, action)
    return state


def may(state: ClimbingState) -> list[str]:
    return [text(each.cards) or str(each) for each in GAME.legal(state, GAME.turn(state)[0])]


def test_four_in_a_row_turn_the_ranks_and_a_jack_does_until_the_table_is_cleared() -> None:
    hands = ("4c5c6c7cJd9h", "3cKd6h", "4dAs9s")
    state = after(hands, "4c5c6c7c", "pass", "pass", "9h")
    assert may(state) == ["3c", "6h", "pass"]
    state = after(hands, "4c5c6c7c", "pass", "pass", "Jd")  # turned twice
    assert may(state) == ["Kd", "pass"]
    state = after(hands, "Jd")
    assert may(state) == ["3c", "6h", "pass"]
    state = after(hands, "Jd", "pass", "pass", "9h")
    assert may(state) == ["Kd", "pass"]


def test_eights_clear_the_table() -> None:
    assert GAME.turn(after(("5c6c", "8d9d", "TcJc"), "5c", "8d")) == (1,)


def test_who_follows_with_the_same_suits_locks_them() -> None:
    hands = ("5c5dKh", "6c6dQs", "7c7hAcRJ")
    state = after(hands, "5c", "6c")
    assert may(state) == ["7c", "Ac", "RJ", "pass"]
    assert GAME.view(state, 2).fact("lock") == 1
    assert GAME.explain(GAME.view(state, 2), cards("7h")).key == "why.lock"
    state = after(hands, "5c5d", "6c6d")
    assert may(state) == ["pass"]  # the sevens have other suits
    state = after(hands, "5c", "6c", "pass", "pass")
    assert "Qs" in may(state)


def test_the_three_of_spades_beats_the_joker_alone() -> None:
    hands = ("5cRJ4d", "3s6d9d", "7c7h")
    assert may(after(hands, "RJ")) == ["3s", "pass"]
    assert may(after(hands, "5c")) == ["6d", "9d", "pass"]
    assert GAME.turn(after(hands, "RJ", "3s", "pass", "pass")) == (1,)


def test_a_daifugo_who_is_not_out_first_again_falls_to_the_bottom() -> None:
    state = after(("5c", "9d9h", "6c7c"), "5c", daifugo=1)
    assert (state.hands[1], GAME.turn(state), state.outs) == (0, (), (0,))
    assert GAME.score(state) == (2, 0, 1)
    state = after(("5c", "9d9h", "6c7c"), "5c", daifugo=0)
    assert GAME.turn(state) == (1,)


@pytest.mark.slow
def test_whole_matches_are_played_and_sampled() -> None:
    game = EXAMPLE.make(5)
    one, rng, past, falls = computer("deuce", game), Random(3), None, 0
    for number in range(6):
        state = game.deal(rng, past)
        while game.turn(state):
            seat = game.turn(state)[0]
            view = game.view(state, seat)
            assert game.view(game.sample(view, rng), seat) == view
            state = game.apply(state, seat, one.choose(view, rng))
        score = game.score(state)
        assert sorted(score) == [0, 1, 2, 3, 4]
        falls += state.own.daifugo >= 0 and score[state.own.daifugo] == 0
        past = Past(state, score, number + 1)
    assert falls > 0


@pytest.mark.slow
def test_samples_are_the_deals_that_a_seat_cannot_rule_out() -> None:
    tiny = EXAMPLE.Daifugo(
        "daifugo", kinds=EXAMPLE.KINDS, order=GAME.order, seats=3, deck=[*_small()], clockwise=True, places=(2, 1, 0),
        exchange=(1,),
    )  # fmt: skip
    tiny.final = lambda state, totals: False
    check_support(tiny, Random(1), deals=3)


def _small() -> list[int]:
    return [one for one in GAME.deck if text(1 << one) in ("3s", "3c", "4c", "5c", "8d", "Jd", "RJ")]
