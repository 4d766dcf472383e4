"""The judge of Oh Hell: cards and bids by what they lead to where all play on by rules of thumb."""

from __future__ import annotations

from dealt.game import Seat
from dealt.games.ohhell import OhHell
from dealt.games.tricks import TrickState
from dealt.players.advice.tricks.judging import BidsJudge
from dealt.players.search.ohhell import AROUND, OhHellSearch


class OhHellJudge(BidsJudge):
    """Results are the points by which a seat ends above the average of the others."""

    blur, blur_before, near = 0.5, 1.0, AROUND
    game: OhHell
    player: OhHellSearch

    def __init__(self, game: OhHell) -> None:
        super().__init__(game, OhHellSearch(game))

    def counted(self, state: TrickState, seat: Seat) -> float:
        return self.player.counted(state, seat)
