"""Run Fast with a computer that always fails: what a room gets by ``--games``."""

from __future__ import annotations

import runpy
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

from dealt.game import Action, Game, View
from dealt.players import register


class Stumbles:
    """It never answers, but for the seat of a person who asks for a hint."""

    def choose(self, view: View, rng: Random) -> Action:
        if view.seat:
            raise LookupError("3d")
        return view.legal[0]


register("stumbles", lambda game: Stumbles(), lambda game: game.computers == ("stumbles",))
HOUSE_RULES = Path(__file__).parents[2] / "examples" / "house_rules.py"
HOUSE = runpy.run_path(str(HOUSE_RULES))["LISTING"]


def make(**options: Any) -> Game[Any]:
    """Its computers are asked first."""
    game: Game[Any] = HOUSE.maker(**options)
    game.computers = ("stumbles",)
    return game


LISTING = replace(HOUSE, maker=make)
