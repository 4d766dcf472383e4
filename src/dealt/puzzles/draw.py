"""A figure drawn as text: numbers or names of places, joined along the lines."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Final

from dealt.puzzles.figure import Figure

PLAIN: Final = str.maketrans("─│╲╱·", "-|\\/.")
"""A translation of the drawing into plain ASCII, for ``str.translate``."""

_STROKES: Final = {(1, 0): "─", (0, 1): "│", (1, 1): "╲", (1, -1): "╱"}


def draw(
    figure: Figure, filling: Sequence[int | None] | Mapping[int, int] | None = None, *, names: bool = False
) -> str:
    """The figure with a full or partial filling; ``names``: with the names of its places instead of numbers.

    >>> from dealt.puzzles.figures import FATHERS_DAY
    >>> from dealt.puzzles.solver import fillings
    >>> print(draw(FATHERS_DAY, next(fillings(FATHERS_DAY))))
                 6──13──10
                 │       │
     7── 5──14── 3       4
         │       │       │
        16      11── 1──15── 2
         │       │
         8──12── 9
    """
    laid = {} if filling is None else dict(filling) if isinstance(filling, Mapping) else dict(enumerate(filling))
    words = [figure.places[n] if names else "·" if laid.get(n) is None else str(laid[n]) for n in figure.indices]
    wide = max(2, *(len(str(one)) for one in (*words, *figure.numbers)))
    return "\n".join(lattice(figure.at, [line.places for line in figure.lines], words, wide)[0])


def lattice(
    at: Sequence[tuple[int, int]], lines: Iterable[Sequence[int]], words: Sequence[str], wide: int = 2
) -> tuple[list[str], list[tuple[int, int]]]:
    """Words at the places ``at`` of a grid, ``wide`` letters each, joined along lines.

    Returns the lines of text, and line and column where each word begins.

    >>> lattice([(0, 0), (1, 0)], [(0, 1)], ["a", "b"])
    ([' a── b'], [(0, 0), (0, 4)])
    """
    step = wide + 2
    canvas: dict[tuple[int, int], str] = {}
    for line in lines:
        for one, other in pairwise(line):
            _stroke(canvas, at[one], at[other], step)
    for (x, y), word in zip(at, words, strict=True):
        for k, letter in enumerate(word.rjust(wide)):
            canvas[x * step + k, y * 2] = letter
    right = max(x for x, _ in canvas) + 1
    down = max(y for _, y in canvas) + 1
    text = ["".join(canvas.get((x, y), " ") for x in range(right)).rstrip() for y in range(down)]
    return text, [(y * 2, x * step) for x, y in at]


def _stroke(canvas: dict[tuple[int, int], str], one: tuple[int, int], other: tuple[int, int], step: int) -> None:
    """Draw the stroke between two places, if it is horizontal, vertical or diagonal."""
    (x, y), (u, v) = sorted((one, other))
    far = max(abs(u - x), abs(v - y))
    way = ((u > x) - (u < x), (v > y) - (v < y))
    mark = _STROKES.get(way)
    if mark is None or {abs(u - x), abs(v - y)} - {0, far}:
        return
    end = step - 2  # a place ends there
    if way == (1, 0):
        for k in range(x * step + end, u * step):
            canvas.setdefault((k, y * 2), mark)
        return
    for k in range(1, 2 * far):
        canvas.setdefault((x * step + end - 1 + way[0] * (k * step) // 2, y * 2 + way[1] * k), mark)
