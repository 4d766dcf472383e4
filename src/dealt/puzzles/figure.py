"""Figures: places on a grid, lines through them with a sum each, and the numbers to lay."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Final, TypeVar

from dealt.game import Say
from dealt.texts import sentence

T = TypeVar("T")
Filling = tuple[int, ...]
"""A number for each place of a figure, in the order of its places."""

MAX_PLACES: Final = 40
"""The most places that a figure may have."""
MAX_NUMBER: Final = 999
"""The largest number that a figure may use."""
MAX_LINES: Final = 40
"""The most lines that a figure may have."""
LONGEST_SHOWN: Final = 24
"""The number of letters of what is wrong that an error repeats."""


class FigureError(ValueError):
    """A figure, or given numbers, that aren't possible. ``say`` says why, and the message the same in English.

    ``file`` is the file that it is in, which the message begins with.
    """

    def __init__(self, say: Say, file: str = "") -> None:
        super().__init__(say, file)
        self.say, self.file = say, file

    def __str__(self) -> str:
        said = sentence(self.say)
        return f"{self.file}: {said}" if self.file else said[0].lower() + said[1:]


def wrong(key: str, /, **args: str | int) -> FigureError:
    """The error with the sentence of that key."""
    return FigureError(Say(f"figure.{key}", args))


def brief(written: str) -> str:
    """What somebody has written, as an error repeats it: short, and in quotation marks unless it is a word."""
    if written.isalnum() and len(written) <= LONGEST_SHOWN:
        return written
    short = written if len(written) <= LONGEST_SHOWN else f"{written[:LONGEST_SHOWN]}…"
    return f"“{''.join(each if each.isprintable() else ' ' for each in short)}”"


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a figure: its name, the indices of its places in order, and the sum of their numbers."""

    name: str
    places: tuple[int, ...]
    total: int


@dataclass(frozen=True)
class Figure:
    """A figure: places, lines with sums, and numbers, each of which is laid at most once.

    ``at`` are column and row of each place on a grid, from 0, for drawing. There may be more numbers than places; then
    some are left over. FigureError if the figure isn't possible.

    >>> loshu = square(3)
    >>> loshu.numbers, [line.total for line in loshu.lines][:3], len(loshu.symmetries)
    ((1, 2, 3, 4, 5, 6, 7, 8, 9), [15, 15, 15], 8)
    """

    name: str
    places: tuple[str, ...]
    at: tuple[tuple[int, int], ...]
    lines: tuple[Line, ...]
    numbers: tuple[int, ...]

    def __post_init__(self) -> None:
        if not 1 <= len(self.places) <= MAX_PLACES:
            raise wrong("places", most=MAX_PLACES, n=len(self.places))
        if len(self.at) != len(self.places):
            raise wrong("spots", places=len(self.places), spots=len(self.at))
        if (place := _twice(self.places)) is not None:
            raise wrong("place_twice", place=brief(place))
        if (spot := _twice(self.at)) is not None:
            raise wrong("spot_twice", x=spot[0], y=spot[1])
        if (number := _twice(self.numbers)) is not None:
            raise wrong("number_twice", number=number)
        if strange := [one for one in self.numbers if not 0 <= one <= MAX_NUMBER]:
            raise wrong("number", number=strange[0], most=MAX_NUMBER)
        if len(self.numbers) < len(self.places):
            raise wrong("few", numbers=len(self.numbers), places=len(self.places))
        if not 1 <= len(self.lines) <= MAX_LINES:
            raise wrong("lines_of", most=MAX_LINES, n=len(self.lines))
        for line in self.lines:
            if len(line.places) < 2 or len(set(line.places)) != len(line.places):
                raise wrong("short", line=brief(line.name))
            if not 0 <= line.total <= MAX_PLACES * MAX_NUMBER:
                raise wrong("total", line=brief(line.name), most=MAX_PLACES * MAX_NUMBER)

    def __hash__(self) -> int:
        return hash((self.name, self.places, self.lines, self.numbers))

    # --- derived values

    @cached_property
    def lines_through(self) -> tuple[tuple[int, ...], ...]:
        """For each place the indices of the lines through it."""
        return tuple(tuple(n for n, line in enumerate(self.lines) if one in line.places) for one in self.indices)

    @property
    def indices(self) -> range:
        """The indices of all places."""
        return range(len(self.places))

    def sums(self, filling: Sequence[int | None]) -> tuple[int, ...]:
        """The sum of the numbers laid so far, for each line."""
        return tuple(sum(filling[one] or 0 for one in line.places) for line in self.lines)

    def fits(self, filling: Sequence[int | None]) -> bool:
        """Is the figure filled, with each number once and every sum right?"""
        laid = [one for one in filling if one is not None]
        known = set(laid) <= set(self.numbers) and len(set(laid)) == len(laid) == len(self.places)
        return known and self.sums(filling) == tuple(line.total for line in self.lines)

    def read(self, given: Mapping[str, int]) -> dict[int, int]:
        """The given numbers by index of place, from numbers by name of place; FigureError if they aren't possible."""
        found: dict[int, int] = {}
        for name, number in given.items():
            if name not in self.places:
                raise wrong("no_place", place=brief(name), places=", ".join(self.places))
            if number in found.values():
                raise wrong("laid_twice", number=number)
            if number not in self.numbers:
                raise wrong("no_number", number=number)
            found[self.places.index(name)] = number
        return found

    @cached_property
    def symmetries(self) -> tuple[tuple[int, ...], ...]:
        """All permutations of the places that map every line to a line with the same sum.

        In such a tuple ``one``, place n goes to place ``one[n]``. They turn every right filling into a right filling.
        """
        lines = {(frozenset(line.places), line.total) for line in self.lines}
        kinds = [
            sorted((len(self.lines[n].places), self.lines[n].total) for n in through) for through in self.lines_through
        ]
        together = [
            [len(set(self.lines_through[a]) & set(self.lines_through[b])) for b in self.indices] for a in self.indices
        ]

        def extend(known: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
            n = len(known)
            if n == len(self.places):
                if {(frozenset(known[one] for one in some), total) for some, total in lines} == lines:
                    yield known
                return
            for one in self.indices:
                alike = kinds[one] == kinds[n] and one not in known
                if alike and all(together[one][known[m]] == together[n][m] for m in range(n)):
                    yield from extend((*known, one))

        return tuple(extend(()))

    @cached_property
    def turns(self) -> tuple[tuple[int, ...], ...]:
        """The symmetries that are rotations or reflections of the drawing: they keep all distances on the grid."""

        def far(a: int, b: int) -> int:
            (x, y), (u, v) = self.at[a], self.at[b]
            return (x - u) ** 2 + (y - v) ** 2

        pairs = [(a, b, far(a, b)) for a, b in combinations(self.indices, 2)]
        return tuple(each for each in self.symmetries if all(far(each[a], each[b]) == way for a, b, way in pairs))

    def turned(self, filling: Filling, by: tuple[int, ...]) -> Filling:
        """The filling after a symmetry ``by``."""
        back = sorted(self.indices, key=lambda n: by[n])
        return tuple(filling[n] for n in back)


def from_picture(name: str, picture: str, lines: Mapping[str, tuple[str, int]], numbers: Sequence[int]) -> Figure:
    """A figure from a picture with a word for each place and ``.`` for gaps; ``lines`` give places by name and a sum.

    >>> figure = from_picture("three", "a b", {"row": ("a b", 3)}, (1, 2))
    >>> figure.places, figure.at, figure.lines
    (('a', 'b'), ((0, 0), (1, 0)), (Line(name='row', places=(0, 1), total=3),))
    """
    rows = [line.split() for line in picture.strip().splitlines()]
    spots = {word: (x, y) for y, row in enumerate(rows) for x, word in enumerate(row) if word != "."}
    words = [word for row in rows for word in row if word != "."]
    if (twice := _twice(words)) is not None:
        raise wrong("place_twice", place=brief(twice))
    places = tuple(spots)
    found = []
    for key, (through, total) in lines.items():
        if lost := [word for word in through.split() if word not in spots]:
            raise wrong("lost", line=brief(key), place=brief(lost[0]))
        found.append(Line(key, tuple(places.index(word) for word in through.split()), total))
    return Figure(name, places, tuple(spots.values()), tuple(found), tuple(sorted(numbers)))


def _twice(some: Sequence[T]) -> T | None:
    """The first that is there a second time."""
    return next((one for n, one in enumerate(some) if one in some[:n]), None)


def square(side: int) -> Figure:
    """The magic square with ``side`` rows: rows, columns and both diagonals have the same sum."""
    name = [[f"{'abcdefgh'[y]}{x + 1}" for x in range(side)] for y in range(side)]
    total = side * (side * side + 1) // 2
    lines = {f"row {y + 1}": (" ".join(name[y]), total) for y in range(side)}
    lines |= {f"column {x + 1}": (" ".join(row[x] for row in name), total) for x in range(side)}
    lines["falling"] = (" ".join(name[n][n] for n in range(side)), total)
    lines["rising"] = (" ".join(name[side - 1 - n][n] for n in range(side)), total)
    return from_picture(f"square{side}", "\n".join(map(" ".join, name)), lines, range(1, side * side + 1))
