"""Climbing games compiled: the same rules, bare and compiled and through the game; states as rows; threads; tables."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import numpy as np
import pytest

from dealt.cards import COPY, STANDARD, Cards, Order, mask, members, text
from dealt.game import Action
from dealt.games import GAMES, make
from dealt.games.bigtwo import BigTwo
from dealt.games.chinesepoker import ChinesePoker
from dealt.games.climbing import BOMB, NONE, Climbing, ClimbingState, Kind, by_top_card, core, runs
from dealt.games.doudizhu import DouDizhu
from dealt.kernels import ClimbingDeals, WildDeals, rollouts, simulate
from dealt.kernels.eligible import changes
from dealt.kernels.families import course_of
from dealt.kernels.replay import replayed
from tests.house import chosen, variants
from tests.toys import WithoutBombs

SEED = 20261122
DEALS = 12


def family() -> dict[str, Climbing]:
    """Every game and preset of the family that kernels play, by a readable name."""
    found: dict[str, Climbing] = {}
    for name, listing in GAMES.items():
        for preset in (None, *listing.presets):
            game = listing.make(preset)
            if isinstance(game, Climbing) and not changes(game):
                found[f"{name} {preset or ''}".strip()] = game
    return found


def options() -> dict[str, Climbing]:
    """Every variant of the family."""
    return {name: game for name, game in variants().items() if isinstance(game, Climbing) and not changes(game)}


every_game = pytest.mark.parametrize("game", [pytest.param(game, id=name) for name, game in family().items()])
every_variant = pytest.mark.parametrize("game", [pytest.param(game, id=name) for name, game in options().items()])


# --- 1: a row loses nothing


def walked(game: Climbing, rng: Random) -> list[ClimbingState]:
    state, found = game.deal(rng), []
    while turn := game.turn(state):
        found.append(state)
        seat = rng.choice(turn)
        state = game.apply(state, seat, chosen(rng.choice(game.legal(state, seat)), rng))
    return [*found, state]


def keeps(game: Climbing) -> None:
    """Any state that a deal reaches once its cards are dealt."""
    machine = course_of(game)
    for number in range(2):
        for state in walked(game, Random(number)):
            if state.cut is None:
                assert machine.state(machine.numbers(state)) == state


@every_game
@pytest.mark.slow
def test_a_row_is_the_state(game: Climbing) -> None:
    keeps(game)


@pytest.mark.slow
@every_variant
def test_a_row_of_every_variant(game: Climbing) -> None:
    keeps(game)


def test_before_the_cards_are_dealt_there_are_no_numbers() -> None:
    game = make("chinesepoker")
    assert isinstance(game, Climbing)
    with pytest.raises(ValueError, match="before its cards are dealt"):
        course_of(game).numbers(game.deal(Random(1)))


# --- 2: bare, compiled and the game agree, position by position


def agree(game: Climbing, deals: ClimbingDeals | WildDeals, n: int) -> None:
    """A simulated deal is one that the game allows, and the game comes to the same end."""
    moves, dealt = 0, tuple(map(int, deals.hands[n]))
    if isinstance(deals, WildDeals):
        dealt = tuple(one | int(other) << COPY for one, other in zip(dealt, deals.copies[n], strict=True))
    for state, action in replayed(game, deals, n):
        assert moves or state.hands == dealt or state.phase == "pick"
        if action is not None:
            moves += 1
            assert action in game.legal(state, game.turn(state)[0]), (state, action)
    assert game.turn(state) == ()
    assert [hand.bit_count() for hand in state.hands] == deals.left[n].tolist()
    assert game.score(state) == tuple(deals.scores[n])
    assert deals.moves[n] == moves


@pytest.mark.slow
@every_game
def test_simulated_deals_are_deals_of_the_game(game: Climbing) -> None:
    deals = simulate(game, DEALS, SEED, moves=True)
    for n in range(DEALS):
        agree(game, deals, n)


@pytest.mark.slow
@every_variant
def test_simulated_deals_of_every_variant(game: Climbing) -> None:
    test_simulated_deals_are_deals_of_the_game(game)


@pytest.mark.slow
def test_every_seat_may_become_the_landlord_and_nobody() -> None:
    deals = simulate(make("doudizhu", "common"), 400, SEED)
    assert {tuple(np.sign(row)) for row in deals.scores.astype(int).tolist()} == {
        (0, 0, 0), (1, -1, -1), (-1, 1, -1), (-1, -1, 1), (-1, 1, 1), (1, -1, 1), (1, 1, -1),
    }  # fmt: skip


def same(one: ClimbingDeals | WildDeals, other: ClimbingDeals | WildDeals) -> None:
    for name, before, after in zip(type(one)._fields, one, other, strict=True):
        assert before.dtype == after.dtype
        assert np.array_equal(before, after), name


@every_game
@pytest.mark.slow
def test_plain_python_simulates_the_same(game: Climbing) -> None:
    kept = course_of(game)
    same(*(kept.simulate(5, SEED, policy="uniform", threads=1, moves=True, fast=fast) for fast in (False, True)))


# --- 3: threads


@pytest.mark.slow
@every_game
def test_threads_change_nothing(game: Climbing) -> None:
    one = simulate(game, 61, SEED, moves=True)
    same(one, simulate(game, 61, SEED, threads=3, moves=True))
    assert not np.array_equal(one.hands, simulate(game, 61, SEED + 1).hands)


# --- cards over numbers


@pytest.mark.slow
def test_a_form_counts_ranks_and_taking_a_row_leaves_the_rest() -> None:
    game, rng = make("doudizhu", "common"), Random(2)
    assert isinstance(game, DouDizhu)
    book = game.combinations
    for _ in range(60):
        hand = mask(rng.sample(game.deck, 17))
        ranks = [[one for one in members(hand) if one >> 2 == rank and one < 52] for rank in range(13)]
        assert (
            core.form(hand) == sum(((1 << len(some)) - 1) << 4 * n for n, some in enumerate(ranks)) | hand >> 52 << 52
        )
        for row in rng.sample(book.rows_in(hand), 5):
            cards = core.taken(False, hand, book.table.cards[row])
            assert cards & ~hand == 0
            assert core.form(cards) == book.table.cards[row]
            assert core.removed(False, core.form(hand), core.form(cards)) == core.form(hand & ~cards)
            assert book.plays(hand, [row])[0].cards == cards


@pytest.mark.parametrize("name", ["bigtwo", "bigtwo hongkong", "chinesepoker", "doudizhu common"])
def test_the_tree_finds_what_a_search_of_all_rows_finds(name: str) -> None:
    game, rng = family()[name], Random(5)
    book = game.combinations
    for _ in range(8):
        hand = mask(rng.sample(game.deck, rng.randrange(1, game.hand + 1)))
        some = core.held(game.numbers.suits, hand)
        assert book.rows_in(hand) == tuple(row for row, cards in enumerate(book.table.cards) if not cards & ~some)


# --- what a play tells follows from what is permitted


def test_a_single_under_the_last_card_rule_tells_exactly_what_would_have_forbidden_it() -> None:
    game = BigTwo(last_card_rule=True)
    for one in STANDARD:
        told = core.told(1 << one, game.low_to_high, one)
        forbidden = mask(
            other
            for other in STANDARD
            if other != one and not core.permitted(1 << one, 0, core.top(game.low_to_high, 1 << one | 1 << other))
        )
        assert told == forbidden
        assert core.told(1 << one, game.low_to_high, NONE) == 0


# --- 5: a table that is changed in one place changes everywhere


@pytest.mark.slow
def test_dou_dizhu_without_bombs_is_one_line() -> None:
    game = WithoutBombs(variant="common")
    four: Cards = mask(one for one in STANDARD if one >> 2 == 1)
    assert game.classify(four) is None
    assert DouDizhu(variant="common").classify(four) == "bomb"
    deals = simulate(game, 200, SEED, moves=True)
    bids = np.where(deals.calls > 0, deals.calls, 0).max(axis=1)
    farmer = np.abs(deals.scores).min(axis=1)
    assert set(farmer[bids > 0] / bids[bids > 0]) <= {1, 2}, "only a spring doubles"
    for n in range(20):
        agree(game, deals, n)
    with_bombs = simulate(DouDizhu(variant="common"), 200, SEED, moves=True)
    assert np.array_equal(deals.hands, with_bombs.hands)
    assert not np.array_equal(deals.rows, with_bombs.rows)
    state = game.deal(Random(1))
    assert rollouts(game, state, 50, SEED).shape == (50, 3)


def test_a_game_of_ones_own_is_simulated_by_its_table() -> None:
    ranks = "3456789TJQKA2"
    kinds = (
        Kind("single", by=by_top_card), Kind("pair", 2), Kind("run", run=runs(ranks, 3)), Kind("bomb", 4, power=BOMB),
    )  # fmt: skip
    for locks in (False, True):
        game = Climbing("bombs", kinds=kinds, order=Order(ranks, "dchs"), seats=3, hand=13, pass_locks_out=locks)
        deals = simulate(game, 30, SEED, moves=True)
        for n in range(30):
            agree(game, deals, n)


def test_up_to_eight_play() -> None:
    def bombs(seats: int) -> Climbing:
        return Climbing("bombs", kinds=(Kind("single"), Kind("pair", 2)), order=Order("3456789TJQKA2", ""), seats=seats)

    for game in (bombs(6), bombs(8)):
        deals = simulate(game, 20, SEED, moves=True)
        for n in range(20):
            agree(game, deals, n)
    with pytest.raises(ValueError, match="more than 8 seats"):
        simulate(bombs(9), 1)


def test_a_game_whose_opening_lead_is_one_card_alone_is_refused() -> None:
    kinds = (Kind("single", by=by_top_card),)
    game = Climbing("alone", kinds=kinds, order=Order("3456789TJQKA2", "dchs"), seats=4, opens_alone=True)
    with pytest.raises(ValueError, match="one card alone"):
        simulate(game, 1)


def test_a_game_that_a_kernel_does_not_know_is_refused() -> None:
    class Proud(BigTwo):
        def legal(self, state: ClimbingState, seat: int) -> Sequence[Action]:
            return super().legal(state, seat)[-1:]

    with pytest.raises(ValueError, match="legal"):
        simulate(Proud(), 1)
    with pytest.raises(ValueError, match="legal"):
        rollouts(Proud(), BigTwo().deal(Random(1)), 1)


# --- rollouts


def late(game: Climbing, left: int) -> ClimbingState:
    """A moment late in a random deal."""
    rng = Random(8)
    while True:
        for state in walked(game, rng):
            if state.phase == "play" and state.turn is not None and sum(map(int.bit_count, state.hands)) <= left:
                return state


def every_end(game: Climbing, state: ClimbingState) -> dict[tuple[float, ...], float]:
    """Every score that a deal may have, with its chance when all play at random."""
    if state.turn is None:
        return {game.score(state) or (): 1.0}
    found: dict[tuple[float, ...], float] = {}
    legal = game.legal(state, state.turn)
    for action in legal:
        for score, chance in every_end(game, game.apply(state, state.turn, action)).items():
            found[score] = found.get(score, 0.0) + chance / len(legal)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("name", ["bigtwo", "chinesepoker four", "doudizhu common"])
def test_rollouts_end_as_often_as_they_should(name: str) -> None:
    game = family()[name]
    state = late(game, 6)
    wanted, n = every_end(game, state), 4000
    found = [tuple(row) for row in rollouts(game, state, n, SEED).tolist()]
    assert set(found) <= set(wanted), text(state.hands[0])
    for score, chance in wanted.items():
        assert abs(found.count(score) / n - chance) < 5 * (chance * (1 - chance) / n) ** 0.5 + 1e-9


@every_game
@pytest.mark.slow
def test_rollouts_begin_anywhere_and_threads_change_nothing(game: Climbing) -> None:
    first = game.deal(Random(4))
    for at in (first, game.view(first, 1), late(game, 25), walked(game, Random(5))[-1]):
        one = rollouts(game, at, 20, SEED)
        assert one.shape == (20, game.seats)
        assert np.array_equal(one, rollouts(game, at, 20, SEED, threads=3))


@pytest.mark.slow
@every_game
def test_rollouts_are_the_same_in_plain_python(game: Climbing) -> None:
    state = late(game, 30)
    plain, fast = (course_of(game).rollouts(state, 6, SEED, threads=1, fast=fast) for fast in (False, True))
    assert np.array_equal(plain, fast)


def test_the_packets_that_are_taken_are_any() -> None:
    game = make("chinesepoker", "two")
    assert isinstance(game, ChinesePoker)
    deals = simulate(game, 300, SEED)
    assert len({tuple(row) for row in deals.calls.tolist()}) == 6
