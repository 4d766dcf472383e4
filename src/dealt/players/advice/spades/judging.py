"""The judge of Spades: cards and bids by what they lead to where all play on by rules of thumb."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from dealt.game import Action, Seat, View
from dealt.games.spades import Spades
from dealt.games.tricks import TrickState
from dealt.players.advice.spades.rollout import Match, strength
from dealt.players.advice.tricks.judging import SearchJudge
from dealt.players.search.spades import SpadesSearch
from dealt.players.search.tricks import number

BIDS: Final = 3
"""How far from the best bid others are tried."""
NEVER: Final = 1 << 40
"""A target that no side reaches."""


class Deal(SpadesSearch):
    """A search for which only the points of the deal count, and not how the match stands."""

    def match(self, known: TrickState) -> Match:
        return super().match(known)._replace(target=NEVER)


class SpadesJudge(SearchJudge):
    """Results are the points of the side less those of the other, bags counted with the penalty to come."""

    blur, blur_before = 2.0, 6.0
    game: Spades

    def __init__(self, game: Spades) -> None:
        super().__init__(game, Deal(game))

    def before_play(self, view: View, known: TrickState, taken: Action, rng: Random) -> list[Action]:
        if any(each.verb == "look" for each in view.legal):  # a bid without cards is judged by nothing
            return [taken]
        likely = _likely(known, view.seat or 0)
        near = [each for each in view.legal if each.amount is None or abs(each.amount - likely) <= BIDS]
        return list(dict.fromkeys((*near, taken)))

    def open_before_play(self, state: TrickState, seat: Seat, tried: Sequence[Action]) -> list[float] | None:
        if any(each.verb in ("look", "bid blind") for each in tried):
            return None
        return self.player.open(state, seat, [number(each) for each in tried])

    def begun(self, state: TrickState) -> TrickState:
        while state.phase != "play" and (turn := self.game.turn(state)):
            likely = max(1, _likely(state, turn[0]))
            legal = self.game.legal(state, turn[0])
            chosen = min(legal, key=lambda each: 99 if each.amount is None else abs(each.amount - likely))
            state = self.game.apply(state, turn[0], chosen)
        return state


def _likely(state: TrickState, seat: Seat) -> int:
    return round(strength(state.hands[seat]) / 100)
