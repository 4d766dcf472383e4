"""The family of trick-taking games: rows of numbers, one core of rules over them, and the game around it."""

from dealt.games.tricks.bids import Bidding, ExactBids, Spoken
from dealt.games.tricks.game import Tricks
from dealt.games.tricks.matches import CountedDeals, SidePoints
from dealt.games.tricks.play import TrickState, play_of, winning_place
from dealt.games.tricks.rows import NONE, OF_SUIT, PLAIN, TRUMPS, CardOrder, TrickRow, card_order

__all__ = [
    "NONE",
    "OF_SUIT",
    "PLAIN",
    "TRUMPS",
    "Bidding",
    "CardOrder",
    "CountedDeals",
    "ExactBids",
    "SidePoints",
    "Spoken",
    "TrickRow",
    "TrickState",
    "Tricks",
    "card_order",
    "play_of",
    "winning_place",
]
