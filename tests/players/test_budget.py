"""The loop that all searches share: it finds the better choice, drops what is behind, and keeps to its budget."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from dealt.players.search.budget import Budget, best_of


class Worlds:
    """Choices that are worth so much on the average, and how often each was asked for."""

    def __init__(self, means: Sequence[float], each: int) -> None:
        self.means, self.each = means, each
        self.asked = [0] * len(means)

    def __call__(self, places: Sequence[int], number: int) -> list[list[float]]:
        luck = [Random(1000 * number + n).gauss(0, 3) for n in range(self.each)]
        for place in places:
            self.asked[place] += self.each
        return [[self.means[n] + some + Random(n + 7 * k).gauss(0, 1) for k, some in enumerate(luck)] for n in places]


def test_the_best_choice_is_found_and_those_behind_are_not_asked_for_again() -> None:
    worlds = Worlds([0.0, 1.5, -9.0, 1.0], 10)
    assert best_of([0.0] * 4, worlds, Budget(worlds=60, round=10)) == 1
    assert worlds.asked[2] == 10
    assert max(worlds.asked) <= 60


def test_what_is_thought_beforehand_counts_for_its_share() -> None:
    ends = [[-1.0, 1.0], [0.7, -0.3]]
    for share, best in ((0.0, 1), (0.5, 0)):
        budget = Budget(worlds=4, round=2, mixed=share)
        assert best_of([5.0, 0.0], lambda places, _: [ends[n] for n in places], budget) == best


@pytest.mark.parametrize("seconds", [0.0, None])
def test_no_round_begins_once_the_time_is_over(seconds: float | None) -> None:
    worlds = Worlds([0.0, 0.0], 2)
    best_of([0.0, 0.0], worlds, Budget(worlds=20, round=2, behind=99, seconds=seconds))
    assert worlds.asked[0] == (2 if seconds == 0.0 else 20)
