"""Columns of overlapping cards on a terminal, with the piles above them."""

from __future__ import annotations

from rich.table import Table
from rich.text import Text

from dealt.game import Pile, View
from dealt.texts import plain
from dealt.tui.paint import Paint
from dealt.tui.words import Words

__all__ = ["drawing", "lies"]

LONG = 10
"""The most lines of a column: a terminal has 24."""


def lies(view: View) -> bool:
    """Does the view show columns of overlapping cards?"""
    return any(each.lay == "cascade" for each in view.piles)


def drawing(view: View, words: Words, paint: Paint) -> Table:
    """The piles on their grid: above, each with its name and its top card; then the columns, a card a line."""
    piles = [each for each in view.piles if each.at is not None]
    grid = Table.grid(padding=(0, 2, 0, 2))
    across = 1 + max(each.at[0] for each in piles if each.at)
    for _ in range(across):
        grid.add_column(no_wrap=True, min_width=3)
    for row in sorted({each.at[1] for each in piles if each.at}):
        here = {each.at[0]: each for each in piles if each.at and each.at[1] == row}
        if not any(each.lay == "cascade" for each in here.values()):
            named = [_name(here[n], words) if n in here else "" for n in range(across)]
            grid.add_row(*(Text(each, style="dim") for each in named))
            grid.add_row(*(_top(here[n], paint) if n in here else Text() for n in range(across)))
            grid.add_row()
            continue
        grid.add_row(*(Text(here[n].name.partition(" ")[2] if n in here else "", style="dim") for n in range(across)))
        lying = [_lines(here[n], paint) if n in here else [] for n in range(across)]
        for line in range(max(map(len, lying))):
            grid.add_row(*(some[line] if line < len(some) else Text() for some in lying))
    return grid


def _lines(pile: Pile, paint: Paint) -> list[Text]:
    """The cards of a column; where it is long, those face down stand in one line, and of the others two."""
    cards = pile.cards
    if len(cards) <= LONG:
        return [paint.card(each) for each in cards]
    down = sum(each is None for each in cards)
    found = [Text(f"▮ {down}", style="dim")] if down else []
    up, over = [paint.card(each) for each in cards[down:]], max(0, len(cards) - down + bool(down) - LONG)
    found += [Text.assemble(up[2 * n], " ", up[2 * n + 1]) for n in range(over)]
    return found + up[2 * over :]


def _name(pile: Pile, words: Words) -> str:
    """A short name: what a pile is called, or the suit of one that is named by it."""
    kind, _, rest = pile.name.partition(" ")
    if rest in tuple("cdhs"):
        suit = "♣♦♥♠"["cdhs".index(rest)]
        return f"({suit})" if pile.lay == "open" else rest
    return rest or (words.known(f"pile.{kind}") or plain(kind)).lower()


def _top(pile: Pile, paint: Paint) -> Text:
    if not pile.cards:
        return Text("·", style="dim")
    return Text(f"▮ {len(pile.cards)}", style="dim") if pile.lay == "heap" else paint.card(pile.cards[-1])
