"""The analysis of a deal in the terminal: how far it is, and then what it found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from dealt.game import Say, Seat
from dealt.tui.naming import name_of
from dealt.tui.wire import action_of
from dealt.tui.words import Words
from dealt.wire.protocol import Analysing, Analysis, Said, WireAction

__all__ = ["Costly", "Progress", "grid", "shown", "told"]

WIDTH: Final = 30
"""The characters of a progress bar."""


class Progress:
    """An analysis that a room works out: a bar that is drawn anew as it grows."""

    def __init__(self, words: Words) -> None:
        self._words = words
        self.under_way = False
        self.done, self.of = 0, 0

    def hear(self, sent: Analysing) -> bool:
        """Take what the room says; is this the first that is heard of the analysis?"""
        begun = not self.under_way and not sent.stopped
        self.under_way, self.done, self.of = not sent.stopped, sent.done, sent.of
        return begun

    def __rich__(self) -> Text:
        if not self.under_way:
            return Text(f"  {self._words('analysis.ended')}", style="dim")
        if not self.of:
            return Text(f"  {self._words('analysis.waiting')}", style="dim")
        full = WIDTH * self.done // self.of
        bar = "#" * full + "." * (WIDTH - full)
        return Text(f"  [{bar}] {self._words('analysis.working', done=self.done, of=self.of)}", style="dim")


@dataclass(frozen=True, slots=True)
class Costly:
    """One of the actions that cost most: ``taken`` and ``best`` in words, ``step`` from 0."""

    step: int
    seat: Seat
    taken: str
    best: str
    cost: float
    open_cost: float | None
    why: Say | Said | None


def told(unit: str, accuracy: Sequence[float | None], some: Sequence[Costly], words: Words) -> list[str]:
    """What an analysis found: how well each seat played, and what cost most with what was better and why."""

    def said(key: str, **args: str | int) -> str:
        return words.say(Say(f"analysis.{key}", args))

    def amount(value: float) -> str:
        return f"{value:.0%}" if unit == "chance" else f"{value:.2f} {said(f'unit.{unit}')}"

    lines = [
        f"  {said('accuracy', who=words.names[seat], value=f'{value:.0f}')}"
        for seat, value in enumerate(accuracy)
        if value is not None
    ]
    for each in some:
        names = {"who": words.names[each.seat], "taken": each.taken, "best": each.best}
        lines.append(f"  {said('mistake', step=each.step + 1, cost=amount(each.cost), **names)}")
        if each.why is not None:
            lines.append(f"    {words.say(each.why)}")
        if each.open_cost:
            lines.append(f"    {said('open', cost=amount(each.open_cost))}")
    return lines if some else [*lines, f"  {said('clean')}"]


def grid(columns: Sequence[str], rows: Sequence[Sequence[str]], words: Words) -> Table:
    """A table that belongs to an analysis, such as the tricks of double dummy."""

    def cell(written: str) -> str:
        if written.startswith("@"):
            return words.known(written[1:]) or written[1:]
        return words.names[int(written[1:])] if written.startswith("#") else written

    found = Table(box=None, padding=(0, 1), show_header=True)
    for n, name in enumerate(columns):
        found.add_column(cell(name), justify="right" if n else "left")
    for row in rows:
        found.add_row(*(f"  {cell(each)}" if not n else cell(each) for n, each in enumerate(row)))
    return found


def shown(found: Analysis, words: Words) -> RenderableType:
    """An analysis that a room has sent; ``words`` have the names of its seats."""

    def named(sent: WireAction) -> str:
        return name_of(sent.say, action_of(sent), words)

    some = [
        Costly(
            each.step,
            each.seat,
            named(each.taken.action),
            named(each.best.action),
            each.cost,
            each.open_cost,
            each.best.why,
        )
        for each in (found.judged[n] for n in found.costliest)
    ]
    lines = told(found.unit, found.accuracy, some, words)
    extras: list[RenderableType] = []
    for extra in found.extras:
        extras.append(Text(f"  {words.say(extra.say)}"))
        if extra.rows:
            extras.append(grid(extra.columns, extra.rows, words))
    return Group(*(Padding(Text(each.lstrip()), (0, 0, 0, len(each) - len(each.lstrip()))) for each in lines), *extras)
