"""The suits, the spots and the trick that the Cards assignment gives."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from typing import Any

__all__ = ["Spot", "Suit", "Trick"]


class Suit(IntEnum):
    """The suits, clubs lowest."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3


class Spot(IntEnum):
    """The spots, from the two to the ace."""

    TWO = 0
    THREE = 1
    FOUR = 2
    FIVE = 3
    SIX = 4
    SEVEN = 5
    EIGHT = 6
    NINE = 7
    TEN = 8
    JACK = 9
    QUEEN = 10
    KING = 11
    ACE = 12


class Trick(list[Any]):
    """The cards of a trick in the order played, which know who wins; trumps are a suit, or None.

    Any cards will do that have a ``suit`` and a ``spot``.

    >>> from collections import namedtuple
    >>> Card = namedtuple("Card", "suit spot")
    >>> Trick([Card(Suit.SPADES, Spot.KING), Card(Suit.SPADES, Spot.ACE), Card(Suit.HEARTS, Spot.TWO)]).winner
    1
    """

    def __init__(self, some: Iterable[Any] = (), trumps: int | None = None) -> None:
        super().__init__(some)
        self.trumps = trumps

    @property
    def winner(self) -> int:
        """Whose card wins so far, counted from the leader: 0 is the leader. ValueError before the first card."""
        if not self:
            raise ValueError("nobody wins a trick without cards")
        led = self[0].suit
        return max(
            range(len(self)),
            key=lambda place: (self[place].suit == self.trumps, self[place].suit == led, self[place].spot),
        )

    def __str__(self) -> str:
        return ", ".join(map(str, self))
