"""The tree in which :func:`~dealt.games.climbing.core.holding` finds the rows of a hand."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from itertools import pairwise
from operator import and_
from typing import Final, NamedTuple

from dealt.cards import Cards
from dealt.games.climbing.core import NONE

__all__ = ["Nodes", "nodes"]

FEW: Final = 6
"""So few rows are looked at one by one."""


class Nodes(NamedTuple):
    """The columns of the tree, as :class:`~dealt.games.climbing.core.Table` has them."""

    cards: list[Cards]
    form: list[Cards]
    row: list[int]
    next: list[int]


class _Rows(NamedTuple):
    """What rows have in common: their cards, the form of these, their cards by strength, and the ranks of their run."""

    cards: Sequence[Cards]
    forms: Sequence[Cards]
    places: Sequence[int]
    body: Sequence[str]


def nodes(cards: Sequence[Cards], forms: Sequence[Cards], places: Sequence[int], body: Sequence[str]) -> Nodes:
    """The tree of rows: by what successive rows have in common, each part again.

    ``places`` has a bit for each card of a row, the strongest card highest; ``body`` the ranks of its run.
    """
    found = Nodes([], [], [], [])
    _grow(_Rows(cards, forms, places, body), 0, len(cards), 0, 0, found)
    return found


def _grow(rows: _Rows, begin: int, end: int, cards: Cards, form: Cards, to: Nodes) -> None:
    """Add the rows from ``begin`` to ``end``, whose hand is known to hold ``cards`` and ``form`` already."""
    if begin + 1 == end:
        _add(to, rows.cards[begin], 0, begin)
        return
    common, shape = reduce(and_, rows.cards[begin:end]), reduce(and_, rows.forms[begin:end])
    node = len(to.row)
    inner = bool(common & ~cards or shape & ~form)
    if inner:
        _add(to, common, shape, NONE)
    if end - begin <= FEW:
        parts = list(range(begin, end + 1))
    else:
        parts = _parts(rows, begin, end)
    for first, after in pairwise(parts):
        _grow(rows, first, after, common, shape, to)
    if inner:
        to.next[node] = len(to.row)


def _add(to: Nodes, cards: Cards, form: Cards, row: int) -> None:
    to.cards.append(cards)
    to.form.append(form)
    to.row.append(row)
    to.next.append(len(to.row))


def _parts(rows: _Rows, begin: int, end: int) -> list[int]:
    """Where successive rows part: by their run, highest card or highest rank, whichever gives the fewest parts."""
    common = ~reduce(and_, rows.places[begin:end])
    bits = [(each & common).bit_length() for each in rows.places[begin:end]]
    sizes = [each.bit_count() for each in rows.places[begin:end]]
    ways: tuple[Sequence[object], ...] = (sizes, rows.body[begin:end], bits, [each + 3 >> 2 for each in bits])
    found = [_borders(way, begin) for way in ways]
    return min((some for some in found if len(some) > 2), key=len, default=list(range(begin, end + 1)))


def _borders(way: Sequence[object], begin: int) -> list[int]:
    changes = (n for n in range(1, len(way)) if way[n] != way[n - 1])
    return [begin, *(begin + n for n in changes), begin + len(way)]
