"""How a score came about, as lines of text: what adds up to it, how far the match is, who pays whom."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from rich.text import Text

from dealt.game import Entry, ScoreSheet, Seat, Side, Track
from dealt.tui.words import Words

__all__ = ["headline", "sheet_lines"]

BAR: Final = 20
"""The number of cells of a full bar."""


def headline(sheet: ScoreSheet, words: Words) -> Text | None:
    """The outcome in the game's own words; None where there are none."""
    return None if sheet.said is None else Text(f"  {words.say(sheet.said)}", style="bold")


def sheet_lines(sheet: ScoreSheet, words: Words, me: Seat | None, number: Callable[[float], str]) -> list[Text]:
    """The lines below the table of scores; none where every score is one plain number and nothing else is told."""
    found = [Text.assemble((f"  {each}", "dim")) for side in sheet.sides if (each := _added(side, words, number))]
    if sheet.standing is not None:
        found.append(Text(f"  {words.say(sheet.standing.say)}", style="dim"))
        found += [_bar(each, sheet.sides, words, number) for each in sheet.standing.tracks]
    for payer, payee, amount in sheet.payments:
        if me is None or me in (payer, payee):
            names = {"payer": _paying(payer, words), "payee": _paying(payee, words)}
            key = "pays" if me is None else "pays_you" if payee == me else "you_pay"
            found.append(Text(f"  {words(key, **names, n=number(amount))}"))
    return found


def _paying(seat: Seat | None, words: Words) -> str:
    return words("house") if seat is None else words.names[seat]


def _called(seats: Sequence[Seat], sides: Sequence[Side], words: Words) -> str:
    side = next((each for each in sides if sorted(each.seats) == sorted(seats)), None)
    if side is not None and side.name is not None:
        return words.say(side.name)
    return words("and").join(words.names[seat] for seat in seats)


def _added(side: Side, words: Words, number: Callable[[float], str]) -> str:
    """What a side reached, and the lines of its score."""
    lines = "; ".join(_line(each, words, number) for each in side.entries if each.say.key != "entry.points")
    parts = [words.say(each) for each in side.said] + ([lines] if lines else [])
    return f"{_called(side.seats, (side,), words)}: {'. '.join(parts)}" if parts else ""


def _line(entry: Entry, words: Words, number: Callable[[float], str]) -> str:
    points = number(entry.points)
    if len(entry.factors) < 2:
        return f"{words.say(entry.say)} {points}"
    return f"{words.say(entry.say)} {' x '.join(number(abs(each)) for each in entry.factors)} = {points}"


def _bar(track: Track, sides: Sequence[Side], words: Words, number: Callable[[float], str]) -> Text:
    """The way to the end of the match."""
    full = round(BAR * max(0.0, min(1.0, track.value / track.goal)))
    said = f"  {words.say(track.say)}" if track.say is not None else ""
    name = f"  {_called(track.seats, sides, words)}" if track.seats else ""
    of = words("of", n=number(track.value), goal=number(track.goal))
    return Text.assemble("  ", ("#" * full, "dark_orange"), ("." * (BAR - full), "dim"), f"  {of}", name, (said, "dim"))
