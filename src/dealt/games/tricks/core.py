"""The rules of trick-taking games over whole numbers: what may be played, what a play tells, and who takes a trick.

Every function takes and returns numbers only, so that the same source runs as it stands and compiled: the game's
``legal``, ``apply`` and ``view`` call it bare, and players' playouts and simulations call what
:mod:`dealt.kernels.machine` runs of it. ``seats`` play, four unless said otherwise. ``led`` is the suit of the card
that was led, or :data:`~dealt.games.tricks.rows.NONE` for a lead; ``broken`` is true once a card of ``row.opens`` was
played to an earlier trick, ``first`` until the first trick is complete. Where cards don't follow and rank as they are
an ``order`` says how, and ``out`` are the seats that sit out, as a set: compiled code has neither where both are None.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from dealt.bits import at, count
from dealt.cards import Card, Cards
from dealt.game import Seat
from dealt.games.tricks.rows import OF_SUIT, CardOrder, TrickRow

__all__ = [
    "Position",
    "after",
    "after_card",
    "beating",
    "beats",
    "clockwise",
    "first_leader",
    "following",
    "of_suit",
    "passed",
    "playable",
    "playing",
    "points",
    "step",
    "suit_of",
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


def suit_of(one: Card, order: CardOrder | None = None) -> int:
    """The suit that a card counts as."""
    if order is None:
        return one & 3
    suit: int = order.suit_of[at(one)]
    return suit


def of_suit(suit: int, order: CardOrder | None = None) -> Cards:
    """All cards of a suit."""
    if order is None:
        return OF_SUIT[suit]
    some: Cards = order.suits[at(suit)]
    return some


def playable(
    row: TrickRow, hand: Cards, led: int, broken: bool, first: bool, order: CardOrder | None = None
) -> Cards:  # fmt: skip
    """The cards that a hand may play; none only if it is empty.

    >>> from dealt.cards import cards, text
    >>> spades = TrickRow(trump=3, closed=OF_SUIT[3], opens=OF_SUIT[3])
    >>> [text(playable(spades, cards("2h As"), led, False, False)) for led in (-1, 2, 0)]
    ['2h', '2h', '2hAs']
    """
    if led >= 0:
        free = hand & of_suit(led, order)
        if free == 0 and first:
            free = hand & ~row.banned
    elif first and row.opener >= 0:
        free = hand & (1 << row.opener)
    elif broken:
        free = hand
    else:
        free = hand & ~row.closed
    return free if free != 0 else hand


def told(
    row: TrickRow, one: Card, led: int, broken: bool, first: bool, order: CardOrder | None = None
) -> Cards:  # fmt: skip
    """The cards that a seat is known not to hold because it was allowed to play ``one``.

    Nothing is written here about suits or bans: of all cards, those are gone that would have kept it from its play.

    >>> from dealt.cards import card, text
    >>> text(told(TrickRow(), card("2d"), 0, False, False))
    '2c3c4c5c6c7c8c9cTcJcQcKcAc'
    """
    rest, none = every(order), 0
    allowed = playable(row, rest, led, broken, first, order)
    while not allowed >> one & 1:
        none |= allowed
        rest &= ~allowed
        allowed = playable(row, rest, led, broken, first, order)
    return none


def every(order: CardOrder | None = None) -> Cards:
    """All cards that there may be."""
    if order is None:
        return EVERY
    some: Cards = order.suits[0] | order.suits[1] | order.suits[2] | order.suits[3] | order.suits[4]
    return some


def beats(one: Card, top: Card, trump: int, order: CardOrder | None = None) -> bool:
    """Does a card take the trick from the one that wins so far?"""
    if order is not None:
        taken: Cards = order.above[at(top)]
        return taken >> one & 1 != 0
    if one & 3 == top & 3:
        return one > top
    return one & 3 == trump


def beating(some: Cards, top: Card, trump: int, order: CardOrder | None = None) -> Cards:
    """Those of some cards that take the trick from the one that wins so far: :func:`beats` for all of them at once.

    >>> from dealt.cards import cards, text
    >>> text(beating(cards("2c Kc Ad 2s"), 40, 3))
    '2sKc'
    """
    if order is not None:
        taken: Cards = order.above[at(top)]
        return some & taken
    found = some & OF_SUIT[top & 3] & -(2 << top)
    if trump >= 0 and top & 3 != trump:
        found |= some & OF_SUIT[trump]
    return found


def after_card(
    trump: int, one: Card, seat: Seat, size: int, led: int, top: Card, holder: Seat, seats: int = 4,
    order: CardOrder | None = None, out: int | None = None,
) -> tuple[Seat, int, int, Card, Seat]:  # fmt: skip
    """The table once ``seat`` has played ``one``: the five numbers from ``seat`` on, anew.

    ``seat`` is to play, ``size`` cards lie in the trick, ``top`` is the one that wins so far, and ``holder`` played it.
    When the trick is complete ``size`` is 0, and the seat to play is the one that took it.

    >>> after_card(-1, 48, 0, 0, -1, 0, 0)
    (1, 1, 0, 48, 0)
    """
    if led < 0:
        led, top, holder = suit_of(one, order), one, seat
    elif beats(one, top, trump, order):
        top, holder = one, seat
    if size == playing(seats, out) - 1:
        return holder, 0, -1, top, holder
    return following(seat, seats, out), size + 1, led, top, holder


def playing(seats: int, out: int | None = None) -> int:
    """The number of seats that play to a trick."""
    if out is None:
        return seats
    return seats - count(out)


def following(seat: Seat, seats: int, out: int | None = None) -> Seat:
    """The seat that plays after another."""
    seat = clockwise(seat + 1, seats)
    if out is None:
        return seat
    while out >> seat & 1:
        seat = clockwise(seat + 1, seats)
    return seat


def clockwise(seat: int, seats: int) -> Seat:
    """The seat of a number that may be too great by up to ``seats``."""
    return seat if seat < seats else seat - seats


def after(
    row: TrickRow, one: Card, seat: Seat, size: int, led: int, top: Card, holder: Seat, broken: bool, first: bool,
    seats: int = 4, order: CardOrder | None = None, out: int | None = None,
) -> tuple[Seat, int, int, Card, Seat, bool, bool]:  # fmt: skip
    """The numbers of a :class:`Position` from ``seat`` to ``first``, anew, once ``seat`` has played ``one``."""
    seat, size, led, top, holder = after_card(row.trump, one, seat, size, led, top, holder, seats, order, out)
    return seat, size, led, top, holder, broken or row.opens >> one & 1 != 0, first and size != 0


def step(
    row: TrickRow, now: Position, one: Card, order: CardOrder | None = None, out: int | None = None
) -> Position:  # fmt: skip
    """The position once the seat to play has played ``one``."""
    rest = ~(1 << one)
    hands: Any = tuple(hand & rest for hand in now.hands)
    seat, size, led, top, holder, broken, first = after(
        row, one, now.seat, now.size, now.led, now.top, now.holder, now.broken, now.first, now.seats, order, out
    )
    return Position(hands, seat, size, led, top, holder, broken, first, now.seats)


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
