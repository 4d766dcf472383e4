"""``search`` by game: each family of games has its own look-ahead, and all have one name."""

from __future__ import annotations

from importlib import import_module
from typing import Any, Final

from dealt.game import Game, Player
from dealt.kernels import machine

HOMES: Final = {
    "hearts": "dealt.players.search.hearts",
    "spades": "dealt.players.search.spades",
    "whist": "dealt.players.search.whist",
    "ohhell": "dealt.players.search.ohhell",
    "climbing": "dealt.players.search.climbing",
    "drawpoker": "dealt.players.search.poker",
}
"""The modules that know a search."""
FEW: Final = 32
"""So many worlds are played in time in plain Python, too."""


def knows(game: Game[Any]) -> bool:
    """Is there a search for the game?"""
    return any(import_module(home).knows(game) for home in HOMES.values())


def wants(game: Game[Any], worlds: int = FEW + 1, **budget: Any) -> str:
    """The package without which it looks less far: what runs kernels, but where it reads what to do from a table."""
    home = next((each for each in map(import_module, HOMES.values()) if each.knows(game)), None)
    return "wasmtime" if home is not None and home.KERNELS and worlds > FEW and not machine.IN_BROWSER else ""


def prepare() -> None:
    """Compile what searches need, for the processes that will be forked from this one."""
    machine.prepare(each for home in map(import_module, HOMES.values()) for each in home.KERNELS)


def make(game: Game[Any], **budget: Any) -> Player:
    """``search`` for a seat at the game, with this budget instead of its own; ValueError if there is none."""
    for home in map(import_module, HOMES.values()):
        if home.knows(game):
            found: Player = home.make(game, **budget)
            return found
    raise ValueError(f"there is no search for {game.name}")
