"""The analysis of a deal in the terminal: how far it is, and then what it found."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from dealt.game import Say
from dealt.tui.naming import name_of
from dealt.tui.wire import action_of
from dealt.tui.words import Words
from dealt.wire.protocol import Analysing, WireJudged, WireOption
from dealt.wire.protocol import Analysis as Sent

if TYPE_CHECKING:
    from dealt.analysis import Analysis


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


def shown(found: Analysis | Sent, words: Words, named: Callable[[int, Any], str]) -> RenderableType:
    """An analysis, near or as a room has sent it: how well each seat played, what cost most and why, and what is known.

    ``words`` have the names of its seats; ``named`` says an option in words, from the step at which there was a choice.
    """

    def said(key: str, **args: str | int) -> str:
        return words.say(Say(f"analysis.{key}", args))

    def amount(value: float) -> str:
        return f"{value:.0%}" if found.unit == "chance" else f"{value:.2f} {said(f'unit.{found.unit}')}"

    def line(written: str, indent: int = 2) -> RenderableType:
        return Padding(Text(written), (0, 0, 0, indent), expand=False)

    played = enumerate(found.accuracy)
    lines = [
        line(said("accuracy", who=words.names[n], value=f"{value:.0f}")) for n, value in played if value is not None
    ]
    for each in (found.judged[n] for n in found.costliest):
        cost = each.cost if isinstance(each, WireJudged) else each.known_cost
        taken, best = named(each.step, each.taken), named(each.step, each.best)
        names = {"who": words.names[each.seat], "taken": taken, "best": best}
        lines.append(line(said("mistake", step=each.step + 1, cost=amount(cost), **names)))
        if each.best.why is not None:
            lines.append(line(words.say(each.best.why), 4))
        if each.open_cost:
            lines.append(line(said("open", cost=amount(each.open_cost)), 4))
    if not found.costliest:
        lines.append(line(said("clean")))
    for extra in found.extras:
        lines.append(line(words.say(extra.say)))
        if extra.rows:
            lines.append(_grid(extra.columns, extra.rows, words))
    return Group(*lines)


def option_sent(option: WireOption, words: Words) -> str:
    """An option as a room has sent it, in words."""
    return name_of(option.action.say, action_of(option.action), words)


def _grid(columns: Sequence[str], rows: Sequence[Sequence[str]], words: Words) -> Table:
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
