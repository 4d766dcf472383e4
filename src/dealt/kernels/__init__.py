"""Compiled simulation over the cores of the games: many deals of random play, as NumPy arrays.

It needs the extra ``fast`` (NumPy, and wasmtime, without which the same source runs in plain Python).
"""

from dealt.kernels.blackjack_course import Rounds
from dealt.kernels.climbing_loops import ClimbingDeals
from dealt.kernels.holdem import endings, equities
from dealt.kernels.matching import Solitaires
from dealt.kernels.melds import MeldDeals
from dealt.kernels.poker import PokerDeals
from dealt.kernels.ranks import hand_ranks
from dealt.kernels.simulation import rollouts, simulate
from dealt.kernels.tableau import TableauDeals
from dealt.kernels.tricks import Deals
from dealt.kernels.wild import WildDeals

__all__ = [
    "ClimbingDeals",
    "Deals",
    "MeldDeals",
    "PokerDeals",
    "Rounds",
    "Solitaires",
    "TableauDeals",
    "WildDeals",
    "endings",
    "equities",
    "hand_ranks",
    "rollouts",
    "simulate",
]
