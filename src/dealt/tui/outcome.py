"""How a deal came out: a line for each seat, who has won it and who leads; or whether a game for one was won."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from dealt.game import Seat
from dealt.tui.scene import Scene
from dealt.tui.sheet import headline, sheet_lines
from dealt.tui.words import Words, number
from dealt.wire.protocol import Result


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
