"""The judge of climbing games: each choice is played to the end in many worlds, by the trained net or by habit."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from random import Random
from typing import Any, Final

from dealt.game import Action, Game, Player, Say, Seat, View
from dealt.games.climbing import Climbing, ClimbingState
from dealt.kernels.climbing_table import SEATS
from dealt.kernels.eligible import plays
from dealt.players import computer, possible
from dealt.players.advice.climbing.planning import Planner, gifts
from dealt.players.judging import Judge, Judgement, exact_actions
from dealt.players.search.budget import Budget
from dealt.players.search.climbing import NAMES, Search, gain, net_of
from dealt.players.search.habits import ends_by_habit, row_of
from dealt.players.simple import take_face_down

CHOICES: Final = 7
"""The number of choices, by the net's value, that are tried beside the one taken."""
MOST: Final = 20
"""The number that are tried where there is no net."""
WORLDS: Final = 256
"""The number of worlds of a search for a choice, more than a computer at a table takes time for."""
CHANCE: Final = 0.03
"""The probability with which a seat plays any card instead of the one that it prefers."""
TIMES: Final = 12
"""How often a deal is played on where all cards are open."""


class ClimbingJudge(Judge):
    """What a choice leads to: the points of the deal, those of the losers for who goes out first."""

    worlds = 96
    game: Climbing

    def __init__(self, game: Climbing) -> None:
        super().__init__(game)
        weights = net_of(game)
        self.search = (
            None if weights is None else Search(game, weights, Budget(worlds=WORLDS, chance=CHANCE, rivals=0.0))
        )

    @cached_property
    def plain(self) -> Player:
        """Who bids and takes packets before the play."""
        return computer(next(name for name in possible(self.game) if name not in NAMES), self.game)

    def candidates(self, view: View, taken: Action, rng: Random) -> list[Action]:
        if take_face_down(view) is not None:  # whatever is taken face down is worth the same
            return [taken]
        if view.legal[0].pick:
            return list(dict.fromkeys((taken, *gifts(Planner(self.game.combinations), view.legal[0])[:CHOICES])))
        legal, row = list({self.row(each): each for each in reversed(view.legal)}.values())[::-1], self.row(taken)
        if not any(each.cards for each in legal):
            return list(dict.fromkeys((*exact_actions(view, self.game), taken)))
        others = [each for each in legal if self.row(each) != row]
        if self.search is not None:
            worth = self.search.values(self.game.sample(view, rng), [self.row(each) for each in others])
            best = sorted(range(len(others)), key=lambda n: -worth[n])[:CHOICES]
            return [taken, *(others[n] for n in best)]
        step = max(1.0, len(others) / MOST)
        places = dict.fromkeys([*(int(n * step) for n in range(int(len(others) / step))), len(others) - 1])
        return [taken, *(others[n] for n in places if n >= 0)]

    def row(self, action: Action) -> int:
        """The row of a play, -1 for anything else, but for a hand that is shown."""
        return row_of(self.game, action)

    def known(self, view: View, tried: Sequence[Action], rng: Random, worlds: int) -> Judgement:
        seat, seed = view.seat or 0, rng.getrandbits(60)
        if view.fact(".phase") is not None:
            some = [self.game.sample(view, rng) for _ in range(max(2, worlds // 3))]
            return Judgement([self.first(some, each, seat, seed) for each in tried])
        states = self.game.samples(view, rng, worlds)
        ends = self.ends(states, [self.row(each) for each in tried], seed)
        return Judgement([[gains[seat] for gains in row] for row in ends])

    def first(self, states: Sequence[ClimbingState], action: Action, seat: Seat, seed: int) -> list[float]:
        """The gain of something done before the play, in each of these worlds."""
        after = [self.game.apply(each, seat, action) for each in states]
        return [self.on(each, Random(seed + n), 1)[seat] for n, each in enumerate(after)]

    def open(self, state: Any, seat: Seat, tried: Sequence[Action], rng: Random, worlds: int) -> list[float] | None:
        if state.phase != "play":
            return [sum(self.first([state] * 3, each, seat, rng.getrandbits(60))) / 3 for each in tried]
        ends = self.ends([state] * TIMES, [self.row(each) for each in tried], rng.getrandbits(60))
        return [sum(gains[seat] for gains in row) / len(row) for row in ends]

    def expected(self, state: Any, rng: Random, worlds: int) -> tuple[float, ...]:
        return self.on(state, rng, TIMES)

    def on(self, state: ClimbingState, rng: Random, times: int) -> tuple[float, ...]:
        """What each seat gains on the average if all play on from a state."""
        game = self.game
        while state.phase != "play" and (turn := game.turn(state)):
            state = game.apply(state, turn[0], self.plain.choose(game.view(state, turn[0]), rng))
        if not game.turn(state):
            return self.gains(game.score(state) or (0.0,) * game.seats)
        rows = [self.row(each) for each in game.legal(state, state.turn or 0)]
        if self.search is None:
            largest = max(rows, key=lambda row: 0 if row < 0 else game.combinations.size[row])
            chosen = largest if state.owner is None else rows[0]
        else:
            worth = self.search.values(state, rows)
            chosen = rows[max(range(len(rows)), key=worth.__getitem__)]
        found = self.ends([state] * times, [chosen], rng.getrandbits(60))[0]
        return tuple(sum(each) / times for each in zip(*found, strict=True))

    def gains(self, scores: Sequence[float]) -> tuple[float, ...]:
        """What the scores of a deal are worth to each seat."""
        return tuple(float(gain(self.game, scores, seat)) for seat in range(self.game.seats))

    def ends(self, states: Sequence[ClimbingState], rows: Sequence[int], seed: int) -> list[list[tuple[float, ...]]]:
        """The gains of all seats for each row in each world."""
        scores = (
            ends_by_habit(self.game, states, rows, seed, CHANCE)
            if self.search is None
            else self.search.scores(states, rows, seed)
        )
        return [[self.gains(each) for each in row] for row in scores]

    def why(self, view: View, best: Action, taken: Action, rows: tuple[Sequence[float], Sequence[float]]) -> Say | None:
        won, other = (sum(each > 0 for each in row) / len(row) for row in rows)
        if won - other < 0.02:
            return None
        return Say("analysis.why.out", {"best": f"{won:.0%}", "taken": f"{other:.0%}"})


def knows(game: Game[Any]) -> bool:
    """Is it a climbing game whose play the kernels know?"""
    return isinstance(game, Climbing) and plays(Climbing, game) and game.seats <= SEATS
