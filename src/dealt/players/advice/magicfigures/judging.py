"""The judge of magic figures: can what lies on the figure still be completed?"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from dealt.game import OPEN, Action, Say, Seat, View
from dealt.games.magicfigures import MagicFigures
from dealt.players.advice.magicfigures.exact import Exact
from dealt.players.judging import Judge, Judgement, exact_actions


class FiguresJudge(Judge):
    """1 while a solution holds all the numbers that lie, else 0. Nothing is hidden."""

    unit = "chance"
    worlds = 1
    scale = 1.0
    game: MagicFigures

    def candidates(self, view: View, taken: Action, rng: Random) -> list[Action]:
        return list(dict.fromkeys((Exact(self.game).choose(view, rng), taken, *exact_actions(view, self.game, 6))))

    def known(self, view: View, tried: Sequence[Action], rng: Random, worlds: int) -> Judgement:
        state, seat = self.game.sample(view, rng), view.seat or 0
        return Judgement([[self.solvable(self.game.apply(state, seat, each))] for each in tried], exact=True)

    def open(self, state: Any, seat: Seat, tried: Sequence[Action], rng: Random, worlds: int) -> list[float] | None:
        return None

    def expected(self, state: Any, rng: Random, worlds: int) -> tuple[float, ...]:
        return (self.solvable(state),)

    def solvable(self, state: Any) -> float:
        """1 if a solution has every number where it lies."""
        laid = self.game.laid(self.game.board(self.game.view(state, OPEN)))
        return float(self.game.closest(laid, laid) is not None)

    def why(self, view: View, best: Action, taken: Action, rows: tuple[Sequence[float], Sequence[float]]) -> Say | None:
        return Say("analysis.why.solvable")
