"""Blackjack compiled: the same rounds bare, compiled and through the game; packed states; threads; basic strategy."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest

from dealt.cards import rank
from dealt.games import GAMES
from dealt.games.blackjack import Blackjack, core
from dealt.games.blackjack.play import BlackjackState
from dealt.games.blackjack.returns import expected, full_shoe
from dealt.games.blackjack.rules import PlayerHand, total
from dealt.games.blackjack.strategy import chooser
from dealt.kernels import Rounds, simulate
from dealt.kernels.blackjack import VERBS
from dealt.kernels.families import course_of
from dealt.kernels.machine import available
from dealt.kernels.replay import replayed
from dealt.players import computer
from tests.house import chosen, variants

ROUNDS = 40
SEED = 20261122

FAMILY: dict[str, Blackjack] = {
    preset or "standard": game
    for preset in (None, *GAMES["blackjack"].presets)
    if isinstance(game := GAMES["blackjack"].make(preset), Blackjack)
}
VARIANTS = {name: game for name, game in variants().items() if isinstance(game, Blackjack)}
every_preset = pytest.mark.parametrize("game", [pytest.param(game, id=name) for name, game in FAMILY.items()])


def made(**options: Any) -> Blackjack:
    game = GAMES["blackjack"].make(**options)
    assert isinstance(game, Blackjack)
    return game


def equal(one: Rounds, other: Rounds) -> bool:
    return all(a.dtype == b.dtype and np.array_equal(a, b) for a, b in zip(one, other, strict=True))


def numbers(hand: PlayerHand) -> core.Hand:
    """The hand, counted card by card."""
    points = 0
    for one in hand.cards:
        points = core.added(points, core.worth(rank(one)))
    first, second = (rank(one) for one in hand.cards[:2])
    return core.Hand(points, len(hand.cards), first, second, hand.split, hand.doubled, hand.surrendered)


def agree(game: Blackjack, found: Rounds, n: int, player: str = "") -> None:
    """A simulated round is one that the game allows, and all forms of the core see each hand as the game does."""
    bet, moves = int(game.options["min_bet"]), 0  # type: ignore[arg-type]
    for state, done in replayed(game, found, n):
        if done is None or done.verb == "bet":
            continue
        moves += 1
        seat = game.turn(state)[0]
        view = game.view(state, seat)
        legal = game.legal(state, seat)
        assert any(done.verb == each.verb and done.amount in (each.amounts or (None,)) for each in legal), done
        if player:
            assert computer(player, game).choose(view, Random(1)) == done
        if state.phase == "play":
            own, hand = state.hands[seat], numbers(state.hands[seat][state.at])
            assert hand.points == 2 * total(own[state.at].cards)[0] + total(own[state.at].cards)[1]
            may = core.decisions(
                game.rules.table, hand, len(own), len(state.pack) - state.drawn, state.free(seat) >= bet
            )
            assert [VERBS[each] for each in range(1, 5) if may >> each & 1] == [each.verb for each in legal[1:]]
    assert not game.turn(state)
    assert game.score(state) == tuple(found.scores[n])
    assert total(state.dealer)[0] == found.dealers[n]
    assert moves == found.made[n]
    assert [sum(hand.stake for hand in own) for own in state.hands] == found.staked[n].tolist()


@pytest.mark.slow
@every_preset
def test_simulated_rounds_are_rounds_of_the_game(game: Blackjack) -> None:
    assert available(), "the tests need wasmtime: install dealt[dev]"
    found = simulate(game, ROUNDS, SEED, moves=True)
    for n in range(ROUNDS):
        agree(game, found, n)


@pytest.mark.parametrize("game", [pytest.param(game, id=name) for name, game in VARIANTS.items()])
def test_simulated_rounds_of_every_variant(game: Blackjack) -> None:
    """Other numbers of seats and decks, in plain Python."""
    found = course_of(game).simulate(12, SEED, policy="uniform", threads=1, moves=True, fast=False)
    for n in range(12):
        agree(game, found, n)


@pytest.mark.slow
def test_a_poor_seat_and_a_short_shoe() -> None:
    """Where chips or cards run out: five bets at most, and one deck for seven seats."""
    game = made(bankroll=500, min_bet=100, max_bet=100, decks=1, seats=7, resplit_aces=True)
    found = simulate(game, 1500, SEED, moves=True)
    assert found.staked.max() == 500
    short = sorted(range(1500), key=lambda n: int(found.made[n]))[-20:]
    for n in (*short, *range(100)):
        agree(game, found, n)


@pytest.mark.slow
@every_preset
def test_plain_python_and_threads_change_nothing(game: Blackjack) -> None:
    for moves in (False, True):
        wanted = course_of(game).simulate(ROUNDS, SEED, policy="uniform", threads=1, moves=moves, fast=False)
        for threads in (1, 3):
            assert equal(wanted, simulate(game, ROUNDS, SEED, threads=threads, moves=moves))
    assert not np.array_equal(wanted.packs, simulate(game, ROUNDS, SEED + 1, moves=True).packs)
    alone = simulate(game, 3000, SEED)
    kept = simulate(game, 3000, SEED, moves=True)
    assert equal(alone, kept._replace(packs=alone.packs, moves=alone.moves))


@pytest.mark.slow
def test_basic_strategy_is_that_of_the_computer_and_returns_what_it_should() -> None:
    game, n = made(seats=1), 400_000
    found = simulate(game, 60, SEED, policy="basic", moves=True)
    assert equal(found, course_of(game).simulate(60, SEED, policy="basic", threads=1, moves=True, fast=False))
    for each in range(60):
        agree(game, found, each, "basic")
    won = simulate(game, n, SEED, policy="basic").scores[:, 0] / 10
    exact = expected(game.rules, full_shoe(6), "mixed", lambda up: chooser(game.rules, up))
    assert abs(won.mean() - exact) < 4 * won.std() / n**0.5


def walked(game: Blackjack, number: int) -> Iterator[BlackjackState]:
    """The states of a round with random bets."""
    rng = Random(number)
    state = game.deal(rng)
    yield state
    while turn := game.turn(state):
        state = game.apply(state, turn[0], chosen(rng.choice(game.legal(state, turn[0])), rng))
        yield state


@pytest.mark.parametrize("game", [pytest.param(game, id=name) for name, game in VARIANTS.items()])
def test_the_table_of_a_state_has_that_state(game: Blackjack) -> None:
    kept = course_of(game)
    for number in range(4):
        for state in walked(game, number):
            assert kept.state(kept.numbers(state)) == state


def test_an_option_that_is_changed_changes_the_rounds() -> None:
    least = {name: simulate(made(**options), 30_000, SEED).scores.mean() for name, options in CHANGES.items()}
    assert least["pays"] < least["plain"]
    assert least["surrender"] != least["plain"]
    assert least["hands"] != least["plain"]


CHANGES: dict[str, dict[str, Any]] = {
    "plain": {},
    "pays": {"blackjack_pays": "6:5"},
    "surrender": {"late_surrender": True},
    "hands": {"max_hands": 2},
}


def test_what_a_kernel_does_not_know_is_refused() -> None:
    class Kind(Blackjack):
        def score(self, state: BlackjackState) -> tuple[float, ...] | None:
            return None

    with pytest.raises(ValueError, match="there is no policy clever: there are uniform and basic"):
        simulate(made(), 1, policy="clever")
    with pytest.raises(ValueError, match=r"it changes the rules \(score\)"):
        simulate(Kind(), 1)
