"""Rollouts of blackjack, draw poker and the matching solitaires: they end as often as random play of the game does.

How far a number of ends may be from what is expected is Bernstein's bound for one chance in a hundred million, and a
mean may be six standard errors away; so no choice of the seed makes these tests fail more often than that.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import log
from random import Random
from typing import Any

import numpy as np
import pytest

from dealt.cards import STANDARD, sequence
from dealt.game import OPEN, Action, Game, View
from dealt.games import GAMES, make
from dealt.games.blackjack import Blackjack
from dealt.games.drawpoker import DrawPoker
from dealt.games.drawpoker.core import DRAW, SECOND
from dealt.games.drawpoker.play import DrawPokerPlay
from dealt.games.matching import Matching
from dealt.kernels import rollouts
from dealt.kernels.families import course_of

SEED = 20261122
SMALL = sequence("2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac 9d Td Jd Qd Kd Ad As")

GAMES_HERE: dict[str, Game[Any]] = {
    "elevens": make("elevens"),
    "tens": make("tens"),
    "thirteens": make("thirteens"),
    "blackjack": make("blackjack"),
    "blackjack without a hole card": make("blackjack", peek=False, seats=2, decks=1),
    "blackjack, few chips": make("blackjack", bankroll=500, min_bet=100, max_bet=500, decks=1, resplit_aces=True),
    "klondike": make("klondike", draw=3, passes=1, scoring="vegas"),
    "freecell": make("freecell"),
    "draw poker": make("drawpoker"),
    "draw poker, no limit": make("drawpoker", limit="no", seats=3, blinds=True, rebuy=True, stack=20),
    "draw poker, jacks": make("drawpoker", jacks_or_better=True, limit="pot"),
    "draw poker, discards come back": DrawPoker(deck=STANDARD[16:], seats=6, max_draw=5, wheel=False),
    "draw poker, alone": make("drawpoker", seats=1),
}
every_game = pytest.mark.parametrize("name", GAMES_HERE)


def listed(game: Game[Any], state: Any, seat: int) -> list[tuple[Action, float]]:
    """What a player at random may do, with its chance: each action, each amount, of a bet in poker three sizes."""
    legal = game.legal(state, seat)
    found = []
    for each in legal:
        sizes = game.sizes(state, each) if isinstance(game, DrawPokerPlay) and each.upto is not None else each.amounts
        exact = [each.of(amount) for amount in sizes] if sizes else [each]
        found += [(action, 1 / len(legal) / len(exact)) for action in exact]
    return found


def step(game: Game[Any], state: Any, rng: Random) -> Any:
    seat = game.turn(state)[0]
    actions, chances = zip(*listed(game, state, seat), strict=True)
    return game.apply(state, seat, rng.choices(actions, chances)[0])


def walked(game: Game[Any], rng: Random) -> Iterator[Any]:
    state = game.deal(rng)
    yield state
    while game.turn(state):
        state = step(game, state, rng)
        yield state


def every_end(game: Game[Any], state: Any) -> dict[tuple[float, ...], float]:
    """Every score that a deal may have, with its chance when all play at random."""
    turn = game.turn(state)
    if not turn:
        return {game.score(state) or (): 1.0}
    found: dict[tuple[float, ...], float] = {}
    for action, chance in listed(game, state, turn[0]):
        for score, part in every_end(game, game.apply(state, turn[0], action)).items():
            found[score] = found.get(score, 0.0) + chance * part
    return found


def off(n: int, chance: float) -> float:
    """How far the number of ends may be from ``n * chance``, by Bernstein's inequality."""
    some, spread = log(2e8), n * chance * (1 - chance)
    return some / 3 + float((some * some / 9 + 2 * some * spread) ** 0.5)


def as_often(game: Game[Any], state: Any, n: int = 20_000) -> int:
    """Rollouts of a state end as often as they should; the number of different ends is returned."""
    wanted = every_end(game, state)
    found = [tuple(row) for row in rollouts(game, state, n, SEED).tolist()]
    assert set(found) <= set(wanted)
    for score, chance in wanted.items():
        assert abs(found.count(score) - n * chance) < off(n, chance), score
    return len(wanted)


# --- from a state


@pytest.mark.slow
@pytest.mark.parametrize(
    "options", [{}, {"peek": False, "decks": 1}, {"bankroll": 500, "min_bet": 100, "decks": 1, "resplit_aces": True}]
)
def test_rounds_of_blackjack_end_as_often_as_they_should(options: dict[str, Any]) -> None:
    game, ends = make("blackjack", seats=1, **options), 0
    for number in range(4):
        state = game.deal(Random(number))
        ends += as_often(game, game.apply(state, 0, Action("bet", amount=100)), 4000)
    assert ends > 8


@pytest.mark.slow
def test_bets_sitting_out_and_new_chips_are_as_likely_as_in_the_game() -> None:
    game = Blackjack(seats=1, bankroll=500, min_bet=100, max_bet=500, deck=SMALL)
    state = game.deal(Random(2))
    assert as_often(game, state) > 5
    poor = game.apply(game.deal(Random(5)), 0, Action("sit out"))
    state = state._replace(stacks=(60,))
    assert [each.verb for each in game.legal(state, 0)] == ["buy", "sit out"]
    assert as_often(game, state) > 5
    assert as_often(game, poor) == 1


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name, game in GAMES_HERE.items() if isinstance(game, DrawPoker)])
def test_deals_of_draw_poker_end_as_often_as_they_should(name: str) -> None:
    game, ends = GAMES_HERE[name], 0
    assert isinstance(game, DrawPoker)
    for number in range(3):
        some = list(walked(game, Random(number)))
        late = [state for state in some if state.phase == (SECOND if game.seats > 1 else DRAW)]
        ends += as_often(game, (late or some)[-1], 4000)
    assert ends >= 3


def test_discards_that_come_back_lie_as_the_state_has_them() -> None:
    """Twelve cards for two: what the second seat draws, the seed of the state has put in order."""
    game = DrawPoker(deck=STANDARD[40:], seats=2, max_draw=5, stack=1, ante=1)
    state = game.deal(Random(1))
    assert state.phase == DRAW
    assert as_often(game, state, 2000) >= 2


# --- from a view


@pytest.mark.slow
@pytest.mark.parametrize("name", ["elevens", "tens", "thirteens"])
def test_solitaires_are_won_as_often_as_the_exact_chance_says(name: str) -> None:
    game = GAMES_HERE[name]
    assert isinstance(game, Matching)
    rng, n = Random(6), 40_000
    for _ in range(2):
        some = list(walked(game, rng))
        view = game.view(some[len(some) // 3], 0)
        chance = float(game.odds(view)[0].value)
        won = rollouts(game, view, n, SEED)[:, 0].sum()
        assert abs(won - n * chance) < off(n, chance), (won / n, chance)


@pytest.mark.slow
@every_game
@pytest.mark.turns(3)
def test_ends_from_a_view_are_those_of_the_game(name: str) -> None:
    game, rng, n = GAMES_HERE[name], Random(7), 600
    some = [state for state in walked(game, rng) if game.turn(state)]
    view = game.view(some[len(some) // 2], game.turn(some[len(some) // 2])[0])
    plain = []
    for _ in range(n):
        state = game.sample(view, rng)
        while game.turn(state):
            state = step(game, state, rng)
        plain.append(game.score(state))
    found, wanted = rollouts(game, view, n, SEED), np.array(plain, float)
    for one, other in ((found, wanted), (found**2, wanted**2)):
        error = ((one.var(axis=0) + other.var(axis=0)) / n) ** 0.5
        assert (np.abs(one.mean(axis=0) - other.mean(axis=0)) <= 6 * error + 1e-9).all()


# --- everywhere


@every_game
@pytest.mark.turns(3)
def test_rollouts_begin_anywhere_and_threads_and_plain_python_change_nothing(name: str) -> None:
    game = GAMES_HERE[name]
    states = list(walked(game, Random(11)))
    for state in states[:: max(1, len(states) // 4)] + states[-1:]:
        for at in (state, game.view(state, 0), game.view(state, None)):
            one = rollouts(game, at, 21, SEED)
            assert one.shape == (21, game.seats)
            assert np.array_equal(one, rollouts(game, at, 21, SEED, threads=3))
            assert np.array_equal(one, np.array(course_of(game).rollouts(at, 21, SEED, threads=1, fast=False)))
    assert (rollouts(game, states[-1], 5) == game.score(states[-1])).all()
    assert rollouts(game, states[0], 0).shape == (0, game.seats)


@pytest.mark.slow
def test_a_view_of_everything_has_one_stock() -> None:
    game = make("elevens")
    view: View = game.view(game.deal(Random(3)), OPEN)
    assert len(np.unique(rollouts(game, view, 200, SEED))) == 1


def test_what_has_no_kernel_is_refused() -> None:
    with pytest.raises(ValueError, match="no kernel for magicfigures"):
        rollouts(GAMES["magicfigures"].make(), None, 3)  # type: ignore[arg-type]
    game = make("blackjack")
    with pytest.raises(ValueError, match="a seed is a number"):
        rollouts(game, game.deal(Random(1)), 3, -1)
