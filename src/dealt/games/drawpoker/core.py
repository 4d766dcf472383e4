"""The rules of poker over whole numbers: rounds of betting, what comes between them, and when the pots are paid.

Between two rounds either cards are drawn, or cards come to the board, which belong to every hand.

A deal is a :class:`Moment` of numbers beside flat arrays by seat, which are changed in place. The same source runs as
it stands and compiled; see :mod:`dealt.games.showdown.core`.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import Final, NamedTuple

from dealt.bits import highest
from dealt.cards import Cards
from dealt.game import Seat
from dealt.games.showdown.betting import NONE, BetRow, Chips, bounds, forced, one_left, pay, seat_after, to_act
from dealt.games.showdown.core import HAND_SIZE, PLACE, best_value, hand_value, highest_of, placed

__all__ = [
    "BUY",
    "DRAW",
    "FIRST",
    "FOURTH",
    "MOST_DRAWS",
    "OVER",
    "PAYING",
    "SECOND",
    "THIRD",
    "DrawRow",
    "Moment",
    "begin",
    "bet",
    "broke",
    "draw",
    "drawn_in",
    "list_draws",
    "may_bet",
    "on_board",
    "pair_or_better",
    "placed",
    "shown_in",
    "worth",
]

FIRST, DRAW, SECOND, BUY, OVER, PAYING, THIRD, FOURTH = range(8)
"""The phases of a deal; in BUY the seats without chips are asked whether they buy new ones. In PAYING the pots are paid
out: no state stays there. FIRST, SECOND, THIRD and FOURTH are rounds of betting: two around a draw, or four where cards
come to a board."""


class DrawRow(NamedTuple):
    """The rules of draw poker as numbers."""

    bets: BetRow = BetRow()
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
    flop: int = 0
    """The number of cards that come to the board after the first round, and then one after each of two more; 0: there
    is a draw."""
    own: int = 0
    """How many cards of the hand count together with three of the board; 0: any number of them."""


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
        return Moment(seat_after(dealer, out, len(chips.stacks)), DRAW, out, 0, 0, 0, 0, NONE)
    first, raises = forced(row.bets, chips, out, dealer)
    turn, phase, acted = go_on(row, FIRST, out, 0, NONE, chips, dealer, first)
    return Moment(turn, phase, out, acted, 0, raises, row.bets.bet, NONE)


def go_on(
    row: DrawRow, phase: int, gone: int, acted: int, opener: Seat, chips: Chips, dealer: Seat, first: Seat
) -> tuple[Seat, int, int]:
    """Turn, phase, and the seats that have acted, where the next seat from ``first`` on has to act.

    If there is none, the round or the deal ends.
    """
    seats = len(chips.stacks)
    if one_left(gone, seats):
        return NONE, PAYING, acted
    seat = to_act(chips, gone, acted, first)
    if seat != NONE:
        return seat, phase, acted
    if row.flop != 0:
        return go_to_board(phase, gone, acted, chips, dealer)
    if phase == SECOND:
        return NONE, PAYING, acted
    if row.openers != 0 and opener == NONE and acted != 0:
        return NONE, OVER, acted
    for seat in range(seats):
        chips.bets[seat] = 0
    return seat_after(dealer, gone, seats), DRAW, 0


# --- the board


def go_to_board(phase: int, gone: int, acted: int, chips: Chips, dealer: Seat) -> tuple[Seat, int, int]:
    """As :func:`go_on`, after a round without a draw: rounds in which nobody can bet are passed over."""
    seats = len(chips.stacks)
    while phase != FOURTH:
        phase = SECOND if phase == FIRST else THIRD if phase == SECOND else FOURTH
        for seat in range(seats):
            chips.bets[seat] = 0
        seat = to_act(chips, gone, 0, (dealer + 1) % seats)
        if seat != NONE:
            return seat, phase, 0
    return NONE, PAYING, acted


def on_board(row: DrawRow, phase: int) -> int:
    """The number of cards on the board in a round of betting."""
    if row.flop == 0 or phase == FIRST:
        return 0
    return row.flop + (0 if phase == SECOND else 1 if phase == THIRD else 2)


def shown_in(phase: int, at: Moment, seats: int) -> int:
    """The round whose board is open at a moment after ``phase``: all of it where hands are compared."""
    if at.phase != PAYING:
        return at.phase
    return phase if one_left(at.gone, seats) else FOURTH


def worth(row: DrawRow, hand: Cards, board: Cards) -> int:
    """The value of a hand with a board; of the hand alone where there is none."""
    if board == 0:
        return hand_value(hand, row.wheel)
    if row.own == 0:
        return best_value(hand | board, row.wheel)
    return highest_of(hand, board, row.own, row.wheel)


# --- bets


def may_bet(row: DrawRow, at: Moment, chips: Chips, dealt_value: int) -> tuple[int, int, int]:
    """What a call costs, 0 for a check; and the least and the highest bet or raise, 0 for none.

    ``dealt_value`` is the value of the hand that the seat at the turn was dealt.
    """
    late = at.phase >= THIRD if row.flop != 0 else at.phase == SECOND
    call, least, most = bounds(row.bets, chips, at.gone, at.turn, at.raises, at.size, late, blind_in(row, at.phase))
    if dealt_value < row.openers and at.phase == FIRST and at.opener == NONE:
        return call, 0, 0
    return call, least, most


def blind_in(row: DrawRow, phase: int) -> int:
    """The big blind in the round of betting in which it lies, else 0."""
    return row.bets.big if phase == FIRST else 0


def bet(row: DrawRow, at: Moment, chips: Chips, dealer: Seat, amount: int) -> Moment:
    """The moment after the seat at the turn has put ``amount`` chips in: 0 for a check, NONE for a fold."""
    seat, phase, gone, acted, drawers, raises, size, opener = at
    if amount == NONE:
        gone |= 1 << seat
    else:
        acted |= 1 << seat
        raised = chips.bets[seat] + amount - max(max(chips.bets), blind_in(row, phase))
        pay(chips, seat, amount)
        if raised > 0:
            acted, raises, size = 1 << seat, raises + 1, max(size, raised)
            if row.openers != 0 and phase == FIRST and opener == NONE:
                opener = seat
    first = (seat + 1) % len(chips.stacks)
    turn, phase, acted = go_on(row, phase, gone, acted, opener, chips, dealer, first)
    if row.flop != 0 and phase != at.phase:
        raises, size = 0, row.bets.bet
    return Moment(turn, phase, gone, acted, drawers, raises, size, opener)


# --- the draw

MOST_DRAWS: Final = 1 << HAND_SIZE
"""The greatest number of ways to draw, and so the room that :func:`list_draws` needs."""


def list_draws(row: DrawRow, held: int, aces: int, there: int, out: MutableSequence[int]) -> int:
    """Write the ways to draw where ``there`` cards can come, and return their number.

    A way is a set of places in the hand, of which 0 is that of the lowest card; see :func:`placed`. The hand has
    ``held`` cards, of which the last ``aces`` are aces. The first way is to stand pat: no places. Then few places come
    first, and low ones before high ones; at last the ways to keep nothing but an ace, where the rules allow it and so
    many cards may not be drawn otherwise.

    >>> out = [0] * MOST_DRAWS
    >>> [f"{out[n]:b}" for n in range(list_draws(DrawRow(most=2), 3, 0, 52, out))]
    ['0', '1', '10', '100', '11', '101', '110']
    """
    out[0], begin, found = 0, 0, 1
    for _ in range(min(row.most, there)):
        end = found
        for n in range(begin, end):
            for place in range(highest(out[n]) + 1, held):
                out[found] = out[n] | 1 << place
                found += 1
        begin = end
    if row.ace and row.most < row.hand - 1 <= there:
        for place in range(held - 1, held - 1 - aces, -1):
            out[found] = (1 << held) - 1 ^ 1 << place
            found += 1
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
    turn, phase, acted = go_on(row, SECOND, at.gone, at.acted, at.opener, chips, dealer, (dealer + 1) % seats)
    return Moment(turn, phase, at.gone, acted, drawers, 0, row.bets.bet, at.opener)


# --- the end


def broke(row: DrawRow, stacks: Sequence[int], out: int) -> int:
    """The seats that are asked whether they buy new chips: those that took part and have none left."""
    found = 0
    for seat in range(len(stacks)):
        if row.rebuy and stacks[seat] == 0 and not out >> seat & 1:
            found |= 1 << seat
    return found


def pair_or_better(value: int) -> bool:
    """Does a hand of this value win the deal of one player, who has no chips?"""
    return value >> PLACE != 0
