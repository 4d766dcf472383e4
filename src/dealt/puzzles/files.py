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

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from dealt.puzzles.figure import Figure, FigureError, from_picture

__all__ = ["read_figure"]

_KEYS: Final = ("name", "numbers", "sum", "picture", "lines", "given")


def read_figure(path: str | Path) -> tuple[Figure, dict[int, int]]:
    """The figure of a file, and the numbers given in it by place; FigureError says in one line what is wrong."""
    path = Path(path)
    try:
        raw = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise FigureError(f"{path} can't be read: {error.strerror or error}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise FigureError(f"{path} is no TOML: {' '.join(str(error).split())}") from None
    try:
        figure = _figure(raw, path.stem)
        return figure, figure.read(_given(raw.get("given", {})))
    except FigureError as error:
        raise FigureError(f"{path}: {error}") from None


def _figure(raw: Mapping[str, Any], name: str) -> Figure:
    if strange := [key for key in raw if key not in _KEYS]:
        raise FigureError(f"there is no key {strange[0]}: there are {', '.join(_KEYS)}")
    picture, lines = raw.get("picture"), raw.get("lines")
    if not isinstance(picture, str) or not picture.split():
        raise FigureError('draw the places: picture = """a b ..."""')
    if not isinstance(lines, Mapping) or not lines:
        raise FigureError('name the lines: under [lines], such as left = "a b c"')
    found = {key: _line(key, value, raw.get("sum")) for key, value in lines.items()}
    count = sum(word != "." for word in picture.split())
    named = raw.get("name", name)
    if not isinstance(named, str):
        raise FigureError(f"name is a text, not {named!r}")
    return from_picture(named, picture, found, _numbers(raw.get("numbers"), count))


def _line(key: str, value: Any, total: Any) -> tuple[str, int]:
    """The places of a line in one text, and its sum."""
    if isinstance(value, Mapping):
        value, total = value.get("places"), value.get("sum", total)
    if isinstance(value, list) and all(isinstance(each, str) for each in value):
        value = " ".join(value)
    if not isinstance(value, str):
        raise FigureError(f'the line {key} names its places, such as {key} = "a b c"')
    if type(total) is not int:
        raise FigureError(f"the line {key} has no sum: give sum = 15 for all lines, or one of its own")
    return value, total


def _numbers(value: Any, count: int) -> tuple[int, ...]:
    if value is None:
        return tuple(range(1, count + 1))
    if isinstance(value, list) and all(type(each) is int for each in value):
        return tuple(value)
    written = re.fullmatch(r"\s*(\d{1,3})\s*-\s*(\d{1,3})\s*", value) if isinstance(value, str) else None
    if written is None or int(written[1]) > int(written[2]):
        raise FigureError('numbers are a list, such as [1, 2, 3], or a range, such as "1-16"')
    return tuple(range(int(written[1]), int(written[2]) + 1))


def _given(value: Any) -> dict[str, int]:
    if not isinstance(value, Mapping) or any(type(each) is not int for each in value.values()):
        raise FigureError("under [given] stands a number for each place, such as a = 1")
    return dict(value)
