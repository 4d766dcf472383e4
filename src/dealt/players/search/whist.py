"""``search`` for Whist: each card is tried in many layouts, played on as Spades without bids is."""

from __future__ import annotations

from typing import Any, Final

from dealt.game import Game
from dealt.games.tricks import TrickState
from dealt.games.whist import Whist
from dealt.kernels.eligible import HIDDEN, changes
from dealt.players.advice.spades.rollout import OPEN_BID, Match, tried
from dealt.players.search.spades import SpadesSearch

KERNELS: Final = (tried,)
"""What it needs compiled to look as far as it can."""
TRICKS: Final = Match(13, 0, False, 1, 0, False, 0, (0, 0), (0, 0), simple=True)
"""Only tricks count."""


class WhistSearch(SpadesSearch):
    """The computer at one seat; a deal is worth the tricks of its side less those of the other."""

    def match(self, known: TrickState) -> Match:
        return TRICKS

    def said(self, known: TrickState) -> list[int]:
        return [OPEN_BID] * self.game.seats


def knows(game: Game[Any]) -> bool:
    """Is it Whist?"""
    return isinstance(game, Whist) and not changes(game, HIDDEN)


make: Final = WhistSearch.made
