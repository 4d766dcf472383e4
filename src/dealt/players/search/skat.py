"""``search`` for Skat: each word, discard and card is tried in many layouts, with all that it leads to.

Layouts in which hands fit what was said are more likely. In a layout all seats go on by simple rules
(:mod:`dealt.players.advice.skat.rollout`).
"""

from __future__ import annotations

from typing import Final

from dealt.game import Seat
from dealt.games.skat import PASS as PASSED
from dealt.games.skat import Skat, game_of
from dealt.games.tricks import TrickState
from dealt.kernels.tricks_course import orders_of
from dealt.players.advice.skat.rollout import NAMED, NOTHING, PART, UPPER, Rules, natural_word, put_down, tried
from dealt.players.advice.tricks.judging import SpokenJudge
from dealt.players.search.budget import Budget
from dealt.players.search.tricks import SpokenSearch

KERNELS: Final = (tried,)


class SkatSearch(SpokenSearch):
    """The computer at one seat; a deal is worth its score less the mean of the others'."""

    usual = Budget(worlds=640, round=32, choices=13, mixed=0.0)
    usual_before = Budget(worlds=256, round=32, choices=13, mixed=0.0)
    kernel, silent = tried, NOTHING
    put_down, natural_word = staticmethod(put_down), staticmethod(natural_word)
    unit = float(PART)
    game: Skat
    plays = Skat

    def said(self, state: TrickState) -> list[int]:
        """What each seat's words tell of its hand."""
        low, high = [0] * 3, [UPPER - 1] * 3
        for seat, word, value in self.game.auction(state):
            (high if word == PASSED else low)[seat] = value
        found = [low[seat] * UPPER + high[seat] for seat in range(3)]
        now = self.game.heard(state)
        if now.contract >= 0:
            found[now.declarer] = NAMED + game_of(now.contract)
        return found

    def rules(self, state: TrickState, seat: Seat) -> Rules:
        game = self.game
        rest = game.stock(state)
        aside = sum(state.given) | (rest if rest.bit_count() <= game.gift_size else 0)
        return Rules(game.solo, orders_of(game), game.heard(state), aside, state.deal_data)


class SkatJudge(SpokenJudge):
    """Results are the score less the mean of the others', and a little for card points."""

    search, blur, blur_before = SkatSearch, 2.0, 3.0


knows, make = SkatSearch.knows, SkatSearch.made
