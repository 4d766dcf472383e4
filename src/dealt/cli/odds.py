"""What is known exactly about a game before a deal: each value as a fraction and as a decimal."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from dealt.cli.show import spoken
from dealt.cli.trouble import Trouble
from dealt.game import Game, Listing
from dealt.texts import find_text, plain

__all__ = ["PLACES", "decimal", "show"]

PLACES = 12
"""The decimal places that are shown."""


def decimal(value: Fraction) -> str:
    """A fraction as a decimal, rounded half to even in its last place.

    >>> decimal(Fraction(2, 3)), decimal(Fraction(-1, 8))
    ('0.666666666667', '-0.125000000000')
    """
    scaled = round(value * 10**PLACES)
    whole, rest = divmod(abs(scaled), 10**PLACES)
    return f"{'-' if scaled < 0 else ''}{whole}.{rest:0{PLACES}}"


def show(listing: Listing, game: Game[Any], lang: str | None) -> None:
    """Print what the game knows of itself; Trouble if that is nothing."""
    language = spoken(lang)
    known = game.odds() if game.reckons else ()
    if not known:
        raise Trouble(f"nothing is known exactly about {game.name} before a deal: {_others()}")
    for each in known:
        name = find_text(f"odds.{each.name}", listing.texts, language=language) or plain(each.name)
        print(f"{name}: {decimal(each.value)}")
        print(f"  = {each.value}")


def _others() -> str:
    from dealt.games import GAMES

    games = [name for name, listing in GAMES.items() if listing.make().reckons]
    return f"choose among {', '.join(games)}" if games else "no game here counts its chances"
