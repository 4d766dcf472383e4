"""Compiled simulation over the cores of the games: many deals of random play, as NumPy arrays.

It needs the extra ``fast`` (NumPy, and numba, without which the same source runs in plain Python).
"""

from dealt.kernels.rollout import rollouts
from dealt.kernels.shedding import ClimbingDeals
from dealt.kernels.simulation import Deals, simulate

__all__ = ["ClimbingDeals", "Deals", "rollouts", "simulate"]
