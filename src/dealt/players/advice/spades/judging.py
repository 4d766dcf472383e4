"""The judge of Spades: cards and bids by what they lead to where all play on by rules of thumb."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from dealt.game import Action, Seat, View
from dealt.games.spades import Spades
from dealt.games.tricks import TrickState
from dealt.players.advice.spades.rollout import Match, strength
from dealt.players.advice.tricks.judging import BidsJudge
from dealt.players.search.spades import SpadesSearch

NEVER: Final = 1 << 40
"""A target that no side reaches."""


class Deal(SpadesSearch):
    """A search for which only the points of the deal count, and not how the match stands."""

    def match(self, known: TrickState) -> Match:
        return super().match(known)._replace(target=NEVER)


class SpadesJudge(BidsJudge):
    """Results are the points of the side less those of the other, bags counted with the penalty to come."""

    blur, blur_before, near = 2.0, 6.0, 3.0
    search = Deal
    game: Spades

    def counted(self, state: TrickState, seat: Seat) -> float:
        return round(strength(state.hands[seat]) / 100)

    def before_play(self, view: View, known: TrickState, taken: Action, rng: Random) -> list[Action]:
        if any(each.verb == "look" for each in view.legal):  # a bid without cards is judged by nothing
            return [taken]
        return super().before_play(view, known, taken, rng)

    def open_before_play(self, state: TrickState, seat: Seat, tried: Sequence[Action]) -> list[float] | None:
        if any(each.verb in ("look", "bid blind") for each in tried):
            return None
        return super().open_before_play(state, seat, tried)
