"""Two packs with wild cards compiled: further deals begin after tribute, and every level has its rows.

What holds of all climbing games is tested in ``test_climbing``.
"""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from dealt.cards import mask
from dealt.game import Past
from dealt.games.climbing import ClimbingState
from dealt.games.guandan import Guandan
from dealt.games.guandan.levels import Campaign
from dealt.kernels import rollouts
from dealt.kernels.families import course_of
from dealt.kernels.wild import choice, legal, step
from dealt.training import Trainer

GAME = Guandan()


def further(seed: int) -> ClimbingState:
    """A deal that begins with tribute."""
    rng = Random(seed)
    state = GAME.deal(rng)
    while state.turn is not None:
        state = GAME.apply(state, state.turn, rng.choice(GAME.legal(state, state.turn)))
    return GAME.deal(rng, Past(state, (0,) * 4, 1))


def test_tribute_is_paid_before_a_table_begins() -> None:
    state, course = further(3), course_of(GAME)
    assert state.phase == "tribute"
    with pytest.raises(ValueError, match="before its play"):
        course.numbers(state)
    assert course.begun(state, Random(1)).phase == "play"
    found = rollouts(GAME, state, 40, 7)
    assert np.array_equal(found, rollouts(GAME, state, 40, 7, threads=3))
    assert set(np.abs(found[:, 0]).tolist()) == {1, 2, 3}


@pytest.mark.slow
@pytest.mark.parametrize("level", range(13))
def test_what_may_be_played_is_what_the_game_allows(level: int) -> None:
    """Also what beats a play, and what cards with wild ones can be besides the strongest."""
    rng, course = Random(level), course_of(GAME)
    book, room = GAME.at(level), course.room()
    for _ in range(2):
        pack = list(GAME.deck)
        rng.shuffle(pack)
        hands = [mask(pack[27 * seat : 27 * (seat + 1)]) for seat in range(4)]
        hands[0] |= book.wild
        hands[1:] = [hand & ~book.wild for hand in hands[1:]]
        state = ClimbingState(tuple(hands), 0, None, (0,) * 4, own=Campaign(level, (level, level)))
        for _ in range(6):
            assert state.turn is not None
            expected = GAME.legal(state, state.turn)
            row = course.numbers(state)
            many = legal(course.rules, room, row)
            after = set[ClimbingState]()
            for place in range(many):
                table = list(row)
                legal(course.rules, room, table)
                step(course.rules, room, table, choice(course.rules, room, table, place))
                after.add(course.state(table))
            assert many == len(expected)
            assert after == {GAME.apply(state, state.turn, each) for each in expected}
            state = GAME.apply(state, state.turn, rng.choice(expected))


def test_no_net_learns_from_it() -> None:
    with pytest.raises(ValueError, match="no net sees the cards of guandan"):
        Trainer([GAME])
