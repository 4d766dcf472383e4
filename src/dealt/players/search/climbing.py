"""``network`` and ``search``: computers for climbing games whose judgement is a trained network.

``network`` takes the choice that its net values most. ``search`` begins with the same values, draws the hidden cards many
times as the view permits, and plays each good choice to the end in each of these worlds, everybody choosing as the net
does. A choice that is clearly behind in the same worlds is dropped. What counts is the result by the game's own score.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from random import Random
from typing import Any, Final, NamedTuple

from dealt.cards import Cards
from dealt.game import Action, Game, Player, Seat, View
from dealt.games.climbing import Climbing, ClimbingState
from dealt.games.climbing.core import NONE, held
from dealt.games.doudizhu import Contract
from dealt.kernels.arrays import numbers
from dealt.kernels.climbing_values import WORDS, Mind, Net, judge, look_ahead
from dealt.kernels.compiled import available, compiled
from dealt.kernels.shedding import moment, room, score_of, table_of
from dealt.kernels.threads import in_threads
from dealt.players.search.nets import FINE, Weights, shipped
from dealt.players.simple import take_face_down

__all__ = ["Budget", "Network", "Search", "gain", "knows", "make_network", "make_search", "net_of"]

PASS: Final = -1


class Budget(NamedTuple):
    """How far ``search`` looks: the same budget, seed and view lead to the same choice."""

    worlds: int = 96
    """The number of times that hidden cards are drawn, at most."""
    round: int = 16
    """The worlds after which choices that are behind are dropped."""
    choices: int = 8
    """The number of choices, by the net's value, that are tried."""
    chance: float = 0.03
    """The probability with which a seat plays any card in a world instead of the one that the net prefers."""
    turns: int = 99
    """After so many further choices of its own the net's value stands for the rest of the deal."""
    behind: float = 2.5
    """The number of standard errors by which a dropped choice is behind."""


def net_of(game: Game[Any]) -> Weights | None:
    """The weights for a game that come with the package."""
    return shipped("".join(game.name.lower().split())) if isinstance(game, Climbing) else None


def knows(game: Game[Any]) -> bool:
    """Is it a climbing game with a trained net?"""
    return isinstance(game, Climbing) and net_of(game) is not None


def make_network(game: Game[Any]) -> Player:
    """``network`` for a seat at the game."""
    return Network(*_known(game))


def make_search(game: Game[Any], budget: Budget | None = None) -> Player:
    """``search`` for a seat at the game."""
    return Search(*_known(game), budget or Budget())


def _known(game: Game[Any]) -> tuple[Climbing, Weights]:
    weights = net_of(game)
    if not isinstance(game, Climbing) or weights is None:
        raise ValueError(f"there is no trained net for {game.name}")
    return game, weights


def gain(game: Climbing, scores: Sequence[float], seat: Seat) -> float:
    """What a deal is worth to a seat: its score or, where points are bad, what losers pay to the winner for theirs."""
    if not game.low:
        return scores[seat]
    return sum(scores) if scores[seat] == min(scores) else -scores[seat]


class Network:
    """The computer at one seat: it takes the choice that the net values most."""

    def __init__(self, game: Climbing, weights: Weights) -> None:
        self.game = game
        self.weights = weights
        self._fast = available()
        self._net = _as_arrays(weights) if self._fast else weights.net
        self._room = room(game, fast=self._fast)
        self._mind = mind(weights.net, len(self._room.legal), fast=self._fast)

    def choose(self, view: View, rng: Random) -> Action:
        legal = view.legal
        if card := take_face_down(view):
            return card
        if len(legal) == 1 or not self.understands(legal):
            return legal[0] if legal[0].exact else legal[0].drawn(rng)
        state = self.game.sample(view, rng)
        rows = self.rows(legal)
        hand = state.hands[view.turn[0]]
        for each in legal:
            if each.cards == hand:
                return each
        worth = self.values(state, rows)
        return legal[max(range(len(rows)), key=worth.__getitem__)]

    def understands(self, legal: Sequence[Action]) -> bool:
        """Are these plays of the table, with perhaps a pass?"""
        plays = [each for each in legal if each.cards]
        return bool(plays) and all(self.game.combinations.row(each.cards) is not None for each in plays)

    def rows(self, legal: Sequence[Action]) -> list[int]:
        """The row of each play, -1 for a pass."""
        found = (self.game.combinations.row(each.cards) if each.cards else None for each in legal)
        return [PASS if row is None else row for row in found]

    def values(self, state: ClimbingState, rows: Sequence[int]) -> list[float]:
        """What each row is worth in points, as the net has it, to the seat in turn, which sees its own hand only."""
        game, fast = self.game, self._fast
        kernel = compiled(judge) if fast else judge
        kernel(
            game.numbers, table_of(game, fast=fast), self._net, numbers(moment(game, state), fast=fast),
            unplayed(game, state), alone(state), numbers(rows, fast=fast), self._room, self._mind,
        )  # fmt: skip
        unit = self.weights.scale / FINE**3
        return [float(self._mind.worth[n]) * unit for n in range(len(rows))]


class Search(Network):
    """The computer at one seat that tries its good choices in many worlds."""

    def __init__(self, game: Climbing, weights: Weights, budget: Budget = Budget(), threads: int = 1) -> None:  # noqa: B008
        super().__init__(game, weights)
        self.budget = budget
        self.threads = threads

    def choose(self, view: View, rng: Random) -> Action:
        legal = view.legal
        if card := take_face_down(view):
            return card
        if len(legal) == 1 or not self.understands(legal):
            return legal[0] if legal[0].exact else legal[0].drawn(rng)
        state = self.game.sample(view, rng)
        seat = view.turn[0]
        for each in legal:
            if each.cards == state.hands[seat]:
                return each
        rows = self.rows(legal)
        worth = self.values(state, rows)
        order = sorted(range(len(rows)), key=lambda n: -worth[n])[: self.budget.choices]
        found = self.tried([rows[n] for n in order], [worth[n] for n in order], seat, view, rng)
        return legal[order[found]]

    def tried(self, rows: list[int], worth: list[float], seat: Seat, view: View, rng: Random) -> int:
        """The place of the row that ends best."""
        alive = list(range(len(rows)))
        results: list[list[float]] = [[] for _ in rows]
        seed = rng.getrandbits(60)
        for number in range(0, self.budget.worlds, self.budget.round):
            states = [self.game.sample(view, rng) for _ in range(self.budget.round)]
            found = self.ahead(states, [rows[n] for n in alive], seat, seed + number)
            for place, n in enumerate(alive):
                results[n] += found[place]
            alive = self._kept(alive, results)
            if len(alive) == 1:
                break
        return max(alive, key=lambda n: (sum(results[n]), worth[n]))

    def _kept(self, alive: list[int], results: list[list[float]]) -> list[int]:
        """The rows that are not clearly behind the best one in the same worlds."""
        leader = max(alive, key=lambda n: sum(results[n]))
        kept = []
        for n in alive:
            apart = [a - b for a, b in zip(results[leader], results[n], strict=True)]
            mean = sum(apart) / len(apart)
            spread = sqrt(sum((each - mean) ** 2 for each in apart) / (len(apart) - 1) / len(apart))
            if n == leader or mean <= self.budget.behind * spread:
                kept.append(n)
        return kept

    def ahead(self, states: Sequence[ClimbingState], rows: Sequence[int], seat: Seat, seed: int) -> list[list[float]]:
        """The gain of each row in each of these worlds."""
        game, fast, many = self.game, self._fast, len(states) * len(rows)
        moments = numbers([moment(game, state) for state in states], fast=fast)
        table, order = table_of(game, fast=fast), numbers(game.low_to_high, fast=fast)
        left, plays = (numbers([[0] * game.seats for _ in range(many)], fast=fast) for _ in range(2))
        bombs, worth = (numbers([0] * many, fast=fast) for _ in range(2))
        tried, turns = numbers(rows, fast=fast), self.budget.turns
        blank = numbers([[0] * WORDS], fast=fast)[:0], numbers([0], fast=fast)[:0]
        kernel = compiled(look_ahead) if fast else look_ahead
        out, lone, chance = unplayed(game, states[0]), alone(states[0]), round(self.budget.chance * (1 << 20))

        def part(span: tuple[int, int]) -> None:
            own = room(game, fast=fast), mind(self.weights.net, len(self._room.legal), fast=fast)
            kernel(
                game.numbers, table, order, self._net, moments, out, lone, tried, chance, turns, seed, span, *own, left,
                plays, bombs, worth, *blank,
            )  # fmt: skip

        in_threads(part, many, self.threads)
        some = (left.tolist(), plays.tolist(), bombs.tolist()) if fast else (left, plays, bombs)
        known: dict[tuple[object, ...], float] = {}
        unit = self.weights.scale / FINE**3
        found: list[list[float]] = [[] for _ in rows]
        for n, (cards, made, over) in enumerate(zip(*some, strict=True)):
            key = (*cards, *made, over)
            if key not in known and not all(cards):
                known[key] = gain(game, score_of(game, states[n // len(rows)], cards, made, over), seat)
            if all(cards):
                found[n % len(rows)].append(float(worth[n]) * unit)
            else:
                found[n % len(rows)].append(known[key])
        return found


def unplayed(game: Climbing, state: ClimbingState) -> Cards:
    """The cards that nobody has played, as rows are compared with them."""
    found = 0
    for some in (*state.hands, *state.stock):
        found |= some
    return held(game.numbers.suits, found)


def alone(state: ClimbingState) -> Seat:
    """The seat that plays against all others; -1 if each plays for itself."""
    return state.own.alone if isinstance(state.own, Contract) else NONE


def mind(net: Net, rows: int, *, fast: bool, real: bool = False) -> Mind:
    """Room for one thread to think in; ``real`` for weights that are floats."""
    wide, narrow = len(net.first_bias), len(net.second_bias)
    if not fast:
        return Mind([0] * WORDS, [0] * wide, [0] * wide, [0] * narrow, [0] * rows)
    import numpy

    kind: Any = numpy.float32 if real else numpy.int32
    last: Any = numpy.float32 if real else numpy.int64
    return Mind(
        numpy.zeros(WORDS, numpy.int64), numpy.zeros(wide, kind), numpy.zeros(wide, kind), numpy.zeros(narrow, kind),
        numpy.zeros(rows, last),
    )  # fmt: skip


_arrays: dict[int, Net] = {}


def _as_arrays(weights: Weights) -> Net:
    """The weights as arrays, made once."""
    import numpy

    if id(weights) not in _arrays:
        *most, last, bias = weights.net
        _arrays[id(weights)] = Net(
            *(numpy.array(each, numpy.int32) for each in most),
            numpy.array(last, numpy.int64),
            numpy.array(bias, numpy.int64),
        )
    return _arrays[id(weights)]
