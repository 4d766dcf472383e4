"""Rounds of betting over whole numbers: what has to be paid, whose turn it is, and what may be bet.

Chips are flat arrays by seat, changed in place, and sets of seats are bit masks; see :mod:`dealt.games.showdown.core`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from dealt.game import Seat
from dealt.shapes import Longs

__all__ = [
    "FIXED",
    "NONE",
    "NO_LIMIT",
    "POT",
    "BetRow",
    "Chips",
    "bounds",
    "forced",
    "one_left",
    "pay",
    "seat_after",
    "sizes",
    "to_act",
]

NONE: Final = -1
"""No seat, where a number stands for one."""
FIXED, POT, NO_LIMIT = range(3)
"""The limits of bets: a fixed amount, the pot, or all chips."""


class BetRow(NamedTuple):
    """The rules of betting as numbers."""

    limit: int = FIXED
    bet: int = 2
    """The least bet; under a fixed limit every bet and raise, which is twice as high in a late round."""
    ante: int = 0
    """What every seat pays before the deal."""
    small: int = 0
    big: int = 0
    """The blinds: what the first two seats pay before the deal; 0 for none."""
    raises: int = 4
    """The number of bets and raises allowed in a round with a fixed limit."""


class Chips(NamedTuple):
    """The chips by seat: lists, or arrays of int64."""

    stacks: Longs
    """What each seat has left."""
    paid: Longs
    """What each seat has in the pot."""
    bets: Longs
    """The part of it that was bet in this round."""


def seat_after(seat: Seat, gone: int, seats: int) -> Seat:
    """The next seat clockwise that is not in ``gone``; ``seat`` itself if there is no other."""
    for n in range(1, seats):
        other = (seat + n) % seats
        if not gone >> other & 1:
            return other
    return seat


def one_left(gone: int, seats: int) -> bool:
    """Is there a single seat that is not in ``gone``?"""
    left = (1 << seats) - 1 & ~gone
    return left & left - 1 == 0


def pay(chips: Chips, seat: Seat, amount: int) -> None:
    """Put chips into the pot as part of the bet of this round."""
    chips.stacks[seat] -= amount
    chips.paid[seat] += amount
    chips.bets[seat] += amount


def forced(row: BetRow, chips: Chips, out: int, dealer: Seat) -> tuple[Seat, int]:
    """Pay antes or blinds; the seat that begins, and the number of bets that have been made.

    The first two seats from the dealer's left pay the blinds, but of two players the dealer pays the small one. Who
    comes after the big blind begins. Chips that lie in the pot from the deal before count for the ante. ``out`` are the
    seats that take no part.
    """
    seats = len(chips.stacks)
    first = seat_after(dealer, out, seats)
    if row.big == 0:
        for seat in range(seats):
            due = min(row.ante - chips.paid[seat], chips.stacks[seat])
            if due > 0 and not out >> seat & 1:
                chips.stacks[seat] -= due
                chips.paid[seat] += due
        return first, 0
    two = one_left(out | 1 << first, seats)
    small = seat_after(first, out, seats) if two else first
    big = seat_after(small, out, seats)
    pay(chips, small, min(row.small, chips.stacks[small]))
    if big != small:
        pay(chips, big, min(row.big, chips.stacks[big]))
    return seat_after(big, out, seats), 1


def to_act(chips: Chips, gone: int, acted: int, first: Seat) -> Seat:
    """The next seat from ``first`` on that has to act; NONE where the round is over.

    ``gone`` can't win the pot any more, and ``acted`` have acted since the last raise. A seat without chips has nothing
    to do, nor has one whom nobody can answer.
    """
    stacks, bets = chips.stacks, chips.bets
    seats, top = len(stacks), max(bets)
    waiting, able = NONE, 0
    for n in range(first, first + seats):
        seat = n % seats
        if stacks[seat] > 0 and not gone >> seat & 1:
            if bets[seat] < top:
                return seat if waiting == NONE else waiting
            able += 1
            if waiting == NONE and not acted >> seat & 1:
                waiting = seat
    return waiting if able > 1 else NONE


def bounds(
    row: BetRow, chips: Chips, gone: int, seat: Seat, raises: int, size: int, late: bool, blind: int
) -> tuple[int, int, int]:  # fmt: skip
    """What a call costs, 0 for a check; and the least and the highest bet that a seat may raise to, 0 for none.

    ``raises`` is the number of bets in this round, and ``size`` the last full raise. A bet that the limit allows may be
    all-in below the least; where nobody else has chips left, there is none. ``blind`` is the big blind in its round,
    else 0: it is called in full, even if who had to pay it had less, as long as anybody can answer.

    >>> bounds(BetRow(NO_LIMIT), Chips((100, 90, 0), (2, 12, 12), (0, 10, 10)), 0, 0, 1, 10, False, 0)
    (10, 20, 100)
    """
    stacks, paid, bets = chips
    top, bet, most = max(bets), bets[seat], bets[seat] + stacks[seat]
    if not _answered(stacks, gone | 1 << seat):
        return min(top - bet, stacks[seat]), 0, 0
    top = max(top, blind)
    price = min(top - bet, stacks[seat])
    if most <= top:
        return price, 0, 0
    if row.limit == FIXED:
        if raises >= row.raises:
            return price, 0, 0
        least = highest = top + row.bet * (2 if late else 1)
    else:
        least = top + size
        highest = max(least, pot_raise(paid, top, bet)) if row.limit == POT else most
    return price, min(least, most), min(highest, most)


def _answered(stacks: Sequence[int], gone: int) -> bool:
    """Has anybody who is not in ``gone`` chips left?"""
    for seat in range(len(stacks)):  # noqa: SIM110 - a generator would not compile
        if stacks[seat] > 0 and not gone >> seat & 1:
            return True
    return False


def pot_raise(paid: Sequence[int], top: int, bet: int) -> int:
    """The bet after a raise by the whole pot, to which the call belongs."""
    return top + sum(paid) + top - bet


def sizes(paid: Sequence[int], bets: Sequence[int], seat: Seat, least: int, highest: int) -> tuple[int, int, int]:
    """Three bets that stand for all from ``least`` to ``highest``: the least, a raise by the pot, and the highest.

    A raise by the pot that is not between them is the nearer of the two.
    """
    pot = pot_raise(paid, max(bets), bets[seat])
    return least, min(max(pot, least), highest), highest
