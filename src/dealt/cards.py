"""Cards as small integers, and sets of cards as bit masks: notation, decks, orders, shuffles, dealing.

A card is ``4 * rank + suit`` with ranks ``23456789TJQKA`` and suits ``cdhs``; the jokers are 52 and 53.
The number says nothing about strength: that is an :class:`Order`, and every game brings its own. Where several decks
are shuffled together, each further copy of a card has a number of its own, ``COPY`` higher, so that a set can hold it.
After all copies come cards without rank and suit that show a number, ``#0`` to ``#999``.

>>> hand = cards("3d TS 10♥ RJ")
>>> text(hand)
'3dThTsRJ'
>>> [pretty(each) for each in Order("3456789TJQKA2BR", "dchs").sort(members(hand))]
['RJ', '10♠', '10♥', '3♦']
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, MutableSequence, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import zip_longest
from random import Random
from typing import Any, Final, Protocol, TypeVar

__all__ = [
    "BLACK_JOKER",
    "COPY",
    "RANKS",
    "RED_JOKER",
    "STANDARD",
    "SUITS",
    "WITH_JOKERS",
    "Card",
    "Cards",
    "Order",
    "Source",
    "card",
    "cards",
    "deal",
    "face",
    "mask",
    "members",
    "name",
    "number",
    "numbered",
    "perfect_shuffle",
    "pretty",
    "rank",
    "ranks",
    "selection_shuffle",
    "sequence",
    "shoe",
    "suit",
    "text",
    "with_number",
]

Card = int
Cards = int

RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"
BLACK_JOKER: Final[Card] = 52
RED_JOKER: Final[Card] = 53
STANDARD: Final[tuple[Card, ...]] = tuple(range(52))
WITH_JOKERS: Final[tuple[Card, ...]] = (*STANDARD, BLACK_JOKER, RED_JOKER)
COPY: Final = 54
"""The difference between the numbers of two successive copies of a card."""
DECKS: Final = 8
"""The number of copies of a card that have names."""
NUMBERED: Final = COPY * DECKS
"""The integer of the first numbered card, ``#0``."""
HIGHEST: Final = 999
"""The number on the highest numbered card."""

_FACES: Final = (*(r + s for r in RANKS for s in SUITS), "BJ", "RJ")
_NAMES: Final = (
    *(each + (f"'{copy}" if copy else "") for copy in range(DECKS) for each in _FACES),
    *(f"#{n}" for n in range(HIGHEST + 1)),
)
_SYMBOLS: Final = dict(zip(SUITS, "♣♦♥♠", strict=True))
_NUMBERS: Final = {each: number for number, each in enumerate(_FACES)}
_ONE: Final = re.compile(
    r"\s*,?\s*(?:#(?P<number>0|[1-9][0-9]{0,2})(?![0-9])|"
    r"(?:(?P<joker>BJ|RJ)|(?P<rank>10|[2-9TJQKA])(?P<suit>[CDHS♣♦♥♠♧♢♡♤])\ufe0f?)(?:'(?P<copy>[1-7]))?)",
    re.IGNORECASE,
)
_SUIT_OF: Final = {**{s.upper(): s for s in SUITS}, **dict(zip("♣♦♥♠♧♢♡♤", SUITS * 2, strict=True))}

T = TypeVar("T")


class Source(Protocol):
    """What a shuffle needs of a random source; ``random.Random`` is one."""

    def randrange(self, stop: int, /) -> int:
        """A uniform whole number from 0 up to, not including, ``stop``."""
        ...


# --- text -----------------------------------------------------------------------------------------------------------


def sequence(written: str) -> tuple[Card, ...]:
    """The cards of a text in the order written; blanks and commas between them are optional.

    >>> sequence("3d, 10S bj")
    (5, 35, 52)

    A further copy of a card has a number behind it: ``3d'1`` is the second one. ``#7`` is a numbered card.

    Raises ValueError, naming the part that is not a card.
    """
    found: list[Card] = []
    at, written = 0, written.strip()
    while at < len(written):
        match = _ONE.match(written, at)
        if match is None:
            raise ValueError(
                f"not a card: {written[at:].split()[0][:12]!r} (write rank and suit, such as 3d, TS or 10♠, or BJ, RJ)"
            )
        if match["number"]:
            one = NUMBERED + int(match["number"])
        elif match["joker"]:
            one = _NUMBERS[match["joker"].upper()]
        else:
            letter = "T" if match["rank"] == "10" else match["rank"].upper()
            one = 4 * RANKS.index(letter) + SUITS.index(_SUIT_OF[match["suit"].upper()])
        found.append(one + COPY * int(match["copy"] or 0))
        at = match.end()
    return tuple(found)


def card(written: str) -> Card:
    """The one card that a text names; ValueError if it names none or several."""
    found = sequence(written)
    if len(found) != 1:
        raise ValueError(f"{written!r} is {len(found)} cards, not one")
    return found[0]


def cards(written: str) -> Cards:
    """The set of cards that a text names; ValueError if one is named twice."""
    return mask(sequence(written))


def name(one: Card) -> str:
    """A card in notation: ``3d``, ``Ts``, ``BJ``; a further copy with its number, ``3d'1``; a numbered card ``#7``."""
    return _NAMES[one]


@lru_cache(maxsize=8192)
def text(held: Cards) -> str:
    """The cards of a set in notation, lowest number first; ``cards`` reads it back."""
    return "".join(_NAMES[one] for one in members(held))


def pretty(one: Card) -> str:
    """A card as people write it: ``10♠``, and so every copy of it; a numbered card is its number."""
    if one >= NUMBERED:
        return str(number(one))
    one = face(one)
    if one >= BLACK_JOKER:
        return _FACES[one]
    letter = RANKS[one >> 2]
    return ("10" if letter == "T" else letter) + _SYMBOLS[SUITS[one & 3]]


# --- sets -----------------------------------------------------------------------------------------------------------


def mask(some: Iterable[Card]) -> Cards:
    """The set of the given cards; ValueError if a card is repeated."""
    held = 0
    for one in some:
        if held >> one & 1:
            raise ValueError(f"{name(one)} occurs twice")
        held |= 1 << one
    return held


def members(held: Cards) -> Iterator[Card]:
    """The cards of a set, lowest number first."""
    while held:
        low = held & -held
        yield low.bit_length() - 1
        held ^= low


def face(one: Card) -> Card:
    """The first copy of a card: the one of the same rank and suit below ``COPY``. A numbered card is its own."""
    return one if one >= NUMBERED else one % COPY


def numbered(count: int) -> tuple[Card, ...]:
    """The cards numbered from 1 to ``count``, which is 999 at most.

    >>> [name(one) for one in numbered(3)], [pretty(one) for one in numbered(3)], text(mask(numbered(3)))
    (['#1', '#2', '#3'], ['1', '2', '3'], '#1#2#3')
    """
    if not 0 <= count <= HIGHEST:
        raise ValueError(f"there are no {count} numbered cards: there are {HIGHEST}")
    return tuple(range(NUMBERED + 1, NUMBERED + 1 + count))


def with_number(written: int) -> Card:
    """The card that shows a number from 0 to 999."""
    return NUMBERED + written


def number(one: Card) -> int | None:
    """What stands on a numbered card; None for a card of ranks and suits."""
    return one - NUMBERED if one >= NUMBERED else None


def shoe(decks: int, deck: Sequence[Card] = STANDARD) -> tuple[Card, ...]:
    """A pack of 1 to 8 decks, one after the other.

    >>> len(shoe(6)), len(set(shoe(6))), [name(one) for one in shoe(2)[:2] + shoe(2)[-2:]]
    (312, 312, ['2c', '2d', "Ah'1", "As'1"])
    >>> len(shoe(2, WITH_JOKERS)), name(shoe(2, WITH_JOKERS)[-1])
    (108, "RJ'1")
    """
    return tuple(one + COPY * copy for copy in range(decks) for one in deck)


def rank(one: Card) -> int:
    """0 for a two up to 12 for an ace, 13 and 14 for the black and the red joker; a numbered card ranks above them."""
    if one >= NUMBERED:
        return 15 + one - NUMBERED
    one %= COPY
    return one >> 2 if one < BLACK_JOKER else one - 39


def suit(one: Card) -> int | None:
    """0 clubs, 1 diamonds, 2 hearts, 3 spades; None for a joker or a numbered card."""
    if one >= NUMBERED:
        return None
    one %= COPY
    return one & 3 if one < BLACK_JOKER else None


def ranks(held: Cards) -> tuple[int, ...]:
    """The ranks of all cards of a set, in rising order.

    >>> ranks(cards("2s 2c As"))
    (0, 0, 12)
    """
    return tuple(sorted(map(rank, members(held))))


@dataclass(frozen=True, slots=True)
class Order:
    """How a game orders single cards: rank first, then suit, each string from low to high.

    Jokers are the ranks ``B`` and ``R``. A game where suits mean nothing may leave the suits out:
    its cards of one rank then keep the order ``cdhs``, so that a hand always looks the same.
    """

    ranks: str = RANKS
    suits: str = SUITS

    def strength(self, one: Card) -> int:
        """The place of a card in a full deck of this order, 0 the lowest; ValueError where the order lacks its rank.

        Numbered cards come above all others, by their number.
        """
        if one >= NUMBERED:
            return 4 * len(self.ranks) + one - NUMBERED
        one %= COPY
        if one >= BLACK_JOKER:
            return self.ranks.index("BR"[one - BLACK_JOKER]) * 4
        return self.ranks.index(RANKS[one >> 2]) * 4 + (self.suits or SUITS).index(SUITS[one & 3])

    def sort(self, some: Iterable[Card], *, by: str = "rank") -> tuple[Card, ...]:
        """High to low by ``"rank"``; or by ``"suit"``: high to low inside each, jokers first.

        Suits come from the highest down as far as their colours let them: black and red alternate.
        """
        return _sorted(self, tuple(some), by == "suit")


@lru_cache(maxsize=256)
def _alternating(suits: str, held: frozenset[int | None]) -> dict[str, int]:
    """The place of each suit that is held, the first one the highest: black and red in turn wherever that can be."""
    left = [each for each in reversed(suits) if SUITS.index(each) in held]
    black = [each for each in left if each in "cs"]
    red = [each for each in left if each in "dh"]
    more = len(black) - len(red)
    first, second = (black, red) if more > 0 or (more == 0 and left[:1] == black[:1]) else (red, black)
    found = [each for pair in zip_longest(first, second) for each in pair if each is not None]
    return {each: 3 - n for n, each in enumerate(found)}


@lru_cache(maxsize=8192)
def _sorted(order: Order, some: tuple[Card, ...], by_suit: bool) -> tuple[Card, ...]:
    """The same hands are sorted again and again: a room shows everybody theirs after every action."""
    held = frozenset(map(suit, some)) if by_suit else None
    return tuple(sorted(some, key=_places(order, held).__getitem__, reverse=True))


@lru_cache(maxsize=256)
def _places(order: Order, held: frozenset[int | None] | None) -> _Places:
    return _Places(order, None if held is None else _alternating(order.suits or SUITS, held))


class _Places(dict[Card, tuple[int, int]]):
    """By what the cards of an order are sorted, found out once for each card; ``groups`` where suits come first."""

    def __init__(self, order: Order, groups: dict[str, int] | None) -> None:
        self._order, self._groups = order, groups

    def __missing__(self, one: Card) -> tuple[int, int]:
        place, suited = self._order.strength(one), suit(one)
        group = 0 if self._groups is None else 4 if suited is None else self._groups[SUITS[suited]]
        self[one] = group, place
        return group, place


# --- shuffling and dealing ------------------------------------------------------------------------------------------


def selection_shuffle(items: MutableSequence[Any], rng: Source) -> None:
    """Shuffle in place, uniformly: for k from the last place down to 1, swap place k with a drawn place 0..k."""
    if type(rng) is Random:  # what its randrange does, without the calls: shoes have hundreds of cards
        draw, last = rng.getrandbits, len(items) - 1
        while last > 0:
            bits = (last + 1).bit_length()
            first = (1 << bits - 1) - 1  # the lowest place whose number has so many bits
            for k in range(last, first - 1, -1):
                r = draw(bits)
                while r > k:
                    r = draw(bits)
                items[k], items[r] = items[r], items[k]
            last = first - 1
        return
    for k in range(len(items) - 1, 0, -1):
        r = rng.randrange(k + 1)
        items[k], items[r] = items[r], items[k]


def perfect_shuffle(items: Sequence[T]) -> list[T]:
    """A new list that takes from the two halves in turn, beginning with the first, which has the odd card.

    Eight of them bring 52 cards back:

    >>> cards = list(range(52))
    >>> for _ in range(8): cards = perfect_shuffle(cards)
    >>> cards == list(range(52))
    True
    """
    half = (len(items) + 1) // 2
    shuffled = list(items)
    shuffled[0::2] = items[:half]
    shuffled[1::2] = items[half:]
    return shuffled


def deal(
    deck: Sequence[T], seats: int, count: int, *, first: int = 0, clockwise: bool = True
) -> tuple[list[list[T]], list[T]]:
    """Deal ``count`` cards to each of ``seats``, one at a time from the front of the deck; hands by seat, and the rest.

    Seats are numbered clockwise, so dealing counter-clockwise goes ``first, first - 1, ...``.

    >>> deal("abcdefg", 3, 2, first=1, clockwise=False)
    ([['b', 'e'], ['a', 'd'], ['c', 'f']], ['g'])
    """
    if seats * count > len(deck):
        raise ValueError(f"{len(deck)} cards are too few for {seats} hands of {count}")
    step = 1 if clockwise else -1
    hands = [list(deck[(seat - first) * step % seats : seats * count : seats]) for seat in range(seats)]
    return hands, list(deck[seats * count :])
