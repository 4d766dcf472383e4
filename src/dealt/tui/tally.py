"""Statistics: deals, wins, the average score and streaks, counted here or sent by a room."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from dealt.tui.words import Words

__all__ = ["Tally", "tallies", "tally_of"]


@dataclass(frozen=True, slots=True)
class Tally:
    """The statistics of one game. ``streak`` counts the latest wins in a row, or as a negative number deals not won."""

    game: str
    deals: int = 0
    won: int = 0
    average: float = 0.0
    streak: int = 0
    best_streak: int = 0

    def add(self, score: float, won: bool) -> Tally:
        """The statistics with one more deal.

        >>> Tally("x").add(1, True).add(1, True).add(0, False)
        Tally(game='x', deals=3, won=2, average=0.6666666666666666, streak=-1, best_streak=2)
        """
        streak = (max(0, self.streak) + 1) if won else (min(0, self.streak) - 1)
        deals = self.deals + 1
        return replace(
            self,
            deals=deals,
            won=self.won + won,
            average=(self.average * self.deals + score) / deals,
            streak=streak,
            best_streak=max(self.best_streak, streak),
        )


def tally_of(raw: Mapping[str, Any]) -> Tally:
    """The statistics that a room has sent."""
    return Tally(raw["game"], raw["deals"], raw["won"], raw["average"], raw["streak"], raw["best_streak"])


def tallies(some: Sequence[Tally], words: Words, titles: Mapping[str, str]) -> RenderableType:
    """A line for each game; a sentence if no deal is finished."""
    if not any(each.deals for each in some):
        return Text(f"  {words('tally.none')}", style="dim")
    table = Table(box=None, padding=(0, 2), show_edge=False)
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
    """The streak in words."""
    return words(f"tally.row_{'won' if streak > 0 else 'not_won'}", n=abs(streak)) if streak else "0"
