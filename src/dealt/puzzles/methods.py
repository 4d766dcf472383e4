"""The three methods by which the page with the Father's Day puzzle solves it, and the time that each takes.

The first tries every order of the numbers, which is hopeless for sixteen of them: there are 20,922,789,888,000. The
other two choose numbers for the four rows that share none, and then look at the columns. They exist in three versions,
whose times show the value of a check between two loops.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations, permutations
from math import perm
from time import perf_counter
from typing import Final

from dealt.puzzles.figure import Figure, Filling, wrong
from dealt.puzzles.figures import FATHERS_DAY, FIGURES
from dealt.puzzles.solver import fillings, sets_of

MAX_PERMUTED: Final = 9
"""The most places for which every order is tried: nine places have 362,880 orders."""

Rows = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...], tuple[int, ...]]
"""The numbers of the rows a, b, c and d; their order within a row has no meaning."""

_NUMBERS: Final = FATHERS_DAY.numbers
_THREES: Final = sets_of(_NUMBERS, 3, 29)
_FOURS: Final = sets_of(_NUMBERS, 4, 29)


def every_permutation(figure: Figure) -> Iterator[Filling]:
    """Try every order of the numbers; FigureError where the figure has too many places for that.

    >>> from dealt.puzzles.figures import FIGURES
    >>> next(every_permutation(FIGURES["square3"]))
    (2, 7, 6, 9, 5, 1, 4, 3, 8)
    """
    if len(figure.places) > MAX_PERMUTED:
        raise wrong("orders", n=len(figure.places), most=MAX_PERMUTED)
    for some in permutations(figure.numbers, len(figure.places)):
        if all(sum(some[place] for place in line.places) == line.total for line in figure.lines):
            yield some


# --- rows first -----------------------------------------------------------------------------------------------------


def nested_loops() -> Iterator[Filling]:
    """First version: four nested loops, one for each row, which skip rows that share a number with earlier ones.

    It finds every filling of the Father's Day figure twice: as it is and turned by 180 degrees.
    """
    for a in _THREES:
        for b in _FOURS:
            if any(one in a for one in b):
                continue
            for c in _FOURS:
                if any(one in a or one in b for one in c):
                    continue
                for d in _THREES:
                    if not any(one in a or one in b or one in c for one in d):
                        yield from _columns((a, b, c, d))


def late_check() -> Iterator[Filling]:
    """Second version: two loops over pairs of rows, and one check at the end that no number occurs twice.

    No filling comes twice, but all 807,625 choices of rows are made and then checked.
    """
    for b, c in combinations(_FOURS, 2):
        for a, d in combinations(_THREES, 2):
            if len({*a, *b, *c, *d}) == 14:
                yield from _both(a, b, c, d)


def early_check() -> Iterator[Filling]:
    """Final version: the same two loops, with a second check between them.

    >>> sum(1 for _ in early_check())
    4684
    """
    for a, b, c, d in row_sets():
        yield from _both(a, b, c, d)


def row_sets() -> Iterator[Rows]:
    """All choices of two triples and two quadruples that add up to 29 and share no number: 618 of them."""
    for b, c in combinations(_FOURS, 2):
        if len({*b, *c}) == 8:
            for a, d in combinations(_THREES, 2):
                if len({*a, *b, *c, *d}) == 14:
                    yield a, b, c, d


def _both(a: tuple[int, ...], b: tuple[int, ...], c: tuple[int, ...], d: tuple[int, ...]) -> Iterator[Filling]:
    """The fillings for both ways to place two pairs of rows, counting ways that differ by 180 degrees once."""
    yield from _columns((a, b, c, d))
    yield from _columns((d, b, c, a))


def _columns(rows: Rows) -> Iterator[Filling]:
    """The fillings with these rows: the numbers on the columns are tried, the others fill the places left."""
    a, b, c, d = map(set, rows)
    rest = set(_NUMBERS) - a - b - c - d
    for p, q in permutations(rest):
        for b1 in b:
            d0 = 29 - p - b1
            if d0 not in d:
                continue
            for a2 in a:
                c2 = 29 - q - a2
                if c2 not in c:
                    continue
                for a0, b3, c0, d2 in _middle(a - {a2}, b - {b1}, c - {c2}, d - {d0}):
                    (a1,), (d1,) = a - {a0, a2}, d - {d0, d2}
                    for b0, b2 in permutations(b - {b1, b3}):
                        for c1, c3 in permutations(c - {c0, c2}):
                            # in the order of the figure's places
                            yield a0, a1, a2, b0, b1, b2, b3, q, p, c0, c1, c2, c3, d0, d1, d2


def _middle(a: set[int], b: set[int], c: set[int], d: set[int]) -> Iterator[tuple[int, int, int, int]]:
    """All choices of one number from each set with the sum 29."""
    for a0 in a:
        for b3 in b:
            for c0 in c:
                if 29 - a0 - b3 - c0 in d:
                    yield a0, b3, c0, 29 - a0 - b3 - c0


# --- timing -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Run:
    """A timed method: the number of fillings found, the number that differ up to turns, and the seconds."""

    method: str
    figure: Figure
    found: int
    different: int
    seconds: float

    def seconds_for(self, other: Figure) -> float:
        """The seconds in which every order of another figure could be tried at the same pace."""
        here, there = (perm(len(each.numbers), len(each.places)) for each in (self.figure, other))
        return self.seconds * there / here


METHODS: Final[dict[str, tuple[Figure, Callable[[], Iterator[Filling]]]]] = {
    "every_permutation": (FIGURES["square3"], lambda: every_permutation(FIGURES["square3"])),
    "nested_loops": (FATHERS_DAY, nested_loops),
    "late_check": (FATHERS_DAY, late_check),
    "early_check": (FATHERS_DAY, early_check),
    "solver": (FATHERS_DAY, lambda: fillings(FATHERS_DAY)),
}
"""The methods by name, each with the figure that it is run on; last comes the general solver."""


def time_methods() -> Iterator[Run]:
    """Run one method after the other, and yield what each found and how long it took.

    Every order is tried for the square of nine places only; :meth:`Run.seconds_for` says what sixteen would take.
    """
    for name, (figure, method) in METHODS.items():
        start = perf_counter()
        found = list(method())
        seconds = perf_counter() - start
        different = {min(figure.turned(each, turn) for turn in figure.turns) for each in found}
        yield Run(name, figure, len(found), len(different), seconds)
