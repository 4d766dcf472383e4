"""Trick-taking games compiled: the same rules, bare and compiled and through the game; tables; threads; rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from random import Random
from typing import Any

import numpy as np
import pytest

from dealt.bits import count, highest, lowest, nth
from dealt.cards import STANDARD, Card, cards, mask, members
from dealt.game import Action
from dealt.games import GAMES, make
from dealt.games.bridge import Bridge
from dealt.games.hearts import Hearts, trick_row
from dealt.games.spades import Spades
from dealt.games.tricks import OF_SUIT, PLAIN, TrickRow, Tricks, TrickState, core
from dealt.kernels import Deals, rollouts, simulate
from dealt.kernels.draws import draw, shuffle, start
from dealt.kernels.families import course_of
from dealt.kernels.replay import replayed
from dealt.kernels.tricks_course import TrickCourse
from dealt.players.advice.spades.rollout import tried
from dealt.players.advice.tricks.exchange import Layouts
from dealt.players.advice.tricks.trials import CARDS, Known, room
from dealt.players.search.spades import SpadesSearch
from tests.house import chosen, variants

DEALS = 12
SEED = 20261122


def family() -> dict[str, Tricks]:
    """Every game and preset of the family, by a readable name."""
    found: dict[str, Tricks] = {}
    for name, listing in GAMES.items():
        for preset in (None, *listing.presets):
            game = listing.make(preset)
            if isinstance(game, Tricks):
                found[f"{name} {preset or ''}".strip()] = game
    return found


def options() -> dict[str, Tricks]:
    """Every variant of the family."""
    return {name: game for name, game in variants().items() if isinstance(game, Tricks)}


every_game = pytest.mark.parametrize(
    "game",
    [
        pytest.param(game, id=name, marks=() if name == "spades simple" else pytest.mark.slow)
        for name, game in family().items()
    ],
)
"""One game is left to the quick tests."""


@cache
def positions(number: int, deck: tuple[Card, ...] = STANDARD) -> tuple[core.Position, ...]:
    """Random moments of random play, in which cards lie on the table."""
    rng, found = Random(number), []
    row = trick_row(deck)
    for _ in range(12):
        pack = list(deck)
        rng.shuffle(pack)
        size = len(pack) // 4
        north, east, south, west = (mask(pack[size * seat : size * (seat + 1)]) for seat in range(4))
        at = core.Position((north, east, south, west), rng.randrange(4))
        while at.hands[at.seat]:
            found.append(at)
            may = core.playable(row._replace(opener=-1), at.hands[at.seat], at.led, at.broken, at.first)
            at = core.step(row, at, rng.choice(list(members(may))))
    return tuple(found)


# --- numbers


def test_bits_are_counted() -> None:
    rng = Random(1)
    for _ in range(200):
        some = rng.getrandbits(rng.randrange(1, 53)) | 1 << rng.randrange(52)
        assert count(some) == len(list(members(some)))
        assert lowest(some) == min(members(some))
        assert highest(some) == max(members(some))
        n = rng.randrange(count(some))
        assert nth(some, n) == list(members(some))[n]
    assert highest(0) == -1


def test_draws_are_even() -> None:
    words = [0] * 4
    start(words, SEED, 3)
    drawn = [draw(words, 13) for _ in range(13_000)]
    # chi squared with 12 degrees of freedom: below 32.9 in 999 of 1000 cases
    assert sum((drawn.count(each) - 1000) ** 2 / 1000 for each in range(13)) < 32.9


def test_draws_are_those_of_the_published_generator() -> None:
    """The first numbers from the state 1, 2, 3, 4, as the crate rand_xoshiro has them from the authors' C source."""
    words = [1, 2, 3, 4]
    published = [641, 1573767, 3222811527, 3517856514, 836907274, 4247214768, 3867114732, 1355841295]
    assert [draw(words, 1 << 32) for _ in published] == published


def test_every_order_of_a_pack_is_equally_likely() -> None:
    found: dict[tuple[int, ...], int] = {}
    for stream in range(6000):
        words, some = [0] * 4, [0, 1, 2]
        start(words, SEED, stream)
        shuffle(words, some)
        found[tuple(some)] = found.get(tuple(some), 0) + 1
    # 5 degrees of freedom: below 20.5 in 999 of 1000 cases
    assert len(found) == 6
    assert sum((times - 1000) ** 2 / 1000 for times in found.values()) < 20.5


# --- 1: a table loses nothing


def walked(game: Tricks, rng: Random) -> Iterator[TrickState]:
    state = game.deal(rng)
    while game.turn(state):
        yield state
        seat = rng.choice(game.turn(state))
        state = game.apply(state, seat, chosen(rng.choice(game.legal(state, seat)), rng))
    yield state


@pytest.mark.parametrize(
    "game",
    [
        pytest.param(game, id=name, marks=() if name.endswith(":default") else pytest.mark.slow)
        for name, game in options().items()
    ],
)
def test_the_table_of_a_state_is_the_state(game: Tricks) -> None:
    course = TrickCourse(game)
    for state in (state for number in range(2) for state in walked(game, Random(number))):
        if isinstance(game, Bridge) and len(state.deal_data) > 1:
            break  # from a claim on: a table has none
        assert course.state(course.numbers(state)) == state


# --- 2: bare, compiled and the game agree, position by position


def agree(game: Tricks, deals: Deals, n: int) -> None:
    """A simulated deal is one that the game allows, and the core sees it as the game does."""
    for state, action in replayed(game, deals, n):
        if action is None:
            break
        seat = game.turn(state)[0]
        assert action in game.legal(state, seat)
        if action.verb != "play":
            continue
        one, row, at = lowest(action.cards), game.row_of(state), game.position(state)
        order, out = game.order_of(state), game.sitting_out(state)
        situation = (at.led, at.broken, at.first, order)
        may = core.playable(row, at.hands[at.seat], *situation)
        assert may >> one & 1
        assert may == sum(each.cards for each in game.legal(state, seat))
        lacked = state.lacks[at.seat] | core.told(row, one, *situation)
        then = game.apply(state, seat, action)
        assert then.lacks[at.seat] == lacked
        after = core.step(row, at, one, order, out)
        if then.turn is not None:
            assert game.position(then)._replace(top=0, holder=0) == after._replace(top=0, holder=0)
            assert after.size == 0 or game.position(then) == after
    assert game.turn(state) == ()
    assert game.score(state) == tuple(deals.scores[n])
    assert state.won == tuple(deals.won[n])


@every_game
@pytest.mark.slow
def test_simulated_deals_are_deals_of_the_game(game: Tricks) -> None:
    deals = simulate(game, DEALS, SEED, moves=True)
    for n in range(DEALS):
        agree(game, deals, n)


@every_game
def test_plain_python_simulates_the_same(game: Tricks) -> None:
    kept = course_of(game)
    bare, fast = (
        kept.simulate(DEALS, SEED, policy="uniform", threads=1, moves=True, fast=fast) for fast in (False, True)
    )
    for name, one, other in zip(Deals._fields, bare, fast, strict=True):
        assert one.dtype == other.dtype
        assert np.array_equal(one, other), name


@pytest.mark.slow
@pytest.mark.parametrize("game", [pytest.param(game, id=name) for name, game in options().items()])
def test_simulated_deals_of_every_variant(game: Tricks) -> None:
    test_simulated_deals_are_deals_of_the_game(game)


# --- 3: threads


@every_game
def test_threads_change_nothing(game: Tricks) -> None:
    one = simulate(game, 101, SEED, moves=True)
    for threads in (2, 3):
        for name, before, after in zip(Deals._fields, one, simulate(game, 101, SEED, threads=threads, moves=True),
                                       strict=True):  # fmt: skip
            assert np.array_equal(before, after), name
    assert not np.array_equal(one.hands, simulate(game, 101, SEED + 1).hands)


# --- what a play tells follows from what may be played

ROWS = (
    PLAIN,
    TrickRow(2),
    Spades().row,
    Spades(no_spade_first_trick=True).row,
    trick_row(),
    trick_row(queen_breaks=True),
)


@pytest.mark.parametrize("row", ROWS)
def test_a_play_tells_exactly_what_would_have_forbidden_it(row: TrickRow) -> None:
    for led in (-1, 0, 2, 3):
        for broken in (False, True):
            for first in (False, True):
                for one in STANDARD:
                    if led < 0 and first and row.opener >= 0 and one != row.opener:
                        continue  # nobody plays it
                    told = core.told(row, one, led, broken, first)
                    pairs = ((other, 1 << one | 1 << other) for other in STANDARD if other != one)
                    forbidden = mask(
                        other for other, pair in pairs if not core.playable(row, pair, led, broken, first) >> one & 1
                    )
                    assert told == forbidden


# --- 5: a row that is changed in one place changes everywhere


class HeartsAreTrumps(Spades):
    """Spades with another suit of trumps."""

    trumps = 2


@pytest.mark.slow
def test_another_trump_changes_rules_playouts_and_kernels() -> None:
    game = HeartsAreTrumps()
    assert game.row == TrickRow(2, closed=OF_SUIT[2], opens=OF_SUIT[2])
    deals = simulate(game, 40, SEED, moves=True)
    for n in range(40):
        agree(game, deals, n)
    same = simulate(Spades(), 40, SEED, moves=True)
    assert np.array_equal(deals.hands, same.hands)
    assert not np.array_equal(deals.cards, same.cards)
    north, east, south, west = map(cards, ("2h", "As", "Ks", "Qs"))
    at = core.Position((north, east, south, west), 1)
    for each, won in ((game, [1, 0, 0, 0]), (Spades(), [0, 1, 0, 0])):
        own, match = room(), SpadesSearch(each).rules(each.deal(Random(1)), 0)
        deals = Layouts([], [[]], [list(at.hands)], [0] * 4)
        known = Known(each.row, at, 0, 0, 0, 0, CARDS, [1] * 4, [0] * 4, [0] * 4)
        tried.bare(known, match, deals, [-1], [0], 1, 0, own, [[0]])
        assert own.won[:4] == won


@pytest.mark.slow
def test_hearts_with_32_cards() -> None:
    deck = tuple(one for one in STANDARD if one >> 2 >= 5)
    game = Hearts(deck=deck)
    assert game.row == Hearts().row._replace(opener=cards("7c").bit_length() - 1)
    deals = simulate(game, 40, SEED, moves=True)
    assert deals.cards.shape == (40, 32)
    assert set(map(sum, deals.scores.tolist())) <= {8 + 13, 3 * (8 + 13)}
    for n in range(40):
        agree(game, deals, n)


class CheapQueen(Hearts):
    """Hearts whose queen of spades costs five."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.row = self.row._replace(weight=5)
        self.counting = self.counting._replace(whole=core.points(self.row, self.whole))


@pytest.mark.slow
def test_a_queen_that_costs_five() -> None:
    deals = simulate(CheapQueen(), 60, SEED)
    assert set(map(sum, deals.scores.tolist())) <= {18, 54}


# --- what there is no kernel for


def test_a_game_that_a_kernel_does_not_know_is_refused() -> None:
    class Proud(Spades):
        def legal_before_play(self, state: TrickState, seat: int) -> Sequence[Action]:
            return super().legal_before_play(state, seat)[-1:]

    with pytest.raises(ValueError, match="legal_before_play"):
        simulate(Proud(), 1)
    with pytest.raises(ValueError, match="no kernel for magicfigures"):
        simulate(make("magicfigures"), 1)
    with pytest.raises(ValueError, match="there is no policy clever"):
        simulate(Spades(), 1, policy="clever")
    with pytest.raises(ValueError, match="a seed is"):
        simulate(Spades(), 1, -1)


@pytest.mark.slow
def test_a_game_of_ones_own_is_simulated_by_its_row() -> None:
    class Whist(Tricks):
        def row_of(self, state: TrickState) -> TrickRow:
            return TrickRow(trump=state.dealer)

        def score(self, state: TrickState) -> tuple[float, ...] | None:
            if state.turn is not None:
                return None
            sides = [state.won[side] + state.won[side + 2] for side in (0, 1)]
            return tuple(max(0, sides[seat % 2] - 6) for seat in range(4))

    game = Whist("whist")
    deals = simulate(game, 50, SEED, moves=True)
    assert set(deals.dealers.tolist()) == {0, 1, 2, 3}
    for n in range(50):
        agree(game, deals, n)


@pytest.mark.slow
def test_what_is_not_asked_for_is_not_kept() -> None:
    deals = simulate(make("bridge"), 3)
    assert [each.shape for each in deals] == [(3,), (3,), (3, 4), (3, 4), (3, 0), (3, 0), (3, 4), (3, 4)]
    assert simulate(make("bridge"), 0).scores.shape == (0, 4)


# --- rollouts


def middle(game: Tricks, cards_left: int) -> TrickState:
    """A moment late in a random deal."""
    rng = Random(8)
    state = game.deal(rng)
    while state.turn is None or sum(map(int.bit_count, state.hands)) > cards_left or state.phase != "play":
        if state.turn is None:
            state = game.deal(rng)
        seat = game.turn(state)[0]
        state = game.apply(state, seat, rng.choice([each for each in game.legal(state, seat) if each.exact]))
    return state


def ends(game: Tricks, state: TrickState) -> dict[tuple[float, ...], float]:
    """Every score that a deal may have, with its chance when all play at random."""
    if state.turn is None:
        return {game.score(state) or (): 1.0}
    found: dict[tuple[float, ...], float] = {}
    legal = [each for each in game.legal(state, game.turn(state)[0]) if each.cards]
    for action in legal:
        for score, chance in ends(game, game.apply(state, game.turn(state)[0], action)).items():
            found[score] = found.get(score, 0.0) + chance / len(legal)
    return found


@pytest.mark.slow
@every_game
def test_rollouts_end_as_often_as_they_should(game: Tricks) -> None:
    state = middle(game, 11)
    wanted, n = ends(game, state), 4000
    found = [tuple(row) for row in rollouts(game, state, n, SEED).tolist()]
    assert set(found) <= set(wanted)
    for score, chance in wanted.items():
        assert abs(found.count(score) / n - chance) < 5 * (chance * (1 - chance) / n) ** 0.5 + 1e-9


@every_game
@pytest.mark.slow
def test_rollouts_begin_anywhere_and_threads_change_nothing(game: Tricks) -> None:
    for at in (game.deal(Random(4)), game.view(game.deal(Random(4)), 1), middle(game, 30)):
        one = rollouts(game, at, 20, SEED)
        assert one.shape == (20, game.seats)
        assert np.array_equal(one, rollouts(game, at, 20, SEED, threads=3))
        assert not game.zero_sum or not one.sum(axis=1).any()


@every_game
def test_rollouts_are_the_same_in_plain_python(game: Tricks) -> None:
    for left in (9, 26, 43):
        bare, fast = (
            course_of(game).rollouts(middle(game, left), 30, SEED, threads=1, fast=fast) for fast in (False, True)
        )
        assert np.array_equal(bare, fast)
