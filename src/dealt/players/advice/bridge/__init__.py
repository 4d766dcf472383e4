"""``planner``, ``solver`` and ``plain``, the computers for bridge, and the bidding system that they use."""

from dealt.players.advice.bridge.claims import certain
from dealt.players.advice.bridge.double_dummy import Solver, make_solver, solvable
from dealt.players.advice.bridge.plain import Plain, knows, make
from dealt.players.advice.bridge.planner import Planner, knows_planner, make_planner
from dealt.players.advice.bridge.standard.system import meaning

__all__ = [
    "Plain",
    "Planner",
    "Solver",
    "certain",
    "knows",
    "knows_planner",
    "make",
    "make_planner",
    "make_solver",
    "meaning",
    "solvable",
]
