"""The family of trick-taking games: rows of numbers, one core of rules over them, and the game around it."""

from dealt.games.tricks.bids import Bidding, ExactBids
from dealt.games.tricks.play import Tricks, TrickState, play_of, winning_place
from dealt.games.tricks.rows import NONE, OF_SUIT, PLAIN, TrickRow

__all__ = [
    "NONE",
    "OF_SUIT",
    "PLAIN",
    "Bidding",
    "ExactBids",
    "TrickRow",
    "TrickState",
    "Tricks",
    "play_of",
    "winning_place",
]
