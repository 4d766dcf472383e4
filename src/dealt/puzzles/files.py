"""Figures from files: a picture of the places, the lines with their sums, and the numbers, as TOML.

.. code-block:: toml

    name = "my triangle"            # may be left out: then it is the file's name
    numbers = "1-6"                 # or a list: [1, 2, 3, 4, 5, 6]; else 1 up to the number of places
    sum = 9                         # for every line that gives none of its own
    picture = '''
    .  .  a  .  .
    .  b  .  f  .
    c  .  d  .  e
    '''

    [lines]
    left = "a b c"
    bottom = "c d e"
    right = { places = "e f a", sum = 9 }

    [given]                         # numbers that lie there already
    a = 1
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from dealt.game import Say
from dealt.puzzles.figure import Figure, FigureError, brief, from_picture, wrong

_KEYS: Final = ("name", "numbers", "sum", "picture", "lines", "given")
_WHERE: Final = re.compile(r"at line (\d+), column (\d+)")


def read_figure(path: str | Path) -> tuple[Figure, dict[int, int]]:
    """The figure of a file, and the numbers given in it by place; FigureError says in one line what is wrong."""
    path = Path(path)
    try:
        return figure_of(path.read_text(encoding="utf-8"), path.stem)
    except OSError as error:
        raise FigureError(Say("figure.unread", {"why": error.strerror or str(error)}), str(path)) from None
    except UnicodeDecodeError:
        raise FigureError(Say("figure.letters"), str(path)) from None
    except FigureError as error:
        raise FigureError(error.say, str(path)) from None


def figure_of(written: str, name: str = "") -> tuple[Figure, dict[int, int]]:
    """The figure of a text, which has that ``name`` unless it gives one, and the numbers given in it by place.

    FigureError says what is wrong.
    """
    try:
        raw = tomllib.loads(written)
    except (ValueError, RecursionError) as error:  # a number of thousands of digits is no TOMLDecodeError
        where = _WHERE.search(str(error))
        raise wrong("toml_at", line=int(where[1]), column=int(where[2])) if where else wrong("toml") from None
    figure = _figure(raw, name)
    return figure, figure.read(_given(raw.get("given", {})))


def text_of(figure: Figure, given: Mapping[int, int]) -> str:
    """The text of a figure and of the numbers given by place: ``figure_of`` reads both from it.

    >>> from dealt.puzzles.figures import FIGURES
    >>> print(text_of(FIGURES["triangle"], {0: 1}))
    name = "triangle"
    numbers = [1, 2, 3, 4, 5, 6]
    picture = '''
    . . a . .
    . b . f .
    c . d . e
    '''
    [lines]
    "left" = { places = "a b c", sum = 9 }
    "bottom" = { places = "c d e", sum = 9 }
    "right" = { places = "e f a", sum = 9 }
    [given]
    "a" = 1
    """
    at = dict(zip(figure.at, figure.places, strict=True))
    wide, high = (range(1 + max(one[n] for one in figure.at)) for n in (0, 1))
    picture = (" ".join(at.get((x, y), ".") for x in wide) for y in high)
    lines = (
        f"{_quoted(line.name)} = {{ places = {_quoted(' '.join(figure.places[n] for n in line.places))}, "
        f"sum = {line.total} }}"
        for line in figure.lines
    )
    laid = (f"{_quoted(figure.places[place])} = {number}" for place, number in given.items())
    head = (f"name = {_quoted(figure.name)}", f"numbers = {list(figure.numbers)}")
    return "\n".join((*head, "picture = '''", *picture, "'''", "[lines]", *lines, "[given]", *laid))


def _quoted(written: str) -> str:
    return json.dumps(written, ensure_ascii=False)


def _figure(raw: Mapping[str, Any], name: str) -> Figure:
    if strange := [key for key in raw if key not in _KEYS]:
        raise wrong("no_key", key=brief(strange[0]), keys=", ".join(_KEYS))
    picture, lines = raw.get("picture"), raw.get("lines")
    if not isinstance(picture, str) or not picture.split():
        raise wrong("picture")
    if not isinstance(lines, Mapping) or not lines:
        raise wrong("lines")
    found = {key: _line(key, value, raw.get("sum")) for key, value in lines.items()}
    count = sum(word != "." for word in picture.split())
    named = raw.get("name", name)
    if not isinstance(named, str):
        raise wrong("name")
    return from_picture(named, picture, found, _numbers(raw.get("numbers"), count))


def _line(key: str, value: Any, total: Any) -> tuple[str, int]:
    """The places of a line in one text, and its sum."""
    if isinstance(value, Mapping):
        value, total = value.get("places"), value.get("sum", total)
    if isinstance(value, list) and all(isinstance(each, str) for each in value):
        value = " ".join(value)
    if not isinstance(value, str):
        raise wrong("line", line=brief(key))
    if type(total) is not int:
        raise wrong("sum", line=brief(key))
    return value, total


def _numbers(value: Any, count: int) -> tuple[int, ...]:
    if value is None:
        return tuple(range(1, count + 1))
    if isinstance(value, list) and all(type(each) is int for each in value):
        return tuple(value)
    written = re.fullmatch(r"\s*([0-9]{1,3})\s*-\s*([0-9]{1,3})\s*", value) if isinstance(value, str) else None
    if written is None or int(written[1]) > int(written[2]):
        raise wrong("numbers")
    return tuple(range(int(written[1]), int(written[2]) + 1))


def _given(value: Any) -> dict[str, int]:
    if not isinstance(value, Mapping) or any(type(each) is not int for each in value.values()):
        raise wrong("given")
    return dict(value)
