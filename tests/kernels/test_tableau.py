"""Solitaires of columns compiled: the same deals bare, compiled and through the game; packed states; threads."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from dealt.cards import sequence
from dealt.game import Action
from dealt.games import GAMES, make
from dealt.games.klondike import klondike
from dealt.games.tableau import FREECELL, Tableau, TableauRow, core
from dealt.kernels import simulate
from dealt.kernels.families import course_of
from dealt.kernels.replay import replayed
from dealt.kernels.tableau import MOST_MOVES

SEED = 20261127
FAMILY: dict[str, Tableau] = {
    f"{name} {preset or ''}".strip(): game
    for name, listing in GAMES.items()
    for preset in (None, *listing.presets)
    if isinstance(game := listing.make(preset), Tableau) and game.deals == "any"
} | {
    "points": klondike(scoring="standard"),
    "tiny": klondike(deck=sequence("Ac 2c 3c Ah 2h 3h"), columns=2),
    "loose": Tableau("loose", TableauRow(draw=0, whole=core.ANY, back=0)),
    "two columns": Tableau("two", FREECELL._replace(columns=2)),
    "eight cells": Tableau("eight", FREECELL._replace(cells=8, suited=1, kings=1, columns=10)),
}
every_game = pytest.mark.parametrize("game", [pytest.param(game, id=name) for name, game in FAMILY.items()])


def agree(game: Tableau, found: Any, n: int) -> list[Action]:
    """A simulated deal is one that the game allows."""
    actions = list[Action]()
    for state, action in replayed(game, found, n):
        legal = game.legal(state, 0)
        if action is None:
            assert not legal
            assert game.score(state) == tuple(found.scores[n])
            assert core.home(state.table) == found.home[n]
            assert len(actions) == found.played[n]
        else:
            assert action in legal
            actions.append(action)
    return actions


@every_game
def test_bare_compiled_and_the_game_agree(game: Tableau) -> None:
    course = course_of(game)
    bare, fast = (
        course.simulate(3, SEED, policy="uniform", threads=1, moves=True, fast=fast) for fast in (False, True)
    )
    for field, one, other in zip(bare._fields, bare, fast, strict=True):
        assert np.array_equal(one, other), field
    for n in range(3):
        if fast.played[n] <= MOST_MOVES:
            agree(game, fast, n)


@every_game
def test_the_table_of_a_state_has_that_state(game: Tableau) -> None:
    course, rng = course_of(game), Random(1)
    state = game.deal(rng)
    for _ in range(60):
        assert course.state(course.numbers(state)) == state
        if not game.turn(state):
            break
        state = game.apply(state, 0, rng.choice(game.legal(state, 0)))


def test_threads_and_moves_change_nothing() -> None:
    game = make("klondike", "draw3")
    one, many = simulate(game, 300, SEED), simulate(game, 300, SEED, threads=3)
    assert np.array_equal(one.scores, many.scores)
    assert np.array_equal(one.played, simulate(game, 300, SEED, moves=True).played)


@pytest.mark.slow
def test_every_action_is_about_as_likely() -> None:
    """At the first choice of a deal with two actions."""
    game, counts = klondike(deck=sequence("Ac 2c 3c Ah 2h 3h"), columns=2), dict[int, int]()
    found = simulate(game, 4000, SEED, moves=True)
    for n in range(4000):
        first = game.begin(tuple(map(int, found.packs[n])))
        if len(game.legal(first, 0)) == 2:
            place = game.codes(first).index(int(found.moves[n, 0]))
            counts[place] = counts.get(place, 0) + 1
    assert abs(counts[0] / sum(counts.values()) - 0.5) < 0.05


def test_deals_that_are_chosen_have_no_kernel() -> None:
    for game in (make("klondike", "winnable"), make("freecell", number=1)):
        with pytest.raises(ValueError, match="these deals are chosen"):
            simulate(game, 1)
