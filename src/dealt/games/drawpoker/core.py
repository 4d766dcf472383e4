"""The rules of draw poker over whole numbers: rounds of betting, the draw between them, and when the pots are paid.

A deal is a :class:`Moment` of numbers beside flat arrays by seat, which are changed in place. The same source runs as
it stands and compiled; see :mod:`dealt.games.showdown.core`.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import Final, NamedTuple

from dealt.bits import count, highest, nth
from dealt.cards import Cards
from dealt.game import Seat
from dealt.games.showdown.betting import NONE, BetRow, Chips, bounds, forced, pay, players, seat_after, to_act
from dealt.games.showdown.core import ACE, HAND_SIZE

__all__ = [
    "BUY",
    "DRAW",
    "FIRST",
    "OVER",
    "PAYING",
    "SECOND",
    "DrawRow",
    "Moment",
    "begin",
    "bet",
    "broke",
    "choices",
    "draw",
    "drawn_in",
    "may_bet",
    "nth_draw",
]

FIRST, DRAW, SECOND, BUY, OVER, PAYING = range(6)
"""The phases of a deal in order; in BUY the seats without chips are asked whether they buy new ones. In PAYING the pots
are paid out: no state stays there."""


class DrawRow(NamedTuple):
    """The rules of draw poker as numbers."""

    bets: BetRow
    stack: int = 200
    """The chips that each seat begins with; 0: there are none, and a deal is the draw alone."""
    hand: int = HAND_SIZE
    most: int = 3
    """The number of cards that may be drawn."""
    ace: bool = False
    """May all cards but an ace be drawn?"""
    wheel: bool = True
    openers: int = 0
    """The least value of a hand that may make the first bet; 0 for any hand."""
    rebuy: bool = False


class Moment(NamedTuple):
    """Whose turn it is, and what has happened in a deal. Sets of seats are bit masks, and NONE is no seat."""

    turn: Seat
    phase: int
    gone: int
    """The seats that can't win the pot: they take no part, or have folded."""
    acted: int = 0
    """The seats that have acted since the last raise."""
    drawers: int = 0
    """The seats that have drawn."""
    raises: int = 0
    """The number of bets and raises in this round."""
    size: int = 0
    """The last full raise."""
    opener: Seat = NONE
    """The seat that made the first bet, where not every hand may."""


def begin(row: DrawRow, chips: Chips, out: int, dealer: Seat) -> Moment:
    """The first moment, once antes or blinds are paid; ``out`` are the seats that take no part."""
    if row.stack == 0:
        return Moment(seat_after(dealer, out, len(chips.stacks)), DRAW, out)
    first, raises = forced(row.bets, chips, out, dealer)
    return go_on(row, Moment(NONE, FIRST, out, raises=raises, size=row.bets.bet), chips, dealer, first)


def go_on(row: DrawRow, at: Moment, chips: Chips, dealer: Seat, first: Seat) -> Moment:
    """The turn goes to the next seat from ``first`` on that has to act; else the round or the deal ends."""
    seats = len(chips.stacks)
    if players(at.gone, seats) == 1:
        return _turned(at, NONE, PAYING, at.acted)
    seat = to_act(chips, at.gone, at.acted, first)
    if seat != NONE:
        return _turned(at, seat, at.phase, at.acted)
    if at.phase == SECOND:
        return _turned(at, NONE, PAYING, at.acted)
    if row.openers != 0 and at.opener == NONE and at.acted != 0:
        return _turned(at, NONE, OVER, at.acted)
    for seat in range(seats):
        chips.bets[seat] = 0
    return _turned(at, seat_after(dealer, at.gone, seats), DRAW, 0)


def _turned(at: Moment, turn: Seat, phase: int, acted: int) -> Moment:
    return Moment(turn, phase, at.gone, acted, at.drawers, at.raises, at.size, at.opener)


# --- bets


def may_bet(
    row: DrawRow, at: Moment, stacks: Sequence[int], paid: Sequence[int], bets: Sequence[int], dealt_value: int
) -> tuple[int, int, int]:
    """What a call costs, 0 for a check; and the least and the highest bet or raise, 0 for none.

    ``dealt_value`` is the value of the hand that was dealt to the seat at the turn.
    """
    found = bounds(row.bets, stacks, paid, bets, at.gone, at.turn, at.raises, at.size, at.phase == SECOND)
    if at.phase == FIRST and at.opener == NONE and dealt_value < row.openers:
        return found[0], 0, 0
    return found


def bet(row: DrawRow, at: Moment, chips: Chips, dealer: Seat, amount: int) -> Moment:
    """The moment after the seat at the turn has put ``amount`` chips in: 0 for a check, NONE for a fold."""
    seat = at.turn
    if amount == NONE:
        gone, acted, raises, size, opener = at.gone | 1 << seat, at.acted, at.raises, at.size, at.opener
    else:
        gone, acted, raises, size, opener = at.gone, at.acted | 1 << seat, at.raises, at.size, at.opener
        raised = chips.bets[seat] + amount - max(chips.bets)
        pay(chips, seat, amount)
        if raised > 0:
            acted, raises, size = 1 << seat, raises + 1, max(size, raised)
            if row.openers != 0 and at.phase == FIRST and opener == NONE:
                opener = seat
    after = Moment(NONE, at.phase, gone, acted, at.drawers, raises, size, opener)
    return go_on(row, after, chips, dealer, (seat + 1) % len(chips.stacks))


# --- the draw

PLACES: Final = tuple(
    sorted(
        range(1, 1 << HAND_SIZE),
        key=lambda some: (some.bit_count(), [place for place in range(HAND_SIZE) if some >> place & 1]),
    )
)
"""The sets of places in a hand, fewest first, then in the order of the lowest places."""


def choices(row: DrawRow, hand: Cards, there: int) -> int:
    """The number of ways to draw where ``there`` cards can come, standing pat among them."""
    held, found = count(hand), 1
    for places in PLACES:
        found += count(places) <= min(row.most, there) and highest(places) < held
    return found + (count(hand >> 4 * ACE) if _but_an_ace(row, there) else 0)


def nth_draw(row: DrawRow, hand: Cards, there: int, n: int) -> Cards:
    """The cards to throw in the ``n``-th way to draw: few cards first, then low ones; nothing at last.

    The ways to keep nothing but an ace, where more cards may not be drawn otherwise, come before standing pat.
    """
    held = count(hand)
    for places in PLACES:
        if count(places) <= min(row.most, there) and highest(places) < held:
            if n == 0:
                return _at(hand, places)
            n -= 1
    aces = count(hand >> 4 * ACE) if _but_an_ace(row, there) else 0
    return hand ^ 1 << nth(hand, held - 1 - n) if n < aces else 0


def _but_an_ace(row: DrawRow, there: int) -> bool:
    return row.ace and row.most < row.hand - 1 <= there


def _at(hand: Cards, places: int) -> Cards:
    """The cards of a hand at these places, from the lowest card on."""
    found, place = 0, 0
    while hand != 0:
        if places >> place & 1:
            found |= hand & -hand
        hand &= hand - 1
        place += 1
    return found


def drawn_in(thrown: Sequence[Cards], left: int, wanted: int) -> Cards:
    """The discards to shuffle under a stock of ``left`` cards, of which ``wanted`` are drawn; none if it is enough.

    They are those of the seats that have drawn. With 52 cards there are always enough then, because a seat discards as
    many cards as it draws.
    """
    found = 0
    if wanted > left:
        for some in thrown:
            found |= some
    return found


def draw(
    row: DrawRow, at: Moment, chips: Chips, dealer: Seat, hands: MutableSequence[Cards], drawn: MutableSequence[Cards],
    thrown: MutableSequence[Cards], out: Cards, new: Cards,
) -> Moment:  # fmt: skip
    """The moment after the seat at the turn has thrown ``out`` and got ``new``."""
    seat, seats = at.turn, len(hands)
    hands[seat] = hands[seat] & ~out | new
    drawn[seat], thrown[seat] = new, out
    drawers = at.drawers | 1 << seat
    left = seat_after(dealer, at.gone | drawers, seats)
    if not (at.gone | drawers) >> left & 1:
        return Moment(left, DRAW, at.gone, at.acted, drawers, at.raises, at.size, at.opener)
    if row.stack == 0:
        return Moment(NONE, OVER, at.gone, at.acted, drawers, at.raises, at.size, at.opener)
    after = Moment(NONE, SECOND, at.gone, at.acted, drawers, 0, row.bets.bet, at.opener)
    return go_on(row, after, chips, dealer, (dealer + 1) % seats)


# --- the end


def broke(row: DrawRow, stacks: Sequence[int], out: int) -> int:
    """The seats that are asked whether they buy new chips: those that took part and have none left."""
    found = 0
    for seat in range(len(stacks)):
        if row.rebuy and stacks[seat] == 0 and not out >> seat & 1:
            found |= 1 << seat
    return found
