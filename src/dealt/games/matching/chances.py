"""Exact chances of a matching solitaire, by counting the orders in which its cards can come.

Every rank is in one row, so what can be removed of the cards drawn so far depends only on the number of cards of each
rank: of aces and tens, as many pairs as there are cards of the rarer rank. The other cards stay on the board, and the
player is stuck as soon as they fill every place. Each card drawn adds at most one to them, so no refill can skip that
moment. Hence a deal is won if, and only if, the cards left are always fewer than the places, and none at the end.

The orders are therefore paths on a lattice whose positions are the numbers of cards drawn of each rank. Rows with equal
counts are interchangeable, and so are their ranks. That leaves 407,000 positions of Elevens and a million of Tens.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement, product
from math import factorial, prod

from dealt.games.matching import core

RowCounts = tuple[tuple[int, int], ...]
"""The counts of a row: for each of its ranks the cards that a removal needs, and the cards in the deck."""

Steps = list[tuple[int, int]]
"""The numbers of the positions after one more card, each with the number of ranks that lead to it."""


def _canonical(group: RowCounts, drawn: Sequence[int]) -> tuple[int, ...]:
    """The numbers of cards drawn of each rank of a row, in an order that ranks with equal counts share."""
    return tuple(count for _, count in sorted(zip(group, drawn, strict=True)))


class RowClass:
    """All rows of a game with equal counts, taken together.

    ``left`` and ``drawn`` are cards on the board and cards drawn, indexed by the number of the position; positions with
    more cards drawn have lower numbers.
    """

    def __init__(self, group: RowCounts, copies: int) -> None:
        self.group = tuple(sorted(group))
        one = sorted({_canonical(self.group, each) for each in product(*(range(held + 1) for _, held in self.group))})
        # A key has one digit for each position of a single row: the number of rows in that position.
        self._digit = {each: (copies + 1) ** n for n, each in enumerate(one)}
        self._moves = [self._ahead(each) for each in one]
        left = list(map(self._left, one))
        cards = list(map(sum, one))
        chosen = sorted(
            combinations_with_replacement(range(len(one)), copies), key=lambda some: -sum(cards[n] for n in some)
        )
        self.drawn = [sum(cards[n] for n in some) for some in chosen]
        self.left = [sum(left[n] for n in some) for some in chosen]
        self._chosen = chosen
        self._keys = [sum((copies + 1) ** n for n in some) for some in chosen]
        self._number = {key: n for n, key in enumerate(self._keys)}

    def _left(self, drawn: tuple[int, ...]) -> int:
        """The number of cards of one row that can't be removed."""
        row = core.packed([need for need, _ in self.group], core.WIDE)
        tally = core.packed(drawn, core.WIDE)
        return core.size(core.rest(tally, row, core.guards_for(core.WIDE, len(drawn))), core.WIDE)

    def _ahead(self, drawn: tuple[int, ...]) -> Steps:
        """The changes of the key by one more card of a row, each with the number of ranks that make it."""
        found: Counter[int] = Counter()
        for n, (_, held) in enumerate(self.group):
            if drawn[n] < held:
                after = _canonical(self.group, (*drawn[:n], drawn[n] + 1, *drawn[n + 1 :]))
                found[self._digit[after] - self._digit[drawn]] += 1
        return list(found.items())

    def steps(self, position: int) -> Steps:
        key, number = self._keys[position], self._number
        return [
            (number[key + more], rows * ways)
            for one, rows in Counter(self._chosen[position]).items()
            for more, ways in self._moves[one]
        ]

    def position(self, rows: Sequence[tuple[RowCounts, Sequence[int]]]) -> int:
        """The number of a position, given for each row its counts and its numbers of cards drawn."""
        return self._number[sum(self._digit[_canonical(group, drawn)] for group, drawn in rows)]


class Chances:
    """The number of winning orders from every position of a game, computed once; each answer is then a look-up.

    The row class with most positions makes the lines of a table. A line is one long integer in which each position of
    the other classes has a field of ``_width`` bytes: adding two lines adds all their fields at once.
    """

    def __init__(self, groups: Sequence[RowCounts], places: int) -> None:
        self._groups = groups
        counted = Counter(tuple(sorted(each)) for each in groups if not _alone(each))
        shapes = sorted(
            (RowClass(group, copies) for group, copies in counted.items()), key=lambda each: -len(each.left)
        )
        self._lines, self._others = (shapes[0], shapes[1:]) if shapes else (RowClass((), 1), [])
        self._fields = sorted(
            product(*(range(len(each.left)) for each in self._others)),
            key=lambda some: -sum(each.drawn[n] for each, n in zip(self._others, some, strict=True)),
        )
        self._number = {some: n for n, some in enumerate(self._fields)}
        self._width = _orders([held for each in groups if not _alone(each) for _, held in each]).bit_length() // 8 + 1
        self._table = self._count(places)

    def _count(self, places: int) -> list[int]:
        """The table, computed from the end of the deck backwards."""
        width, size = self._width, self._width * len(self._fields)
        left = [sum(each.left[n] for each, n in zip(self._others, some, strict=True)) for some in self._fields]
        steps = list(map(self._steps, self._fields))
        cleared = int(self._lines.left[0] + left[0] == 0)
        table: list[int] = []
        for line, lying in enumerate(self._lines.left):
            if lying + min(left) >= places:
                table.append(0)
                continue
            ahead = sum(table[after] * ways for after, ways in self._lines.steps(line)).to_bytes(size, "little")
            wins: list[int] = []
            for n, more in enumerate(left):
                if lying + more >= places:
                    wins.append(0)
                elif line == n == 0:
                    wins.append(cleared)
                else:
                    found = int.from_bytes(ahead[n * width : n * width + width], "little")
                    for after, ways in steps[n]:
                        found += wins[after] * ways
                    wins.append(found)
            table.append(int.from_bytes(b"".join([each.to_bytes(width, "little") for each in wins]), "little"))
        return table

    def _steps(self, some: tuple[int, ...]) -> Steps:
        """The steps from a position of the row classes that make the fields."""
        return [
            (self._number[(*some[:n], after, *some[n + 1 :])], ways)
            for n, shape in enumerate(self._others)
            for after, ways in shape.steps(some[n])
        ]

    def chance(self, drawn: Sequence[Sequence[int]]) -> Fraction:
        """The chance to clear the rest; ``drawn`` are the numbers of cards drawn of each rank of each row."""
        rows = [(group, count) for group, count in zip(self._groups, drawn, strict=True) if not _alone(group)]

        def position(shape: RowClass) -> int:
            return shape.position([each for each in rows if tuple(sorted(each[0])) == shape.group])

        field = self._number[tuple(map(position, self._others))]
        wins = self._table[position(self._lines)] >> 8 * self._width * field & (1 << 8 * self._width) - 1
        orders = _orders([held - count for group, some in rows for (_, held), count in zip(group, some, strict=True)])
        return Fraction(wins, orders)


def _alone(group: RowCounts) -> bool:
    """Is the row a single card? It is removed at once and never stays on the board, so it changes no chance."""
    return [need for need, _ in group] == [1]


def _orders(counts: Sequence[int]) -> int:
    """The number of orders of cards, given the number of cards of each rank."""
    return factorial(sum(counts)) // prod(map(factorial, counts))


@lru_cache(maxsize=4)
def chances(groups: tuple[RowCounts, ...], places: int) -> Chances:
    """The chances of these rows, cached. The first call takes seconds, and up to 20 MB."""
    return Chances(groups, places)
