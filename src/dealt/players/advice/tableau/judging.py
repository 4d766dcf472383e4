"""The judge of solitaires of columns: can the deal still be won after an action?"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from dealt.game import Action, Seat, View
from dealt.games.tableau import Tableau
from dealt.games.tableau.play import EFFORT, PER_WORLD
from dealt.players.judging import Judge, Judgement


class TableauJudge(Judge):
    """1 where the solver finds a win, with all cards known to it, else 0: what it does not decide counts as none."""

    unit = "chance"
    worlds = 12
    scale = 1.0
    game: Tableau

    def known(self, view: View, tried: Sequence[Action], rng: Random, worlds: int) -> Judgement:
        hidden = any(None in pile.cards for pile in view.piles)
        states = [self.game.sample(view, rng) for _ in range(worlds if hidden else 1)]
        effort = PER_WORLD if hidden else EFFORT
        return Judgement([[self.worth(each, action, effort) for each in states] for action in tried], exact=not hidden)

    def open(self, state: Any, seat: Seat, tried: Sequence[Action], rng: Random, worlds: int) -> list[float] | None:
        return [self.worth(state, each, EFFORT) for each in tried]

    def expected(self, state: Any, rng: Random, worlds: int) -> tuple[float, ...]:
        return (float(self.game.winnable(state) is True),)

    def worth(self, state: Any, action: Action, effort: int) -> float:
        """1 if the deal is won after an action."""
        return float(self.game.winnable(self.game.apply(state, 0, action), effort) is True)
