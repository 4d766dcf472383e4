"""Rules of thumb to play a Spades deal out with all cards known: every seat aims at its bid.

A side takes tricks until its contract is made, then ducks unless the opponents' contract can still be broken. A seat
that bid nil plays low, its partner plays higher than it, and the opponents play lower than it. What may be played is
asked of :mod:`dealt.games.tricks.core`.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from dealt.bits import count, highest, lowest
from dealt.cards import Card, Cards
from dealt.game import Seat
from dealt.games.spades import counts
from dealt.games.tricks import OF_SUIT, TrickRow
from dealt.games.tricks.core import Hands, Position, after, beating, playable
from dealt.kernels.machine import kernel
from dealt.shapes import Longs

__all__ = ["Aims", "finish"]

KEEN, LAZY, NIL = 0, 1, 2
"""What a seat wants: more tricks, no more tricks, or no trick at all."""

KINGS: Final = 1 << 44
"""The lowest of the kings, as a set: all lower cards are below it."""


class Aims(NamedTuple):
    """What the bids ask of each side: ``needs`` are the contracts, ``nils`` the seats that promised no trick."""

    needs: tuple[int, int]
    nils: tuple[bool, bool, bool, bool]
    helps: bool = False
    """Do the tricks of a broken nil count for its partner's contract?"""


def finish(row: TrickRow, at: Position, won: Hands, aims: Aims, one: Card) -> Hands:
    """The tricks of each seat in the end, if ``one`` is played and then all aim at their bids.

    ``won`` are the tricks so far; ``one`` is -1 if the first card is to be chosen, too.
    """
    tricks = list(won)
    play_on(row, at, aims, one, list(at.hands), tricks, [0] * 4)
    return tricks[0], tricks[1], tricks[2], tricks[3]


@kernel
def play_on(
    row: TrickRow, at: Position, aims: Aims, one: Card, hands: Longs, tricks: Longs, wants: Longs
) -> None:  # fmt: skip
    """As :func:`finish`; ``tricks`` are counted on, the hands are played, and ``wants`` is room for what seats want."""
    trump = row.trump
    seat, size, led, top, holder, broken, first = at.seat, at.size, at.led, at.top, at.holder, at.broken, at.first
    decide(count(hands[seat]), tricks, aims, wants)
    while hands[seat] != 0:
        if one < 0:
            may = playable(row, hands[seat], led, broken, first)
            if led < 0:
                one = _lead(trump, may, hands, seat, wants)
            elif may & OF_SUIT[led] != 0:
                one = _follow(row, may, OF_SUIT[led], hands, seat, size, top, holder, wants)
            else:
                one = _discard(row, may, hands, seat, size, top, holder, wants)
        hands[seat] &= ~(1 << one)
        seat, size, led, top, holder, broken, first = after(row, one, seat, size, led, top, holder, broken, first)
        if size == 0:
            tricks[seat] += 1
            decide(count(hands[seat]), tricks, aims, wants)
        one = -1


def decide(left: int, won: Longs, aims: Aims, wants: Longs) -> None:
    """Write what each seat wants of the tricks that are left."""
    ours, theirs = aims.needs
    for seat in range(4):
        if counts(aims.nils[seat], aims.helps, aims.needs[seat & 1]):
            if seat & 1 == 0:
                ours -= won[seat]
            else:
                theirs -= won[seat]
    for seat in range(4):
        need, against = (ours, theirs) if seat & 1 == 0 else (theirs, ours)
        wants[seat] = LAZY
        if aims.nils[seat] and won[seat] == 0:
            wants[seat] = NIL
        elif need > 0 or (against > 0 and left - against <= 1):
            wants[seat] = KEEN


def _lead(trump: int, hand: Cards, hands: Longs, seat: Seat, wants: Longs) -> Card:
    if wants[seat] == NIL:
        return lowest(hand)
    partner, left, right = hands[seat - 2], hands[seat - 3], hands[seat - 1]
    if wants[seat - 2] == NIL:
        return _cover(trump, hand, partner, left | right)
    prey = seat - 1 & 3 if wants[seat - 1] == NIL else -1
    if wants[seat - 3] == NIL:
        prey = seat + 1 & 3
    if prey >= 0:
        one = _hunt(trump, hand, hands[prey], hands[prey - 2])
        if one >= 0:
            return one
    if wants[seat] == LAZY:
        return lowest(hand)
    return _lead_to_win(trump, hand, partner, left, right)


def _lead_to_win(trump: int, hand: Cards, partner: Cards, left: Cards, right: Cards) -> Card:
    trumps, others = OF_SUIT[trump], left | right
    choice, worth = -1, -99
    for suit in OF_SUIT:
        held = hand & suit
        if held == 0:
            continue
        one, against, length = highest(held), others & suit, count(held)
        if 1 << one > against:
            ruffed = (left & suit == 0 and left & trumps != 0) or (right & suit == 0 and right & trumps != 0)
            value = (40 + length if against != 0 else 30) if suit == trumps or not ruffed else 6
            value = 5 if suit == trumps and against == 0 else value
        elif partner & suit != 0 and 1 << highest(partner & suit) > against:
            value, one = 25 + length, lowest(held)
        elif suit != trumps and partner & trumps != 0 and partner & suit == 0 and against != 0:
            value, one = 24, lowest(held)
        else:
            short = suit != trumps and length < 3 and hand & trumps != 0
            value = (16 - length if short else length + 4) - (8 if suit == trumps else 0)
            one = lowest(held)
        if value > worth:
            choice, worth = one, value
    return choice


def _cover(trump: int, hand: Cards, partner: Cards, others: Cards) -> Card:
    """The card to lead while partner may take no trick: one that partner can play below, the higher the better."""
    choice, worth = -1, -100
    for suit in OF_SUIT:
        held = hand & suit
        if held == 0:
            continue
        one = highest(held)
        under = partner & suit
        value = one >> 2
        if under == 0:
            value += 20
        elif lowest(under) < one:
            value += 10 if highest(under) < one else 5
        elif 1 << lowest(under) < others & suit:
            value -= 10
        else:
            value -= 30
        if suit == OF_SUIT[trump]:
            value -= 4
        if value > worth:
            choice, worth = one, value
    return choice


def _hunt(trump: int, hand: Cards, prey: Cards, helper: Cards) -> Card:
    """A card that a seat which bid nil has to beat, if its partner can't prevent that; -1 if there is none."""
    choice, worth = -1, 0
    for suit in OF_SUIT:
        held, theirs = hand & suit, prey & suit
        if held == 0 or theirs == 0:
            continue
        one, low = lowest(held), lowest(theirs)
        if low < one:
            continue
        saved = (helper & suit) >> low if helper & suit != 0 else helper & OF_SUIT[trump]
        value = (20 if saved == 0 else 8) - count(theirs)
        if value > worth:
            choice, worth = one, value
    return choice


def _beatable(row: TrickRow, top: Card, hands: Longs, seat: Seat, size: int) -> bool:
    """May the opponent who is still to play beat the card?"""
    if size == 3:
        return False
    may = playable(row, hands[seat + 1 & 3], top & 3, True, False)
    return beating(may, top, row.trump) != 0


def _follow(
    row: TrickRow,
    same: Cards,
    suit: Cards,
    hands: Longs,
    seat: Seat,
    size: int,
    top: Card,
    holder: Seat,
    wants: Longs,
) -> Card:
    low, high, want, over = lowest(same), highest(same), wants[seat], beating(same, top, row.trump)
    if 1 << top & suit == 0:  # it was trumped
        return high if want != KEEN else low
    under = same & ~over
    ducked = highest(under) if under != 0 else (high if size == 3 else low)
    if want == NIL:
        return ducked
    if wants[seat - 2] == NIL:
        if holder == seat - 2 & 3:
            return lowest(over) if over != 0 else low
        if size == 1 and over != 0:  # partner is still to play
            partner = hands[seat - 2] & suit
            if partner != 0 and lowest(partner) > top:
                enough = over >> lowest(partner) << lowest(partner)
                return lowest(enough) if enough != 0 else high
    elif wants[holder] == NIL and holder & 1 != seat & 1:
        return ducked
    elif (size < 3 and wants[seat + 1 & 3] == NIL) or (size == 1 and wants[seat - 1] == NIL):
        return low
    if want == LAZY:
        return ducked
    return _follow_to_win(row, same, over, suit, hands, seat, size, top, holder == seat - 2 & 3)


def _follow_to_win(
    row: TrickRow,
    same: Cards,
    over: Cards,
    suit: Cards,
    hands: Longs,
    seat: Seat,
    size: int,
    top: Card,
    partner_holds: bool,
) -> Card:
    low, high = lowest(same), highest(same)
    if over == 0 or (partner_holds and not _beatable(row, top, hands, seat, size)):
        return low
    if size == 3:
        return lowest(over)
    rival = hands[seat + 1 & 3]
    rivals = rival & suit
    if size == 2:
        if rivals == 0 and rival & OF_SUIT[row.trump] != 0 and suit != OF_SUIT[row.trump]:
            return low
        enough = over >> (highest(rivals) + 1) << (highest(rivals) + 1)
        if enough != 0:
            return lowest(enough)
        return high if not partner_holds and high > top + 8 else low
    everybody = rivals | hands[seat - 1] & suit
    return high if 1 << high > everybody else low


def _discard(
    row: TrickRow, hand: Cards, hands: Longs, seat: Seat, size: int, top: Card, holder: Seat, wants: Longs
) -> Card:
    trumps, over = hand & OF_SUIT[row.trump], beating(hand, top, row.trump)
    plain, want = hand & ~OF_SUIT[row.trump], wants[seat]
    if want == NIL:
        under = trumps & ~over
        return highest(under if under != 0 else plain if plain != 0 else hand)
    if wants[seat - 2] == NIL and holder == seat - 2 & 3:
        if over != 0:
            return lowest(over)
    elif wants[holder] == NIL and holder & 1 != seat & 1:
        return lowest(plain if plain != 0 else hand)
    if want == LAZY:
        return highest(plain) if plain != 0 else lowest(hand)
    if over != 0 and not (holder == seat - 2 & 3 and not _beatable(row, top, hands, seat, size)):
        return lowest(over)
    if plain == 0:
        return lowest(hand)
    for suit in OF_SUIT:  # a short suit first, unless it has a high card
        held = plain & suit
        if trumps != 0 and held != 0 and held & (held - 1) == 0 and held < KINGS:
            return highest(held)
    return lowest(plain)
