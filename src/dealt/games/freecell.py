"""FreeCell: all cards lie open in eight columns, and a few cells hold a card each; deals 1 to 32,000 have their numbers
from Microsoft's program."""

from __future__ import annotations

from typing import Final

from dealt.cards import STANDARD, Card
from dealt.game import Option, OptionError, Value
from dealt.games.tableau import FREECELL, Tableau
from dealt.games.texts import listed

__all__ = ["LISTING", "NUMBERED", "freecell", "numbered_deal"]

NUMBERED: Final = 32_000
"""The number of deals that the first program had."""
_PACK: Final = tuple((4 * rank + suit) for rank in (12, *range(12)) for suit in range(4))
"""Aces, then twos and so on, each as clubs, diamonds, hearts, spades."""


def numbered_deal(number: int) -> tuple[Card, ...]:
    """The cards of a numbered deal in the order in which they are dealt, by rows of eight.

    The generator of random numbers is that of Microsoft's C library, as Jim Horne used it for his FreeCell.

    >>> from dealt.cards import name
    >>> " ".join(map(name, numbered_deal(1)[:8]))
    'Jd 2d 9h Jc 5d 7h 7c 5h'
    """
    left, found, seed = list(_PACK), list[Card](), number
    while left:
        seed = (214_013 * seed + 2_531_011) % (1 << 31)
        place = (seed >> 16) % len(left)
        left[place], left[-1] = left[-1], left[place]
        found.append(left.pop())
    return tuple(found)


def freecell(
    *,
    number: int = 0,
    cells: int = 4,
    build: str = "colours",
    deals: str = "any",
    deck: tuple[Card, ...] = STANDARD,
    columns: int = 8,
) -> Tableau:
    """FreeCell, or by suit Baker's Game. A smaller deck and fewer columns are for tests."""
    if deals == "winnable" and (cells == 1 or (cells == 2 and build == "suit")):
        raise OptionError("hardly a deal can be won with so few cells: deals can be chosen with more")
    if deals == "winnable" and number:
        raise OptionError("the deal of a number is not chosen: it takes number 0")
    row = FREECELL._replace(columns=columns, cells=cells, suited=int(build == "suit"))
    options: dict[str, Value] = {"number": number, "cells": cells, "build": build, "deals": deals}
    return Tableau("freecell", row, deck=deck, deals=deals, number=number, pack=numbered_deal, options=options)


OPTIONS: Final = (
    Option("number", 0, low=0, high=NUMBERED),
    Option("cells", 4, (4, 3, 2, 1)),
    Option("build", "colours", ("colours", "suit")),
    Option("deals", "any", ("any", "winnable")),
)
LISTING: Final = listed("freecell", freecell, OPTIONS)
