"""Combinations of two packs with wild cards over whole numbers: which ones a hand holds, and which cards play them.

As :mod:`dealt.games.climbing.core`, the same source runs as it stands and compiled. The cards of a pack are a *half*:
four bits for each rank from a two up, clubs first; after them those of both jokers, which have the lowest bit of four.
Numbers of cards by rank are a *tally*, four bits each. Wild cards stand apart from both.

A row of :class:`Table` needs some numbers of cards by rank; wild cards make up for what is missing, but for no joker. A
*way* to play it is how many real cards of each rank it takes, which is a tally, and above it, from bit :data:`SUIT` on,
one more than the suit of all of them, or 0. Of equal cards the first ones are taken, so that it says which cards.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import Final, NamedTuple

from dealt.bits import at, count, highest, lowest
from dealt.shapes import Ints, Longs

SUITED: Final = 1
"""Flags of a row: all real cards are of one suit."""
APART: Final = 2
"""They are not, where another row is the same in one suit."""
ALONE: Final = 4
"""It may be wild cards alone."""
JOKER: Final = 13
"""The rank of the first joker."""
SUIT: Final = 60
MOST: Final = 8
"""The most cards of a rank that are not wild."""
MOST_WILD: Final = 2
_ALL: Final = (1 << SUIT) - 1
ONES: Final = 0x111111111111111
THREES: Final = 0x333333333333333
_FIVES: Final = 0x555555555555555
_EIGHTS: Final = 0x888888888888888
_NEVER: Final = 99


class Table(NamedTuple):
    """All combinations of a game by row, the weakest first."""

    size: Ints
    """The number of its cards."""
    end: Ints
    """The first row after those of the same kind and size, of which the later ones beat the earlier ones."""
    over: Ints
    """The first of the bombs that beat a row."""
    flags: Ints
    first: Ints
    """The place of its first need, and after the last row the number of needs."""
    needs: Longs
    """For each rank eight bits, from the lowest on: the rank, and how many cards of it. Any need of a row will do."""
    few: Longs
    """The same as :func:`unary` has it, with bits that no hand has for more than eight cards."""
    more: Longs
    least: Longs
    """What all needs of a row have in common of :attr:`few`."""
    copies: Ints
    """The most cards of a rank that a row needs."""


def tally(half: int) -> int:
    """The number of cards of each rank.

    >>> hex(tally(0b0111_1001))
    '0x32'
    """
    twos = half - (half >> 1 & _FIVES)
    return (twos & THREES) + (twos >> 2 & THREES)


def unary(has: int) -> tuple[int, int]:
    """A tally as rows are compared with it: of each rank as many of its four bits, from the lowest on, as there are
    cards; those above four in a number of their own.

    >>> [hex(each) for each in unary(0x532)]
    ['0xf73', '0x100']
    """
    few = more = 0
    for n in range(1, 5):
        few |= (has + (8 - n) * ONES & _EIGHTS) >> 4 - n
        more |= (has + (4 - n) * ONES & _EIGHTS) >> 4 - n
    return few, more


def largest(has: int) -> int:
    """The most cards of a rank."""
    found = 0
    while found < MOST and has + (MOST - 1 - found) * ONES & _EIGHTS != 0:
        found += 1
    return found


def lacking(few: int, more: int, low: int, high: int) -> int:
    """How many cards of a need are missing, which wild cards have to make up for; many where a joker is missing.

    The need and what is there are :func:`unary`.
    """
    missing = few & ~low
    return count(missing) + count(more & ~high) + (_NEVER if missing >> 4 * JOKER != 0 else 0)


def list_ways(
    table: Table, begin: int, end: int, over: int, last: int, one: int, other: int, wilds: int,
    rows: MutableSequence[int], ways: MutableSequence[int],
) -> int:  # fmt: skip
    """List all ways to play the rows from ``begin`` to ``end``, and from ``over`` to ``last``, with the cards of two
    halves and so many wild ones. They are written into ``rows`` and ``ways``; returns their number.
    """
    has, either = tally(one) + tally(other), one | other
    low, high = unary(has)
    most, place, row = largest(has), 0, begin if begin < end else over
    while row < last:
        flags, least = table.flags[at(row)], table.least[at(row)]
        if table.copies[at(row)] > most + wilds:
            row = table.end[at(row)]
            row = over if row == end else row
            continue
        if count(least & ~low) <= wilds:
            if flags & SUITED == 0:
                place = ways_of(table, row, low, high, either, 0, wilds, rows, ways, place)
            else:
                suits = suits_in_all(least, either) if wilds == 0 else 15
                while suits != 0:
                    suit = lowest(suits)
                    suits &= suits - 1
                    some = either >> suit & ONES
                    place = ways_of(table, row, some, 0, either, suit + 1, wilds, rows, ways, place)
        row = row + 1 if row + 1 != end else over
    return place


def ways_of(
    table: Table, row: int, low: int, high: int, either: int, suit: int, wilds: int,
    rows: MutableSequence[int], ways: MutableSequence[int], place: int,
) -> int:  # fmt: skip
    """The same for a row, and if it is of one suit for that; of each need the ways with the fewest wild cards first."""
    begin = place
    for n in range(table.first[at(row)], table.first[at(row + 1)]):
        few, many, need = table.few[at(n)], table.more[at(n)], table.needs[at(n)]
        spare = wilds - lacking(few, many, low, high)
        if spare < 0:
            continue
        way, some = tally(few & low) + tally(many & high) | suit << SUIT, need if spare > 0 else 0
        place = add_way(table, row, way, either, rows, ways, begin, place)
        while some != 0:
            less = fewer(way, some)
            if less >= 0:
                place = add_way(table, row, less, either, rows, ways, begin, place)
            some >>= 8
        some = need if spare > 1 else 0
        while some != 0:
            less, more = fewer(way, some), some
            while more != 0 and less >= 0:
                least = fewer(less, more)
                if least >= 0:
                    place = add_way(table, row, least, either, rows, ways, begin, place)
                more >>= 8
            some >>= 8
    return place


def fewer(way: int, need: int) -> int:
    """A way with one card less of the first rank of a need, for which a wild card stands; -1 where there is none."""
    rank = need & 15
    return way - (1 << 4 * rank) if rank < JOKER and way >> 4 * rank & 15 != 0 else -1


def add_way(
    table: Table, row: int, way: int, either: int, rows: MutableSequence[int], ways: MutableSequence[int], begin: int,
    place: int,
) -> int:  # fmt: skip
    """Write a way, if the row may be played so and it does not stand from ``begin`` on; returns the next place."""
    real, flags = way & _ALL, table.flags[at(row)]
    if (real == 0 and flags & ALONE == 0) or (flags & APART != 0 and count(suits_of(real, either)) < 2):
        return place
    alike = begin if real != 0 and real >> (lowest(real) & ~3) < 16 else place  # all of another rank are wild
    for n in range(alike, place):
        if ways[at(n)] == way:
            return place
    rows[at(place)], ways[at(place)] = row, way
    return place + 1


def suits_of(ranks: int, some: int) -> int:
    """The suits that cards have of any of some ranks, which are a tally of one card each."""
    found = some & ranks * 15
    found |= found >> 32
    found |= found >> 16
    found |= found >> 8
    return (found | found >> 4) & 15


def suits_in_all(ranks: int, some: int) -> int:
    """The suits that cards have of all these ranks."""
    return 15 & ~suits_of(ranks, ~some)


# --- cards ------------------------------------------------------------------------------------------------------------


def taken(table: Table, row: int, way: int, one: int, other: int) -> tuple[int, int]:
    """The real cards, of two halves, that play a row in a way."""
    real, suit = way & _ALL, way >> SUIT
    mine, yours, left = 0, 0, real
    within = ONES << suit - 1 if suit > 0 else _ALL
    while left != 0:
        place = lowest(left) & ~3
        many, here = left >> place & 15, one & within & 15 << place
        while count(here) > many:
            here ^= 1 << highest(here)
        there = other & within & 15 << place
        while count(there) > many - count(here):
            there ^= 1 << highest(there)
        mine, yours, left = mine | here, yours | there, left & ~(15 << place)
    if table.flags[at(row)] & APART != 0:
        return mixed(one, other, mine, yours)
    return mine, yours


def mixed(one: int, other: int, mine: int, yours: int) -> tuple[int, int]:
    """The same ranks, one card each, where all are of one suit with another suit among them."""
    suits = suits_of(tally(mine | yours), mine | yours)
    if count(suits) > 1:
        return mine, yours
    for half in range(2):
        left = yours if half else mine
        while left != 0:
            place = lowest(left) & ~3
            left &= left - 1
            here, there = one >> place & 15 & ~suits, other >> place & 15 & ~suits
            if here | there != 0:
                mine, yours = mine & ~(15 << place), yours & ~(15 << place)
                if here != 0:
                    return mine | (here & -here) << place, yours
                return mine, yours | (there & -there) << place
    return mine, yours


def spent(table: Table, row: int, way: int) -> int:
    """The number of wild cards that a way takes."""
    real = way & _ALL
    found: int = table.size[at(row)]
    while real != 0:
        found -= real & 15
        real >>= 4
    return found


def first_wild(one: int, other: int, many: int) -> tuple[int, int]:
    """So many of the wild cards of two halves, the first ones."""
    mine = one if many > 0 else 0
    return mine, other if many > count(mine) else 0
