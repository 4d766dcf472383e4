"""Figures on a terminal: places joined by lines, what each line adds up to, and what is typed to lay a card there."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from dealt.cards import Card, mask, pretty, sequence
from dealt.game import Action, Pile, View
from dealt.puzzles.draw import lattice
from dealt.tui import cascades
from dealt.tui.paint import Paint
from dealt.tui.words import Words

_MARKS = {"right": ("✓", "green"), "wrong": ("✗", "bold red"), "": ("", "dim")}


def places(view: View) -> tuple[Pile, ...]:
    """The slots of the figure in a view; empty where there is none."""
    return () if cascades.lies(view) else tuple(each for each in view.piles if each.at is not None)


def spot(pile: Pile) -> str:
    """What a place is called: its pile's name without the first word."""
    return pile.name.partition(" ")[2]


def drawing(view: View, words: Words, paint: Paint, width: int) -> list[Text]:
    """The figure, an empty place by its name, and below it how far each line is."""
    piles = places(view)
    number = {pile.name: n for n, pile in enumerate(piles)}
    able = 0
    for each in view.legal:
        able |= each.cards
    shown = [pretty(card) if (card := _card(pile)) is not None else spot(pile) for pile in piles]
    wide = max(2, *(len(each) for each in (*shown, *map(spot, piles))))
    lines = [[number[name] for name in each.piles] for each in view.sums]
    at = [pile.at for pile in piles if pile.at is not None]
    drawn, where = lattice(at, lines, shown, wide)
    texts = [Text("  " + each, style="dim") for each in drawn]
    for pile, word, (line, start) in zip(piles, shown, where, strict=True):
        card = _card(pile)
        if card is not None:  # what was given stands out from what can be moved
            style = "bold" if able >> card & 1 else "bold cyan"
            begin = start + 2 + wide - len(word)
            texts[line].stylize(f"not dim {style}", begin, begin + len(word))
    parts = [_sum(each.name, each.value, each.goal, each.mark, words) for each in view.sums]
    return [*texts, Text(), *_wrapped(parts, width)]


def _card(pile: Pile) -> Card | None:
    return pile.cards[-1] if pile.cards else None


def _sum(name: str, value: int, goal: int, mark: str, words: Words) -> Text:
    sign, style = _MARKS.get(mark, _MARKS[""])
    called = words.known(f"sum.{name}") or name
    return Text.assemble((f"{called} ", "dim"), (f"{value}/{goal}{sign}", style))


def _wrapped(parts: Sequence[Text], width: int) -> list[Text]:
    """Short texts side by side, in as many lines as they need."""
    found: list[Text] = []
    for each in parts:
        if found and found[-1].cell_len + 3 + each.cell_len <= width:
            found[-1] = Text.assemble(found[-1], "   ", each)
        else:
            found.append(Text.assemble("  ", each))
    return found


# --- what is typed --------------------------------------------------------------------------------------------------


def example(view: View) -> str:
    """A line that lays a card, as one could type it."""
    empty = {f"place {spot(each)}".partition(" ")[2]: each for each in places(view) if not each.cards}
    for each in view.legal:
        name = each.verb.partition(" ")[2]
        if name in empty and each.cards:
            return f"{pretty(each.cards.bit_length() - 1)} {name}"
    return ""


def laid(line: str, view: View) -> Action | str | None:
    """What a line lays on a figure: "7 a0", "lay a0 7", "lift 7"; or on columns: "7s 3", "7s home".

    A card that is named without a place goes to the first that takes it, if there are columns; else it is returned as
    typed. None where the line is something else.
    """
    named = {spot(each).lower(): spot(each) for each in places(view)}
    columns = cascades.lies(view)
    if columns:
        named = {place: place for each in view.legal if each.cards and (place := each.verb.partition(" ")[2])}
    if not named:
        return None
    verbs = {each.verb.partition(" ")[0] for each in view.legal if each.cards}
    verb, place, chosen = "", "", 0
    for word in line.split():
        if word.lower() in named and not place:
            place = named[word.lower()]
        elif word.lower() in verbs and not verb:
            verb = word.lower()
        elif not chosen:
            try:
                chosen = mask(sequence(f"#{word}" if word.isdecimal() else word))
            except ValueError:
                return None
        else:
            return None
    if not chosen:
        return None
    for each in view.legal:
        said, _, where = each.verb.partition(" ")
        if each.cards == chosen and where == place and (said == verb or (not verb and place)):
            return each
        if columns and each.cards == chosen and not place:
            return each
    if columns:
        return None
    return pretty(chosen.bit_length() - 1) if not place and not verb and chosen.bit_count() == 1 else None
