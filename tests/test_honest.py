"""Pairs who see each other's cards: what a choice is compared with, and how sure it makes anybody."""

from __future__ import annotations

from random import Random

import pytest

from dealt.analysis.honest import FEWEST_DEALS, beyond, chance, excess, standing_out
from dealt.games import make
from dealt.players import computer
from dealt.players.judging import judge_for
from dealt.table import play, seed_of


def normal(mean: float, many: int, seed: int) -> list[float]:
    rng = Random(seed)
    return [rng.gauss(mean, 1) for _ in range(many)]


def test_a_choice_that_was_good_in_the_view_already_says_nothing() -> None:
    assert beyond([0, 5, 1], [0, 5, 1], 1) == 0


def test_what_all_actions_gain_from_the_cards_says_nothing() -> None:
    assert beyond([0, 5], [10, 15], 1) == 0


def test_who_plays_differently_stands_out_and_who_plays_alike_does_not() -> None:
    apart = normal(0, 100, 1)
    seen, alike = (chance(normal(mean, 60, 2), apart, Random(1)) for mean in (1, 0))
    assert seen is not None
    assert alike is not None
    assert seen < 0.001
    assert alike > 0.05


def test_chances_of_pairs_who_play_alike_are_what_they_say() -> None:
    found = [chance(normal(0, 30, n), normal(0, 60, n + 1000), Random(n), 0.01) for n in range(200)]
    assert 0.01 < sum(each is not None and each <= 0.1 for each in found) / len(found) < 0.2


@pytest.mark.parametrize(("together", "apart"), [(FEWEST_DEALS - 1, 100), (100, FEWEST_DEALS - 1)])
def test_few_deals_say_nothing(together: int, apart: int) -> None:
    assert chance([9.0] * together, [0.0] * apart, Random(1)) is None


def test_one_pair_of_many_has_to_stand_out_further() -> None:
    assert standing_out([0.02]) == [0]
    assert standing_out([0.02] + [0.5] * 20) == []


@pytest.mark.parametrize("name", ["spades", "doudizhu"])
@pytest.mark.slow
def test_a_deal_has_the_same_excess_each_time(name: str) -> None:
    game = make(name).among_computers()
    table = play(game, [computer("easy", game)] * game.seats, seed_of("honest", 1), rngs=[Random(n) for n in range(4)])
    first, second = (excess(table, (0, 1), judge_for(game), Random(1), worlds=4) for _ in range(2))
    assert first is not None
    assert first == second
