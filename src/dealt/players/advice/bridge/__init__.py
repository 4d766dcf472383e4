"""``plain`` and ``solver``, the computers for bridge, and the natural bidding system that they use."""

from dealt.players.advice.bridge.plain import (
    Plain,
    Solver,
    bid,
    certain,
    in_short,
    knows,
    knows_solver,
    make,
    make_solver,
    meaning,
    solvable,
)

__all__ = [
    "Plain",
    "Solver",
    "bid",
    "certain",
    "in_short",
    "knows",
    "knows_solver",
    "make",
    "make_solver",
    "meaning",
    "solvable",
]
