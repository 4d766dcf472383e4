"""``dealt puzzle``: a figure, what is known of it, and a filling; all fillings, or the methods and their times."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from math import perm

from dealt.cli.errors import CommandError, refusing
from dealt.cli.show import spoken
from dealt.puzzles import (
    FATHERS_DAY,
    FIGURES,
    Figure,
    FigureError,
    count,
    draw,
    fillings,
    read_figure,
    row_sets,
    set_count,
    time_methods,
)
from dealt.puzzles.draw import PLAIN
from dealt.tui.words import Words

YEAR = 365.25 * 24 * 3600
"""Seconds."""
NOTHING = 1
"""The exit status where a figure has no filling."""


def find(name: str, given: str | None) -> tuple[Figure, dict[int, int]]:
    """The figure of that name, or of that file, and the numbers given by place; CommandError says what is wrong."""
    with refusing(FigureError, status=2):
        figure, laid = (FIGURES[name], {}) if name in FIGURES else _of_file(name)
        return figure, laid | figure.read(_given(given)) if given else laid


def _of_file(name: str) -> tuple[Figure, dict[int, int]]:
    if "." not in name and "/" not in name:
        known = ", ".join(FIGURES)
        raise CommandError(f"there is no figure {name}: choose among {known}, or name a file (NAME.toml)", 2)
    return read_figure(name)


def _given(written: str) -> dict[str, int]:
    """Numbers by place, as typed: ``a0=16 b1=1``."""
    found: dict[str, int] = {}
    for part in written.replace(",", " ").split():
        place, _, number = part.partition("=")
        if not place or not number.isascii() or not number.isdecimal():
            raise CommandError(f"{part!r} gives no number: write PLACE=NUMBER, such as a0=16", 2)
        if place in found:
            raise CommandError(f"the place {place} is given twice", 2)
        found[place] = int(number)
    return found


def show(figure: Figure, given: Mapping[int, int], lang: str | None, *, plain: bool) -> int:
    """Print the figure, a filling and the counts; the exit status."""
    words = Words(spoken(lang, plain=plain))
    first = next(fillings(figure, given), None)
    _print(draw(figure, names=True), plain)
    print()
    totals = sorted({line.total for line in figure.lines})
    low, high, n = figure.numbers[0], figure.numbers[-1], len(figure.numbers)
    numbers = f"{low}–{high}" if figure.numbers == tuple(range(low, low + n)) else ", ".join(map(str, figure.numbers))
    sums = ", ".join(map(str, totals))
    _print(words("puzzle.task", places=len(figure.places), lines=len(figure.lines), numbers=numbers, sums=sums), plain)
    _print(words("puzzle.orders", n=f"{perm(n, len(figure.places)):,}"), plain)
    for size, total in sorted({(len(line.places), line.total) for line in figure.lines}):
        _print(words("puzzle.sets", n=set_count(figure.numbers, size, total), size=size, total=total), plain)
    if figure == FATHERS_DAY:
        _print(words("puzzle.rows", n=sum(1 for _ in row_sets())), plain)
    if first is None:
        _print(words("puzzle.none"), plain)
        return NOTHING
    print()
    _print(draw(figure, first), plain)
    print()
    wide = max(len(line.name) for line in figure.lines)
    for line in figure.lines:
        print(f"{line.name:<{wide}}  {' + '.join(str(first[place]) for place in line.places)} = {line.total}")
    print()
    sys.stdout.flush()  # counting may take long
    found = count(figure, given)
    _print(words("puzzle.fillings", n=f"{found:,}"), plain)
    if not given and len(figure.turns) > 1:
        _print(words("puzzle.turns", n=f"{found // len(figure.turns):,}"), plain)
    if not given and len(figure.symmetries) > len(figure.turns):
        _print(words("puzzle.symmetries", n=f"{found // len(figure.symmetries):,}"), plain)
    return 0


def everything(figure: Figure, given: Mapping[int, int]) -> int:
    """Print every filling, one a line: its numbers in the order of the places; the exit status."""
    found = False
    for each in fillings(figure, given):
        found = True
        print(*each)
    return 0 if found else NOTHING


def methods(figure: Figure, lang: str | None, *, plain: bool) -> int:
    """Run the methods that solve the Father's Day figure one after the other, and print what each costs."""
    if figure != FATHERS_DAY:
        raise CommandError(f"--methods is for the figure {FATHERS_DAY.name}: leave {figure.name} out", 2)
    words = Words(spoken(lang, plain=plain))
    for run in time_methods():
        years = f"{run.seconds_for(figure) / YEAR:,.1f}"
        some = {"found": f"{run.found:,}", "different": f"{run.different:,}", "years": years}
        _print(f"{run.seconds:7.3f} s  {words(f'puzzle.method.{run.method}', **some)}", plain)
        sys.stdout.flush()
    return 0


def _print(text: str, plain: bool) -> None:
    print(text.replace("–", "-").translate(PLAIN) if plain else text)
