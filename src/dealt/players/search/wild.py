"""``search`` for games of two packs with wild cards: each play is tried in many worlds, in which all play on by habit.

A world is drawn as the view permits. The same habits tell what is worth trying, and what few worlds cannot tell.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from dealt.game import Action, Game, Player, Seat, View
from dealt.games.climbing import ClimbingState
from dealt.games.climbing.wild import halves
from dealt.games.guandan import Guandan
from dealt.kernels.eligible import HIDDEN, plays
from dealt.kernels.loops import NOTHING
from dealt.kernels.machine import available
from dealt.kernels.wild_course import course_for
from dealt.players.advice.guandan.climber import OUT, Climber, habitual, weighed
from dealt.players.judging import Judge, Judgement
from dealt.players.search.budget import Budget, best_of, plain_budget
from dealt.players.search.habits import ends_in

KERNELS: Final = (weighed, habitual)
USUAL: Final = Budget(worlds=192, round=48, choices=10, mixed=0.6, chance=0.02)
POINTS: Final = 0.003
"""What a hundredth of a play is worth in points."""
CHOICES: Final = 8
"""So many actions are judged beside the one taken, those that are worth most by habit."""
PLAIN_WORLDS: Final = 8
"""So many worlds are tried where nothing is compiled."""
TIMES: Final = 12
"""How often a deal is played on where all cards are open."""


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
        hands = [[half for hand in each.hands for half in halves(hand)] for each in worlds]
        return ends_in(course_for(self.game), habitual, 0, state, hands, codes, seed, self.budget.chance)


class GuandanJudge(Judge):
    """Results are the levels that a seat's side goes up."""

    worlds = 96
    game: Guandan

    def __init__(self, game: Guandan) -> None:
        super().__init__(game)
        self.player = WildSearch(game)

    def candidates(self, view: View, taken: Action, rng: Random) -> list[Action]:
        worths = self.player.plain.worths(view, rng)
        return list(dict.fromkeys((taken, *sorted(worths, key=lambda each: -worths[each])[:CHOICES])))

    def known(self, view: View, tried: Sequence[Action], rng: Random, worlds: int) -> Judgement:
        seed, worlds = rng.getrandbits(60), worlds if available() else min(worlds, PLAIN_WORLDS)
        many = worlds if view.fact(".phase") is None else max(2, worlds // 3)
        return Judgement(self.rows(self.game.samples(view, rng, many), view, tried, seed))

    def open(self, state: Any, seat: Seat, tried: Sequence[Action], rng: Random, worlds: int) -> list[float] | None:
        times = TIMES if state.phase == "play" else 1
        rows = self.rows([state] * times, self.game.view(state, seat), tried, rng.getrandbits(60))
        return [sum(row) / len(row) for row in rows]

    def rows(
        self, states: Sequence[ClimbingState], view: View, tried: Sequence[Action], seed: int
    ) -> list[list[float]]:
        """What each action brings the viewer in each of some worlds; before the play, what may be expected after it."""
        seat = view.seat or 0
        if view.fact(".phase") is not None:
            after = [[self.game.apply(each, seat, action) for each in states] for action in tried]
            return [[self.expected(each, Random(seed), TIMES)[seat] for each in row] for row in after]
        codes = {action: code for action, code, _ in self.player.plain.weighed(view, states[0])}
        ends = self.player.ends(states[0], states, [codes[each] for each in tried], seed)
        return [[scores[seat] for scores in row] for row in ends]

    def expected(self, state: Any, rng: Random, worlds: int) -> tuple[float, ...]:
        game = self.game
        while state.phase != "play" and (turn := game.turn(state)):
            state = game.apply(state, turn[0], self.player.plain.choose(game.view(state, turn[0]), rng))
        if (scores := game.score(state)) is not None:
            return scores
        ends = self.player.ends(state, [state] * TIMES, [NOTHING], rng.getrandbits(60))[0]
        return tuple(sum(each) / TIMES for each in zip(*ends, strict=True))


def make(game: Guandan, **budget: Any) -> Player:
    return WildSearch(game, USUAL._replace(**budget))


def knows(game: Game[Any]) -> bool:
    """Is it a game of two packs with wild cards, by the rules that the kernel has?"""
    return plays(Guandan, game, HIDDEN)
