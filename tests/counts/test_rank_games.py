"""Published counts of rank combinations, through what a seat may lead: Dou Dizhu and Chinese Poker."""

from __future__ import annotations

from collections import Counter

import pytest

from dealt.cards import WITH_JOKERS, mask
from dealt.games import make
from dealt.games.climbing import PASS, Climbing, ClimbingState

SHARED = {
    "single": 15,
    "pair": 13,
    "triplet": 13,
    "triplet_single": 13 * 14,
    "triplet_pair": 13 * 12,
    "sequence": 8 + 7 + 6 + 5 + 4 + 3 + 2 + 1,
    "pair_sequence": 10 + 9 + 8 + 7 + 6 + 5 + 4 + 3,
    "triplet_sequence": 11 + 10 + 9 + 8 + 7,
    "triplet_sequence_pairs": 2939,
    "quadplex_pairs": 13 * 66,
    "bomb": 13,
    "rocket": 1,
}


def lead(game: Climbing, hand: int) -> Counter[str | None]:
    """What a seat with that hand may lead, by kind."""
    state = ClimbingState((hand, *(0,) * (game.seats - 1)), turn=0, owner=None, trick=(0,) * game.seats)
    return Counter(game.classify(each.cards) for each in game.legal(state, 0) if each != PASS)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("preset", "total", "triplets", "quadplexes"),
    [
        ("note", 12_654, 7161, 13 * (91 - 1)),  # the rules digest
        ("common", 27_471, 21_822, 13 * (91 - 1 + 12)),  # RLCard's 27,472 actions, less the pass
    ],
)
def test_dou_dizhu(preset: str, total: int, triplets: int, quadplexes: int) -> None:
    game = make("doudizhu", preset)
    assert isinstance(game, Climbing)
    counted = lead(game, mask(WITH_JOKERS))
    assert counted == {**SHARED, "triplet_sequence_singles": triplets, "quadplex_singles": quadplexes}
    assert counted.total() == total


@pytest.mark.parametrize(("seats", "hand", "total"), [(2, 16, 440), (3, 16, 440), (4, 12, 420)])
def test_chinese_poker(seats: int, hand: int, total: int) -> None:
    """The rules digest's totals: no hand holds more than 16 cards, and with four seats 12."""
    game = make("chinesepoker", seats=seats)
    assert isinstance(game, Climbing)
    counted = lead(game, mask(game.deck))
    assert counted == {
        "single": 13,
        "pair": 12,
        "pair_sequence": sum(12 - n + 1 for n in range(2, hand // 2 + 1)),
        "triple": 12,
        "triple_sequence": sum(12 - n + 1 for n in range(2, hand // 3 + 1)),
        "full_house": 12 * 11,
        "straight": sum(13 - n + 1 for n in range(5, min(hand, 13) + 1)),
        "four_of_a_kind": 11 * 12,
    }
    assert counted.total() == total
