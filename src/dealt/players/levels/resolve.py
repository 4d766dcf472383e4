"""Which computer a level stands for in a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from dealt.game import LEVELS, Game, Level, Levels, Player
from dealt.games import GAMES
from dealt.players import EVERYWHERE, REGISTERED, computer, possible
from dealt.players.levels.person import person

__all__ = ["computer_of", "levels_of"]

HASTE: Final = {"beginner": 0.8, "easy": 0.55, "normal": 0.35, "hard": 0.15, "expert": 0.0}
"""In a game that says nothing of levels: the chance to take the first action that comes to mind."""


def levels_of(game: Game[Any]) -> Mapping[str, Level]:
    """What each level means in a game under its options.

    With one seat there is nobody to be easier to beat: there every level is the best computer, which gives the hints.
    """
    best = possible(game)[0]
    if game.seats == 1:
        return dict.fromkeys(LEVELS, Level(best))
    listing = GAMES.get(game.name)
    for each in listing.levels if listing is not None else ():
        if _known(each, game):
            return dict(zip(LEVELS, each, strict=True))
    return {name: Level(best, habits={"random": chance} if chance else {}) for name, chance in HASTE.items()}


def _known(levels: Levels, game: Game[Any]) -> bool:
    return all(each.player in EVERYWHERE or REGISTERED[each.player].knows(game) for each in levels)


def computer_of(name: str, game: Game[Any]) -> Player:
    """The computer of a level for a seat at the game."""
    level = levels_of(game)[name]
    player = computer(level.player, game, **level.budget)
    plain = Level(level.player, level.budget)
    return player if level == plain else person(player, level, game.order)
