"""A progress bar on standard error, and the plain tables that follow it on standard output."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.table import Table
from rich.text import Text


class Advance(Protocol):
    """Moves the bar on, or to ``completed``, or tells it the ``total``."""

    def __call__(
        self, advance: float | None = None, total: float | None = None, *, completed: float | None = None
    ) -> None: ...


@contextmanager
def progress_bar(what: str = "deals", total: float | None = None, *, remaining: bool = True) -> Iterator[Advance]:
    """A bar, which is moved by what this gives. It is refreshed then: rich's own thread would be forked too."""
    out = Console(stderr=True, highlight=False)
    progress = Progress(
        TextColumn(f"  {what}"),
        BarColumn(),
        MofNCompleteColumn(),
        RateColumn(),
        TimeElapsedColumn(),
        *((TextColumn("·"), TimeRemainingColumn()) if remaining else ()),
        console=out,
        disable=not out.is_terminal,
        transient=True,
        auto_refresh=False,
    )
    bar = progress.add_task("", total=total)

    def told(advance: float | None = None, total: float | None = None, *, completed: float | None = None) -> None:
        progress.update(bar, advance=advance, total=total, completed=completed)
        progress.refresh()

    with progress:
        yield told


class RateColumn(ProgressColumn):
    """How many a second; nothing until it is known."""

    def render(self, task: Task) -> Text:
        return Text("" if not task.speed else f"{task.speed:,.0f}/s" if task.speed >= 10 else f"{task.speed:.1f}/s")


def columns(first: str, *numbers: str) -> Table:
    """A table without lines: a column of names, then columns of numbers, by their headings."""
    table = Table(box=None, padding=(0, 3, 0, 0), show_edge=False)
    table.add_column(first)
    for heading in numbers:
        table.add_column(heading, justify="right")
    return table
