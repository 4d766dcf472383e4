"""A game whose computers misbehave, each in a way of its own: what a room in other processes gets by ``--games``."""

from __future__ import annotations

import ctypes
import os
import time
from collections.abc import Callable
from random import Random
from typing import Any, ClassVar

from dealt.game import Action, Game, Listing, Option, View
from dealt.players import register
from tests.toys import Gift, State

SLOW = 0.12
"""The time that the slow computer takes where it has a choice, in seconds."""


def _hang() -> None:
    while True:
        time.sleep(1)


def _spin() -> None:
    sum(range(10**15))  # one call that never lets another thread run


def _exit() -> None:
    raise SystemExit(1)


def _die() -> None:
    os._exit(3)


def _crash() -> None:
    ctypes.string_at(0)


def _eat() -> None:
    eaten: list[bytearray] = []
    while True:
        eaten.append(bytearray(1 << 26))


def _raise() -> None:
    raise LookupError("3d")


WAYS: dict[str, Callable[[], None]] = {
    "hangs": _hang,
    "spins": _spin,
    "exits": _exit,
    "dies": _die,
    "crashes": _crash,
    "eats": _eat,
    "raises": _raise,
}
KINDS = (*WAYS, "cheats", "slow", "good")


class Rogue:
    """It does not answer as it should, or late."""

    def __init__(self, kind: str):
        self.kind = kind

    def choose(self, view: View, rng: Random) -> Action:
        if self.kind in WAYS:
            WAYS[self.kind]()
        if self.kind == "cheats":
            return Action("give", 1 << 51)
        if self.kind == "slow":
            time.sleep(SLOW)
        return view.legal[0]


def _make(kind: str = "good") -> Game[State]:
    class Rogues(Gift):
        name = "rogue"
        options: ClassVar = {"kind": kind}

    return Rogues()


ROGUE = Listing("rogue", _make, options=(Option("kind", "good", KINDS),))
LISTINGS = (ROGUE,)


def _playing(kind: str) -> tuple[Callable[[Game[Any]], Rogue], Callable[[Game[Any]], bool]]:
    return lambda game: Rogue(kind), lambda game: game.name == "rogue" and game.options["kind"] == kind


for _kind in KINDS:
    register(_kind, *_playing(_kind))
