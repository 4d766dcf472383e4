"""``search`` for Euchre: each word, discard and card is tried in many layouts, with all that it leads to.

Layouts in which hands fit what was said are more likely. In a layout all seats go on by simple rules
(:mod:`dealt.players.advice.euchre.rollout`).
"""

from __future__ import annotations

from typing import Final

from dealt.game import Seat
from dealt.games.euchre import ORDER_ALONE, Euchre
from dealt.games.tricks import TrickState
from dealt.kernels.tricks_course import orders_of
from dealt.players.advice.euchre import rollout
from dealt.players.advice.tricks.judging import SpokenJudge
from dealt.players.search.budget import Budget
from dealt.players.search.tricks import SpokenSearch

KERNELS: Final = (rollout.tried,)


class EuchreSearch(SpokenSearch):
    """The computer at one seat; a deal is worth the points of its side less those of the other."""

    usual = Budget(worlds=640, round=32, choices=13, mixed=0.0)
    usual_before = Budget(worlds=512, round=64, choices=13, mixed=0.0)
    kernel, silent = rollout.tried, rollout.NOTHING
    put_down, natural_word = staticmethod(rollout.put_down), staticmethod(rollout.natural_word)
    unit = 100.0
    game: Euchre
    plays = Euchre

    def said(self, state: TrickState) -> list[int]:
        """What each seat's words tell of its hand."""
        game, now, found = self.game, self.game.heard(state), [rollout.NOTHING] * self.game.seats
        for n, word in enumerate(state.calls):
            if word != "pass":
                break
            found[(state.dealer + 1 + n) % game.seats] = rollout.ONCE if n < game.seats else rollout.TWICE
        if now.maker >= 0:
            found[now.maker] = game.contract_number(state)
        if 0 <= now.word <= ORDER_ALONE and state.phase != "bid":
            found[state.dealer] = game.contract_number(state) if now.maker == state.dealer else rollout.NOTHING
        return found

    def rules(self, state: TrickState, seat: Seat) -> rollout.Rules:
        game, (ours, theirs) = self.game, state.match_data
        return rollout.Rules(
            game.naming, orders_of(game), game.hand, state.dealer, state.deal_data[0], game.heard(state),
            int(game.rules["target"]), (ours, theirs),
        )  # fmt: skip


class EuchreJudge(SpokenJudge):
    """Results are the points of the side less those of the other, and a little for tricks."""

    search, blur, blur_before = EuchreSearch, 0.1, 0.15


knows, make = EuchreSearch.knows, EuchreSearch.made
