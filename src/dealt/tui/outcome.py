"""How a deal came out: a line for each seat, what adds up to its score, who has won and leads, and who pays whom."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from dealt.game import Seat
from dealt.tui.scene import Scene
from dealt.tui.words import Words, number
from dealt.wire.protocol import Result, WireEntry, WireSheet, WireSide, WireTrack

BAR: Final = 20
"""The number of cells of a full bar."""


def outcome(scene: Scene, found: Result, words: Words) -> RenderableType:
    """The outcome of the deal."""
    if scene.solo:
        return _alone(scene, found, words)
    settled = found.settled is not None
    table = Table(box=None, padding=(0, 2), show_edge=False)
    table.add_column("", no_wrap=True)
    total = () if not found.totals else ("total",)
    for key in ("score", *total, *(("settled", "balance") if settled else ())):
        table.add_column(words(key), justify="right", style="dim" if key == "total" else "", header_style="dim")
    for place in scene.around():
        first = place.seat in found.best
        cells = [number(found.scores[place.seat])]
        cells += [] if not found.totals else [number(found.totals[place.seat])]
        if found.settled is not None and found.balances is not None:
            cells += [number(found.settled[place.seat]), number(found.balances[place.seat])]
        name = words("you") if place.seat == scene.me else place.name
        table.add_row(Text(name, style="bold dark_orange" if first else ""), *cells)
    told = [] if found.sheet is None else sheet_lines(found.sheet, words, scene.me)
    said = None if found.sheet is None else headline(found.sheet, words)
    parts: list[RenderableType] = [*([said, Text()] if said else []), table, *([Text(), *told] if told else [])]
    if not found.totals:
        return Group(*parts)
    parts.append(Text())
    if not found.final:
        style = "bold dark_orange" if scene.me in found.winners else "bold"
        parts.append(Text(f"  {_who('won', scene, found.winners, words)}", style=style))
    if not found.best:
        return Group(*parts)
    even = len(found.best) == len(scene.places) and not found.final
    leads = words("even") if even else _who("winner_match" if found.final else "winner", scene, found.best, words)
    low = f" ({words('low_is_good')})" if scene.low and not even else ""
    return Group(*parts, Text(f"  {leads}{low}", style="bold" if found.final else ""))


def _who(key: str, scene: Scene, seats: Sequence[Seat], words: Words) -> str:
    """The text ``KEY`` about some seats, ``KEY_you`` about the viewer alone, ``KEY_nobody`` if there are none."""
    if list(seats) == [scene.me]:
        return words(f"{key}_you")
    names = [words("you") if seat == scene.me else words.names[seat] for seat in seats]
    return words(key if names else f"{key}_nobody", names=words("and").join(names), n=len(names))


def _alone(scene: Scene, found: Result, words: Words) -> Text:
    """Won or lost, and the score unless it is 1, 0 or -1."""
    won = bool(found.winners)
    key = "solo_lost" if not won else "solo_won" if scene.me is not None else "solo_won_other"
    shown = Text(f"  {words(key)}", style="bold dark_orange" if won else "bold")
    if scene.tally is not None and scene.tally.deals:
        shown.append(f"  {words('tally.so_far', won=scene.tally.won, n=scene.tally.deals)}", style="not bold")
    if abs(found.scores[0]) > 1:
        shown.append(f"\n  {words('score')} {number(found.scores[0])}", style="not bold")
        if found.totals:
            shown.append(f"  {words('total')} {number(found.totals[0])}", style="not bold dim")
    return shown


# --- how a score came about


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
