"""Matching solitaires compiled: the same games bare, compiled and through the game; packed states; threads; rows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import numpy as np
import pytest

from dealt.cards import RANKS, rank, sequence
from dealt.game import Action
from dealt.games import GAMES
from dealt.games.matching import Matching, MatchingState, core, elevens, thirteens
from dealt.kernels import simulate
from dealt.kernels.families import course_of
from dealt.kernels.machine import available
from dealt.kernels.matching import POLICIES, Solitaires
from dealt.kernels.replay import replayed

GAMES_EACH = 40
SEED = 20261122

FAMILY: dict[str, Matching] = {
    f"{name} {preset or ''}".strip(): game
    for name, listing in GAMES.items()
    for preset in (None, *listing.presets)
    if isinstance(game := listing.make(preset), Matching)
}
every_game = pytest.mark.parametrize("game", [pytest.param(game, id=name) for name, game in FAMILY.items()])
every_policy = pytest.mark.parametrize("policy", POLICIES)


def walked(game: Matching, state: MatchingState, rng: Random) -> Iterator[MatchingState]:
    yield state
    while game.turn(state):
        state = game.apply(state, 0, rng.choice(game.legal(state, 0)))
        yield state


def equal(one: Solitaires, other: Solitaires) -> bool:
    return all(a.dtype == b.dtype and np.array_equal(a, b) for a, b in zip(one, other, strict=True))


@every_game
def test_the_table_of_a_state_has_that_state(game: Matching) -> None:
    """But for the order of the removed cards."""
    kept = course_of(game)
    for n in range(3):
        for state in walked(game, game.deal(Random(n)), Random(n)):
            assert kept.state(kept.numbers(state)) == replace(state, removed=tuple(sorted(state.removed)))


def agree(game: Matching, found: Solitaires, n: int) -> list[Action]:
    """A simulated game is one that the game allows, and the core sees each position as the game does."""
    rules, actions = game.numbers(core.NARROW), list[Action]()
    for state, action in replayed(game, found, n):
        counts = [sum(one is not None and rank(one) == each for one in state.board) for each in range(len(RANKS))]
        tally, legal = core.packed(counts, core.NARROW), game.legal(state, 0)
        assert core.stuck(tally, rules.rows, rules.guards) == (not legal)
        assert sum(core.ways(tally, row, rules.width) for row in rules.rows) == len(legal)
        if action is not None:
            assert action in legal
            actions.append(action)
    assert not game.turn(state)
    assert len(actions) == found.played[n]
    assert len(game.deck) - len(state.removed) == found.left[n]
    assert game.score(state) == tuple(found.scores[n])
    return actions


@every_policy
@every_game
def test_simulated_games_are_games_of_the_game(game: Matching, policy: str) -> None:
    assert available(), "the tests need wasmtime: install dealt[dev]"
    found = simulate(game, GAMES_EACH, SEED, policy=policy, moves=True)
    for n in range(GAMES_EACH):
        actions = agree(game, found, n)
        if policy == "lowest":
            state = game.begin(tuple(map(int, found.packs[n])))
            for action in actions:
                assert action == game.legal(state, 0)[0]
                state = game.apply(state, 0, action)


@every_policy
@every_game
def test_plain_python_and_threads_change_nothing(game: Matching, policy: str) -> None:
    for moves in (False, True):
        wanted = course_of(game).simulate(GAMES_EACH, SEED, policy=policy, threads=1, moves=moves, fast=False)
        for threads in (1, 3):
            assert equal(wanted, simulate(game, GAMES_EACH, SEED, policy=policy, threads=threads, moves=moves))
    assert not np.array_equal(wanted.packs, simulate(game, GAMES_EACH, SEED + 1, policy=policy, moves=True).packs)


@every_game
def test_without_moves_a_game_ends_as_with_them(game: Matching) -> None:
    n = 4000
    alone = simulate(game, n, SEED)
    assert alone.packs.shape == alone.moves.shape == (n, 0)
    for policy in POLICIES:
        assert equal(
            alone, simulate(game, n, SEED, policy=policy, moves=True)._replace(packs=alone.packs, moves=alone.moves)
        )


def test_every_removal_is_equally_likely() -> None:
    """Eight cards on eight places: of the eight pairs that may come first each comes as often."""
    game = elevens(deck=sequence("Ac Ad As Tc Td 2h 9h 2s"), places=8)
    found = simulate(game, 9000, SEED, moves=True)
    times = np.unique(found.moves[:, 0], return_counts=True)[1]
    assert len(times) == len(game.legal(game.begin(game.deck), 0)) == 8
    # 7 degrees of freedom: below 24.3 in 999 of 1000 cases
    assert ((times - 9000 / 8) ** 2 / (9000 / 8)).sum() < 24.3


@pytest.mark.slow
@pytest.mark.parametrize("name", ["elevens", "thirteens"])
def test_as_many_are_won_as_should_be(name: str) -> None:
    game, n = FAMILY[name], 200_000
    chance = float(game.odds()[0].value)
    assert abs(simulate(game, n, SEED).scores.mean() - chance) < 4 * (chance * (1 - chance) / n) ** 0.5


@pytest.mark.parametrize("row", ["JJQQ", "JQ"])
def test_a_row_that_is_changed_changes_everywhere(row: str) -> None:
    """Thirteens in which other cards go together, and kings three at a time."""
    game = Matching("other", places=11, total=11, values="A23456789T", sets=(row, "KKK"))
    found = simulate(game, 60, SEED, moves=True)
    assert equal(found, course_of(game).simulate(60, SEED, policy="uniform", threads=1, moves=True, fast=False))
    sizes = {int(some).bit_count() for some in found.moves.ravel()}
    assert sizes == {0, 2, 3, 4} - ({4} if row == "JQ" else set())
    for n in range(60):
        agree(game, found, n)


def test_what_a_kernel_does_not_know_is_refused() -> None:
    class Proud(Matching):
        def won(self, state: MatchingState) -> bool:
            return len(state.removed) > 20

    with pytest.raises(ValueError, match="there is no policy clever: there are uniform and lowest"):
        simulate(thirteens(), 1, policy="clever")
    with pytest.raises(ValueError, match=r"it changes the rules \(won\)"):
        simulate(Proud("proud", places=9, total=11, values="A23456789T", sets=("JQK",)), 1)
    with pytest.raises(ValueError, match="cards of one deck"):
        simulate(thirteens(deck=sequence("Kc Kd Kc'1")), 1)
    with pytest.raises(ValueError, match="a seed is"):
        simulate(elevens(), 1, -1)
