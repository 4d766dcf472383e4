"""``dealt odds``: exact chances before a deal, as decimals and fractions, and charts of advice."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

from dealt.cli.errors import CommandError
from dealt.cli.show import console, spoken
from dealt.game import Game, Listing
from dealt.texts import find_text, plain

PLACES = 12
"""The decimal places of a fraction that are shown."""
ROUGH = 6
"""The decimal places of a float that are shown."""


def decimal(value: Fraction) -> str:
    """A fraction as a decimal, rounded half to even in its last place.

    >>> decimal(Fraction(2, 3)), decimal(Fraction(-1, 8))
    ('0.666666666667', '-0.125000000000')
    """
    scaled = round(value * 10**PLACES)
    whole, rest = divmod(abs(scaled), 10**PLACES)
    return f"{'-' if scaled < 0 else ''}{whole}.{rest:0{PLACES}}"


def show(
    listing: Listing, game: Game[Any], lang: str | None, *, plainly: bool = False, picture: Path | None = None
) -> None:
    """Print a game's exact chances and charts, or draw the charts into a file; CommandError if it has none."""
    from dealt.cli import chart

    language = spoken(lang, plain=plainly and picture is None)
    charts = game.charts()
    if picture is not None:
        if not charts:
            raise CommandError(f"{game.name} has no charts to draw")
        title = find_text("game.title", listing.texts, language=language) or game.name
        chart.draw(picture, title, charts, listing, language)
        return
    known = game.odds() if game.reckons else ()
    if not known:
        raise CommandError(f"nothing is known exactly about {game.name} before a deal: {_others()}")
    for each in known:
        name = find_text(f"odds.{each.name}", listing.texts, language=language) or plain(each.name)
        print(f"{name}: {_value(each.value)}")
        if isinstance(each.value, Fraction) and each.value.denominator > 1:
            print(f"  = {each.value}")
    if charts:
        print()
        chart.show(console(plain=plainly), charts, listing, language)


def _value(value: Fraction | float) -> str:
    if value == int(value) > 1:  # a count
        return f"{int(value):,}"
    return decimal(value) if isinstance(value, Fraction) else f"{value:.{ROUGH}f}"


def _others() -> str:
    from dealt.games import GAMES

    games = [name for name, listing in GAMES.items() if listing.make().reckons]
    return f"choose among {', '.join(games)}" if games else "no game here counts its chances"
