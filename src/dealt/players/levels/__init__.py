"""Computers as strong as people wish: *beginner*, *easy*, *normal*, *hard*, *expert*, for every game.

What a level means stands as data in the listing of each game (:class:`~dealt.listing.Level`): a computer, its budget,
and what people of that level get wrong. How a mistake is made stands here, once for all games.
"""

from dealt.players.levels.person import HABITS, Person, Weigher, person
from dealt.players.levels.resolve import computer_of, lacking, levels_of, packages

__all__ = ["HABITS", "Person", "Weigher", "computer_of", "lacking", "levels_of", "packages", "person"]
