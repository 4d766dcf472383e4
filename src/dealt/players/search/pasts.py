"""What the others have done, and worlds that fit it: those in which they would have done so are more likely."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from math import exp, inf
from random import Random
from typing import Any, Final, NamedTuple, cast

from dealt.cards import Cards, mask
from dealt.game import Seat, View
from dealt.games.climbing import Climbing, ClimbingState
from dealt.kernels.climbing_course import course_for
from dealt.kernels.climbing_pasts import Belief, Hidden, drawn_worlds
from dealt.kernels.climbing_table import ALONE
from dealt.players.search.budget import Budget
from dealt.players.search.nets import UNIT, Weights, mind
from dealt.shapes import Workspace

PASS: Final = -1
BASES: Final = 8
"""The deals from which worlds come by exchanging cards."""
PARTS: Final = 16
"""Some of so many worlds one after another have others that choose as the net does."""
HEAT: Final = 5.0
"""A choice that the net values more by one unit of its scale is more likely by this power of e."""
ASTRAY: Final = 0.1
"""How often the others are thought to choose by chance."""


class Past(NamedTuple):
    """The plays and passes of a deal, from the first lead on."""

    moves: tuple[tuple[Seat, int], ...]
    """Who, and which row; -1 for a pass."""
    gone: tuple[Cards, ...]
    """What each seat has played."""


def past_of(game: Climbing, view: View) -> Past:
    """What a view's log tells of the play; nothing where it does not tell all of it."""
    none = Past((), (0,) * game.seats)
    moves: list[tuple[Seat, int]] = []
    gone = [0] * game.seats
    for seat, action, hidden, _ in view.log:
        row = game.combinations.row(action.cards) if action.verb == "play" else None
        if action.verb == "play" and (row is None or hidden):
            return none
        if row is not None:
            moves.append((seat, row))
            gone[seat] |= action.cards
        elif action.verb == "pass" and moves:
            moves.append((seat, PASS))
    left = sum(len(pile.cards) for pile in view.piles if pile.name == "hand" or pile.name.startswith("stock"))
    return Past(tuple(moves), tuple(gone)) if left + sum(gone).bit_count() == len(game.deck) else none


def hidden_from(game: Climbing, view: View, states: Sequence[ClimbingState]) -> Hidden:
    """What the view hides, with some deals that fit it."""
    loose, allowed = mask(game.deck) & ~view.face_up, game.constraint(view)
    piles = [pile for pile in view.piles if pile.name == "hand" or pile.name.startswith("stock")]
    fixed = [mask(one for one in pile.cards if one is not None) for pile in piles]
    may = [
        loose if allowed is None else mask(one for one in game.deck if loose >> one & 1 and allowed(one, pile))
        for pile in piles
    ]
    return Hidden([piles_of(state) for state in states], may, fixed)


def piles_of(state: ClimbingState) -> list[Cards]:
    """The cards of a world: those of each hand, and of each packet that is not dealt."""
    return [*state.hands, *state.stock]


def resampled(logs: Sequence[float], many: int, rng: Random) -> list[int]:
    """The places of so many worlds, each as often as its chance demands, whose logarithm is given; in order."""
    most = max(logs)
    chances = [exp(each - most) for each in logs]
    step, at = sum(chances) / many, rng.random()
    found: list[int] = []
    whole = 0.0
    for place, chance in enumerate(chances):
        whole += chance
        while len(found) < many and (len(found) + at) * step < whole:
            found.append(place)
    return found + [logs.index(most)] * (many - len(found))  # sums of floats may fall short by one


class Worlds:
    """Worlds for the seat in turn: drawn evenly, and of so many of them one is taken, by how well it fits the past.

    A world is the others' cards, and whether they choose as the rival does that the net met, or as the net itself.
    """

    def __init__(self, game: Climbing, weights: Weights, view: View, rng: Random, budget: Budget) -> None:
        self.game, self.weights, self.budget = game, weights, budget
        self.states = game.samples(view, rng, BASES)
        self.view, self.past = view, past_of(game, view)
        self.pool = max(1, budget.pool) if self.past.moves else 1
        self.seed = rng.getrandbits(60)
        self.pace = [-inf] * len(self.past.moves)
        self.known: list[tuple[float, bool, list[int]]] = []
        """Worlds to choose from: the logarithm of the chance, whether others choose as the rival, and the cards."""

    @cached_property
    def strangers(self) -> int:
        """In so many of 16 worlds that are drawn the others choose as the net does."""
        return PARTS if self.weights.rival is None else round(PARTS * (1 - self.budget.rivals))

    def drawn(self, number: int) -> tuple[list[list[int]], int]:
        """The worlds of the round of that number, those with the rival first, and how many of these.

        Where all of them are hopeless, those of an earlier round are taken once more.
        """
        many = self.budget.round * self.pool
        worlds, chances = [[0] * len(piles_of(self.states[0])) for _ in range(many)], [0.0] * many
        own, thinking, t = self.thinking()
        kernel = cast("Any", drawn_worlds)
        kernel(*self.about, self.seed + number, own, thinking, t, self.pace, [0.0] * len(self.pace), worlds, chances)
        self.known = [
            (chance, n % PARTS >= self.strangers, world)
            for n, (world, chance) in enumerate(zip(worlds, chances, strict=True))
            if chance > -inf
        ] or self.known
        places = resampled([chance for chance, _, _ in self.known], self.budget.round, Random(self.seed + number))
        chosen = sorted((self.known[place] for place in places), key=lambda each: not each[1])
        return [world for _, _, world in chosen], sum(rival for _, rival, _ in chosen)

    def thinking(self) -> tuple[Any, ...]:
        """Room for one kernel."""
        course = course_for(self.game)
        own = course.room()
        return own, mind(self.weights, len(own.listed)), Workspace(course.width)

    @cached_property
    def about(self) -> Any:
        """What the kernel takes but for the number of the round, the part of the work, and where it writes."""
        course, state, past = course_for(self.game), self.states[0], self.past
        rival = self.weights.rival or self.weights
        lead = course.numbers(replace(state, owner=None, trick=(0,) * self.game.seats, must=0))
        return (
            course.rules, (rival.net, self.weights.net), Belief((1 / UNIT, HEAT / UNIT), ASTRAY, self.strangers),
            hidden_from(self.game, self.view, self.states), lead, past.moves, past.gone,
            self.view.turn[0], 0 if lead[ALONE] >= 0 else 1,
        )  # fmt: skip
