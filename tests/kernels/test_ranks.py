"""Ranks of many poker hands at once: as the rules value them one by one, and in the order of other libraries."""

from __future__ import annotations

from itertools import chain, combinations, combinations_with_replacement
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from dealt.cards import RANKS, SUITS, mask, name
from dealt.games.showdown import CATEGORIES, value
from dealt.games.showdown.core import by_rank, hand_value, one_suit, rank_value
from dealt.kernels import hand_ranks
from dealt.kernels.ranks import KEYS, ranked_hands
from tests.counts.test_poker import COUNTS, WITHOUT_WHEEL

HANDS = 3000


def random_hands(count: int, number: int = 1) -> NDArray[np.int8]:
    """Hands of five cards, and flushes and hands of few ranks among them more often than they are dealt."""
    rng = np.random.default_rng(number)
    weights = rng.random((count, 52))
    third = count // 3
    weights[:third, 4:32] += 1  # few ranks
    weights[third : 2 * third][:, np.arange(52) % 4 != 0] += 1  # one suit
    return np.argsort(weights, axis=1)[:, :5].astype(np.int8)


def sets(hands: NDArray[np.int8]) -> NDArray[np.int64]:
    return (np.int64(1) << hands.astype(np.int64)).sum(axis=1)


@pytest.mark.parametrize("wheel", [True, False])
def test_many_hands_are_valued_as_one(wheel: bool) -> None:
    hands = random_hands(HANDS)
    expected = [value(hand, wheel) for hand in hands.tolist()]
    assert len({each >> 20 for each in expected}) == len(CATEGORIES)
    for some in (hands, hands.astype(np.int64), hands.astype(np.uint8), sets(hands), hands.tolist()):
        found = hand_ranks(some, wheel=wheel)
        assert found.dtype == np.int32
        assert found.tolist() == expected
    assert hand_ranks(hands, wheel=wheel, threads=3).tolist() == expected
    for fast in (False, True):
        for some in (hands, sets(hands)):
            assert ranked_hands(some, wheel, 1, fast=fast).tolist() == expected


def test_a_hand_is_worth_what_its_ranks_are() -> None:
    for hand in map(mask, random_hands(100, 2).tolist()):
        for wheel in (True, False):
            assert rank_value(by_rank(hand), one_suit(hand), wheel) == hand_value(hand, wheel) == value(hand, wheel)


def test_no_two_hands_have_the_same_sum_of_keys() -> None:
    hands = [ranks for ranks in combinations_with_replacement(range(13), 5) if ranks[0] != ranks[-1]]
    assert len({sum(KEYS[rank] for rank in ranks) for ranks in hands}) == len(hands) == 6175


def every_hand() -> NDArray[np.int8]:
    return np.fromiter(chain.from_iterable(combinations(range(52), 5)), np.int8).reshape(-1, 5)


@pytest.mark.slow
@pytest.mark.parametrize(("wheel", "counts"), [(True, COUNTS), (False, WITHOUT_WHEEL)])
def test_all_hands_are_counted_by_category(wheel: bool, counts: dict[str, int]) -> None:
    found = hand_ranks(every_hand(), wheel=wheel)
    assert dict(zip(CATEGORIES, np.bincount(found >> 20).tolist(), strict=True)) == counts
    assert len(np.unique(found)) == 7462


def same_order(ours: Any, theirs: Any, rising: bool) -> None:
    """Equal values are equal there too, and a higher one is higher, or lower where the best hand is the first."""
    pairs = sorted(set(zip(ours, theirs, strict=True)))
    assert len({one for one, _ in pairs}) == len({other for _, other in pairs}) == len(pairs)
    assert [other for _, other in pairs] == sorted((other for _, other in pairs), reverse=not rising)


@pytest.mark.slow
def test_pokerkit_has_the_same_order() -> None:
    kit = pytest.importorskip("pokerkit")
    hands = random_hands(400, 3)
    theirs = [kit.StandardHighHand("".join(map(name, hand))) for hand in hands.tolist()]
    same_order(hand_ranks(hands), [each.entry.index for each in theirs], rising=True)


@pytest.mark.filterwarnings("ignore")  # eval7 reads its ranges with an old parser
def test_other_evaluators_have_the_same_order() -> None:
    """eval7, phevaluator and treys are in the extra ``bench``; whichever is installed is asked."""
    hands = random_hands(HANDS, 4)
    ours = hand_ranks(hands).tolist()
    names = [rank + suit for rank in RANKS for suit in SUITS]
    asked = 0
    for module in ("eval7", "phevaluator", "treys"):
        try:
            peer = __import__(module)
        except ImportError:
            continue
        asked += 1
        if module == "eval7":
            cards = list(map(peer.Card, names))
            theirs = [peer.evaluate([cards[one] for one in hand]) for hand in hands.tolist()]
        elif module == "phevaluator":
            theirs = [peer.evaluate_cards(*(names[one] for one in hand)) for hand in hands.tolist()]
        else:
            numbers, evaluate = [peer.Card.new(each) for each in names], peer.Evaluator().evaluate
            theirs = [evaluate([numbers[one] for one in hand], []) for hand in hands.tolist()]
        same_order(ours, theirs, rising=module == "eval7")
    if not asked:
        pytest.skip("no other evaluator is installed: install dealt[bench]")


@pytest.mark.parametrize(
    ("hands", "why"),
    [
        ([[0, 1, 2, 3]], "cards of the shape"),
        (7, "cards of the shape"),
        ([[0.0, 1, 2, 3, 4]], "these are float64"),
        ([[0, 1, 2, 3, 52]], "from 0 to 51"),
        ([[0, 1, 2, 3, -1]], "from 0 to 51"),
        ([1 << 52], "from 0 to 51"),
        ([0b111111], "a hand has 5 cards"),
    ],
)
def test_what_is_no_hand_is_refused(hands: Any, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        hand_ranks(hands)


def test_no_hands_have_no_ranks() -> None:
    assert hand_ranks(np.zeros((0, 5), np.int8)).shape == (0,)
    assert hand_ranks([]).shape == (0,)


def test_values_are_written_where_somebody_wants_them() -> None:
    hands = np.array([[0, 4, 8, 12, 17], [0, 4, 8, 12, 16]], np.int8)
    out = np.zeros(3, np.int32)
    assert hand_ranks(hands, out=out[:2], threads=2) is not None
    assert out.tolist() == [*hand_ranks(hands).tolist(), 0]
    frozen = np.zeros(2, np.int32)
    frozen.flags.writeable = False
    for other in (out, np.zeros(2, np.int64), frozen, np.zeros(4, np.int32)[::2]):
        with pytest.raises(ValueError, match="out is an array to write to"):
            hand_ranks(hands, out=other)
