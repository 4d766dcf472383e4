"""Matching solitaires: remove cards that make a total, or a whole set, until none is left.

A row is a set of ranks that may be removed together, and a game is a list of rows. :class:`Matching` deals, removes and
refills by it, and computes the exact chance of winning. Here is a whole game:

>>> from random import Random
>>> game = Matching("fourteens", places=12, total=14, values="A23456789TJQK")
>>> game.rows
('AK', '2Q', '3J', '4T', '59', '68', '77')
>>> state = game.deal(Random(1))
>>> [str(each) for each in game.legal(state, 0)][:3]
['remove 4dTs', 'remove 3dJd', 'remove 3dJh']
"""

from dealt.games.matching.listings import LISTINGS, elevens, tens, thirteens
from dealt.games.matching.play import Matching, MatchingState

__all__ = ["LISTINGS", "Matching", "MatchingState", "elevens", "tens", "thirteens"]
