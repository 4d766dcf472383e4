"""The law of support, for every game: samples are exactly the deals that a seat can't tell from the truth, and even."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import settings

from dealt.game import Action, Game, View
from dealt.laws.support import Truth, all_deals, check_support, possible_states, some_deal
from dealt.laws.walks import walk
from dealt.table import Table
from tests.tiny import tiny

TINY = tiny()


@pytest.mark.slow
@pytest.mark.parametrize("label", TINY)
@pytest.mark.turns(8, always=True)
def test_samples_are_the_possible_deals_and_even(label: str) -> None:
    check_support(TINY[label], Random(label), deals=max(1, settings.default.max_examples // 200))


class Forgetful:
    """A game whose sampler forgets what everybody could learn from the play."""

    def __init__(self, game: Game[Any]):
        self._game = game

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def sample(self, view: View, rng: Random) -> Any:
        from dataclasses import replace

        careless = replace(view, facts=tuple(fact for fact in view.facts if not fact.name.startswith(".lacks")))
        return self._game.sample(careless, rng)


@pytest.mark.slow
def test_the_law_finds_a_sampler_that_forgets() -> None:
    label = next(key for key in TINY if "last_card_rule=True" in key)
    game: Any = Forgetful(TINY[label])
    start = all_deals(game, None)
    for number in range(60):
        rng = Random(number)
        table = some_deal(game, rng, None)
        states = table.states
        for seat in range(game.seats):
            seen = [game.view(state, seat) for state in states]
            for step, alive in enumerate(possible_states(game, start, seat, table.log(seat), seen)):
                truth = Truth(game, alive)
                if any(game.sample(seen[step], rng) not in truth for _ in range(6)):
                    return
    pytest.fail("it was not found out")


def test_every_game_has_a_tiny_form() -> None:
    from dealt.games import GAMES

    assert {game.name for game in TINY.values()} >= set(GAMES)
    assert all(isinstance(each, Action) for each in TINY["gift"].legal(TINY["gift"].deal(Random(1)), 0))
    walk(Table(TINY["gift"], bytes(32)), Random(1))
