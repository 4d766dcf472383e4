"""How many poker hands there are of each category: counted hand by hand, and by ranks.

The counts are those of every table of poker hands; without the wheel they are the assignment's, from the rules digest.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from dealt.cards import STANDARD
from dealt.games.showdown import CATEGORIES, category, value
from tests.vectors.draw_poker import counted

COUNTS = {
    "no_pair": 1_302_540,
    "one_pair": 1_098_240,
    "two_pair": 123_552,
    "three_of_a_kind": 54_912,
    "straight": 10_200,
    "flush": 5_108,
    "full_house": 3_744,
    "four_of_a_kind": 624,
    "straight_flush": 40,
}
WITHOUT_WHEEL = COUNTS | {"straight": 9_180, "straight_flush": 36, "flush": 5_112, "no_pair": 1_303_560}
"""Of the 1,024 hands A-2-3-4-5 four are flushes then, and the others have no pair."""


@pytest.mark.parametrize(("wheel", "counts"), [(True, COUNTS), (False, WITHOUT_WHEEL)])
def test_by_ranks(wheel: bool, counts: dict[str, int]) -> None:
    found, values = counted(wheel)
    assert tuple(counts) == CATEGORIES
    assert found == counts
    assert found.total() == 2_598_960
    assert values == 7_462


@pytest.mark.slow
@pytest.mark.turns(3)
def test_all_2598960_hands_one_by_one() -> None:
    values = Counter(map(value, map(sum, combinations([1 << one for one in STANDARD], 5))))
    found: Counter[str] = Counter()
    for worth, count in values.items():
        found[category(worth)] += count
    assert found == COUNTS
    assert len(values) == 7_462
    assert sorted(map(category, sorted(values)), key=CATEGORIES.index) == list(map(category, sorted(values)))
