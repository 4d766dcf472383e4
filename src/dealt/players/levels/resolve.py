"""Which computer a level stands for in a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from dealt import players
from dealt.game import LEVELS, Game, Level, Levels, Player
from dealt.games import GAMES
from dealt.players import REGISTERED, computer, names, possible
from dealt.players.levels.person import person

HASTE: Final = {"beginner": 0.8, "easy": 0.55, "normal": 0.35, "hard": 0.15, "expert": 0.0}
"""In a game that says nothing of levels: the chance to take the first action that comes to mind."""


def _best(game: Game[Any]) -> str:
    """The computer that is offered first for a game."""
    listing = GAMES.get(game.name)
    return (possible(game) if listing is None else names(listing, game))[0]


def levels_of(game: Game[Any]) -> Mapping[str, Level]:
    """What each level means in a game under its options.

    Where a level's computer lacks a package, the best one that can play stands in: see :func:`lacking`. With one seat
    there is nobody to be easier to beat: there every level is the best computer, which gives the hints.
    """
    best = _best(game)
    if game.seats == 1:
        return dict.fromkeys(LEVELS, Level(best))
    listing = GAMES.get(game.name)
    for each in listing.levels if listing is not None else ():
        if _known(each, game):
            some = (level if REGISTERED[level.player].plays(game) else Level(best) for level in each)
            return dict(zip(LEVELS, some, strict=True))
    return {name: Level(best, habits={"random": chance} if chance else {}) for name, chance in HASTE.items()}


def _known(levels: Levels, game: Game[Any]) -> bool:
    """Do all computers of the levels know the game? What they need may be missing here."""
    return all(REGISTERED[each.player].knows(game) for each in levels)


def lacking(game: Game[Any], name: str) -> str:
    """The package without which a level, or a computer, is weaker at a game here than it can be; empty if none is.

    A level is weaker, too, if another computer must play it because its own needs the package.
    """
    return next((each for each in packages(game, name) if not players.installed(each)), "")


def packages(game: Game[Any], name: str) -> tuple[str, ...]:
    """The packages that a level, or a computer, needs to play a game at full strength, installed or not."""
    budget: Mapping[str, Any] = {}
    if name in LEVELS:
        listing = GAMES.get(game.name)
        rows = [each for each in (listing.levels if listing and game.seats > 1 else ()) if _known(each, game)]
        level = rows[0][LEVELS.index(name)] if rows else Level(_best(game))
        name, budget = level.player, level.budget
    known = REGISTERED.get(name)
    return () if known is None else known.packages(game, **budget)


def computer_of(name: str, game: Game[Any]) -> Player:
    """The computer of a level for a seat at the game."""
    level = levels_of(game)[name]
    player = computer(level.player, game, **level.budget)
    plain = Level(level.player, level.budget)
    return player if level == plain else person(player, level)
