"""Auctions: boxes of calls to choose from, and a table of the calls so far with a column for each seat."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import Final

from rich.cells import cell_len
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from dealt.game import Action, Box, View
from dealt.tui.paint import Paint
from dealt.tui.roles import pressed
from dealt.tui.scene import Line, Scene
from dealt.tui.words import Words

HEAD: Final = 11
"""The largest width of a column of calls, in cells."""


def labels(box: Box, scene: Scene, words: Words) -> dict[Action, str]:
    """The text of each cell of a box: the name of its action, without the words that all the names begin with."""
    said = [words.say(scene.describe(each)) for each in box.actions]
    apart = [each.split(" ") for each in said]
    cut = 0
    while len(said) > 1 and all(len(each) > cut + 1 and each[cut] == apart[0][cut] for each in apart):
        cut += 1
    return {action: " ".join(each[cut:]) for action, each in zip(box.actions, apart, strict=True)}


def unboxed(scene: Scene) -> list[Action]:
    """The legal actions that stand in no box."""
    boxed = {action for box in scene.boxes for action in box.actions}
    return [each for each in scene.view.legal if each not in boxed]


def boxed_action(line: str, scene: Scene, words: Words) -> Action | None:
    """The action of a box that is meant by its cell or its name (``1♠``, ``1s``, ``bid 1s``), possible now or not."""
    for box in scene.boxes:
        for each, cell in labels(box, scene, words).items():
            if line.casefold() in (cell.casefold(), str(each), str(each).removeprefix(f"{box.group} ")):
                return each
    return None


def boxes(scene: Scene, words: Words, paint: Paint) -> list[RenderableType]:
    """The boxes as grids; a dot stands for an action that isn't legal now."""
    found: list[RenderableType] = []
    for box in scene.boxes:
        cells = [
            paint.text(cell) if action in scene.view.legal else Text("·", style="dim")
            for action, cell in labels(box, scene, words).items()
        ]
        grid = Table.grid(padding=(0, 2, 0, 0))
        for _ in range(box.columns):
            grid.add_column(no_wrap=True, min_width=3)
        for at in range(0, len(cells), box.columns):
            grid.add_row(*cells[at : at + box.columns])
        found.append(grid)
    return found


def called(view: View, log: Sequence[Line], seats: int) -> Sequence[Line]:
    """The lines of a log before its first card, if there are more of them than ``seats``; else none.

    Who presses a pile, to draw a card, says nothing.
    """
    some = list(takewhile(lambda line: not (line.cards or line.hidden or pressed(view, line.action)), log))
    return some if len(some) > seats else ()


def calls(
    scene: Scene, lines: Sequence[Line], words: Words, paint: Paint, *, rows: int | None = None, numbers: bool = False
) -> RenderableType:
    """Lines of the log in a column a seat, in the order of play; the last ``rows``, and their numbers if wished."""
    cells = [each for box in scene.every for each in labels(box, scene, words).items()]
    known = {words.say(scene.describe(action)): cell for action, cell in cells}
    order = [place.seat for place in scene.around()]
    table: list[list[Text]] = []
    last = len(order)
    for n, line in enumerate(lines, 1):
        at = order.index(line.seat)
        if at <= last:
            table.append([Text() for _ in order])
        said = words.say(line.say)
        cell = paint.text(known.get(said, said))
        table[-1][at] = Text.assemble((f"{n:>2} ", "dim"), cell) if numbers else cell
        last = at
    grid = Table.grid(padding=(0, 2, 0, 0))
    for _ in order:
        grid.add_column(no_wrap=True, overflow="ellipsis", max_width=HEAD)
    points = [words.known(f"seat.{each.seat}") or "" for each in scene.around()]
    people = [words("you") if each.seat == scene.me else each.name for each in scene.around()]
    names = [f"{point} {name}".strip() for point, name in zip(points, people, strict=True)]
    if any(cell_len(each) > HEAD for each in names):
        names = points if all(points) else people  # the seats above have both
    grid.add_row(*(Text(each, style="dim") for each in names))
    for row in table if rows is None else table[-rows:]:
        grid.add_row(*row)
    return grid
