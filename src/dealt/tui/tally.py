"""Statistics: deals, wins, the average score and streaks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from dealt.tui.words import Words
from dealt.wire.protocol import Tally


def tallies(some: Sequence[Tally], words: Words, titles: Mapping[str, str]) -> RenderableType:
    """A line for each game; a sentence if no deal is finished."""
    lines = [(titles.get(each.game, each.game), _figures(each, words)) for each in some if each.deals]
    if not lines:
        return Text(f"  {words('tally.none')}", style="dim")
    table = Table(box=None, padding=(0, 2, 0, 1), show_edge=False)
    table.add_column("", no_wrap=True)
    for key in lines[0][1]:
        table.add_column(words(f"tally.{key}"), justify="right", header_style="dim")
    for title, figures in lines:
        table.add_row(title, *figures.values())
    return table


def _figures(tally: Tally, words: Words) -> dict[str, str]:
    """What a line says, by its headings: each number of a tally, with the share behind the deals that were won."""
    found = dict[str, str]()
    for key, value in msgspec.structs.asdict(tally).items():
        if key == "streak":
            found[key] = streak_in(words, value)
        elif not isinstance(value, str | bool):
            found[key] = f"{value:.2f}".replace("-", "−") if isinstance(value, float) else str(value)
        if key == "won":
            found["share"] = f"{100 * value / tally.deals:.0f} %"
    return found


def streak_in(words: Words, streak: int) -> str:
    return words(f"tally.row_{'won' if streak > 0 else 'not_won'}", n=abs(streak)) if streak else "0"
