"""The judge of matching solitaires: the exact chance to win, counted over the orders of the stock."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from dealt.game import OPEN, Action, Seat, View
from dealt.games.matching import Matching
from dealt.players.judging import Judge, Judgement


class MatchingJudge(Judge):
    """Which cards are removed first changes no chance, so no removal is a mistake; what changes it is the stock."""

    unit = "chance"
    worlds = 1
    scale = 1.0
    game: Matching

    def known(self, view: View, tried: Sequence[Action], rng: Random, worlds: int) -> Judgement:
        return Judgement([[self.chance(view)] for _ in tried], exact=True)

    def open(self, state: Any, seat: Seat, tried: Sequence[Action], rng: Random, worlds: int) -> list[float] | None:
        return [self.played(self.game.apply(state, seat, each)) for each in tried]

    def expected(self, state: Any, rng: Random, worlds: int) -> tuple[float, ...]:
        """The chance while the order of the stock counts as unknown: with it known there would be nothing to hope."""
        if not self.game.turn(state):
            return (float(self.game.won(state)),)
        return (self.chance(self.game.view(state, OPEN)),)

    def chance(self, view: View) -> float:
        """The chance that the deal can be won."""
        return float(self.game.odds(view)[0].value)

    def played(self, state: Any) -> float:
        """1 if the deal is won with the stock as it lies, else 0."""
        while turn := self.game.turn(state):
            state = self.game.apply(state, turn[0], self.game.legal(state, turn[0])[0])
        return float(self.game.won(state))
