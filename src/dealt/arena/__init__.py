"""Many deals between computers, so that luck cancels and what is left can be trusted: ``run`` and its ``Result``."""

from dealt.arena.play import ArenaError, entrants, run, seed_of
from dealt.arena.result import Pair, Result, Standing

__all__ = ["ArenaError", "Pair", "Result", "Standing", "entrants", "run", "seed_of"]
