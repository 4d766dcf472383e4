"""The judge of Guandan: each action is tried in worlds that fit the view, in which all play on by habit."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from dealt.game import Action, Seat, View
from dealt.games.climbing import ClimbingState
from dealt.games.guandan import Guandan
from dealt.kernels.machine import available
from dealt.players.advice.guandan.rollout import NOTHING
from dealt.players.judging import Judge, Judgement
from dealt.players.search.wild import WildSearch, knows

__all__ = ["GuandanJudge", "knows"]

CHOICES: Final = 8
"""So many actions are tried beside the one taken, those that are worth most by habit."""
PLAIN_WORLDS: Final = 8
"""So many worlds are tried where nothing is compiled."""
TIMES: Final = 12
"""How often a deal is played on where all cards are open."""


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
        seat, seed = view.seat or 0, rng.getrandbits(60)
        worlds = worlds if available() else min(worlds, PLAIN_WORLDS)
        if view.fact(".phase") is not None:
            some = self.game.samples(view, rng, max(2, worlds // 3))
            return Judgement([[self.after(each, seat, action, seed)[seat] for each in some] for action in tried])
        return Judgement(self.rows(self.game.samples(view, rng, worlds), view, seat, tried, seed))

    def rows(
        self, states: Sequence[ClimbingState], view: View, seat: Seat, tried: Sequence[Action], seed: int
    ) -> list[list[float]]:
        """What each action brings a seat in each of some worlds."""
        codes = {action: code for action, code, _ in self.player.plain.weighed(view, states[0])}
        ends = self.player.ends(states[0], states, [codes[each] for each in tried], seed)
        return [[scores[seat] for scores in row] for row in ends]

    def open(self, state: Any, seat: Seat, tried: Sequence[Action], rng: Random, worlds: int) -> list[float] | None:
        seed = rng.getrandbits(60)
        if state.phase != "play":
            return [self.after(state, seat, each, seed)[seat] for each in tried]
        rows = self.rows([state] * TIMES, self.game.view(state, seat), seat, tried, seed)
        return [sum(row) / len(row) for row in rows]

    def after(self, state: ClimbingState, seat: Seat, action: Action, seed: int) -> tuple[float, ...]:
        """What each seat may expect after something that is done before the play."""
        return self.expected(self.game.apply(state, seat, action), Random(seed), TIMES)

    def expected(self, state: Any, rng: Random, worlds: int) -> tuple[float, ...]:
        game = self.game
        while state.phase != "play" and (turn := game.turn(state)):
            state = game.apply(state, turn[0], self.player.plain.choose(game.view(state, turn[0]), rng))
        if (scores := game.score(state)) is not None:
            return scores
        ends = self.player.ends(state, [state] * TIMES, [NOTHING], rng.getrandbits(60))[0]
        return tuple(sum(each) / TIMES for each in zip(*ends, strict=True))
