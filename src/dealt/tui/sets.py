"""The scores of the tables of a set, for one seat."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.table import Column, Table
from rich.text import Text

from dealt.tui.words import Words, number
from dealt.wire.protocol import SetTable


def fared(sent: SetTable, seat: int, words: Words) -> RenderableType:
    """A line for each deal and table: the score of the seat, and its comparison with the other tables."""
    title = Text(f"  {words('set.title', name=sent.name)}", style="bold")
    if not sent.deals:
        return Group(title, Text(), Text(f"  {words('set.none')}", style="dim"))
    numbers = [Column(justify="right") for _ in range(4)]
    grid = Table.grid(*numbers, Column(no_wrap=True, overflow="ellipsis"), padding=(0, 2))
    unit = words.known(sent.unit) or ""
    heads = (words("set.deal"), words("set.table"), words("score"), unit, "")
    grid.add_row(*(Text(f"  {each}" if not n else each, style="dim") for n, each in enumerate(heads)))
    total = 0.0
    for deal in sent.deals:
        for n, table in enumerate(deal.tables):
            compared = "" if table.compared is None else number(table.compared[seat])
            total += 0.0 if n or table.compared is None else table.compared[seat]
            grid.add_row(
                "" if n else str(deal.deal),
                table.table if n else words("set.here"),
                number(table.scores[seat]),
                Text(compared, style="" if n else "bold"),
                Text(", ".join(table.names), style="dim"),
            )
    if unit:
        grid.add_row("", words("set.here"), "", Text(number(total), style="bold dark_orange"), words("total"))
    return Group(title, Text(), grid)
