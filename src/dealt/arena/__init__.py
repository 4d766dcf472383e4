"""Comparing computers over many deals, each played in every rotation of seats: ``run`` and its ``Result``."""

from dealt.arena.play import ArenaError, entrants, run, seed_of
from dealt.arena.result import Pair, Result, Standing

__all__ = ["ArenaError", "Pair", "Result", "Standing", "entrants", "run", "seed_of"]
