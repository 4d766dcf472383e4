"""The support law: samples are exactly the deals that a seat can't tell from the truth, each as likely as any other.

On tiny decks all deals are listed and played against what the seat has seen at *every* step; what is left is the truth
that `sample` has to meet. It catches what no check of a single position can: a void that was forgotten, a card that
everybody knows to be higher.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from random import Random
from typing import Any

import pytest

from dealt.game import OPEN, Action, Game, Move, Past, View, find
from dealt.table import Table
from tests.house import BOUND, chosen, walk
from tests.tiny import tiny

TINY = tiny()
EVEN = 25  # samples a world, where evenness is tested
FEW = 30  # worlds, at most, for that


LISTED: dict[tuple[Any, ...], list[Any]] = {}
"""What `worlds` has found, by how a few seeds deal: most options don't change the deal."""


def dealt(game: Game[Any], past: Past[Any] | None) -> tuple[Any, ...]:
    """The deals of a few seeds."""
    return tuple(game.deal(Random(number), past) for number in range(20))


def worlds(game: Game[Any], past: Past[Any] | None) -> list[Any]:
    """All first states of a deal that differ with every card open."""
    label = (game.name, game.deck, dealt(game, past))
    if label not in LISTED:
        LISTED[label] = listed(game, past)
    return LISTED[label]


def listed(game: Game[Any], past: Past[Any] | None) -> list[Any]:
    """The same by dealing until nothing new comes."""
    found: dict[View, Any] = {}
    known = set()
    rng = Random(1)
    misses = 0
    while misses < 5 * len(found) + 400:  # so long without a new one: there are no more
        state = game.deal(rng, past)
        misses += 1
        if state not in known:
            known.add(state)
            key = game.view(state, OPEN)
            if key not in found:
                found[key] = state
                misses = 0
    return list(found.values())


def possible(
    game: Game[Any], start: list[Any], seat: int | None, log: Sequence[Move], seen: list[View]
) -> Iterator[list[Any]]:
    """At each step the states that the seat can't tell from the truth, given all that it saw until then.

    Who acted is known; where cards of the action stayed hidden, every action that looks the same counts.
    """
    alive = [state for state in start if game.view(state, seat) == seen[0]]
    yield alive
    for move, after in zip(log, seen[1:], strict=True):
        follow = (game.apply(state, move.seat, action) for state in alive for action in could(game, state, move))
        alive = [state for state in follow if game.view(state, seat) == after]
        yield alive


def could(game: Game[Any], state: Any, move: Move) -> Sequence[Action]:
    """The actions that a line of the log may stand for in a state; a legal one may stand for all of its ranks."""
    legal = game.legal(state, move.seat)
    if move.hidden:
        return legal
    if move.action in legal:
        return [move.action]
    found = find(game.view(state, move.seat), move.action)
    return [] if found is None else [found]


def a_walk(game: Game[Any], rng: Random, past: Past[Any] | None) -> Table[Any]:
    """A whole deal, played at random; some of them with few passes, so that restrictions bite."""
    table: Table[Any] = Table(game, rng.randbytes(32), past)
    eager = rng.random() < 0.7
    for _ in range(BOUND):
        if table.over:
            break
        seat = rng.choice(table.turn)
        legal = list(game.legal(table.state, seat))
        some = [each for each in legal if each.cards] if eager else []
        table.act(seat, chosen(rng.choice(some or legal), rng))
    return table


@pytest.mark.slow
@pytest.mark.parametrize("label", TINY)
def test_samples_are_the_possible_deals_and_even(label: str) -> None:
    game = TINY[label]
    rng = Random(label)
    first = a_walk(game, rng, None)
    score = first.score
    assert score is not None
    for past in different(game, first, score):
        start = worlds(game, past)
        for _ in range(1 if past else 2):
            table = a_walk(game, rng, past)
            states = table._states
            for seat in rng.sample([*range(game.seats), None], 2):
                seen = [game.view(state, seat) for state in states]
                even = rng.randrange(len(seen))
                for step, alive in enumerate(possible(game, start, seat, table.log(seat), seen)):
                    truth = Truth(game, alive)
                    assert states[step] in truth, "the listing of deals is not complete"
                    covered = step >= even and truth.few
                    check(game, seen[step], truth, rng, even=covered)
                    even = len(seen) if covered else even


def different(game: Game[Any], last: Table[Any], score: tuple[float, ...]) -> list[Past[Any] | None]:
    """No deal before, one before, and one before after which somebody has come: those that deal otherwise."""
    pasts = [Past(last.state, score, 1, joined) for joined in (frozenset[int](), frozenset({0}))]
    found: dict[tuple[Any, ...], Past[Any] | None] = {}
    for past in (None, *([] if game.final(last.state, score) else pasts)):
        found.setdefault(dealt(game, past), past)
    return list(found.values())


class Truth:
    """The states that a seat can't tell from the truth, compared as they look with every card open."""

    def __init__(self, game: Game[Any], alive: list[Any]):
        self._game, self._states = game, set(alive)

    @cached_property
    def views(self) -> set[View]:
        return {self._game.view(state, OPEN) for state in self._states}

    def __contains__(self, state: Any) -> bool:
        return state in self._states or self._game.view(state, OPEN) in self.views

    @property
    def few(self) -> bool:
        """Can it be tested that they come evenly?"""
        return len(self._states) <= 10 * FEW and 1 < len(self.views) <= FEW


def check(game: Game[Any], view: View, truth: Truth, rng: Random, *, even: bool) -> None:
    """A few samples lie within the truth; where asked for, many cover it evenly."""
    drawn = [game.sample(view, rng) for _ in range(EVEN * len(truth.views) if even else 6)]
    assert all(state in truth for state in set(drawn)), "a sample shows a deal that the seat can rule out"
    if even:
        count = Counter(game.view(state, OPEN) for state in drawn)
        spread = sum((count[world] - EVEN) ** 2 / EVEN for world in truth.views)
        degrees = len(truth.views) - 1
        assert spread < degrees + 6 * (2 * degrees) ** 0.5 + 6, f"{len(truth.views)} worlds unevenly: {count.values()}"


class Forgetful:
    """A game whose sampler forgets what everybody could learn from the play."""

    def __init__(self, game: Game[Any]):
        self._game = game

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def sample(self, view: View, rng: Random) -> Any:
        from dataclasses import replace

        careless = replace(view, facts=tuple(fact for fact in view.facts if not fact.name.startswith(".below")))
        return self._game.sample(careless, rng)


@pytest.mark.slow
def test_the_law_finds_a_sampler_that_forgets() -> None:
    label = next(key for key in TINY if "last_card_rule=True" in key)
    game: Any = Forgetful(TINY[label])
    start = worlds(game, None)
    for number in range(60):
        rng = Random(number)
        table = a_walk(game, rng, None)
        states = table._states
        for seat in range(game.seats):
            seen = [game.view(state, seat) for state in states]
            for step, alive in enumerate(possible(game, start, seat, table.log(seat), seen)):
                truth = Truth(game, alive)
                if any(game.sample(seen[step], rng) not in truth for _ in range(6)):
                    return
    pytest.fail("it was not found out")


def test_every_game_has_a_tiny_form() -> None:
    from dealt.games import GAMES

    assert {game.name for game in TINY.values()} >= set(GAMES)
    assert all(isinstance(each, Action) for each in TINY["gift"].legal(TINY["gift"].deal(Random(1)), 0))
    walk(Table(TINY["gift"], bytes(32)), Random(1))
