"""How a person has done at a board of a day, beside the field that has played it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import date

from rich.console import Group, RenderableType
from rich.table import Column, Table
from rich.text import Text

from dealt.daily import BOARDS, Made
from dealt.tui.words import Words, number
from dealt.wire.protocol import BoardScore, DailyDeals


def fared_there(day: DailyDeals, board: int, me: str, words: Words) -> RenderableType | None:
    """The same as a room tells it; None if the person has not finished the board."""
    played = [each for some in day.boards for each in some.field if each.name == me and not each.computer]
    here = [each for some in day.boards if some.board == board for each in some.field]
    here.sort(key=lambda each: each not in played)
    if not here:
        return None
    field = [(words.level(each.name) if each.computer else each.name, _made(each)) for each in here]
    return fared(board, date.fromisoformat(day.day), field, [*map(_made, played)], day.unit, words)


def _made(told: BoardScore) -> Made:
    return Made(told.score, told.percent, told.points)


def fared(
    board: int, day: date, field: Sequence[tuple[str, Made]], mine: Collection[Made], unit: str, words: Words
) -> RenderableType:
    """A line for each of the field, the person first in ``field``, and the mean of their boards so far."""
    title = Text(f"  {words('daily.board', n=board, of=BOARDS, day=day.isoformat())}", style="bold")
    pointed = words.known(unit) if unit else None
    grid = Table.grid(Column(), *(Column(justify="right") for _ in range(3)), padding=(0, 2))
    grid.add_row("", *(Text(each, style="dim") for each in (words("score"), words("daily.percent"), pointed or "")))
    me = field[0]
    for name, made in sorted(field, key=lambda each: -(each[1].percent or 0.0)):
        percent = "" if made.percent is None else f"{made.percent:.0f}%"
        cells = (number(made.score), percent, "" if made.points is None else number(made.points))
        grid.add_row(*(Text(each, style="bold" if made is me[1] else "") for each in (f"  {name}", *cells)))
    percents = [each.percent for each in mine if each.percent is not None]
    mean = sum(percents) / len(percents) if percents else 0.0
    so_far = words("daily.so_far", n=len(percents), percent=f"{mean:.0f}%")
    return Group(title, Text(), grid, Text(), Text(f"  {so_far}"))
