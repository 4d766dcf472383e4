"""Many samples at once are drawn as one sample is."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from dealt.cards import sequence
from dealt.games.bigtwo import BigTwo
from dealt.games.climbing import Climbing
from tests.house import any_variant


@pytest.mark.slow
@pytest.mark.parametrize("name", ["bigtwo", "doudizhu", "chinesepoker"])
def test_each_of_many_samples_looks_the_same_to_its_seat(name: str) -> None:
    for number in range(3):
        game, rng = any_variant(name, number), Random(number)
        assert isinstance(game, Climbing)
        state = game.deal(rng)
        while turn := game.turn(state):
            view = game.view(state, turn[0])
            for each in game.samples(view, rng, 3):
                assert game.view(each, turn[0]) == view
            action = rng.choice(game.legal(state, turn[0]))
            state = game.apply(state, turn[0], action if action.exact else action.drawn(rng))


def test_every_deal_that_fits_comes_equally_often() -> None:
    game = BigTwo(deck=tuple(sequence("3d 3c 4d 4c 5d 5c 6d 6c")), hand=2)
    state = game.deal(Random(1))
    opener = game.turn(state)[0]
    state = game.apply(state, opener, next(each for each in game.legal(state, opener) if each.cards.bit_count() == 1))
    view = game.view(state, game.turn(state)[0])
    assert game.constraint(view) is None
    found = Counter((each.hands, each.stock) for each in game.samples(view, Random(2), 6000))
    assert len(found) == 30
    assert max(found.values()) - min(found.values()) < 0.5 * max(found.values())
