"""Rules of thumb to play a Hearts deal out with all cards known: everybody ducks, but one seat may be after all points.

What may be played and what cards are worth is asked of :mod:`dealt.games.tricks.core`.
"""

from __future__ import annotations

from dealt.bits import count, highest, lowest
from dealt.cards import Card, Cards
from dealt.game import Seat
from dealt.games.hearts import QUEEN, SPADES
from dealt.games.tricks import OF_SUIT, TrickRow
from dealt.games.tricks.core import Hands, Position, after, beating, playable
from dealt.kernels.machine import kernel
from dealt.shapes import Longs

__all__ = ["finish"]


def finish(row: TrickRow, at: Position, lying: Cards, taken: Hands, shooter: Seat, one: Card) -> Hands:
    """The cards that each seat has taken in the end, if ``one`` is played and then all but a ``shooter`` avoid points.

    ``lying`` are the cards of the trick, ``taken`` those that each seat has taken so far. ``one`` is -1 if the first
    card is to be chosen, too; ``shooter`` is -1 if nobody is after all points.
    """
    own = list(taken)
    play_on(row, at, lying, shooter, one, list(at.hands), own)
    return own[0], own[1], own[2], own[3]


@kernel
def play_on(row: TrickRow, at: Position, lying: Cards, shooter: Seat, one: Card, hands: Longs, own: Longs) -> None:
    """As :func:`finish`; ``own`` gets the cards that each seat takes, and the hands are played."""
    seat, size, led, top, holder, broken, first = at.seat, at.size, at.led, at.top, at.holder, at.broken, at.first
    while hands[seat] != 0:
        if one < 0:
            may = playable(row, hands[seat], led, broken, first)
            if led < 0:
                one = _lead_all(may, hands, seat) if seat == shooter else _lead(row, may, hands, seat)
            elif may & OF_SUIT[led] == 0:
                one = lowest(may) if seat == shooter else _throw(row, may, hands, seat, holder == shooter)
            elif seat == shooter:
                one = _follow_for_all(row, may, size, top)
            else:
                one = _follow(row, may, hands, seat, size, top, lying, holder == shooter)
        hands[seat] &= ~(1 << one)
        lying |= 1 << one
        seat, size, led, top, holder, broken, first = after(row, one, seat, size, led, top, holder, broken, first)
        if size == 0:
            own[seat] |= lying
            lying = 0
        one = -1


def _others(hands: Longs, seat: Seat) -> Cards:
    return hands[seat - 1] | hands[seat - 2] | hands[seat - 3]


def _lead_all(hand: Cards, hands: Longs, seat: Seat) -> Card:
    """The top of the longest suit that nobody beats, else of the longest."""
    others, choice, worth = _others(hands, seat), -1, -1
    for suit in OF_SUIT:
        held = hand & suit
        if held != 0:
            value = count(held) + (20 if held > others & suit else 0)
            if value > worth:
                choice, worth = highest(held), value
    return choice


def _lead(row: TrickRow, hand: Cards, hands: Longs, seat: Seat) -> Card:
    """The low card that most others can beat."""
    others, choice, worth = _others(hands, seat), -1, -999
    for suit in OF_SUIT:
        held = hand & suit
        if held == 0:
            continue
        one = lowest(held)
        value = -(one >> 2)
        for n in range(1, 4):
            other = hands[seat - n] & suit
            value += 12 if other >> one != 0 else 0 if other != 0 else -6
        if suit & row.heavy != 0:
            if others & row.heavy != 0:
                value += 6 if one < QUEEN and held & _above(row) == 0 else -15
            elif held & row.heavy != 0:
                value -= 25
        if value > worth:
            choice, worth = one, value
    return choice


def _above(row: TrickRow) -> Cards:
    """The spades that take the queen."""
    return OF_SUIT[SPADES] & ~(2 * row.heavy - 1)


def _follow_for_all(row: TrickRow, same: Cards, size: int, top: Card) -> Card:
    over = beating(same, top, row.trump)
    if over == 0:
        return lowest(same)
    return lowest(over) if size == 3 else highest(over)


def _follow(
    row: TrickRow, same: Cards, hands: Longs, seat: Seat, size: int, top: Card, lying: Cards, shot: bool
) -> Card:
    pointed = row.single | row.heavy
    points = lying & pointed
    if shot and points != 0 and beating(same, top, row.trump) != 0:
        return highest(same)
    if same & row.heavy != 0:
        if top > QUEEN:
            return QUEEN
        if same & ~row.heavy != 0:
            same &= ~row.heavy
    high = highest(same)
    under = same & ~beating(same, top, row.trump)
    if size == 3:
        return highest(under) if under != 0 and points != 0 else high
    if points == 0 and 1 << high & pointed == 0 and _harmless(row, hands, seat, size, high):
        return high
    return highest(under) if under != 0 else lowest(same)


def _harmless(row: TrickRow, hands: Longs, seat: Seat, size: int, high: Card) -> bool:
    """Can no later seat that follows suit add points to the trick?"""
    for more in range(1, 4 - size):
        later = hands[seat + more & 3] & OF_SUIT[high & 3]
        if later == 0 or (high > QUEEN and later & row.heavy != 0):
            return False
    return True


def _throw(row: TrickRow, hand: Cards, hands: Longs, seat: Seat, shot: bool) -> Card:
    if shot:
        safe = hand & ~(row.single | row.heavy)
        return highest(safe if safe != 0 else hand)
    if hand & row.heavy != 0:
        return QUEEN
    if hand & _above(row) != 0 and _others(hands, seat) & row.heavy != 0:
        return highest(hand & _above(row))
    high, heart = highest(hand), highest(hand & row.single)
    return heart if heart >= 0 and heart > high - 14 else high
