"""``planner``, ``solver`` and ``plain``, the computers for bridge, and the bidding systems that they use."""

from dealt.players.advice.bridge.claims import certain
from dealt.players.advice.bridge.double_dummy import Solver, knows_solver, make_solver, solvable
from dealt.players.advice.bridge.plain import Plain, bid, in_short, knows, make, meaning

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
