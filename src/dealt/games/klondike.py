"""Klondike: seven columns in steps, a stock to go through, and four suits to carry home."""

from __future__ import annotations

from typing import Final

from dealt.cards import STANDARD, Card
from dealt.game import Option, OptionError
from dealt.games.tableau import KLONDIKE, Tableau
from dealt.games.tableau.play import SCORINGS
from dealt.games.texts import listed

__all__ = ["LISTING", "klondike"]


def klondike(
    *,
    draw: int = 1,
    passes: int | None = None,
    scoring: str = "wins",
    deals: str = "any",
    deck: tuple[Card, ...] = STANDARD,
    columns: int = 7,
) -> Tableau:
    """Klondike, turning one card of the stock or three. A smaller deck and fewer columns are for tests."""
    if deals == "winnable" and passes == 1:
        raise OptionError("too few deals can be won by going through the stock once: deals can be chosen with more")
    row = KLONDIKE._replace(columns=columns, draw=draw, passes=passes or 0, scoring=SCORINGS.index(scoring))
    options = {"draw": draw, "passes": passes, "scoring": scoring, "deals": deals}
    return Tableau("klondike", row, deck=deck, deals=deals, options=options)


OPTIONS: Final = (
    Option("draw", 1, (1, 3)),
    Option("passes", None, (None, 3, 1)),
    Option("scoring", "wins", SCORINGS),
    Option("deals", "any", ("any", "winnable")),
)
LISTING: Final = listed("klondike", klondike, OPTIONS)
