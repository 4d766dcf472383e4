"""The judge of Hearts: cards, and cards to pass, by what they lead to where all play on by rules of thumb."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from dealt.game import Action, Seat, View
from dealt.games.hearts import Hearts
from dealt.games.tricks import NONE, TrickState
from dealt.players.advice.hearts.rollout import gift
from dealt.players.advice.tricks.judging import SearchJudge
from dealt.players.search.hearts import HeartsSearch

GIFTS: Final = 8
"""The number of sets of cards to pass, by the danger that is left, that are tried."""


class HeartsJudge(SearchJudge):
    """Results are the points by which a seat ends below the average of the others."""

    blur = blur_before = 0.4
    search = HeartsSearch
    game: Hearts

    def before_play(self, view: View, known: TrickState, taken: Action, rng: Random) -> list[Action]:
        safest = self.player.before_play(view, known)[:GIFTS]
        return list(dict.fromkeys((*(each for each, _ in safest), taken)))

    def open_before_play(self, state: TrickState, seat: Seat, tried: Sequence[Action]) -> list[float]:
        after = (self.begun(self.game.apply(state, seat, each)) for each in tried)
        return [self.ends(each, seat, [NONE])[0] for each in after]

    def begun(self, state: TrickState) -> TrickState:
        while state.phase == "give" and (turn := self.game.turn(state)):
            some = gift(state.hands[turn[0]], self.game.gift_size)
            state = self.game.apply(state, turn[0], Action("pass", some))
        return state
