"""The rules of matching solitaires over whole numbers: what is removed together, when a game is over, what is refilled.

Every function takes and returns numbers only, so that the same source runs as it stands and compiled: the game's
``turn``, ``legal`` and ``apply`` and its exact chances call it bare, and simulations call what
:mod:`dealt.kernels.machine` runs of it. A *tally* is the number of cards of each rank packed into one number: twos
lowest, ``width`` bits a rank, which is a power of two. The highest bit of every rank, a *guard*, is 0 in every tally.
A row of the game is the tally of the cards that are removed together.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import Final, NamedTuple, TypeVar

from dealt.bits import count, lowest, nth
from dealt.shapes import Longs

T = TypeVar("T")
NARROW: Final = 4
"""The bits a rank with which thirteen ranks fit into 64 bits: for up to seven cards of each rank."""
WIDE: Final = 8
"""The bits a rank where numbers may be of any length: for up to 127 cards of each rank."""


class MatchingRows(NamedTuple):
    """The rules of a game as numbers: its rows, and how tallies are packed."""

    rows: Longs
    """The tally of each row, in the order of ``Matching.rows``."""
    width: int
    guards: int
    """The highest bit of every rank."""


def guards_for(width: int, ranks: int) -> int:
    """The highest bit of each of so many ranks."""
    found = 0
    for rank in range(ranks):
        found |= 1 << width * rank + width - 1
    return found


def packed(counts: Sequence[int], width: int) -> int:
    """The tally with these numbers of cards by rank.

    >>> hex(packed((2, 0, 4), 4))
    '0x402'
    """
    found = 0
    for rank in range(len(counts)):
        found |= counts[rank] << width * rank
    return found


def lies(tally: int, row: int, guards: int) -> bool:
    """Are all cards of a row among those of a tally? No rank then borrows its guard.

    >>> [lies(tally, 0x011, 0x888) for tally in (0x011, 0x432, 0x401)]
    [True, True, False]
    """
    return ((tally | guards) - row) & guards == guards


def matches(tally: int, rows: Sequence[int]) -> bool:
    """May cards of this tally be removed together: are they one row and nothing else?"""
    return tally in rows


def stuck(tally: int, rows: Sequence[int], guards: int) -> bool:
    """Can nothing be removed from a board with this tally? Then the game is over."""
    n = 0
    while n < len(rows) and not lies(tally, rows[n], guards):
        n += 1
    return n == len(rows)


def won(tally: int, undealt: int) -> bool:
    """Is a game with this tally on the board, and so many cards undealt, won?"""
    return tally == 0 and undealt == 0


def rest(tally: int, row: int, guards: int) -> int:
    """The tally that is left once a row has been removed as often as it lies there."""
    while row > 0 and lies(tally, row, guards):
        tally -= row
    return tally


def size(tally: int, width: int) -> int:
    """The number of cards of a tally."""
    found = 0
    while tally > 0:
        found += tally & (1 << width) - 1
        tally >>= width
    return found


def choose(some: int, need: int) -> int:
    """The number of ways to choose ``need`` of some things."""
    if need == 1:
        return some
    if some <= need:
        return 1 if some == need else 0
    found = 1
    for n in range(need):
        found = found * (some - n) // (n + 1)
    return found


def ways(tally: int, row: int, width: int) -> int:
    """The number of ways to remove a row: any of the cards of a rank will do.

    >>> ways(0x031, 0x011, 4), ways(0x4, 0x2, 4), ways(0x3, 0x4, 4)
    (3, 6, 0)
    """
    found, digit = 1, (1 << width) - 1
    while row > 0:
        shift = lowest(row) & -width
        found *= choose(tally >> shift & digit, row >> shift & digit)
        row &= ~(digit << shift)
    return found


def choice(places: Sequence[int], row: int, width: int, n: int) -> int:
    """The places, as a set, of way ``n`` of all :func:`ways` to remove a row; ``places`` are those of each rank.

    >>> [bin(choice((0b1011, 0b0100), 0x12, 4, n)) for n in range(3)]
    ['0b111', '0b1101', '0b1110']
    """
    found, digit = 0, (1 << width) - 1
    while row > 0:
        shift = lowest(row) & -width
        need, lying = row >> shift & digit, places[shift >> lowest(width)]
        row &= ~(digit << shift)
        total, more = choose(count(lying), need), 0
        while n >= total:  # quicker than a division, as there are few ways
            n -= total
            more += 1
        found |= 1 << nth(lying, n) if need == 1 else chosen(lying, need, n)
        n = more
    return found


def chosen(lying: int, need: int, n: int) -> int:
    """Choice ``n`` of ``need`` members of a set."""
    found, left = 0, count(lying)
    while need > 0:
        one = lying & -lying
        lying ^= one
        left -= 1
        with_it = choose(left, need - 1)
        if n < with_it:
            found |= one
            need -= 1
        else:
            n -= with_it
    return found


def refill(
    board: MutableSequence[T], first: int, places: int, pack: Sequence[T], drawn: int, end: int, empty: T
) -> int:
    """Put the next cards of a pack on a set of places in rising order, and ``empty`` where none is left.

    Place 0 of the board is place ``first`` of its row. The cards come from place ``drawn`` of the pack on, up to, not
    including, ``end``; the place of the next one is returned.

    >>> board = [0, 1, 2, 3]
    >>> refill(board, 0, 0b1110, (7, 8, 9, 10), 2, 4, -1), board
    (4, [0, 9, 10, -1])
    """
    while places > 0:
        place = lowest(places)
        places &= places - 1
        if drawn < end:
            board[first + place] = pack[drawn]
            drawn += 1
        else:
            board[first + place] = empty
    return drawn
