"""``network`` and ``search``: computers for climbing games whose judgement is a trained network.

``network`` takes the choice that its net values most. ``search`` begins with the same values, draws the hidden cards
many times as the view permits, and plays each good choice to the end in each of these worlds, everybody choosing as
nets do. What counts is the result by the game's own score.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from math import copysign
from random import Random
from typing import Any, Final

from dealt.game import Action, Game, Player, Seat, View
from dealt.games.climbing import Climbing, ClimbingState
from dealt.games.doudizhu import DouDizhu
from dealt.kernels.climbing_course import course_for
from dealt.kernels.climbing_pasts import drawn_worlds
from dealt.kernels.climbing_values import judge, look_ahead
from dealt.kernels.eligible import HIDDEN, plays
from dealt.kernels.machine import available
from dealt.players import computer, possible
from dealt.players.advice.climbing.planning import understands
from dealt.players.search.budget import Budget, best_of, plain_budget
from dealt.players.search.nets import UNIT, Weights, mind, shipped
from dealt.players.search.pasts import Worlds, piles_of
from dealt.shapes import Workspace

KERNELS: Final = (judge, look_ahead, drawn_worlds)

PASS: Final = -1
NAMES: Final = ("search", "network")
PLAIN: Final = ("dizhu", "shedder", "deuce")
"""The computers of one game first: ``deuce`` plays by any table of combinations."""
RAISED: Final = 0.25
"""What each further stake counts, where the first that is won or lost counts 1."""
STAKES: Final = 8.0
"""So many count at most, so that rare worlds do not decide."""


def net_of(game: Game[Any]) -> Weights | None:
    """The weights that come with the package and fit a game: its cards, their order, and the number of seats."""
    if not isinstance(game, Climbing) or not plays(Climbing, game, HIDDEN):
        return None
    fitting = (each for each in shipped() if each.fits(game))
    return next(fitting, None)


def knows(game: Game[Any]) -> bool:
    """Is it a climbing game with a trained net?"""
    return net_of(game) is not None


def make(game: Climbing, **budget: Any) -> Player:
    return Search(game, budget=Budget(**budget))


def gain(game: Climbing, scores: Sequence[float], seat: Seat) -> float:
    """What a deal is worth to a seat: its score or, where points are bad, what losers pay to the winner for theirs.

    Where places count it is how much better a seat did than the others on the average.
    """
    if game.places:
        better = scores[seat] - sum(game.places) / len(game.places)
        return -better if game.low else better
    if not game.low:
        return scores[seat]
    return sum(scores) if scores[seat] == min(scores) else -scores[seat]


def tempered(gained: float, stake: float) -> float:
    """A gain where a stake may be doubled, as the net counts, which knows only who wins: doublings count for less."""
    return copysign(1 + RAISED * (min(abs(gained) / stake, STAKES) - 1), gained)


def _first_by_row(rows: Sequence[int]) -> dict[int, int]:
    """The rows, each with its first place: several plays may be the same row."""
    found: dict[int, int] = {}
    for place, row in enumerate(rows):
        found.setdefault(row, place)
    return found


class Network:
    """The computer at one seat: it takes the choice that the net values most.

    ``weights`` are by default those of the package; ValueError if there are none for the game.
    """

    def __init__(self, game: Climbing, weights: Weights | None = None) -> None:
        found = weights or net_of(game)
        if found is None:
            raise ValueError(f"there is no trained net for {game.name}")
        self.game, self.weights = game, found

    @cached_property
    def plain(self) -> Player:
        """The computer that is asked where the net knows nothing."""
        some = [name for name in possible(self.game) if name not in NAMES]
        return computer(next((name for name in PLAIN if name in some), some[0]), self.game)

    def choose(self, view: View, rng: Random) -> Action:
        legal = view.legal
        if len(legal) > 1 and self.understands(legal):
            state = self.game.sample(view, rng)
            hand = state.hands[view.turn[0]]
            whole = next((each for each in legal if each.cards == hand), None)
            return whole or self.chosen(view, state, rng)
        return self.plain.choose(view, rng)

    def worths(self, view: View, rng: Random) -> dict[Action, float]:
        """What the net thinks that each action brings, in points. Empty where it knows nothing."""
        legal = view.legal
        if len(legal) < 2 or not self.understands(legal):
            return {}
        return dict(zip(legal, self.values(self.game.sample(view, rng), self.rows(legal)), strict=True))

    def chosen(self, view: View, state: ClimbingState, rng: Random) -> Action:
        """The choice among plays of the table. ``state`` fits the view."""
        worth = self.values(state, self.rows(view.legal))
        return view.legal[max(range(len(worth)), key=worth.__getitem__)]

    def understands(self, legal: Sequence[Action]) -> bool:
        """Are these plays of the table, with perhaps a pass?"""
        return understands(self.game.combinations, legal)

    def rows(self, legal: Sequence[Action]) -> list[int]:
        """The row of each play, -1 for a pass."""
        found = (self.game.combinations.row(each.cards) if each.cards else None for each in legal)
        return [PASS if row is None else row for row in found]

    def values(self, state: ClimbingState, rows: Sequence[int]) -> list[float]:
        """What each row is worth in points, as the net has it, to the seat in turn, which sees its own hand only."""
        course = course_for(self.game)
        own = course.room()
        thinking = mind(self.weights, len(own.listed))
        judge(course.rules, self.weights.net, course.numbers(state), list(rows), own, thinking)
        unit = self.weights.scale / UNIT
        return [thinking.worth[n] * unit for n in range(len(rows))]


class Search(Network):
    """The computer at one seat that tries its good choices in many worlds, likely ones by what the view's log tells."""

    remembers = True

    def __init__(self, game: Climbing, weights: Weights | None = None, budget: Budget | None = None) -> None:
        super().__init__(game, weights)
        self.budget = (budget or Budget()) if available() else plain_budget(budget or Budget(), 2)

    def chosen(self, view: View, state: ClimbingState, rng: Random) -> Action:
        first, seat = _first_by_row(self.rows(view.legal)), view.turn[0]
        rows, worth, seed = list(first), self.values(state, list(first)), rng.getrandbits(60)
        order = sorted(range(len(rows)), key=lambda n: -worth[n])[: self.budget.choices]
        worlds = Worlds(self.game, self.weights, view, rng, self.budget)

        def ahead(places: Sequence[int], number: int) -> list[list[float]]:
            drawn, rivals = worlds.drawn(number)
            return self._gains(state, drawn, [rows[order[n]] for n in places], seat, seed + number, rivals)

        return view.legal[first[rows[order[best_of([worth[n] for n in order], ahead, self.budget)]]]]

    def ahead(self, states: Sequence[ClimbingState], rows: Sequence[int], seat: Seat, seed: int) -> list[list[float]]:
        """The gain of each row in each of these worlds."""
        rivals = round(self.budget.rivals * len(states))
        return self._gains(states[0], [piles_of(each) for each in states], rows, seat, seed, rivals)

    def _gains(
        self, state: ClimbingState, worlds: Any, rows: Sequence[int], seat: Seat, seed: int, rivals: int
    ) -> list[list[float]]:
        game, unit, found = self.game, self.weights.scale / UNIT, list[list[float]]([] for _ in rows)
        stake = game.stake(state, seat) if isinstance(game, DouDizhu) else None
        for n, (scores, worth) in enumerate(self._ends(state, worlds, rows, seed, rivals)):
            gained = worth * unit if scores is None else gain(game, scores, seat)
            found[n % len(rows)].append(gained if scores is None or stake is None else tempered(gained, stake))
        return found

    def scores(self, states: Sequence[ClimbingState], rows: Sequence[int], seed: int) -> list[list[tuple[float, ...]]]:
        """The scores of all seats for each row in each of these worlds, which are played to the end."""
        found: list[list[tuple[float, ...]]] = [[] for _ in rows]
        worlds, rivals = [piles_of(each) for each in states], round(self.budget.rivals * len(states))
        for n, (scores, _) in enumerate(self._ends(states[0], worlds, rows, seed, rivals)):
            found[n % len(rows)].append(scores or (0.0,) * self.game.seats)
        return found

    def _ends(
        self, state: ClimbingState, worlds: Any, rows: Sequence[int], seed: int, rivals: int
    ) -> Iterator[tuple[tuple[float, ...] | None, float]]:
        """How each row ends in each world, all rows of a world first: the scores, or None and what the net expects.

        All worlds differ from ``state`` only by hidden cards. In the first ``rivals`` of them the others choose as the
        rival does that was met in training.
        """
        course, many, rival = course_for(self.game), len(worlds) * len(rows), self.weights.rival or self.weights
        own, over, worth = course.room(), [0] * many, [0] * many
        scores = [[0.0] * self.game.seats for _ in range(many)]
        look_ahead(
            course.rules, (self.weights.net, rival.net), course.numbers(state), worlds, list(rows),
            round(self.budget.chance * (1 << 20)), self.budget.turns, rivals, seed, (0, many), own,
            mind(self.weights, len(own.listed)), Workspace(course.width), over, scores, worth, [], [], [],
        )  # fmt: skip
        for ended, points, expected in zip(over, scores, worth, strict=True):
            yield tuple(points) if ended else None, float(expected)
