"""Leads and signals: which of the cards that are worth the same a defender plays, and so what its card tells.

The same functions choose a card, read it in hands that are not seen, and print the convention card. They are the usual
ones: the top of a sequence, else the fourth highest of a suit with an honour; a high card likes partner's suit, and
high and then low shows an even number of cards of a suit that declarer plays.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from dealt.cards import Card, Cards, members
from dealt.game import Seat
from dealt.games.tricks import OF_SUIT

TEN, JACK, QUEEN, ACE = 8, 9, 10, 12


class Place(NamedTuple):
    """What everybody sees of a card that is to be played."""

    seat: Seat
    trick: tuple[Card, ...]
    """The cards of the trick so far."""
    gone: Cards
    """What the seat has played before."""
    declarer: Seat
    trump: int | None


def agreed(at: Place, hand: Cards, may: Cards) -> Cards:
    """The card of each suit, of those that may be played, that the agreements name."""
    found = 0
    defends = at.seat % 2 != at.declarer % 2
    for suit, of in enumerate(OF_SUIT):
        some = may & of
        if not some:
            continue
        if not defends or suit == at.trump or (at.trick and at.trick[0] & 3 != suit):
            found |= some & -some
        elif not at.trick:
            found |= 1 << lead_of(hand & of, at.trump is None)
        elif at.gone & of:
            found |= some & -some
        else:
            by_partner = len(at.trick) == 2
            high = liked(hand & of, at.trump is not None) if by_partner else (hand & of).bit_count() % 2 == 0
            found |= 1 << signal_of(hand & of, high)
    return found


def lead_of(suit: Cards, notrump: bool) -> Card:
    """The card to lead of the cards of a suit.

    >>> from dealt.cards import cards, text
    >>> def led(some, notrump=False): return text(1 << lead_of(cards(some), notrump))
    >>> [led("Ks Qs 5s"), led("Ks Js Ts 3s"), led("Ks 8s 6s 4s 2s"), led("Qs 7s 3s"), led("8s 5s 3s"), led("9s 4s")]
    ['Ks', 'Js', '4s', '3s', '8s', '9s']
    >>> led("As 8s 6s 4s"), led("As 8s 6s 4s", notrump=True), led("Ks Qs 6s 4s", notrump=True)
    ('As', '4s', '4s')
    """
    down = sorted(members(suit), reverse=True)
    ranks = [one >> 2 for one in down]
    if len(down) < 3:
        return down[0]
    if _sequence(ranks, 3 if notrump and len(down) > 3 else 2):
        return down[0]
    if ranks[0] == ACE and not notrump:
        return down[0]
    if ranks[0] > ranks[1] + 1 and ranks[1] in (QUEEN, JACK, TEN) and ranks[2] == ranks[1] - 1:
        return down[1]  # within a broken sequence: J from K-J-10, 10 from Q-10-9
    if ranks[0] >= TEN:
        return down[3] if len(down) > 3 else down[2]
    return down[0] if len(down) == 3 else down[1]


def _sequence(ranks: Sequence[int], wanted: int) -> bool:
    """Do touching cards from an honour on lead the suit? The last of three may be one rank lower."""
    if ranks[0] < TEN or ranks[1] != ranks[0] - 1:
        return False
    return wanted == 2 or ranks[2] >= ranks[0] - 3


def liked(suit: Cards, trumps: bool) -> bool:
    """Does a hand like partner's lead? With the ace, king or queen of the suit, or two cards where there are trumps."""
    return suit >> 4 * QUEEN != 0 or (trumps and suit.bit_count() == 2)


def signal_of(suit: Cards, high: bool) -> Card:
    """The small card that speaks: the lowest, or for yes and for an even number a higher one that can be spared.

    >>> from dealt.cards import cards, text
    >>> [text(1 << signal_of(cards(some), True)) for some in ("Ks 8s 2s", "9s 3s", "Js 8s 6s 2s", "Qs Js")]
    ['8s', '9s', '8s', 'Js']
    """
    small = [one for one in members(suit) if one >> 2 < TEN]
    if not small:
        return (suit & -suit).bit_length() - 1
    return small[-1] if high else small[0]
