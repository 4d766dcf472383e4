"""The rules of climbing games over whole numbers: what a hand holds, what beats what, who follows, who is locked out.

Every function takes and returns numbers and flat arrays of them only, so that the same source runs as it stands and
compiled: the game's ``legal``, ``apply`` and ``view`` call it bare, and players' playouts and simulations call what
:mod:`dealt.kernels.compiled` makes of it.

A combination is a row of :class:`Table`. A *held* set of cards is what rows are compared with: the cards themselves or,
where suits mean nothing, their :func:`form`, in which only the number of cards of each rank counts. ``passed`` is a set
of seats as bits. ``owner`` is the seat that made the play to beat and ``newest`` its row, both :data:`NONE` for a lead.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import Final, NamedTuple

from dealt.cards import Card, Cards
from dealt.game import Seat

__all__ = [
    "NONE",
    "Rules",
    "Table",
    "after_pass",
    "after_play",
    "beats",
    "follower",
    "form",
    "held",
    "holding",
    "keeping",
    "may_pass",
    "past",
    "permitted",
    "removed",
    "span",
    "taken",
    "told",
    "top",
]

NONE: Final = -1
"""No seat, card or row, where a number stands for one."""

_ONES: Final = 0x1111111111111
"""The lowest bit of every rank."""
_SEVENS: Final = 0x7777777777777
_JOKERS: Final = 3 << 52
_SUITED: Final = (1 << 52) - 1


class Rules(NamedTuple):
    """The rules of a game beside its table of combinations, as numbers."""

    seats: int
    step: int
    """What leads from a seat to the next in play: 1, or -1 for the other way round."""
    suits: bool
    """Do suits mean anything?"""
    locks: bool = False
    """Does a pass last until the table is cleared?"""
    leader_passes: bool = False
    """May a seat that leads pass, once?"""
    watches: bool = False
    """Must a single be the highest card of its hand if the next seat has one card left?"""


class Table(NamedTuple):
    """All combinations of a game by row, weakest first, and the tree in which those of a hand are found.

    A row beats those of less ``strength`` in its group, and a row from ``bombs`` on those of all groups. Rows of a
    group are consecutive.

    The nodes of the tree stand in the order in which they are visited, and so do the rows in them. A node is passed by,
    with all that is below it, by a hand that lacks any card of ``node_cards`` or any rank of ``node_form``.
    """

    cards: Sequence[int]
    """What a held set must contain for the row."""
    size: Sequence[int]
    """The number of its cards."""
    strength: Sequence[int]
    stronger: Sequence[int]
    """The first row of more strength."""
    end: Sequence[int]
    """The first row after its group."""
    bombs: int
    """The first row that is a bomb."""
    node_cards: Sequence[int]
    node_form: Sequence[int]
    node_row: Sequence[int]
    """The row of a node; :data:`NONE` where it only leads to others."""
    node_next: Sequence[int]
    """The node after all that is below it."""


# --- cards ----------------------------------------------------------------------------------------------------------


def form(some: Cards) -> Cards:
    """The number of cards of each rank: as many of the rank's four bits, from the lowest on. Jokers stay.

    >>> from dealt.cards import cards, text
    >>> text(form(cards("3h 3s 9d BJ")))
    '3c3d9cBJ'
    """
    some, jokers = some & _SUITED, some & _JOKERS
    a, b, c, d = some & _ONES, some >> 1 & _ONES, some >> 2 & _ONES, some >> 3 & _ONES
    any_low, low, any_high, high = a | b, a & b, c | d, c & d
    two, three = low | high | (any_low & any_high), (low & any_high) | (high & any_low)
    return any_low | any_high | two << 1 | three << 2 | (low & high) << 3 | jokers


def held(suits: bool, hand: Cards) -> Cards:
    """A hand as rows are compared with it."""
    return hand if suits else form(hand)


def removed(suits: bool, some: Cards, row: Cards) -> Cards:
    """What is held once the cards of a row are played; both as rows are compared."""
    if suits:
        return some & ~row
    left = some & ~(row & _JOKERS)
    for suit in range(4):
        ranks = (row >> suit & _ONES) * 15
        left = (left & ~ranks) | (left >> 1 & _SEVENS & ranks)
    return left


def taken(suits: bool, hand: Cards, row: Cards) -> Cards:
    """The cards that play a row from a hand: where suits mean nothing, the first cards of each rank that it holds.

    >>> from dealt.cards import cards, text
    >>> text(taken(False, cards("3d 3h 3s 9d"), form(cards("3c 3d 9c"))))
    '3d3h9d'
    """
    if suits:
        return row
    found, rest = row & _JOKERS, hand & _SUITED
    for suit in range(4):
        above = (rest << 1) & (_SEVENS << 1)
        above |= (above << 1) & (_SEVENS << 1)
        above |= (above << 2) & (3 * _ONES << 2)
        lowest = rest & ~above
        found |= lowest & (row >> suit & _ONES) * 15
        rest ^= lowest
    return found


# --- rows in a hand -------------------------------------------------------------------------------------------------


def holding(table: Table, some: Cards, ranks: Cards, rows: MutableSequence[int]) -> int:
    """Write the rows that a hand contains into ``rows``, weakest first; returns their number.

    ``some`` is what is held, and ``ranks`` the form of the hand.
    """
    cards, forms, row_of, after = table.node_cards, table.node_form, table.node_row, table.node_next
    lacks, without, found, node, nodes = ~some, ~ranks, 0, 0, len(row_of)
    while node < nodes:
        if cards[node] & lacks | forms[node] & without:
            node = after[node]
            continue
        if row_of[node] >= 0:
            rows[found] = row_of[node]
            found += 1
        node += 1
    return found


def keeping(table: Table, some: Cards, rows: MutableSequence[int], count: int) -> int:
    """Of the first ``count`` rows keep those that are still held; returns their number."""
    cards, lacks, found = table.cards, ~some, 0
    for n in range(count):
        row = rows[n]
        if cards[row] & lacks == 0:
            rows[found] = row
            found += 1
    return found


# --- rows over a row ------------------------------------------------------------------------------------------------


def beats(table: Table, row: int, other: int) -> bool:
    """Does one row beat another?"""
    return row >= table.stronger[other] and (row < table.end[other] or row >= table.bombs)


def past(rows: Sequence[int], begin: int, count: int, row: int) -> int:
    """The first place from ``begin`` on, among ``count`` rising rows, with ``row`` or a later one."""
    while begin < count:
        middle = (begin + count) >> 1
        if rows[middle] < row:
            begin = middle + 1
        else:
            count = middle
    return begin


def span(table: Table, rows: Sequence[int], count: int, other: int) -> tuple[int, int, int]:
    """Where those of ``count`` rising rows stand that beat a row: a begin, an end, and where further ones begin.

    >>> from dealt.games.bigtwo import BigTwo
    >>> span(BigTwo().combinations.table, (0, 1, 5), 3, 0)
    (1, 3, 3)
    """
    begin = past(rows, 0, count, table.stronger[other])
    end = past(rows, begin, count, table.end[other])
    bombs = past(rows, end, count, table.bombs)
    return begin, end, bombs


def permitted(table: Table, row: int, must: Cards, only: int) -> bool:
    """Is a row permitted that is high enough? It must contain ``must``, and a single must be the card ``only``.

    ``must`` is empty and ``only`` :data:`NONE` where there is no such restriction.
    """
    cards = table.cards[row]
    return (must == 0 or cards & must != 0) and (only < 0 or table.size[row] > 1 or cards >> only == 1)


def top(order: Sequence[Card], hand: Cards) -> Card:
    """The highest card of a hand; ``order`` is the deck from the lowest card to the highest."""
    found = NONE
    for one in order:
        if hand >> one & 1:
            found = one
    return found


def told(table: Table, row: int, order: Sequence[Card], only: int) -> Cards:
    """The cards that a seat is known not to hold because it was permitted to play a row.

    ``order`` is the deck from the lowest card to the highest, and ``only`` as for :func:`permitted`. Of all cards,
    those are gone that would have kept the seat from its play.
    """
    found, above = 0, False
    for one in order:
        if above and not permitted(table, row, 0, one):
            found |= 1 << one
        above = above or one == only
    return found


# --- whose turn -----------------------------------------------------------------------------------------------------


def follower(rules: Rules, seat: Seat, owner: Seat, passed: int) -> Seat:
    """The next seat to act: where a pass lasts, the next that has not passed since somebody led."""
    seat = (seat + rules.step) % rules.seats
    if rules.locks and owner >= 0:
        while passed >> seat & 1:
            seat = (seat + rules.step) % rules.seats
    return seat


def after_play(rules: Rules, seat: Seat, owner: Seat, passed: int) -> tuple[Seat, int]:
    """Who acts next once a seat has played, and who has passed: a lead, for which ``owner`` is none, clears that."""
    passed = passed & ~(1 << seat) if owner >= 0 else 0
    return follower(rules, seat, seat, passed), passed


def after_pass(rules: Rules, seat: Seat, owner: Seat, passed: int) -> tuple[Seat, Seat, int]:
    """Who acts next once a seat has passed, whose play is to beat, and who has passed.

    Once the turn comes back to the owner the table is cleared, and the owner leads.

    >>> after_pass(Rules(3, 1, False), 2, 0, 1 << 1)
    (0, -1, 0)
    """
    passed |= 1 << seat
    turn = follower(rules, seat, owner, passed)
    return (turn, NONE, 0) if turn == owner else (turn, owner, passed)


def may_pass(rules: Rules, seat: Seat, owner: Seat, passed: int, must: Cards) -> bool:
    """May a seat pass? Always if there is a play to beat; a leader only where it may, and only once."""
    return owner >= 0 or (rules.leader_passes and must == 0 and passed >> seat & 1 == 0)
