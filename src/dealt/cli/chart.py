"""Charts of advice as coloured tables: printed, or drawn into a file as SVG."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final
from xml.sax.saxutils import escape

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from dealt.cli.files import write_straight
from dealt.game import Chart, Listing
from dealt.texts import find_text, plain

COLOURS: Final = (
    ("#e9e6dd", "#20242c"),
    ("#2f8f5b", "#ffffff"),
    ("#b3402f", "#ffffff"),
    ("#f0c24b", "#20242c"),
    ("#2f62a8", "#ffffff"),
    ("#7d4a94", "#ffffff"),
)
"""Background and text colours of the codes of a chart, in the order in which their first letters occur."""
WIDE, HIGH, LABEL, EDGE = 38, 26, 64, 24
"""Width and height of a cell, width of the column of labels, and margin of the picture, in pixels."""

Words = Callable[[str], str]
Line = tuple[int, str]
"""A part of a picture: its height in pixels and its SVG."""


def show(out: Console, charts: Sequence[Chart], listing: Listing, language: str) -> None:
    """Print charts one below the other, then what their codes mean."""
    words, colours = _words(listing, language), _colours(charts)
    for each in charts:
        out.print(Text(words(each.name) or plain(each.name), style="bold"))
        if columns := words(f"{each.name}.columns"):
            out.print(Text(columns, style="dim"))
        found = Table(box=box.SIMPLE_HEAD, padding=(0, 0), pad_edge=False)
        found.add_column(words(f"{each.name}.rows"), no_wrap=True, min_width=6)
        for column in each.columns:
            found.add_column(column, justify="center", no_wrap=True, min_width=4)
        for label, cells in each.rows:
            found.add_row(label, *(_cell(code, colours) for code in cells))
        out.print(found)
    for code, meaning in _meanings(charts, words):
        out.print(Text.assemble(_cell(code, colours), f" {meaning}"))


def draw(path: Path, title: str, charts: Sequence[Chart], listing: Listing, language: str) -> None:
    """Write charts as a self-contained SVG file; CommandError if it can't be written."""
    words, colours = _words(listing, language), _colours(charts)
    y, parts = EDGE, []
    for height, part in _picture(title, charts, words, colours):
        parts.append(f'<g transform="translate({EDGE} {y})">{part}</g>')
        y += height
    wide = 2 * EDGE + LABEL + WIDE * max((len(each.columns) for each in charts), default=0)
    high = y + EDGE
    written = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" font-family="system-ui, sans-serif" '
        f'font-size="14" fill="#20242c"><rect width="{wide}" height="{high}" fill="#ffffff"/>{"".join(parts)}</svg>\n'
    )
    write_straight(path, written)


def _picture(title: str, charts: Sequence[Chart], words: Words, colours: dict[str, tuple[str, str]]) -> Iterator[Line]:
    yield 34, _text(0, title, 'font-size="20" font-weight="600"')
    for each in charts:
        about = " · ".join(filter(None, (words(each.name) or plain(each.name), words(f"{each.name}.columns"))))
        yield HIGH, _text(0, about, 'font-weight="600"')
        head = [_text(LABEL + WIDE * n + WIDE // 2, one, 'text-anchor="middle"') for n, one in enumerate(each.columns)]
        yield HIGH, _text(0, words(f"{each.name}.rows")) + "".join(head)
        for label, cells in each.rows:
            yield HIGH, _text(0, label) + "".join(_box(LABEL + WIDE * n, one, colours) for n, one in enumerate(cells))
        yield EDGE, ""
    for code, meaning in _meanings(charts, words):
        yield HIGH, _box(0, code, colours) + _text(WIDE + 10, meaning)


def _text(x: int, words: str, more: str = "") -> str:
    return f'<text x="{x}" y="17" {more}>{escape(words)}</text>'


def _box(x: int, code: str, colours: dict[str, tuple[str, str]]) -> str:
    paper, ink = colours[code[:1]]
    return (
        f'<rect x="{x + 1}" width="{WIDE - 2}" height="{HIGH - 2}" rx="3" fill="{paper}"/>'
        f'<text x="{x + WIDE // 2}" y="17" text-anchor="middle" fill="{ink}">{escape(code)}</text>'
    )


def _cell(code: str, colours: dict[str, tuple[str, str]]) -> Text:
    paper, ink = colours[code[:1]]
    return Text(f" {code:<2} ", f"{ink} on {paper}")


def _words(listing: Listing, language: str) -> Words:
    return lambda key: find_text(f"chart.{key}", listing.texts, language=language) or ""


def _colours(charts: Sequence[Chart]) -> dict[str, tuple[str, str]]:
    letters = dict.fromkeys(code[:1] for each in charts for _, cells in each.rows for code in cells)
    return {letter: COLOURS[n % len(COLOURS)] for n, letter in enumerate(letters)}


def _meanings(charts: Sequence[Chart], words: Words) -> list[tuple[str, str]]:
    codes = dict.fromkeys(code for each in charts for _, cells in each.rows for code in cells)
    return [(code, words(f"cell.{code}")) for code in codes if words(f"cell.{code}")]
