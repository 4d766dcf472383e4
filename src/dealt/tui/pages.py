"""Pages of the terminal that change nothing: help, scores, the promise of a deal, exact odds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from dealt.game import Odds
from dealt.texts import fill, plain
from dealt.tui.scene import Scene
from dealt.tui.words import Words, number


def help_page(scene: Scene | None, offered: Sequence[str], words: Words) -> RenderableType:
    """What can be typed, and the commands that are ``offered`` now."""
    if scene is not None and scene.by_place:
        ways = ["places", "cards", "number_places"]
    else:
        holds = scene is None or bool(scene.hand) or any(each.cards for each in scene.view.legal)
        passes = scene is None or scene.passes
        ways = [*(["cards"] if holds else []), "number", *(["enter"] if passes else []), "action"]
    grid = Table.grid(padding=(0, 2))
    grid.add_column(no_wrap=True)
    grid.add_column()
    for key in (*ways, *(("chat",) if "leave" in offered else ())):
        grid.add_row(Text(f"  {words(f'help.{key}')}", style="bold"), words(f"help.{key}_text"))
    for key in offered:
        first = words(f"command.{key}").split()[0]
        grid.add_row(Text(f"  {first}", style="bold"), words(f"about.{key}"))
    return Group(Text(f"  {words('help.title')}", style="bold"), Text(), grid)


def scores(scene: Scene | None, words: Words) -> RenderableType:
    """The totals."""
    grid = Table.grid(padding=(0, 2))
    for place in scene.places if scene is not None else ():
        balance = "" if place.balance is None else f"{words('balance')} {number(place.balance)}"
        grid.add_row(Text(f"  {place.name}"), Text(number(place.total), justify="right"), Text(balance, style="dim"))
    low = scene is not None and scene.low
    return Group(grid, Text(f"  {words('low_is_good')}", style="dim")) if low else grid


def promise(commitment: str | None, seed: str | None, words: Words) -> RenderableType:
    """What was promised about the deal, in full: its commitment and, once it is known, its seed, both in hex."""
    if commitment is None:
        return Text(f"  {words('fair.none')}")
    parts = [Text(f"  {words('fair.promised')}", style="dim"), Text(f"  {commitment}"), Text()]
    if seed is None:
        return Group(*parts, Text(f"  {words('fair.later')}", style="dim"))
    return Group(*parts, Text(f"  {words('fair.seed')}", style="dim"), Text(f"  {seed}"))


def odds_lines(some: Sequence[Odds], words: Words) -> Iterator[str]:
    """The exact odds of the position, a line each."""
    for each in some:
        name = words.known(f"odds.{each.name}") or plain(each.name)
        yield f"{name}: {points(each.value) if each.points else chance(each.value, words('one_in'))}"


def chance(value: Fraction | float, one_in: str = "1 in {n}") -> str:
    """A chance as a percentage and, in the words of ``one_in``, as 1 in n.

    >>> chance(Fraction(1, 8)), chance(0.0000123), chance(1)
    ('12.50 % (1 in 8.0)', '0.0012 % (1 in 81,301)', '100 %')
    """
    if value in (0, 1):
        return f"{100 * int(value)} %"
    percent, n = 100 * float(value), 1 / float(value)
    exact = f"{percent:.2f}" if percent >= 0.1 else f"{percent:.2g}"
    return f"{exact} % ({fill(one_in, {'n': f'{n:,.0f}' if n >= 100 else f'{n:.1f}'}.get)})"


def points(value: Fraction | float) -> str:
    """A number of points with its sign, to three decimal places; a whole number is a count.

    >>> points(9368.0), points(0.25), points(-1)
    ('9,368', '+0.250', '−1')
    """
    return (f"{int(value):,}" if value == int(value) else f"{float(value):+.3f}").replace("-", "−")
