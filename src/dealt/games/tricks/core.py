"""The rules of trick-taking games over whole numbers: what may be played, what a play tells, and who takes a trick.

Every function takes and returns numbers only, so that the same source runs as it stands and compiled: the game's
``legal``, ``apply`` and ``view`` call it bare, and players' playouts and simulations call what
:mod:`dealt.kernels.machine` runs of it. ``seats`` play, four unless said otherwise. ``led`` is the suit of the card
that was led, or :data:`~dealt.games.tricks.rows.NONE` for a lead; ``broken`` is true once a card of ``row.opens`` was
played to an earlier trick, ``first`` until the first trick is complete.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from dealt.bits import count
from dealt.cards import Card, Cards
from dealt.game import Seat
from dealt.games.tricks.rows import OF_SUIT, TrickRow

__all__ = [
    "Position",
    "after",
    "after_card",
    "beating",
    "beats",
    "clockwise",
    "first_leader",
    "passed",
    "playable",
    "points",
    "step",
    "told",
]

EVERY: Final = (1 << 52) - 1


Hands = tuple[Cards, Cards, Cards, Cards]


class Position(NamedTuple):
    """A moment of the play as numbers, all cards known: whose turn it is, and what lies on the table."""

    hands: Hands
    seat: Seat
    """The seat whose hand is to play."""
    size: int = 0
    """The number of cards in the trick that is not complete."""
    led: int = -1
    top: Card = 0
    """The card that wins the trick so far."""
    holder: Seat = 0
    """The seat that played it."""
    broken: bool = False
    first: bool = True
    seats: int = 4


def playable(row: TrickRow, hand: Cards, led: int, broken: bool, first: bool) -> Cards:
    """The cards that a hand may play; none only if it is empty.

    >>> from dealt.cards import cards, text
    >>> spades = TrickRow(trump=3, closed=OF_SUIT[3], opens=OF_SUIT[3])
    >>> [text(playable(spades, cards("2h As"), led, False, False)) for led in (-1, 2, 0)]
    ['2h', '2h', '2hAs']
    """
    if led >= 0:
        free = hand & OF_SUIT[led]
        if free == 0 and first:
            free = hand & ~row.banned
    elif first and row.opener >= 0:
        free = hand & (1 << row.opener)
    elif broken:
        free = hand
    else:
        free = hand & ~row.closed
    return free if free != 0 else hand


def told(row: TrickRow, one: Card, led: int, broken: bool, first: bool) -> Cards:
    """The cards that a seat is known not to hold because it was allowed to play ``one``.

    Nothing is written here about suits or bans: of all cards, those are gone that would have kept it from its play.

    >>> from dealt.cards import card, text
    >>> text(told(TrickRow(), card("2d"), 0, False, False))
    '2c3c4c5c6c7c8c9cTcJcQcKcAc'
    """
    rest, none = EVERY, 0
    allowed = playable(row, rest, led, broken, first)
    while not allowed >> one & 1:
        none |= allowed
        rest &= ~allowed
        allowed = playable(row, rest, led, broken, first)
    return none


def beats(one: Card, top: Card, trump: int) -> bool:
    """Does a card take the trick from the one that wins so far?"""
    if one & 3 == top & 3:
        return one > top
    return one & 3 == trump


def beating(some: Cards, top: Card, trump: int) -> Cards:
    """Those of some cards that take the trick from the one that wins so far: :func:`beats` for all of them at once.

    >>> from dealt.cards import cards, text
    >>> text(beating(cards("2c Kc Ad 2s"), 40, 3))
    '2sKc'
    """
    found = some & OF_SUIT[top & 3] & -(2 << top)
    if trump >= 0 and top & 3 != trump:
        found |= some & OF_SUIT[trump]
    return found


def after_card(
    trump: int, one: Card, seat: Seat, size: int, led: int, top: Card, holder: Seat, seats: int = 4
) -> tuple[Seat, int, int, Card, Seat]:
    """The table once ``seat`` has played ``one``: the five numbers from ``seat`` on, anew.

    ``seat`` is to play, ``size`` cards lie in the trick, ``top`` is the one that wins so far, and ``holder`` played it.
    When the trick is complete ``size`` is 0, and the seat to play is the one that took it.

    >>> after_card(-1, 48, 0, 0, -1, 0, 0)
    (1, 1, 0, 48, 0)
    """
    if led < 0:
        led, top, holder = one & 3, one, seat
    elif beats(one, top, trump):
        top, holder = one, seat
    if size == seats - 1:
        return holder, 0, -1, top, holder
    return clockwise(seat + 1, seats), size + 1, led, top, holder


def clockwise(seat: int, seats: int) -> Seat:
    """The seat of a number that may be too great by up to ``seats``."""
    return seat if seat < seats else seat - seats


def after(
    row: TrickRow, one: Card, seat: Seat, size: int, led: int, top: Card, holder: Seat, broken: bool, first: bool,
    seats: int = 4,
) -> tuple[Seat, int, int, Card, Seat, bool, bool]:  # fmt: skip
    """The numbers of a :class:`Position` from ``seat`` to ``first``, anew, once ``seat`` has played ``one``."""
    seat, size, led, top, holder = after_card(row.trump, one, seat, size, led, top, holder, seats)
    return seat, size, led, top, holder, broken or row.opens >> one & 1 != 0, first and size != 0


def step(row: TrickRow, at: Position, one: Card) -> Position:
    """The position once the seat to play has played ``one``."""
    rest = ~(1 << one)
    hands: Any = tuple(hand & rest for hand in at.hands)
    seat, size, led, top, holder, broken, first = after(
        row, one, at.seat, at.size, at.led, at.top, at.holder, at.broken, at.first, at.seats
    )
    return Position(hands, seat, size, led, top, holder, broken, first, at.seats)


def first_leader(row: TrickRow, hands: Sequence[Cards], otherwise: Seat) -> Seat:
    """The seat that leads the first trick: the holder of ``row.opener``, or the seat ``otherwise`` if there is none."""
    if row.opener >= 0:
        for seat in range(len(hands)):
            if hands[seat] >> row.opener & 1:
                return seat
    return otherwise


def passed(hands: Sequence[Cards], given: Sequence[Cards], way: int) -> Hands:
    """The hands once every seat has taken up what the seat ``way`` places before it gives."""
    return (
        hands[0] & ~given[0] | given[-way & 3],
        hands[1] & ~given[1] | given[1 - way & 3],
        hands[2] & ~given[2] | given[2 - way & 3],
        hands[3] & ~given[3] | given[3 - way & 3],
    )


def points(row: TrickRow, some: Cards) -> int:
    """The points of some cards to the seat that takes them."""
    return count(some & row.single) + row.weight * count(some & row.heavy)
