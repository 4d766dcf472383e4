"""How many combinations Big Two has: counted through the public interface, and by arithmetic from the rules."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import comb
from typing import Any

import pytest

from dealt.cards import STANDARD, mask
from dealt.games import GAMES
from dealt.games.bigtwo import BigTwo
from dealt.games.climbing import ClimbingState

VARIANTS: dict[str, dict[str, Any]] = {
    "deuce": {},
    "daidi": {"variant": "daidi"},
    "jqka2": {"jqka2_straight": True},
    "hongkong": {"straight_order": "hongkong"},
    "two_high": {"variant": "daidi", "straight_order": "two_high"},
}
RUNS = {"deuce": 10, "daidi": 9, "jqka2": 11, "hongkong": 10, "two_high": 9}
TOTALS = {"deuce": 19_898, "daidi": 18_878, "jqka2": 20_918, "hongkong": 19_898, "two_high": 18_878}
"""From the rules digest; each run more turns 1020 loose sets into straights, its 4 suited ones were flushes before."""


def derived(runs: int) -> dict[str, int]:
    """By arithmetic, as in any table of poker hands (40 straight flushes, 624, 3,744, 5,108, 10,200 with ten runs)."""
    return {
        "single": 52,
        "pair": 13 * comb(4, 2),
        "triple": 13 * comb(4, 3),
        "straight": runs * (4**5 - 4),
        "flush": 4 * (comb(13, 5) - runs),
        "full_house": 13 * comb(4, 3) * 12 * comb(4, 2),
        "four_of_a_kind": 13 * 48,
        "straight_flush": 4 * runs,
    }


def game(name: str) -> BigTwo:
    made = GAMES["bigtwo"].make(**VARIANTS[name])
    assert isinstance(made, BigTwo)
    return made


@pytest.mark.slow
@pytest.mark.parametrize("name", VARIANTS)
def test_a_seat_with_all_cards_may_lead_every_combination(name: str) -> None:
    rules = game(name)
    everything = ClimbingState((mask(STANDARD), 0, 0, 0), turn=0, owner=None, trick=(0, 0, 0, 0))
    legal = rules.legal(everything, 0)
    assert len({each.cards for each in legal}) == len(legal) == TOTALS[name]
    assert Counter(rules.classify(each.cards) for each in legal) == derived(RUNS[name])


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_small_sets(size: int) -> None:
    named = Counter(map(game("deuce").classify, map(mask, combinations(STANDARD, size))))
    kind = {1: "single", 2: "pair", 3: "triple", 4: None}[size]
    assert named.total() == comb(52, size)
    assert {each: count for each, count in named.items() if each} == ({kind: derived(10)[kind]} if kind else {})


@pytest.mark.slow
@pytest.mark.parametrize("name", ["deuce", "daidi"])
@pytest.mark.turns(2)
def test_all_2598960_sets_of_five(name: str) -> None:
    rules = game(name)
    named = Counter(map(rules.classify, map(sum, combinations([1 << one for one in STANDARD], 5))))
    assert named.total() == 2_598_960
    del named[None]
    assert named == {
        kind: count for kind, count in derived(RUNS[name]).items() if kind not in {"single", "pair", "triple"}
    }


def test_how_many_plays_beat_a_play() -> None:
    """Of each size the k-th weakest play is beaten by all above it, and equal ones by as many."""
    book = game("deuce").combinations
    for size in (1, 2, 3, 5):
        rows = [row for row, count in enumerate(book.size) if count == size]
        for row in rows[:: max(1, len(rows) // 40)]:
            above = sum(book.strength[other] > book.strength[row] for other in rows)
            assert len(book.beating(tuple(range(len(book.cards))), row)) == above
