"""Where somebody's own code failed, in one line: for games, computers and records that come from outside."""

from __future__ import annotations

import os
import sysconfig
import traceback
from pathlib import Path

__all__ = ["debugging", "fault"]

_HERE = str(Path(__file__).resolve().parent)
_LIBRARIES = tuple({_HERE, *(sysconfig.get_paths()[name] for name in ("stdlib", "platstdlib", "purelib", "platlib"))})


def debugging() -> bool:
    """Does somebody want to see tracebacks (DEALT_DEBUG, or ``--debug`` on the command line)?"""
    return os.environ.get("DEALT_DEBUG", "") not in ("", "0")


def fault(error: BaseException) -> str:
    """``FILE, line N: Kind: message`` of the innermost line that belongs neither to this package nor to a library.

    If there is none the fault is the package's own, and its innermost line is named.
    """
    what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    if isinstance(error, SyntaxError) and error.filename is not None:
        return f"{_short(error.filename)}, line {error.lineno}: {type(error).__name__}: {error.msg}"
    frames = [each for each in traceback.extract_tb(error.__traceback__) if not each.filename.startswith("<")]
    theirs = [each for each in frames if not each.filename.startswith(_LIBRARIES)]
    ours = [each for each in frames if each.filename.startswith(_HERE)]
    last = (theirs or ours or frames)[-1:]
    return f"{_short(last[0].filename)}, line {last[0].lineno}: {what}" if last else what


def _short(file: str) -> str:
    """A file as seen from the working folder, if it lies in there."""
    path = Path(file)
    return str(path.relative_to(Path.cwd())) if path.is_relative_to(Path.cwd()) else file
