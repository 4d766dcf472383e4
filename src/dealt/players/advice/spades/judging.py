"""The judge of Spades: cards by playouts in which all aim at their bids, and bids by what likely layouts give."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from dealt.game import Action, Game, Seat, View
from dealt.games.spades import Spades
from dealt.games.tricks import TrickState
from dealt.players.advice.spades.cover import MARGIN, Cover, count, nil_risk
from dealt.players.advice.tricks.judging import TricksJudge
from dealt.players.advice.tricks.playout import layouts
from dealt.players.judging import Judge, Judgement

__all__ = ["SpadesJudge", "knows", "make"]

BIDS: Final = 3
"""How far from the best bid others are tried."""
BLUR: Final = 6.0
"""How far two bids that are equally good may seem apart, in points."""


class SpadesJudge(TricksJudge):
    """Results are the points of the side less those of the other, bags counted with the penalty to come."""

    blur = 2.0
    game: Spades
    player: Cover

    def __init__(self, game: Spades) -> None:
        super().__init__(game, Cover(game))

    def before_play(self, view: View, known: TrickState, taken: Action, rng: Random) -> list[Action]:
        if any(each.verb == "look" for each in view.legal):  # a bid without cards is judged by nothing
            return [taken]
        likely = round(count(known.hands[view.seat or 0]))
        near = [each for each in view.legal if each.amount is None or abs(each.amount - likely) <= BIDS]
        return list(dict.fromkeys((*near, taken)))

    def known_before_play(
        self, view: View, known: TrickState, tried: Sequence[Action], rng: Random, worlds: int
    ) -> Judgement:
        deals = layouts(self.game, view, rng, max(8, worlds // 2), lambda deal: self.player.misfit(view, deal), tries=3)
        rows = [[self.bid_worth(deal, view.seat or 0, each) for deal in deals] for each in tried]
        return Judgement(rows, blur=BLUR)

    def bid_worth(self, deal: TrickState, seat: Seat, action: Action) -> float:
        """The points of a bid in a layout; a partner that is still to bid bids by its hand."""
        said = self.game.bids(deal)
        nils = [isinstance(said.get(each), str) for each in range(4)]
        partner = said.get(seat ^ 2, max(1, round(count(deal.hands[seat ^ 2]))))
        if action.amount is None:
            nils[seat] = True
            won = self.player.played(deal, nils)
            lost = MARGIN[0] + MARGIN[1] * nil_risk(deal.hands[seat])
            return self.player.average(["nil", partner], [won], seat) - lost
        return self.player.average([action.amount, partner], [self.player.played(deal, nils)], seat)

    def open_before_play(
        self, state: TrickState, seat: Seat, tried: Sequence[Action], rng: Random
    ) -> list[float] | None:
        if any(each.verb in ("look", "bid blind") for each in tried):
            return None
        return [self.bid_worth(state, seat, each) for each in tried]

    def begun(self, state: TrickState, rng: Random) -> TrickState:
        while state.phase != "play" and (turn := self.game.turn(state)):
            legal = self.game.legal(state, turn[0])
            likely = max(1, round(count(state.hands[turn[0]])))
            chosen = min(legal, key=lambda each: 99 if each.amount is None else abs(each.amount - likely))
            state = self.game.apply(state, turn[0], chosen)
        return state


def knows(game: Game[Any]) -> bool:
    """Is it Spades?"""
    return isinstance(game, Spades)


def make(game: Game[Any]) -> Judge:
    """The judge of Spades; ValueError for another game."""
    if not isinstance(game, Spades):
        raise ValueError(f"this judge knows Spades, and {game.name} isn't it")
    return SpadesJudge(game)
