"""Poker hands and pots: the value of a hand, main and side pots, and the payout at a showdown."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from dealt.cards import STANDARD, Card, Cards
from dealt.game import Seat

__all__ = ["CATEGORIES", "HAND_SIZE", "Pot", "category", "payout", "pots", "value"]

CATEGORIES: Final = (
    "no_pair",
    "one_pair",
    "two_pair",
    "three_of_a_kind",
    "straight",
    "flush",
    "full_house",
    "four_of_a_kind",
    "straight_flush",
)
"""The nine categories of hands, low to high. A royal flush is the highest straight flush."""

HAND_SIZE: Final = 5
"""The number of cards of a full hand. With fewer cards there are pairs and the like, but no straights or flushes."""

_WHEEL: Final = [12, 3, 2, 1, 0]
_SHAPES: Final = {
    (1,): "no_pair",
    (2,): "one_pair",
    (2, 2): "two_pair",
    (3,): "three_of_a_kind",
    (3, 2): "full_house",
    (4,): "four_of_a_kind",
}
"""Categories by the numbers of cards of the two commonest ranks."""
_PLACE: Final = 20
"""The number of bits of a value below its category: five ranks of four bits each, the most significant first."""

_SUITS_AT: Final = 39
"""The number of bits for ranks in a key: three bits count the cards of each rank. Above them four bits for each suit
hold the number of its cards plus 3, so that five cards of a suit set the highest of the four."""
_NO_CARD: Final = 0x3333 << _SUITS_AT
_FLUSH: Final = 0x8888 << _SUITS_AT
_RANKS: Final = (1 << _SUITS_AT) - 1
_KEYS: Final = tuple((1 << 3 * (one >> 2)) + (1 << _SUITS_AT + 4 * (one & 3)) for one in STANDARD)
_CHUNK: Final = 13
_LOW: Final = (1 << _CHUNK) - 1


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
    if isinstance(hand, int):
        first, second, third, fourth = _CHUNKS
        key = first[hand & _LOW] + second[hand >> 13 & _LOW] + third[hand >> 26 & _LOW] + fourth[hand >> 39]
    else:
        key = _NO_CARD
        for one in hand:
            key += _KEYS[one]
    if key & _FLUSH:
        return (_SUITED if wheel else _SUITED_HIGH)[key & _RANKS]
    return (_MIXED if wheel else _MIXED_HIGH)[key & _RANKS]


def category(value: int) -> str:
    """The name of the category that a value belongs to."""
    return CATEGORIES[value >> _PLACE]


# --- the tables


def _chunk(first: int) -> tuple[int, ...]:
    """The keys of all sets of the thirteen cards from ``first`` on, indexed by the bits of the set."""
    keys = [0 if first else _NO_CARD]
    for one in range(first, first + _CHUNK):
        keys += [key + _KEYS[one] for key in keys]
    return tuple(keys)


class _Values(dict[int, int]):
    """The values of hands by the part of their key that counts ranks; each is computed when first asked for."""

    def __init__(self, suited: bool, wheel: bool) -> None:
        self.suited, self.wheel = suited, wheel

    def __missing__(self, key: int) -> int:
        counts = {rank: key >> 3 * rank & 7 for rank in range(12, -1, -1) if key >> 3 * rank & 7}
        size = sum(counts.values())
        if not 0 < size <= HAND_SIZE:
            raise ValueError(f"a hand has 1 to {HAND_SIZE} cards, not {size}")
        found = self[key] = self._valued(sorted(counts, key=lambda rank: -counts[rank]), counts, size)
        return found

    def _valued(self, ranks: list[int], counts: Mapping[int, int], size: int) -> int:
        """The value of a hand with these ranks, which are sorted by frequency and then height."""
        top = ranks[0] if len(ranks) == HAND_SIZE and ranks[0] - ranks[-1] == HAND_SIZE - 1 else None
        if self.wheel and ranks == _WHEEL:
            top = ranks[1]
        if top is not None:
            ranks = [top]
        shape = tuple(counts[rank] for rank in ranks[:2])
        if self.suited and size == HAND_SIZE:
            name = "flush" if top is None else "straight_flush"
        else:
            name = _SHAPES.get(shape) or _SHAPES[shape[:1]] if top is None else "straight"
        found = CATEGORIES.index(name)
        for rank in (*ranks, *(0,) * HAND_SIZE)[:HAND_SIZE]:
            found = found << 4 | rank
        return found


_CHUNKS: Final = tuple(_chunk(first) for first in range(0, len(STANDARD), _CHUNK))
_SUITED, _SUITED_HIGH = _Values(True, True), _Values(True, False)
_MIXED, _MIXED_HIGH = _Values(False, True), _Values(False, False)


# --- pots


class Pot(NamedTuple):
    """The chips of one pot, and the seats that may win it."""

    amount: int
    eligible: tuple[Seat, ...]


def pots(contributed: Sequence[int], folded: Collection[Seat] = ()) -> list[Pot]:
    """The main pot and the side pots, from the total contribution of each seat in chips.

    Every different contribution ends a layer. The seats that paid the whole layer and have not folded may win it.
    Layers that the same seats may win are one pot, so that odd chips are split once. A layer whose payers have all
    folded joins the pot below it.

    >>> pots([50, 100, 100], folded=[2])
    [Pot(amount=150, eligible=(0, 1)), Pot(amount=100, eligible=(1,))]
    >>> pots([40, 60, 60, 40], folded=[0, 3])
    [Pot(amount=200, eligible=(1, 2))]
    """
    found: list[Pot] = []
    below = loose = 0
    for level in sorted(set(contributed) - {0}):
        payers = [seat for seat, paid in enumerate(contributed) if paid >= level]
        amount, eligible = (level - below) * len(payers), tuple(seat for seat in payers if seat not in folded)
        below = level
        if found and eligible in ((), found[-1].eligible):
            found[-1] = found[-1]._replace(amount=found[-1].amount + amount)
        elif eligible:
            found.append(Pot(amount + loose, eligible))
            loose = 0
        else:
            loose += amount
    return found


def payout(
    contributed: Sequence[int],
    folded: Collection[Seat],
    values: Mapping[Seat, int] | Sequence[int],
    first: Seat = 0,
) -> tuple[int, ...]:
    """The chips that each seat gets from the pots; ``values`` are those of the hands that did not fold.

    Equal hands split a pot. Chips that can't be split go one by one to the winners from ``first`` on, the seat left of
    the dealer. Where all but one have folded, no value is needed.

    >>> payout([33, 33, 33], [], [7, 7, 5]), payout([33, 33, 33], [], [7, 7, 5], first=1)
    ((50, 49, 0), (49, 50, 0))
    """
    seats = len(contributed)
    won = [0] * seats
    for amount, eligible in pots(contributed, folded):
        winners = list(eligible)
        if len(eligible) > 1:
            best = max(values[seat] for seat in eligible)
            winners = [seat for seat in eligible if values[seat] == best]
        share, odd = divmod(amount, len(winners))
        for n, seat in enumerate(sorted(winners, key=lambda seat: (seat - first) % seats)):
            won[seat] += share + (n < odd)
    return tuple(won)
