"""The rules of a trick-taking game as a row of whole numbers."""

from __future__ import annotations

from typing import Final, NamedTuple

from dealt.cards import Card, Cards, mask

OF_SUIT: Final[tuple[Cards, ...]] = tuple(mask(range(suit, 52, 4)) for suit in range(4))
"""All cards of each suit, clubs first."""

NONE: Final = -1
"""No card, suit or seat, where a number stands for one."""


class TrickRow(NamedTuple):
    """What may be played in a deal, who takes a trick, and what the cards in it are worth.

    Suit is always followed. Sets of cards are bit masks; :data:`NONE` stands for no card and no suit.

    >>> TrickRow(trump=3, closed=OF_SUIT[3], opens=OF_SUIT[3]).banned  # Spades, as far as the play goes
    0
    """

    trump: int = NONE
    """The suit of trumps, 0 for clubs to 3 for spades."""
    closed: Cards = 0
    """The cards that may not be led before a card of ``opens`` was played to an earlier trick, by who has others."""
    opens: Cards = 0
    """The cards whose play opens the lead of ``closed`` ones."""
    banned: Cards = 0
    """The cards that may not be thrown off in the first trick by who has others."""
    opener: Card = NONE
    """The card that must be led to the first trick, by whoever holds it; without one a seat leads and chooses."""
    single: Cards = 0
    """The cards worth one point to the seat that takes them."""
    heavy: Cards = 0
    """The cards worth ``weight`` points."""
    weight: int = 0


PLAIN: Final = TrickRow()
"""Suit is followed, and that is all: no trumps, every card may be led or thrown off."""
