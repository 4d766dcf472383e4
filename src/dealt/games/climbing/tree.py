"""The tree in which :func:`~dealt.games.climbing.core.holding` finds the rows of a hand."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from itertools import pairwise
from operator import and_
from typing import Final, NamedTuple

from dealt.cards import Cards
from dealt.games.climbing.core import NONE

FEW: Final = 6
"""So few rows are looked at one by one."""


class _Rows(NamedTuple):
    """Columns of all rows: their cards, the traits and places of these, their kinds and sizes, their runs, and what
    else a hand must have."""

    cards: Sequence[Cards]
    traits: Sequence[int]
    places: Sequence[int]
    kind: Sequence[int]
    size: Sequence[int]
    body: Sequence[str]
    least: Sequence[int]


def nodes(
    cards: Sequence[Cards], traits: Sequence[int], places: Sequence[int], kinds: tuple[Sequence[int], Sequence[int]],
    body: Sequence[str], least: Sequence[int],
) -> list[int]:  # fmt: skip
    """The tree of a :class:`~dealt.games.climbing.core.Table`: rows parted by what they have in common, and each again.

    ``places`` has a bit for each card of a row, the strongest card highest; ``kinds`` are the kinds and sizes of rows,
    and ``body`` is the ranks of the run; ``least`` are the traits that a hand must have for a row beside its cards.
    """
    found: list[int] = []
    _grow(_Rows(cards, traits, places, *kinds, body, least), 0, len(cards), 0, 0, found)
    return found


def _grow(rows: _Rows, begin: int, end: int, cards: Cards, traits: int, to: list[int]) -> None:
    """Add the rows from ``begin`` to ``end``, whose hand is known to hold ``cards`` and ``traits`` already."""
    if begin + 1 == end:
        _add(to, rows.cards[begin], rows.least[begin], begin)
        return
    common, shape = reduce(and_, rows.cards[begin:end]), reduce(and_, rows.traits[begin:end])
    node = len(to)
    inner = bool(common & ~cards or shape & ~traits)
    if inner:
        _add(to, common, shape, NONE)
    if end - begin <= FEW:
        parts = list(range(begin, end + 1))
    else:
        parts = _parts(rows, begin, end)
    for first, after in pairwise(parts):
        _grow(rows, first, after, common, shape, to)
    if inner:
        to[node + 3] = len(to)


def _add(to: list[int], cards: Cards, traits: int, row: int) -> None:
    to += (cards, traits, row, len(to) + 4)


def _parts(rows: _Rows, begin: int, end: int) -> list[int]:
    """Where rows part: by kind, by size, else by rare traits, run, highest card or rank: whichever gives the fewest."""
    for way in (rows.kind, rows.size):
        if len(some := _borders(way[begin:end], begin)) > 2:
            return some
    common = ~reduce(and_, rows.places[begin:end])
    bits = [(each & common).bit_length() for each in rows.places[begin:end]]
    rare = [each >> 54 for each in rows.traits[begin:end]]
    ways: tuple[Sequence[object], ...] = (rare, rows.body[begin:end], bits, [each + 3 >> 2 for each in bits])
    found = [_borders(way, begin) for way in ways]
    return min((some for some in found if len(some) > 2), key=len, default=list(range(begin, end + 1)))


def _borders(way: Sequence[object], begin: int) -> list[int]:
    changes = (n for n in range(1, len(way)) if way[n] != way[n - 1])
    return [begin, *(begin + n for n in changes), begin + len(way)]
