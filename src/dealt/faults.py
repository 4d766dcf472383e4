"""One-line messages for exceptions in games and computers from users' files: what failed, in which line."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

_HERE = str(Path(__file__).resolve().parent)


@cache
def _libraries() -> tuple[str, ...]:
    """The folders of this package and of all libraries."""
    import sysconfig  # a seldom need, which would cost every import of the library 3 ms

    return tuple({_HERE, *(sysconfig.get_paths()[name] for name in ("stdlib", "platstdlib", "purelib", "platlib"))})


def debugging() -> bool:
    """Does somebody want to see tracebacks (DEALT_DEBUG, or ``--debug`` on the command line)?"""
    return os.environ.get("DEALT_DEBUG", "") not in ("", "0")


def fault(error: BaseException, known: str | Path = "") -> str:
    """``FILE, line N: EXCEPTION: message`` for the innermost line outside this package and all libraries.

    If there is no such line, the innermost line of this package is named. The file is left out if it is ``known``
    because the surrounding message names it.
    """
    import traceback

    what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    if isinstance(error, SyntaxError) and error.filename is not None:
        return f"{_place(error.filename, error.lineno, known)}: {type(error).__name__}: {error.msg}"
    frames = [each for each in traceback.extract_tb(error.__traceback__) if not each.filename.startswith("<")]
    theirs = [each for each in frames if not each.filename.startswith(_libraries())]
    ours = [each for each in frames if each.filename.startswith(_HERE)]
    last = (theirs or ours or frames)[-1:]
    return f"{_place(last[0].filename, last[0].lineno, known)}: {what}" if last else what


def _place(file: str, line: int | None, known: str | Path) -> str:
    """A line of a file, which is named as seen from the working folder if it lies in there."""
    path = Path(file).absolute()
    if known and path == Path(known).absolute():
        return f"line {line}"
    shown = str(path.relative_to(Path.cwd())) if path.is_relative_to(Path.cwd()) else file
    return f"{shown}, line {line}"


def where(error: BaseException) -> str:
    """What failed and where, without its message: that could hold a card."""
    import traceback

    frames = traceback.extract_tb(error.__traceback__)[-4:]
    places = " < ".join(f"{Path(each.filename).name}:{each.lineno} {each.name}" for each in reversed(frames))
    return f"{type(error).__name__} at {places}"
