"""``search`` for Whist: each card is tried in many layouts, played on as Spades without bids is."""

from __future__ import annotations

from typing import Final

from dealt.game import Seat
from dealt.games.tricks import TrickState
from dealt.games.whist import Whist
from dealt.players.advice.spades.rollout import OPEN_BID, Match, tried
from dealt.players.advice.tricks.judging import SearchJudge
from dealt.players.search.spades import SpadesSearch

KERNELS: Final = (tried,)
TRICKS: Final = Match(13, 0, False, 1, 0, False, 0, (0, 0), (0, 0), simple=True)
"""Only tricks count."""


class WhistSearch(SpadesSearch):
    """The computer at one seat; a deal is worth the tricks of its side less those of the other."""

    plays = Whist

    def rules(self, state: TrickState, seat: Seat) -> Match:
        return TRICKS

    def said(self, state: TrickState) -> list[int]:
        return [OPEN_BID] * self.game.seats


class WhistJudge(SearchJudge):
    """Results are the tricks of the side less those of the other."""

    search, blur, blur_before = WhistSearch, 0.2, 0.0


knows, make = WhistSearch.knows, WhistSearch.made
