"""The rules of blackjack over whole numbers: totals, what may be done with a hand, the dealer's play, what is paid.

Every function takes and returns numbers only, so that the same source runs as it stands and compiled. The game, exact
returns, strategy and computers call it bare, through :class:`~dealt.games.blackjack.rules.Rules`; simulations call what
:mod:`dealt.kernels.machine` runs of it. *Points* are a hand's total and whether it is soft, as one number: twice the
total, plus 1 if an ace counts 11. What a card counts, 2 to 11, is its *worth*.
"""

from __future__ import annotations

from typing import Final, NamedTuple

TWENTY_ONE: Final = 21
ACE: Final = 11
TEN: Final = 10
ACE_RANK: Final = 12

STAND, HIT, DOUBLE, SPLIT, SURRENDER = range(5)
"""The decisions; a set of them has bit ``1 << decision``."""
TENTHS: Final = 10
"""What a hand wins is counted in tenths of its bet: 15 for a natural at 3:2."""
STEP: Final = 5
"""The step of insurance in chips."""
NONE, ONE, ALL = range(3)
"""What the dealer takes at the end of a round: no card, one, or all until it stands."""


class Table(NamedTuple):
    """The options of a table that change what may be done and what is paid, as numbers."""

    hit_soft_17: bool
    peek: bool
    insurance: bool
    least_doubled: int
    """The lowest hard total that may be doubled, 0 for any hand; the highest is 11."""
    das: bool
    max_hands: int
    split_tens_mixed: bool
    resplit_aces: bool
    late_surrender: bool
    natural_tenths: int
    """What a natural wins, in tenths of the bet."""


class Hand(NamedTuple):
    """A player's hand as numbers: what decides about it."""

    points: int
    cards: int
    """The number of its cards."""
    first: int
    """The rank of its first card, 0 for a two to 12 for an ace."""
    second: int
    split: bool = False
    """Does it come from a split pair?"""
    doubled: bool = False
    surrendered: bool = False


def worth(rank: int) -> int:
    """What a card counts: 2 to 10, a face card 10, an ace 11.

    >>> [worth(rank) for rank in range(13)]
    [2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 11]
    """
    return ACE if rank == ACE_RANK else min(rank + 2, TEN)


def counted(total: int, aces: int) -> int:
    """The points of a hand whose cards are worth ``total``, ``aces`` of them 11 each: those count 1 where it is bust.

    >>> counted(17, 1), counted(27, 1), counted(22, 2)
    (35, 34, 25)
    """
    while total > TWENTY_ONE and aces > 0:
        total -= 10
        aces -= 1
    return 2 * total + (1 if aces > 0 else 0)


def added(points: int, one: int) -> int:
    """The points of a hand after a card of that worth."""
    return counted((points >> 1) + one, (points & 1) + (1 if one == ACE else 0))


def bust(points: int) -> bool:
    """Is a hand over 21?"""
    return points >> 1 > TWENTY_ONE


def natural(points: int, cards: int) -> bool:
    """Is it 21 with two cards? After a split that is no natural."""
    return cards == 2 and points >> 1 == TWENTY_ONE


def may_draw(hand: Hand) -> bool:
    """May the hand take a card? Not from 21 on, and not where it is one of two split aces."""
    if hand.doubled or hand.surrendered or hand.points >> 1 >= TWENTY_ONE:
        return False
    return not (hand.split and hand.first == ACE_RANK)


def may_double(table: Table, hand: Hand) -> bool:
    """May the hand be doubled, if the chips suffice?"""
    if hand.cards != 2 or not may_draw(hand) or (hand.split and not table.das):
        return False
    return table.least_doubled == 0 or (hand.points & 1 == 0 and table.least_doubled <= hand.points >> 1 <= 11)


def may_split(table: Table, hand: Hand, hands: int) -> bool:
    """May the hand be split, where its seat has ``hands`` hands so far and the chips suffice?"""
    if hand.cards != 2 or hand.doubled or hand.surrendered or hands >= table.max_hands:
        return False
    one = worth(hand.first)
    if one != worth(hand.second) or (one == ACE and hand.split and not table.resplit_aces):
        return False
    return one != TEN or table.split_tens_mixed or hand.first == hand.second


def may_surrender(table: Table, hand: Hand) -> bool:
    """May the hand be surrendered? Only the first two cards of a seat, after the dealer has peeked."""
    return table.late_surrender and hand.cards == 2 and not hand.split and may_draw(hand)


def decisions(table: Table, hand: Hand, hands: int, undealt: int, affordable: bool) -> int:
    """The decisions other than to stand, as a set; a hand that has none is played to its end.

    ``undealt`` is the number of cards that can still come, and ``affordable``: the seat has chips for another bet.
    """
    found = 0
    if undealt > 0 and may_draw(hand):
        found |= 1 << HIT
        if affordable and may_double(table, hand):
            found |= 1 << DOUBLE
    if undealt > 1 and affordable and may_split(table, hand, hands):
        found |= 1 << SPLIT
    if may_surrender(table, hand):
        found |= 1 << SURRENDER
    return found


def insurable(table: Table, up: int, bet: int, free: int) -> int:
    """The most that may be insured against an upcard of that worth: half the bet, or all chips; 0 for none."""
    if not table.insurance or up != ACE:
        return 0
    most = min(bet // 2, free)
    return most - most % STEP


def stands(hand: Hand) -> bool:
    """Must the dealer play against the hand? Not if it is bust, a natural or surrendered."""
    return not (hand.surrendered or bust(hand.points) or (natural(hand.points, hand.cards) and not hand.split))


def dealer_draws(points: int, hit_soft_17: bool) -> bool:
    """Must the dealer draw? To 16, and to a soft 17 where that is the rule."""
    return points >> 1 < 17 or (points == 35 and hit_soft_17)


def dealer_takes(standing: bool, cards: int, insured: bool, natural_lies: bool) -> int:
    """What a dealer with ``cards`` cards takes once all have played: NONE, ONE or ALL.

    It plays if a hand is ``standing``; else, without a hole card, it takes one to settle naturals and insurance.
    """
    if standing:
        return ALL
    return ONE if cards == 1 and (insured or natural_lies) else NONE


def tenths(table: Table, hand: Hand, dealer: int, dealer_natural: bool) -> int:
    """What a hand wins against the dealer's points, in tenths of its bet. A bust hand loses whatever the dealer has."""
    if hand.surrendered:
        return -TENTHS // 2
    total, stake = hand.points >> 1, 2 * TENTHS if hand.doubled else TENTHS
    if total > TWENTY_ONE:
        return -stake
    if natural(hand.points, hand.cards) and not hand.split:
        return 0 if dealer_natural else table.natural_tenths
    if dealer_natural or total < dealer >> 1 <= TWENTY_ONE:
        return -stake
    return 0 if total == dealer >> 1 else stake


def insurance_net(insured: int, dealer_natural: bool) -> int:
    """What insurance wins: 2 to 1 if the dealer has a natural."""
    return 2 * insured if dealer_natural else -insured


def chart_row(points: int, pair: int) -> int:
    """The row of a hand in the chart of basic strategy: hard 5 to 20, soft 13 to 20, pairs of 2 to 11 (``pair``).

    >>> chart_row(2 * 20, 0), chart_row(2 * 13 + 1, 0), chart_row(2 * 12 + 1, 11)
    (15, 16, 33)
    """
    if pair > 0:
        return 22 + pair
    return (points >> 1) + (3 if points & 1 else -5)
