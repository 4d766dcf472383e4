"""Draw poker as the Cards assignment has it: a hand of five that knows its rank, and what to draw.

Which rank a hand has is asked of :mod:`dealt.games.showdown`, and what to draw of the computer that draws so
(:mod:`dealt.players.advice.drawpoker.assignment`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, MutableSequence
from functools import total_ordering
from typing import Final

from dealt.assignments.cards import Card, Spot, Suit
from dealt.cards import Cards, Source, mask, selection_shuffle
from dealt.games.bridge.printing import short
from dealt.games.showdown import CATEGORIES, HAND_SIZE, category, value
from dealt.players.advice.drawpoker.assignment import cards_to_draw

__all__ = ["RANKS", "Card", "Hand", "demo"]

RANKS: Final = CATEGORIES
"""The nine ranks, low to high."""


@total_ordering
class Hand:
    """Five cards in the order in which they came.

    Hands compare by what they are worth; suits never break ties.

    >>> hand = Hand.named("8H 5H 6D KH 7S")
    >>> print(hand, hand.rank)
    8H 5H 6D KH 7S no_pair
    >>> [str(one) for one in hand.sorted][:2], hand.counts[6]
    (['5 of Hearts', '6 of Diamonds'], 1)
    >>> hand.number_to_draw, hand.cards_to_draw
    (1, [Card.named('Kh')])
    >>> hand.draw([Card.named("4c")])
    >>> print(hand, hand.rank)
    8H 5H 6D 7S 4C straight
    """

    def __init__(self, some: Iterable[Card], wheel: bool = True) -> None:
        """ValueError if they aren't five different cards. Without ``wheel`` A-2-3-4-5 is no straight."""
        self.cards = list(some)
        self.wheel = wheel
        if len(set(self.cards)) != HAND_SIZE or len(self.cards) != HAND_SIZE:
            raise ValueError(
                f"a hand is {HAND_SIZE} different cards, not {' '.join(map(_short, self.cards)) or 'none'}"
            )

    @classmethod
    def named(cls, written: str, wheel: bool = True) -> Hand:
        """The hand that a text names; ValueError if it names none."""
        return cls(map(Card.named, written.split()), wheel)

    @property
    def sorted(self) -> list[Card]:
        """The cards from the lowest spot on, equal ones by suit."""
        return sorted(self.cards, key=lambda one: (one.spot, one.suit))

    @property
    def counts(self) -> Counter[int]:
        """How many cards of each spot, 0 for a two up to 12 for an ace."""
        return Counter(one.spot for one in self.cards)

    @property
    def rank(self) -> str:
        """One of ``RANKS``."""
        return category(self._value)

    @property
    def cards_to_draw(self) -> list[Card]:
        """The cards to throw away, in the order of the hand."""
        thrown = cards_to_draw(self._numbers, self.wheel)
        return [one for one in self.cards if thrown >> _number(one) & 1]

    @property
    def number_to_draw(self) -> int:
        """How many cards to draw."""
        return len(self.cards_to_draw)

    def draw(self, cards: MutableSequence[Card]) -> None:
        """Throw ``cards_to_draw`` away and take as many from the front of ``cards``; ValueError if they are too few."""
        thrown = self.cards_to_draw
        if len(cards) < len(thrown):
            raise ValueError(f"{len(thrown)} cards can't be drawn from {len(cards)}")
        self.cards = [one for one in self.cards if one not in thrown] + list(cards[: len(thrown)])
        del cards[: len(thrown)]

    @property
    def _numbers(self) -> Cards:
        return mask(map(_number, self.cards))

    @property
    def _value(self) -> int:
        return value(self._numbers, self.wheel)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Hand) and self._value == other._value

    def __lt__(self, other: Hand) -> bool:
        return self._value < other._value

    def __hash__(self) -> int:
        return hash(self._value)

    def __str__(self) -> str:
        return " ".join(map(_short, self.cards))

    def __repr__(self) -> str:
        return f"Hand.named({str(self)!r})"


def _number(one: Card) -> int:
    return 4 * one.spot + one.suit


def _short(one: Card) -> str:
    return short(_number(one))


def demo(rng: Source) -> str:
    """The assignment's program: a hand from a shuffled deck before and after its draw, each with its rank."""
    deck = [Card(suit, spot) for suit in Suit for spot in Spot]
    selection_shuffle(deck, rng)
    hand = Hand(deck[:HAND_SIZE])
    del deck[:HAND_SIZE]
    before = f"{hand}  {hand.rank.replace('_', ' ')}"
    hand.draw(deck)
    return f"{before}\n{hand}  {hand.rank.replace('_', ' ')}"
