"""``search`` by game: each family of games has its own look-ahead, and all have one name."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import Any, Final

from dealt.game import Game, Player
from dealt.kernels import machine
from dealt.kernels.eligible import HIDDEN, changes, rules

HOMES: Final = (
    "hearts", "spades", "whist", "euchre", "skat", "ohhell", "melds", "wild", "climbing", "habits", "poker",
)  # fmt: skip
"""The modules that know a search. ``KERNELS`` in each is what it needs compiled to look as far as it can."""
FEW: Final = 32
"""So many worlds are played in time in plain Python, too."""


def homes() -> Iterator[Any]:
    """These modules; each is imported when it is asked for."""
    return (import_module(f"dealt.players.search.{each}") for each in HOMES)


def home_of(game: Game[Any]) -> Any:
    """The first that knows a search for the game; None if none does."""
    return next((each for each in homes() if each.knows(game)), None)


def knows(game: Game[Any]) -> bool:
    return home_of(game) is not None


def wants(game: Game[Any], worlds: int = FEW + 1, **budget: Any) -> str:
    """The package without which it looks less far: what runs kernels, but where it reads what to do from a table."""
    home = home_of(game)
    return machine.PACKAGE if home is not None and home.KERNELS and worlds > FEW else ""


def stops(game: Game[Any]) -> str:
    """The rules of a game's own that keep it from every kernel, and with that from a search; empty without any."""
    found = changes(game, HIDDEN)
    return f"whose class changes rules that no kernel reads ({', '.join(rules(game, found))})" if found else ""


def prepare() -> None:
    """Compile what searches need, for the processes that will be forked from this one."""
    machine.prepare(each for home in homes() for each in home.KERNELS)


def make(game: Game[Any], **budget: Any) -> Player:
    """``search`` for a seat at the game, with this budget instead of its own; ValueError if there is none."""
    if (home := home_of(game)) is None:
        raise ValueError(f"there is no search for {game.name}")
    found: Player = home.make(game, **budget)
    return found
