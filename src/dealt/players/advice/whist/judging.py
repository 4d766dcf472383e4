"""The judge of Whist: cards by the tricks that they lead to where all play on by rules of thumb."""

from __future__ import annotations

from dealt.games.whist import Whist
from dealt.players.advice.tricks.judging import SearchJudge
from dealt.players.search.whist import WhistSearch


class WhistJudge(SearchJudge):
    """Results are the tricks of the side less those of the other."""

    blur, blur_before = 0.2, 0.0
    game: Whist

    def __init__(self, game: Whist) -> None:
        super().__init__(game, WhistSearch(game))
