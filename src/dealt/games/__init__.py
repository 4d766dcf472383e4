"""The list of games: one line each, and a way in for games from elsewhere.

>>> make("bigtwo", "daidi", seats=3).seats
3
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

from dealt.game import Game, Listing, OptionError
from dealt.games import bigtwo, blackjack, bridge, chinesepoker, doudizhu, drawpoker, hearts, matching, spades

__all__ = ["GAMES", "load", "make", "register"]

GAMES: dict[str, Listing] = {}


def register(listing: Listing) -> None:
    """Add a game to the list; ValueError if its name is taken."""
    if listing.name in GAMES:
        raise ValueError(f"there is a game {listing.name} already")
    GAMES[listing.name] = listing


def make(name: str, preset: str | None = None, **options: Any) -> Game[Any]:
    """The game of that name under a preset and options; OptionError says what can be chosen instead."""
    if name not in GAMES:
        raise OptionError(f"there is no game {name}: there are {', '.join(GAMES)}")
    return GAMES[name].make(preset, **options)


def load(path: str | Path) -> tuple[str, ...]:
    """Run a Python file that calls ``register`` or defines ``LISTING`` or ``LISTINGS``; the names of its games.

    FileNotFoundError if there is no such file, ValueError if it fails, brings no game, or one whose name is taken.
    A file that brings only computers says so: ``LISTINGS = ()``.
    """
    path = Path(path)
    if not path.is_file():
        raise FileNotFoundError(f"there is no file {path}")
    spec = spec_from_file_location(f"dealt_game_{path.stem}", path)
    if spec is None or spec.loader is None:
        raise ValueError(f"{path} is no Python file")
    module, before = module_from_spec(spec), set(GAMES)
    sys.modules[spec.name] = module  # dataclasses look their module up there
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        del sys.modules[spec.name]
        raise ValueError(f"{path} can't be loaded: {type(error).__name__}: {error}") from error
    offered: Any = getattr(module, "LISTINGS", None)
    if not isinstance(offered, Sequence | None):
        raise ValueError(f"LISTINGS in {path} is {type(offered).__name__}: it should be a tuple of Listing(...)")
    for listing in (*(offered or ()), *([module.LISTING] if hasattr(module, "LISTING") else [])):
        if not isinstance(listing, Listing):
            raise ValueError(f"{path} lists {listing!r}: a game is listed as Listing(name, maker, ...)")
        if GAMES.get(listing.name) is not listing:
            register(listing)
    added = tuple(name for name in GAMES if name not in before)
    if not added and offered is None:
        raise ValueError(f"{path} brings no game: it should call register(...) or define LISTING or LISTINGS")
    return added


for _each in (
    bigtwo.LISTING,
    doudizhu.LISTING,
    chinesepoker.LISTING,
    *matching.LISTINGS,
    bridge.LISTING,
    spades.LISTING,
    hearts.LISTING,
    blackjack.LISTING,
    drawpoker.LISTING,
):
    register(_each)
