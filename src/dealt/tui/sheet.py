"""How a score came about, as lines of text: what adds up to it, how far the match is, who pays whom."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.text import Text

from dealt.game import Seat
from dealt.tui.words import Words, number
from dealt.wire.protocol import WireEntry, WireSheet, WireSide, WireTrack

BAR: Final = 20
"""The number of cells of a full bar."""


def headline(sheet: WireSheet, words: Words) -> Text | None:
    """The outcome in the game's own words; None where there are none."""
    return None if sheet.said is None else Text(f"  {words.say(sheet.said)}", style="bold")


def sheet_lines(sheet: WireSheet, words: Words, me: Seat | None) -> list[Text]:
    """The lines below the table of scores; none where every score is one plain number and nothing else is told."""
    found = [Text(f"  {added}", "dim") for side in sheet.sides if (added := _added(side, words))]
    if sheet.standing is not None:
        found.append(Text(f"  {words.say(sheet.standing.say)}", style="dim"))
        found += [_bar(track, sheet.sides, words) for track in sheet.standing.tracks]
    for each in sheet.payments:
        if me is None or me in (each.payer, each.payee):
            names = {"payer": _paying(each.payer, words), "payee": _paying(each.payee, words)}
            key = "pays" if me is None else "pays_you" if each.payee == me else "you_pay"
            found.append(Text(f"  {words(key, **names, n=number(each.amount))}"))
    return found


def _paying(seat: Seat | None, words: Words) -> str:
    return words("house") if seat is None else words.names[seat]


def _called(seats: Sequence[Seat], sides: Sequence[WireSide], words: Words) -> str:
    side = next((each for each in sides if sorted(each.seats) == sorted(seats)), None)
    if side is not None and side.name is not None:
        return words.say(side.name)
    return words("and").join(words.names[seat] for seat in seats)


def _added(side: WireSide, words: Words) -> str:
    """What a side reached, and the lines of its score."""
    lines = "; ".join(_line(each, words) for each in side.entries if each.say.key != "entry.points")
    parts = [words.say(each) for each in side.said] + ([lines] if lines else [])
    return f"{_called(side.seats, (side,), words)}: {'. '.join(parts)}" if parts else ""


def _line(entry: WireEntry, words: Words) -> str:
    points = number(entry.points)
    if len(entry.factors) < 2:
        return f"{words.say(entry.say)} {points}"
    return f"{words.say(entry.say)} {' x '.join(number(each) for each in entry.factors)} = {points}"


def _bar(track: WireTrack, sides: Sequence[WireSide], words: Words) -> Text:
    """The way to the end of the match."""
    full = round(BAR * max(0.0, min(1.0, track.value / track.goal)))
    said = f"  {words.say(track.say)}" if track.say is not None else ""
    name = f"  {_called(track.seats, sides, words)}" if track.seats else ""
    of = words("of", n=number(track.value), goal=number(track.goal))
    return Text.assemble("  ", ("#" * full, "dark_orange"), ("." * (BAR - full), "dim"), f"  {of}", name, (said, "dim"))
