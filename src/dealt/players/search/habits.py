"""``search`` for climbing games without a trained net, where everybody plays for a place.

It draws the hidden cards as the view permits and tries each choice in all of these worlds: everybody plays on by habit,
which is to lead the most cards and to follow with the weakest, and now and then at random.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from random import Random
from typing import Any, Final

from dealt.game import Action, Game, Player, View
from dealt.games.climbing import SHOW, Climbing, ClimbingState
from dealt.kernels.climbing_course import course_for
from dealt.kernels.climbing_habits import habitual
from dealt.kernels.climbing_table import SEATS, SHOWN_ROW
from dealt.kernels.climbing_values import code_of
from dealt.kernels.course import Course
from dealt.kernels.eligible import HIDDEN, plays
from dealt.kernels.loops import FINE
from dealt.kernels.machine import Kernel, available
from dealt.players import computer, possible
from dealt.players.search.budget import Budget
from dealt.players.search.climbing import NAMES, PASS, gain, net_of
from dealt.players.search.pasts import piles_of
from dealt.shapes import Workspace

KERNELS: Final = (habitual,)
PLAIN_WORLDS: Final = 6
"""So many worlds are tried where nothing is compiled."""


def knows(game: Game[Any]) -> bool:
    """Is it a climbing game for places that has no trained net?"""
    fine = isinstance(game, Climbing) and game.places and game.seats <= SEATS and plays(Climbing, game, HIDDEN)
    return bool(fine) and net_of(game) is None


def make(game: Climbing, **budget: Any) -> Player:
    return HabitSearch(game, Budget(**budget))


def row_of(game: Climbing, action: Action) -> int:
    """The row of a play, -1 for anything else, but for a hand that is shown."""
    if action == SHOW:
        return SHOWN_ROW
    found = game.combinations.row(action.cards) if action.cards else None
    return PASS if found is None else found


def ends_by_habit(
    game: Climbing, states: Sequence[ClimbingState], rows: Sequence[int], seed: int, chance: float
) -> list[list[tuple[float, ...]]]:
    """The scores of all seats for each row in each world, where all play on by habit."""
    worlds = [piles_of(each) for each in states]
    return ends_in(course_for(game), habitual, 0, states[0], worlds, list(map(code_of, rows)), seed, chance)


def ends_in(
    course: Course[Any, Any], kernel: Kernel[..., None], style: Any, state: ClimbingState,
    worlds: Sequence[Sequence[int]], codes: Sequence[int], seed: int, chance: float,
) -> list[list[tuple[float, ...]]]:  # fmt: skip
    """The scores of all seats for each code in each world, of which the kernel is given the cards."""
    many = len(worlds) * len(codes)
    scores = [[0.0] * course.game.seats for _ in range(many)]
    kernel(
        course.rules, style, course.numbers(state), worlds, list(codes), round(chance * FINE), seed, (0, many),
        course.room(), Workspace(course.width), scores,
    )  # fmt: skip
    return [[tuple(each) for each in scores[n :: len(codes)]] for n in range(len(codes))]


class HabitSearch:
    def __init__(self, game: Climbing, budget: Budget | None = None) -> None:
        self.game, self.budget = game, budget or Budget()
        self.worlds = self.budget.worlds if available() else min(PLAIN_WORLDS, self.budget.worlds)

    @cached_property
    def plain(self) -> Player:
        """The computer that does what comes before the play."""
        return computer(next(each for each in possible(self.game) if each not in NAMES), self.game)

    def choose(self, view: View, rng: Random) -> Action:
        worth = self.worths(view, rng)
        return max(worth, key=worth.__getitem__) if worth else self.plain.choose(view, rng)

    def worths(self, view: View, rng: Random) -> dict[Action, float]:
        """What each action brings on the average, in points. Empty where there is no choice of plays."""
        if len(view.legal) < 2 or view.fact(".phase") is not None:
            return {}
        states, seat, seed = self.game.samples(view, rng, self.worlds), view.turn[0], rng.getrandbits(60)
        rows = [row_of(self.game, each) for each in view.legal]
        ends = ends_by_habit(self.game, states, rows, seed, self.budget.chance)
        return {
            action: sum(gain(self.game, each, seat) for each in some) / len(some)
            for action, some in zip(view.legal, ends, strict=True)
        }
