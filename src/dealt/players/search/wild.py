"""``search`` for games of two packs with wild cards: each play is tried in many worlds, in which all play on by habit.

A world is drawn as the view permits. The same habits tell what is worth trying, and what few worlds cannot tell.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from dealt.game import Action, Game, Player, View
from dealt.games.climbing import ClimbingState
from dealt.games.climbing.wild import halves
from dealt.games.guandan import Guandan
from dealt.kernels.eligible import HIDDEN, plays
from dealt.kernels.machine import available
from dealt.kernels.wild import SEATS
from dealt.kernels.wild_course import course_for
from dealt.players.advice.guandan.climber import Climber
from dealt.players.advice.guandan.rollout import FINE, OUT, habitual, weighed
from dealt.players.search.budget import Budget, best_of, plain_budget
from dealt.shapes import Workspace

KERNELS: Final = (weighed, habitual)
USUAL: Final = Budget(worlds=192, round=48, choices=10, mixed=0.6, chance=0.02)
POINTS: Final = 0.003
"""What a hundredth of a play is worth in points."""


class WildSearch:
    def __init__(self, game: Guandan, budget: Budget = USUAL) -> None:
        self.game, self.plain = game, Climber(game)
        self.budget = budget if available() else plain_budget(budget, 2)

    def choose(self, view: View, rng: Random) -> Action:
        if len(view.legal) == 1 or view.fact(".phase") is not None:
            return self.plain.choose(view, rng)
        state, seed = self.game.sample(view, rng), rng.getrandbits(60)
        tried = sorted(self.plain.weighed(view, state), key=lambda each: -each[2])[: self.budget.choices]
        if tried[0][2] >= OUT:
            return tried[0][0]

        def ahead(places: Sequence[int], number: int) -> list[list[float]]:
            worlds = self.game.samples(view, rng, self.budget.round)
            ends = self.ends(state, worlds, [tried[n][1] for n in places], seed + number)
            return [[each[view.turn[0]] for each in row] for row in ends]

        return tried[best_of([worth * POINTS for _, _, worth in tried], ahead, self.budget)][0]

    def ends(
        self, state: ClimbingState, worlds: Sequence[ClimbingState], codes: Sequence[int], seed: int
    ) -> list[list[tuple[float, ...]]]:
        """The scores of all seats for each code, in each world, which differ from ``state`` by hidden cards alone."""
        course, many = course_for(self.game), len(worlds) * len(codes)
        scores, own = [[0.0] * SEATS for _ in range(many)], course.room()
        habitual(
            course.rules, self.plain.style, course.numbers(state),
            [[half for hand in each.hands for half in halves(hand)] for each in worlds], list(codes),
            round(self.budget.chance * FINE), seed, (0, many), own, Workspace(len(own.rows) + 1),
            Workspace(course.width), scores,
        )  # fmt: skip
        return [[tuple(each) for each in scores[n :: len(codes)]] for n in range(len(codes))]


def make(game: Guandan, **budget: Any) -> Player:
    return WildSearch(game, USUAL._replace(**budget))


def knows(game: Game[Any]) -> bool:
    """Is it a game of two packs with wild cards, by the rules that the kernel has?"""
    return plays(Guandan, game, HIDDEN)
