"""The support law: samples are exactly the deals that a seat can't tell from the truth, each as likely as any other.

On tiny decks all deals are listed and played against what the seat has seen at *every* step; what is left is the truth
that `sample` has to meet. It catches what no check of a single position can: a void that was forgotten, a card that
everybody knows to be higher.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import pytest

from dealt.game import OPEN, Action, Game, Move, Past, View, find
from dealt.table import Table
from tests.house import BOUND, chosen, walk
from tests.tiny import tiny

TINY = tiny()
EVEN = 40  # samples a world, where evenness is tested


def worlds(game: Game[Any], past: Past[Any] | None) -> dict[View, tuple[Any, int]]:
    """All first states of a deal, by what they look like with every card open, and how often chance made each."""
    found: dict[View, tuple[Any, int]] = {}
    rng = Random(1)
    misses = 0
    while misses < 6 * len(found) + 400:  # so long without a new one: there are no more
        state = game.deal(Random(rng.randbytes(32)), past)
        key = game.view(state, OPEN)
        seen = found.get(key)
        misses = misses + 1 if seen else 0
        found[key] = (state, (seen[1] if seen else 0) + 1)
    return found


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
    if move.hidden:
        return game.legal(state, move.seat)
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
    pasts = [None, Past(first.state, score, 1, frozenset()), Past(first.state, score, 1, frozenset({0}))]
    for past in pasts[: 1 if game.final(first.state, score) else 3]:
        listed = worlds(game, past)
        start = [state for state, _ in listed.values()]
        for _ in range(1 if past else 2):
            table = a_walk(game, rng, past)
            states = table._states
            for seat in rng.sample([*range(game.seats), None], 2):
                seen = [game.view(state, seat) for state in states]
                even = rng.randrange(len(seen))
                for step, alive in enumerate(possible(game, start, seat, table.log(seat), seen)):
                    truth = {game.view(state, OPEN) for state in alive}
                    assert game.view(states[step], OPEN) in truth, "the listing of deals is not complete"
                    check(game, seen[step], truth, rng, even=step >= even and 1 < len(truth) <= 30)
                    if step >= even and 1 < len(truth) <= 30:
                        even = len(seen)


def check(game: Game[Any], view: View, truth: set[View], rng: Random, *, even: bool) -> None:
    """A few samples lie within the truth; where asked for, many cover it evenly."""
    count = EVEN * len(truth) if even else 6
    drawn = Counter(game.view(game.sample(view, rng), OPEN) for _ in range(count))
    assert set(drawn) <= truth, "a sample shows a deal that the seat can rule out"
    if even:
        spread = sum((drawn[world] - EVEN) ** 2 / EVEN for world in truth)
        degrees = len(truth) - 1
        assert spread < degrees + 6 * (2 * degrees) ** 0.5 + 6, f"{len(truth)} worlds come unevenly: {drawn.values()}"


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
    listed = [state for state, _ in worlds(game, None).values()]
    caught = 0
    for number in range(60):
        rng = Random(number)
        table = a_walk(game, rng, None)
        states = table._states
        for seat in range(game.seats):
            seen = [game.view(state, seat) for state in states]
            for step, alive in enumerate(possible(game, listed, seat, table.log(seat), seen)):
                truth = {game.view(state, OPEN) for state in alive}
                drawn = {game.view(game.sample(seen[step], rng), OPEN) for _ in range(6)}
                caught += not drawn <= truth
    assert caught


def test_every_game_has_a_tiny_form() -> None:
    from dealt.games import GAMES

    assert {game.name for game in TINY.values()} >= set(GAMES)
    assert all(isinstance(each, Action) for each in TINY["gift"].legal(TINY["gift"].deal(Random(1)), 0))
    walk(Table(TINY["gift"], bytes(32)), Random(1))
