"""Reporting failures of a student's classes: exceptions with their lines, endless loops, printed output."""

from __future__ import annotations

import linecache
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from pathlib import Path
from traceback import extract_tb
from types import FrameType
from typing import Final

__all__ = ["Printed", "Refused", "TookTooLong", "explained", "limited", "shown", "traced"]

LONGEST: Final = 400
"""The number of characters of a value that are shown."""
PRINTED: Final = 2_000
"""The number of printed characters that are kept for each step."""
PLACES: Final = 5
"""The number of places of a traceback that are shown."""


class TookTooLong(BaseException):
    """A step's time is over. It is no Exception, so that ``except Exception`` in a student's loop lets it pass."""


class Refused(PermissionError):  # noqa: N818 - the message is for people
    """Something that a student's file may not do; the message says what to do instead."""


class Printed(StringIO):
    """What is printed, up to a limit: a loop that prints without end fills no memory."""

    def write(self, text: str, /) -> int:
        room = PRINTED - self.tell()
        if room > 0:
            super().write(text[:room])
        return len(text)


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Interrupt the body with TookTooLong after that time, where the system has timers."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def over(number: int, frame: FrameType | None) -> None:
        raise TookTooLong

    before = signal.signal(signal.SIGALRM, over)
    signal.setitimer(signal.ITIMER_REAL, seconds, 0.2)  # again and again, for those who catch everything
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def shown(value: object) -> str:
    """A value as a report shows it: its repr, or its text where only that says something."""
    try:
        kind = type(value)
        plain = kind.__repr__ is object.__repr__
        text = f"{kind.__name__}: {value}" if plain and kind.__str__ is not object.__str__ else repr(value)
        if plain and kind.__str__ is object.__str__:
            text = f"an object of {kind.__name__}"
    except Exception as error:  # noqa: BLE001 - the repr is the student's
        text = f"an object of {type(value).__name__} that can't be shown: {explained(error)}"
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}..."


def explained(error: BaseException) -> str:
    """What an exception says, as a line for whoever wrote the class."""
    try:
        said = str(error)
    except Exception:  # noqa: BLE001 - it may be the student's
        said = "its text can't be shown"
    match error:
        case Refused():
            return said
        case SystemExit():
            return "it ended the program (exit)"
        case RecursionError():
            return "a method calls itself without end (RecursionError)"
        case MemoryError():
            return "it asked for too much memory (MemoryError)"
        case AttributeError() if error.name and error.obj is not None:
            holder = error.obj.__name__ if isinstance(error.obj, type) else type(error.obj).__name__
            return f"{holder} has no {error.name}"
        case AttributeError() if error.name:
            return f"None came where something that has {error.name} was expected"
        case _:
            return f"{type(error).__name__}{f': {said}' if said else ''}"[:LONGEST]


def traced(error: BaseException, own: str) -> tuple[str, ...]:
    """The places in files below the folder ``own`` through which an exception went, outermost first."""
    if not own:
        return ()
    places: list[str] = []
    for frame in extract_tb(error.__traceback__):
        path = Path(frame.filename)
        if path.is_relative_to(own):
            line = (frame.line or linecache.getline(frame.filename, frame.lineno or 0)).strip()
            places.append(f"{path.name}, line {frame.lineno}, in {frame.name}: {line}")
    if len(places) <= PLACES:
        return tuple(places)
    return (*places[:2], f"... {len(places) - PLACES + 1} calls more ...", *places[-2:])
