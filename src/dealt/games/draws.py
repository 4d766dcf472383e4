"""Exact odds of draw poker: all draws are counted by ranks, which is faster than listing them card by card."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import accumulate, combinations
from math import comb
from operator import itemgetter
from typing import Final

from dealt.cards import Cards, members
from dealt.game import Odds
from dealt.games.showdown import CATEGORIES, HAND_SIZE, category, ranked, value
from dealt.games.showdown.core import BITS, by_rank

__all__ = ["DECK", "ahead", "category_chances", "draw_chances", "outcomes", "pot_odds", "win_chance"]

DECK: Final[Cards] = (1 << 52) - 1
"""The set of all 52 cards."""
_SUITED: Final = tuple(sum(1 << 4 * rank + suit for rank in range(13)) for suit in range(4))


def _by_ranks(counts: Sequence[int], count: int) -> Iterator[tuple[int, int]]:
    """All draws of ``count`` cards by rank, and the number of draws that have these ranks.

    ``counts`` are the numbers of cards left of each rank.
    """
    layers: list[list[tuple[int, int]]] = [[(0, 1)], *([] for _ in range(count))]
    for rank, left in enumerate(counts):
        for size in range(count, 0, -1):
            for more in range(1, min(left, size) + 1):
                add, times = more << BITS * rank, comb(left, more)
                layers[size] += [(key + add, ways * times) for key, ways in layers[size - more]]
    return iter(layers[count])


def outcomes(kept: Cards, left: Cards, count: int, wheel: bool = True) -> dict[int, int]:
    """By the value of the completed hand, the number of draws of ``count`` cards out of ``left`` that give it.

    >>> from dealt.cards import cards
    >>> kept = cards("2s 5s 7s Qs")
    >>> found = outcomes(kept, (1 << 52) - 1 & ~kept & ~cards("Td"), 1)
    >>> sum(ways for each, ways in found.items() if category(each) == "flush"), sum(found.values())
    (9, 47)
    """
    if kept.bit_count() + count != HAND_SIZE:
        raise ValueError(f"{kept.bit_count()} cards and {count} more are no hand of {HAND_SIZE}")
    base = by_rank(kept)
    found: Counter[int] = Counter()
    for key, ways in _by_ranks([(left >> 4 * rank & 15).bit_count() for rank in range(13)], count):
        found[ranked(base + key, False, wheel)] += ways
    for suit in _SUITED:
        if not kept & ~suit:
            for some in combinations([1 << BITS * (one >> 2) for one in members(left & suit)], count):
                key = base + sum(some)
                found[ranked(key, False, wheel)] -= 1
                found[ranked(key, True, wheel)] += 1
    return {each: ways for each, ways in found.items() if ways}


@cache
def _below(wheel: bool) -> tuple[list[int], list[int]]:
    """All values of hands, rising, and the number of hands below each, followed by the number of all hands."""
    found = sorted(outcomes(0, DECK, HAND_SIZE, wheel).items())
    return [each for each, _ in found], [0, *accumulate(ways for _, ways in found)]


def win_chance(found: Mapping[int, int], others: int = 1, wheel: bool = True) -> Fraction:
    """The chance that a hand with these ``outcomes`` beats each of ``others`` hands dealt at random.

    A tie with one of them counts half.
    """
    values, below = _below(wheel)
    won = 0
    for one, ways in found.items():
        at = bisect_left(values, one)
        won += ways * (below[at] + below[at + 1]) ** others
    return Fraction(won, (2 * below[-1]) ** others * sum(found.values()))


def pot_odds(to_call: int, pot: int) -> tuple[Odds, ...]:
    """The chips in the pot, the price of a call in chips, and the chance of winning at which a call breaks even."""
    if not to_call:
        return (Odds("pot", Fraction(pot), points=True),)
    needed = Odds("needed", Fraction(to_call, pot + to_call))
    return Odds("pot", Fraction(pot), points=True), Odds("to_call", Fraction(to_call), points=True), needed


def category_chances(wheel: bool = True) -> tuple[Odds, ...]:
    """The chance to be dealt each category of hand."""
    return _by_category(outcomes(0, DECK, HAND_SIZE, wheel), "dealt")


def _by_category(found: Mapping[int, int], name: str) -> tuple[Odds, ...]:
    ends: Counter[str] = Counter()
    for one, ways in found.items():
        ends[category(one)] += ways
    return tuple(Odds(f"{name}_{each}", Fraction(ends[each], ends.total())) for each in CATEGORIES if ends[each])


def draw_chances(
    hand: Cards, left: Cards, allowed: Iterable[Cards], others: int = 1, wheel: bool = True
) -> tuple[Odds, ...]:
    """The odds of the best draw of each size; ``allowed`` are the sets of cards that may be discarded.

    The best draw has the highest ``win_chance`` against ``others`` hands. ``improve_N`` is the chance that the best
    draw of N cards ends in a higher category, ``best`` the N of the best draw of all, and ``end_CATEGORY`` the chance
    that this draw ends in that category.
    """
    now = value(hand, wheel)
    best: dict[int, tuple[Fraction, dict[int, int]]] = {}
    for thrown in allowed:
        count = thrown.bit_count()
        found = outcomes(hand & ~thrown, left, count, wheel)
        best[count] = max(
            best.get(count, (Fraction(-1), found)), (win_chance(found, others, wheel), found), key=itemgetter(0)
        )
    rank = CATEGORIES.index(category(now))
    told: list[Odds] = []
    for count, (_, found) in sorted(best.items()):
        if count:
            total = sum(found.values())
            better = sum(ways for one, ways in found.items() if CATEGORIES.index(category(one)) > rank)
            told.append(Odds(f"improve_{count}", Fraction(better, total)))
    count, (_, found) = max(best.items(), key=lambda each: each[1][0])
    return (*told, Odds("best", Fraction(count), points=True), *_by_category(found, "end"))


def ahead(now: int, left: Cards, wheel: bool = True) -> Odds:
    """The chance that a hand with the value ``now`` beats five random cards of those left; a tie counts half."""
    return ahead_of(outcomes(0, left, HAND_SIZE, wheel), now)


def ahead_of(others: Mapping[int, int], now: int) -> Odds:
    """The chance that a hand with the value ``now`` beats one of these values, which occur so often; a tie counts half.

    >>> ahead_of({1: 3, 2: 1}, 2).value
    Fraction(7, 8)
    """
    won = sum(ways * (2 if one < now else 1) for one, ways in others.items() if one <= now)
    return Odds("ahead", Fraction(won, 2 * sum(others.values())))
