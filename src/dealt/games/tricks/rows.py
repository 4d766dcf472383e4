"""The rules of a trick-taking game as a row of whole numbers, and the order of cards where it is not the usual one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from dealt.cards import RANKS, WITH_JOKERS, Card, Cards, mask
from dealt.shapes import Longs

OF_SUIT: Final[tuple[Cards, ...]] = tuple(mask(range(suit, 52, 4)) for suit in range(4))
"""All cards of each suit, clubs first."""

NONE: Final = -1
"""No card, suit or seat, where a number stands for one."""


TRUMPS: Final = 4
"""The suit of trumps where some of them are of another suit, or of none."""


class TrickRow(NamedTuple):
    """What may be played in a deal, who takes a trick, and what the cards in it are worth.

    Suit is always followed. Sets of cards are bit masks; :data:`NONE` stands for no card and no suit.

    >>> TrickRow(trump=3, closed=OF_SUIT[3], opens=OF_SUIT[3]).banned  # Spades, as far as the play goes
    0
    """

    trump: int = NONE
    """The suit of trumps, 0 for clubs to 3 for spades, or :data:`TRUMPS` where a :class:`CardOrder` has them."""
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


class CardOrder(NamedTuple):
    """Which suit each card counts as and which cards are above it, where the cards themselves do not say so."""

    suits: Longs
    """The cards of each suit, clubs first, and at :data:`TRUMPS` the trumps."""
    suit_of: Longs
    """The suit that each card follows and is followed as."""
    above: Longs
    """For each card those that take a trick from it, if it wins the trick so far."""


def card_order(deck: Sequence[Card], trumps: Sequence[Card] = (), ranks: str = RANKS) -> CardOrder:
    """The order of a contract: ``trumps`` from high to low, all others in their suits by ``ranks`` from low to high.

    >>> from dealt.cards import cards, sequence, text
    >>> deck = sequence("9h Th Jh Qh Kh Ah Jd Ad")
    >>> hearts = card_order(deck, sequence("Jh Jd Ah Kh Qh Th 9h"))  # Euchre
    >>> text(hearts.suits[1]), text(hearts.above[sequence("Ah")[0]]), text(hearts.above[sequence("Ad")[0]])
    ('Ad', 'JdJh', '9hThJdJhQhKhAh')
    """
    high, plain = mask(trumps), set(deck) - set(trumps)
    height = {one: ranks.index(RANKS[one >> 2]) for one in plain} | {one: n for n, one in enumerate(reversed(trumps))}
    suit_of = [TRUMPS if high >> one & 1 else one & 3 for one in WITH_JOKERS]
    suits = [mask(one for one in deck if suit_of[one] == suit) for suit in range(TRUMPS + 1)]
    above = [0 if high >> one & 1 else high for one in WITH_JOKERS]
    for one in deck:
        above[one] |= mask(each for each in deck if suit_of[each] == suit_of[one] and height[each] > height[one])
    return CardOrder(tuple(suits), tuple(suit_of), tuple(above))
