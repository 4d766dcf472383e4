"""Which machine a game is played by in kernels: that of its family."""

from __future__ import annotations

from importlib import import_module
from typing import Any, Final

from dealt.game import Game
from dealt.kernels.course import Course

HOMES: Final = (
    "dealt.kernels.tricks_course",
    "dealt.kernels.wild_course",
    "dealt.kernels.climbing_course",
    "dealt.kernels.blackjack_course",
    "dealt.kernels.poker_course",
    "dealt.kernels.matching",
    "dealt.kernels.melds",
    "dealt.kernels.tableau",
)
"""The modules with a family's course each. Each has ``course_of``, which is None for a game of another family."""


def course_of(game: Game[Any]) -> Course[Any, Any]:
    """The course of a game; ValueError if there is no kernel for it."""
    for home in HOMES:
        found: Course[Any, Any] | None = import_module(home).course_of(game)
        if found is not None:
            return found
    raise ValueError(f"there is no kernel for {game.name}: play its deals one by one")
