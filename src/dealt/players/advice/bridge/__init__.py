"""``planner``, ``solver`` and ``plain``, the computers for bridge, and the bidding systems that they use."""

from dealt.players.advice.bridge.claims import certain
from dealt.players.advice.bridge.double_dummy import Solver, make_solver, solvable
from dealt.players.advice.bridge.plain import Plain, bid, in_short, knows, make, meaning
from dealt.players.advice.bridge.planner import Planner, knows_planner, make_planner

__all__ = [
    "Plain",
    "Planner",
    "Solver",
    "bid",
    "certain",
    "in_short",
    "knows",
    "knows_planner",
    "make",
    "make_planner",
    "make_solver",
    "meaning",
    "solvable",
]
