"""Poker hands and pots: the value of a hand, main and side pots, and the payout at a showdown."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from dealt.cards import RANKS, Card, Cards, mask
from dealt.game import Seat
from dealt.games.showdown.core import (
    BITS,
    CATEGORIES,
    HAND_SIZE,
    PLACE,
    by_rank,
    next_pot,
    one_suit,
    pay_out,
    rank_value,
)

__all__ = ["CATEGORIES", "HAND_SIZE", "Pot", "category", "counting", "payout", "pots", "ranked", "value"]


def value(hand: Iterable[Card] | Cards, wheel: bool = True) -> int:
    """The value of a hand of one to five cards: the higher value wins, and equal values tie. Suits break no tie.

    The category is compared first, then the ranks, the most frequent first and then the highest. ``wheel``: ace to
    five is the lowest straight; otherwise it is no straight. ValueError for no card, or more than five.

    >>> from dealt.cards import cards
    >>> category(value(cards("Ac 2d 3h 4s 5c"))), category(value(cards("Ac 2d 3h 4s 5c"), wheel=False))
    ('straight', 'no_pair')
    >>> value(cards("Ac 2d 3h 4s 5c")) < value(cards("2c 3d 4h 5s 6c")), value(cards("Kc Ad 2h 3s 4c")) >> 20
    (True, 0)
    """
    held = hand if isinstance(hand, int) else mask(hand)
    return ranked(by_rank(held), one_suit(held), wheel)


@cache
def ranked(ranks: int, suited: bool, wheel: bool) -> int:
    """As :func:`~dealt.games.showdown.core.rank_value`, which is asked once for each set of ranks.

    ValueError for no card, or more than five.
    """
    size = sum(map(int, f"{ranks:x}"))
    if not 0 < size <= HAND_SIZE:
        raise ValueError(f"a hand has 1 to {HAND_SIZE} cards, not {size}")
    return rank_value(ranks, suited, wheel)


def category(value: int) -> str:
    """The name of the category that a value belongs to."""
    return CATEGORIES[value >> PLACE]


_COUNTING = dict(zip(CATEGORIES, (5, 4, 3, 3, 1, 5, 2, 2, 1), strict=True))
"""By how many ranks two hands of a category differ."""


def counting(value: int) -> str:
    """The ranks by which a hand of five cards beats another one of its category, the first that counts first.

    >>> from dealt.cards import cards
    >>> counting(value(cards("Kc Kd Ah Ts 9c"))), counting(value(cards("Ac 2d 3h 4s 5c")))
    ('K A 10 9', '5')
    """
    places = range(PLACE - BITS, -1, -BITS)
    ranks = [RANKS[value >> place & 15].replace("T", "10") for place in places]
    return " ".join(ranks[: _COUNTING[category(value)]])


class Pot(NamedTuple):
    """The chips of one pot, and the seats that may win it."""

    amount: int
    eligible: tuple[Seat, ...]


def pots(contributed: Sequence[int], folded: Collection[Seat] = ()) -> list[Pot]:
    """The main pot and the side pots, from the total contribution of each seat in chips.

    See :func:`~dealt.games.showdown.core.next_pot`.

    >>> pots([50, 100, 100], folded=[2])
    [Pot(amount=150, eligible=(0, 1)), Pot(amount=100, eligible=(1,))]
    >>> pots([40, 60, 60, 40], folded=[0, 3])
    [Pot(amount=200, eligible=(1, 2))]
    """
    found, gone = [], mask(folded)
    below, amount, able = next_pot(contributed, gone, 0)
    while able:
        found.append(Pot(amount, tuple(seat for seat in range(len(contributed)) if able >> seat & 1)))
        below, amount, able = next_pot(contributed, gone, below)
    return found


def payout(
    contributed: Sequence[int], folded: Collection[Seat], values: Mapping[Seat, int] | Sequence[int], first: Seat = 0
) -> tuple[int, ...]:
    """The chips that each seat gets from the pots; ``values`` are those of the hands that did not fold.

    Equal hands split a pot. Chips that can't be split go one by one to the winners from ``first`` on, the seat left of
    the dealer. Where all but one have folded, no value is needed.

    >>> payout([33, 33, 33], [], [7, 7, 5]), payout([33, 33, 33], [], [7, 7, 5], first=1)
    ((50, 49, 0), (49, 50, 0))
    """
    seats = range(len(contributed))
    known = [values.get(seat, 0) for seat in seats] if isinstance(values, Mapping) else values
    won = [0] * len(contributed)
    pay_out(contributed, mask(folded), known, first, won)
    return tuple(won)
