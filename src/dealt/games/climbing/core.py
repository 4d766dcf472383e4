"""The rules of climbing games over whole numbers: what a hand holds, what beats what, who follows, who is locked out.

Every function takes and returns numbers and flat arrays of them only, so that the same source runs as it stands and
compiled: the game's ``legal``, ``apply`` and ``view`` call it bare, and players' playouts and simulations call what
:mod:`dealt.kernels.machine` runs of it.

A combination is a row of :class:`Table`. A *held* set of cards is what rows are compared with: the cards themselves or,
where suits mean nothing, their :func:`form`, in which only the number of cards of each rank counts. ``passed`` is a set
of seats as bits. ``owner`` is the seat that made the play to beat and ``newest`` its row, both :data:`NONE` for a lead.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import Final, NamedTuple

from dealt.bits import at, count
from dealt.cards import Card, Cards
from dealt.game import Seat
from dealt.shapes import Ints, Longs

NONE: Final = -1
"""No seat, card or row, where a number stands for one."""

CLEARS: Final = 4
"""What a play does beside being played, as bits: the table is cleared, and whoever has played leads."""
SKIPS: Final = 8
"""The next seat is passed by."""
TURNS: Final = 1
"""The order is turned for the rest of the deal."""
BACK: Final = 2
"""It is turned until the table is cleared."""
SKIPPING: Final = 2
"""Of :attr:`Rules.equals`."""

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
    goes_on: bool = False
    """Does the deal go on until one seat alone has cards?"""
    tops: int = NONE
    """The suits from low to high, two bits each, where only those of a play's highest rank count; else :data:`NONE`."""
    equals: int = 0
    """Do plays of equal strength beat each other? 1 if they do, :data:`SKIPPING` if they also pass the next seat by."""


class Table(NamedTuple):
    """All combinations of a game by row, weakest first, and the tree in which those of a hand are found.

    A row beats those of less ``strength`` in its group, and those whose ``over`` it has reached. Rows of a group are
    consecutive. Where only the suits of the highest rank count, ``cards`` are those of that rank, and ``forms`` tell
    how many cards there are of each; elsewhere ``forms`` is empty.

    The nodes of the tree stand in the order in which they are visited, and so do the rows in them. A node is passed by,
    with all that is below it, by a hand that lacks any of its cards or of its :func:`traits`.
    """

    cards: Longs
    """What a held set must contain for the row."""
    size: Ints
    """The number of its cards."""
    strength: Ints
    stronger: Ints
    """The first row of more strength."""
    end: Ints
    """The first row after its group."""
    over: Ints
    """The first of the bombs and chops that beat a row of another group, the end of the table where none does."""
    forms: Longs
    bombs: int
    """The first row that is a bomb or a chop."""
    tree: Longs
    """Four numbers for each node: its cards, its traits, its row, :data:`NONE` where it only leads to others, and the
    place of the node after all that is below it."""
    node: Ints
    """The place in the tree of each row, and after the last one the end of the tree."""
    weakest: Ints
    """Where the order is turned: the first row that beats each, and :attr:`weaker` the one after the last."""
    weaker: Ints
    does: Ints
    """What a play of each row does beside being played; empty where none does anything."""


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


def traits(suits: bool, some: Cards) -> int:
    """The :func:`form` of some cards, and as further bits what few hands have.

    These are five cards of a suit, for each suit and for any, where suits mean anything; four of a rank, three of a
    rank; three of each of two successive ranks, and two of each of three. What some cards have, more cards have, too.
    """
    found = form(some)
    for suit in range(4 if suits else 0):
        if count(some >> suit & _ONES) > 4:
            found |= 1 << 54 + suit | 1 << 62
    two, three = found >> 1 & _ONES, found >> 2 & _ONES
    if three != 0:
        found |= 1 << 58
        if found >> 3 & _ONES != 0:
            found |= 1 << 59
        if three & three >> 4 != 0:
            found |= 1 << 60
    if two & two >> 4 & two >> 8 != 0:
        found |= 1 << 61
    return found


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


def laid(rules: Rules, table: Table, hand: Cards, row: int) -> Cards:
    """The cards that play a row from a hand: of what its suits leave open, the lowest ones."""
    cards = table.cards[row]
    return taken(rules.suits, hand, cards) if rules.tops < 0 else topped(rules.tops, hand, cards, table.forms[row])


def topped(tops: int, hand: Cards, top: Cards, counts: Cards) -> Cards:
    """These cards of the highest rank, and of the others the lowest of a hand, as many as ``counts``, a form, tells."""
    ranks = (top | top >> 1 | top >> 2 | top >> 3) & _ONES
    found, want = top, counts & ~(ranks * 15)
    for n in range(4):
        suit = tops >> 2 * n & 3
        some = hand >> suit & want & _ONES
        found |= some << suit
        want = (want & ~(some * 15)) | (want >> 1 & _SEVENS & some * 15)
    return found


def compared(rules: Rules, table: Table, hand: Cards, row: int) -> Cards:
    """The cards of a row that a hand plays, as rows are compared."""
    return table.cards[row] if rules.tops < 0 else topped(rules.tops, hand, table.cards[row], table.forms[row])


def left(rules: Rules, table: Table, some: Cards, row: int) -> Cards:
    """What is held once a row is played."""
    if rules.tops < 0:
        return removed(rules.suits, some, table.cards[row])
    return some & ~compared(rules, table, some, row)


INSTANT: Final = 3
"""So many numbers are a hand that wins at once: copies, ranks as their lowest bits, and how many ranks."""


def wins_at_once(instants: Sequence[int], size: int, hand: Cards) -> bool:
    """Has a hand of that size, for any of the ``instants``, so many of these ranks with so many cards each?"""
    if len(instants) == 0 or count(hand) != size:
        return False
    counts = form(hand)
    for n in range(0, len(instants), INSTANT):
        if instants[n + 2] <= count(counts >> instants[n] - 1 & instants[n + 1]):
            return True
    return False


# --- rows in a hand -------------------------------------------------------------------------------------------------


def holding(
    tree: Sequence[int], some: Cards, has: int, rows: MutableSequence[int], sets: MutableSequence[Cards], begin: int
) -> int:
    """Find the rows that a hand contains, weakest first; returns their number.

    They are written into ``rows``, and their cards into ``sets``, from the place ``begin`` on. ``tree`` is that of a
    :class:`Table`, ``some`` is what is held, and ``has`` are the traits of the hand.
    """
    return holding_part(tree, 0, len(tree), some, has, rows, sets, begin)


def holding_part(
    tree: Sequence[int], node: int, end: int, some: Cards, has: int, rows: MutableSequence[int],
    sets: MutableSequence[Cards], begin: int,
) -> int:  # fmt: skip
    """As :func:`holding`, of the rows whose nodes stand from one place of the tree up to, not including, another."""
    lacks, without, place, nodes = ~some, ~has, begin, min(end, len(tree) - 3)
    while 0 <= node < nodes:  # it never is below 0; compiled code learns that here
        cards = tree[node]
        if cards & lacks | tree[node + 1] & without:
            node = tree[node + 3]
            continue
        row = tree[node + 2]
        if row >= 0:
            rows[at(place)] = row
            sets[at(place)] = cards
            place += 1
        node += 4
    return place - begin


# --- rows over a row ------------------------------------------------------------------------------------------------


def upside_down(turned: int) -> bool:
    """Is the order turned? The bits are :data:`TURNS` and :data:`BACK`, and both of them undo each other."""
    return turned in (TURNS, BACK)


def over_row(table: Table, row: int, turned: int) -> tuple[int, int, int]:
    """What beats a row: the rows from a first to, not including, another, and those from a bomb or chop on."""
    if upside_down(turned):
        return table.weakest[row], table.weaker[row], table.over[row]
    return table.stronger[row], table.end[row], table.over[row]


def beats(table: Table, row: int, other: int, turned: int) -> bool:
    """Does one row beat another?"""
    begin, end, over = over_row(table, other, turned)
    return begin <= row < end or row >= over


def effects(rules: Rules, table: Table, row: int, newest: int) -> int:
    """What a play does beside being played, over the row ``newest`` or as a lead."""
    found = table.does[row] if len(table.does) > 0 else 0
    if rules.equals == SKIPPING and newest >= 0 and table.strength[row] == table.strength[newest]:
        found |= SKIPS
    return found


def turned_by(turned: int, does: int, cleared: bool) -> int:
    """How the order is turned after a play, and perhaps once the table is cleared.

    >>> turned_by(TURNS, TURNS | CLEARS, True), turned_by(0, BACK, False), turned_by(TURNS | BACK, 0, True)
    (0, 2, 1)
    """
    turned ^= does & (TURNS | BACK)
    return turned & TURNS if cleared else turned


NEAR: Final = 8
"""The number of places that are looked at one after the other before the rest is halved again and again."""


def past(rows: Sequence[int], begin: int, end: int, row: int) -> int:
    """The first place from ``begin`` to ``end`` of rising rows with ``row`` or a later one; else ``end``."""
    while 0 <= begin < end:
        middle = (begin + end) >> 1
        if rows[at(middle)] < row:
            begin = middle + 1
        else:
            end = middle
    return begin


def span(rows: Sequence[int], begin: int, end: int, stronger: int, last: int, bombs: int) -> tuple[int, int, int]:
    """Where, from ``begin`` to ``end`` of rising rows, those stand that beat a row: a begin, an end, and of the bombs.

    The row has ``stronger`` and ``end`` in a :class:`Table` as here ``stronger`` and ``last``.

    >>> span((0, 1, 5, 60), 0, 4, 1, 52, 60)
    (1, 3, 3)
    """
    first = past(rows, begin, end, stronger)
    after, near = first, min(end, first + NEAR)
    while after < near and rows[at(after)] < last:
        after += 1
    if after == near:  # a hand has few such rows, the whole table thousands
        after = past(rows, after, end, last)
    return first, after, past(rows, after, end, bombs) if after < end and rows[end - 1] >= bombs else end


def permitted(cards: Cards, must: Cards, only: int) -> bool:
    """Are the cards of a row permitted, if it is high enough? They must contain ``must``, a single must be ``only``.

    ``must`` is empty and ``only`` :data:`NONE` where there is no such restriction.
    """
    return (must == 0 or cards & must != 0) and (only < 0 or cards & (cards - 1) != 0 or cards >> only == 1)


def top(order: Sequence[Card], hand: Cards) -> Card:
    """The highest card of a hand; ``order`` is the deck from the lowest card to the highest."""
    found = NONE
    for one in order:
        if hand >> one & 1:
            found = one
    return found


def told(cards: Cards, order: Sequence[Card], only: int) -> Cards:
    """The cards that a seat is known not to hold because it was permitted to play those of a row.

    ``order`` is the deck from the lowest card to the highest, and ``only`` as for :func:`permitted`. Of all cards,
    those are gone that would have kept the seat from its play.
    """
    found, above = 0, False
    for one in order:
        if above and not permitted(cards, 0, one):
            found |= 1 << one
        above = above or one == only
    return found


# --- whose turn -----------------------------------------------------------------------------------------------------


def beside(rules: Rules, seat: Seat) -> Seat:
    """The next seat in the order of play."""
    seat += rules.step
    return 0 if seat == rules.seats else rules.seats - 1 if seat < 0 else seat


def follower(rules: Rules, seat: Seat, owner: Seat, passed: int, out: int) -> Seat:
    """The next seat to act, or the owner, whose trick then ends; ``out`` are the seats that have no cards left.

    Where a pass lasts, it is the next seat that has not passed since somebody led.
    """
    seat = beside(rules, seat)
    none = out | passed if rules.locks and owner >= 0 else out
    while seat != owner and none >> seat & 1:
        seat = beside(rules, seat)
    return seat


def leader(rules: Rules, seat: Seat, out: int) -> Seat:
    """Who leads where a seat has won: itself or, if it is out, the next one that is not."""
    while out >> seat & 1:
        seat = beside(rules, seat)
    return seat


def after_play(rules: Rules, seat: Seat, owner: Seat, passed: int, out: int, does: int) -> tuple[Seat, Seat, int]:
    """Who acts next once a seat has played, whose play is to beat, and who has passed: a lead clears that.

    Where nobody else is left to answer, or the play clears the table, the seat leads again; ``does`` are its effects.
    """
    passed, turn = passed & ~(1 << seat) if owner >= 0 else 0, seat
    if does & CLEARS == 0:
        turn = follower(rules, seat, seat, passed, out)
        if does & SKIPS != 0 and turn != seat:
            turn = follower(rules, turn, seat, passed, out)
    return (turn, seat, passed) if turn != seat else (leader(rules, seat, out), NONE, 0)


def after_pass(rules: Rules, seat: Seat, owner: Seat, passed: int, out: int) -> tuple[Seat, Seat, int]:
    """Who acts next once a seat has passed, whose play is to beat, and who has passed.

    Once the turn comes back to the owner the table is cleared, and the owner leads.

    >>> after_pass(Rules(3, 1, False), 2, 0, 1 << 1, 0)
    (0, -1, 0)
    """
    passed |= 1 << seat
    turn = follower(rules, seat, owner, passed, out)
    return (turn, owner, passed) if turn != owner else (leader(rules, turn, out), NONE, 0)


def may_pass(rules: Rules, seat: Seat, owner: Seat, passed: int, must: Cards) -> bool:
    """May a seat pass? Always if there is a play to beat; a leader only where it may, and only once."""
    return owner >= 0 or (rules.leader_passes and must == 0 and passed >> seat & 1 == 0)
