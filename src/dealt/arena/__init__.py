"""Comparing computers over many deals, each played in every rotation of seats: ``run`` and ``climb``."""

from dealt.arena.ladder import Ladder, MoveTimes, Rung, climb, move_times
from dealt.arena.play import ArenaError, Engine, entrants, run, seed_of
from dealt.arena.result import Pair, Result, Standing

__all__ = [
    "ArenaError", "Engine", "Ladder", "MoveTimes", "Pair", "Result", "Rung", "Standing", "climb", "entrants",
    "move_times", "run", "seed_of",
]  # fmt: skip
