"""An error for the person at the command line."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date


class CommandError(Exception):
    """A command that can't be carried out: one line that says what to do, and the exit ``status``."""

    def __init__(self, message: str, status: int = 1):
        super().__init__(message)
        self.status = status


@contextmanager
def refusing(*kinds: type[Exception], status: int = 1, before: str = "") -> Iterator[None]:
    """What is raised in the body of these kinds is a CommandError; ``before`` stands before its reason."""
    try:
        yield
    except kinds as error:
        raise CommandError(f"{before}{error}", status) from error


def read_date(written: str | None, today: date) -> date:
    """The day that somebody writes, or today; CommandError if it is none."""
    try:
        return today if written is None else date.fromisoformat(written)
    except ValueError:
        raise CommandError(f"{written} is no date: write it as in 2026-11-23", 2) from None


def printable(text: str, instead: str = " ") -> str:
    """Somebody else's text without what a terminal would obey."""
    return "".join(each if each.isprintable() else instead for each in text)


def without_room(missing: ModuleNotFoundError) -> str | None:
    """What to install, in one line, if a module of the house lacks a package; None if somebody else's module does."""
    importer, trace = "", missing.__traceback__
    while trace is not None:
        name = str(trace.tb_frame.f_globals.get("__name__"))
        importer = importer if name.split(".")[0] == "importlib" else name
        trace = trace.tb_next
    if importer.split(".")[0] != "dealt" or (missing.name or "").split(".")[0] == "dealt":
        return None
    return f'this needs the room ({missing.name} is missing): pip install "dealt[room]"'
