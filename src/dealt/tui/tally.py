"""Statistics: deals, wins, the average score and streaks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from dealt.tui.words import Words
from dealt.wire.protocol import Tally


def tallies(some: Sequence[Tally], words: Words, titles: Mapping[str, str]) -> RenderableType:
    """A line for each game; a sentence if no deal is finished."""
    if not any(each.deals for each in some):
        return Text(f"  {words('tally.none')}", style="dim")
    table = Table(box=None, padding=(0, 2, 0, 1), show_edge=False)
    table.add_column("", no_wrap=True)
    for key in ("deals", "won", "share", "average", "streak", "best_streak"):
        table.add_column(words(f"tally.{key}"), justify="right", header_style="dim")
    for each in some:
        if each.deals:
            table.add_row(
                titles.get(each.game, each.game),
                str(each.deals),
                str(each.won),
                f"{100 * each.won / each.deals:.0f} %",
                f"{each.average:.2f}".replace("-", "−"),
                streak_in(words, each.streak),
                str(each.best_streak),
            )
    return table


def streak_in(words: Words, streak: int) -> str:
    return words(f"tally.row_{'won' if streak > 0 else 'not_won'}", n=abs(streak)) if streak else "0"
