"""The registry of games: the package's own, and functions that make one by name and add games from other files.

>>> make("bigtwo", "daidi", seats=3).seats
3
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from dealt.files import run_file
from dealt.game import Game, Listing, OptionError, did_you_mean
from dealt.games import (
    bigtwo,
    blackjack,
    bridge,
    chinesepoker,
    doudizhu,
    drawpoker,
    euchre,
    freecell,
    ginrummy,
    guandan,
    hearts,
    holdem,
    klondike,
    magicfigures,
    matching,
    ohhell,
    president,
    skat,
    spades,
    tienlen,
    whist,
)

__all__ = ["GAMES", "HOUSE", "load", "make", "register"]

GAMES: dict[str, Listing] = {}


def register(listing: Listing) -> None:
    """Add a game to the list; ValueError if its name is taken."""
    if listing.name in GAMES:
        raise ValueError(f"there is a game {listing.name} already")
    GAMES[listing.name] = listing


def make(name: str, preset: str | None = None, **options: Any) -> Game[Any]:
    """The game of that name under a preset and options; OptionError names the possible values."""
    if name not in GAMES:
        meant = did_you_mean(name, GAMES) or f"there are {', '.join(GAMES)}"
        raise OptionError(f"there is no game {name}: {meant}")
    return GAMES[name].make(preset, **options)


def load(path: str | Path) -> tuple[str, ...]:
    """Run a Python file that calls ``register`` or defines ``LISTING`` or ``LISTINGS``. Returns the names of its games.

    A file with boards of the Elevens assignment is not run here: each is a game whose class answers elsewhere.
    FileNotFoundError if there is no such file. ValueError if the file fails, defines no game, or defines one whose
    name is taken. A file that defines only computers sets ``LISTINGS = ()``.
    """
    before = set(GAMES)
    boards = import_module("dealt.assignments.boards")  # which is made of games itself
    module = SimpleNamespace(LISTINGS=boards.listings(path)) if boards.boards_in(path) else run_file(path, "dealt_game")
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
    tienlen.LISTING,
    president.LISTING,
    guandan.LISTING,
    *matching.LISTINGS,
    klondike.LISTING,
    freecell.LISTING,
    magicfigures.LISTING,
    bridge.LISTING,
    spades.LISTING,
    whist.LISTING,
    euchre.LISTING,
    skat.LISTING,
    ohhell.LISTING,
    hearts.LISTING,
    ginrummy.LISTING,
    blackjack.LISTING,
    drawpoker.LISTING,
    holdem.LISTING,
):
    register(_each)

HOUSE: frozenset[str] = frozenset(GAMES)
"""The names of the package's own games: they are known to be made in a moment."""
