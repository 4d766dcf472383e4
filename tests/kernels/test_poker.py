"""Draw poker compiled: the same rules bare, compiled and through the game; tables of states; threads; rows."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest

from dealt.cards import STANDARD, Card, Cards, members
from dealt.game import Action
from dealt.games import GAMES
from dealt.games.drawpoker import DrawPoker, DrawPokerState, SoloDrawPoker
from dealt.games.drawpoker.core import BUY, DRAW, MOST_DRAWS, list_draws, may_bet, placed
from dealt.games.showdown.betting import Chips
from dealt.kernels import PokerDeals, simulate
from dealt.kernels.families import course_of
from dealt.kernels.poker import VERBS
from dealt.kernels.replay import replayed
from tests.house import chosen, variants

DEALS = 25
SEED = 20261122


def presets() -> dict[str, DrawPoker]:
    """Every preset, and tables of other sizes with rules that the presets leave out."""
    found: dict[str, Any] = {name: GAMES["drawpoker"].make(name) for name in GAMES["drawpoker"].presets}
    more: dict[str, dict[str, Any]] = {
        "pot of three": {"limit": "pot", "seats": 3, "ace_four": True, "wheel": False},
        "two with blinds": {"limit": "pot", "seats": 2, "blinds": True, "rebuy": True, "stack": 20},
        "six with few chips": {"limit": "no", "seats": 6, "max_draw": 5, "rebuy": True, "stack": 30},
    }
    found |= {name: GAMES["drawpoker"].make(**options) for name, options in more.items()}
    found |= {f"hold'em, {name}": GAMES["holdem"].make(name) for name in GAMES["holdem"].presets}
    return found | {"36 cards": DrawPoker(deck=STANDARD[16:], seats=6, max_draw=5, wheel=False)}


every_preset = pytest.mark.parametrize("game", [pytest.param(game, id=name) for name, game in presets().items()])


class Told:
    """A game whose discards come back in an order that is told beforehand."""

    again: tuple[Card, ...] = ()

    def shuffled(self, some: Cards, seed: int) -> tuple[Card, ...]:
        assert set(self.again) == set(members(some))
        return self.again


class ToldPoker(Told, DrawPoker):
    pass


class ToldSolo(Told, SoloDrawPoker):
    pass


def told(game: DrawPoker, again: tuple[Card, ...]) -> DrawPoker:
    if not game.may_run_out:
        return game
    found: Any = (ToldSolo if isinstance(game, SoloDrawPoker) else ToldPoker)(
        deck=game.deck, hand=game.hand, **game.rules
    )
    found.again = again
    return found  # type: ignore[no-any-return]


def agree(game: DrawPoker, deals: PokerDeals, n: int) -> None:
    """A simulated deal is one that the game allows, and all forms of the core see it as the game does."""
    game, row = told(game, tuple(int(one) for one in deals.packs[n][len(game.deck) :] if one >= 0)), game.row
    assert next(replayed(game, deals, n))[0].hands == tuple(deals.hands[n])
    assert (deals.verbs[n, int(deals.moves[n]) :] == -1).all()
    for state, action in replayed(game, deals, n):
        if action is None:
            break
        seat = game.turn(state)[0]
        legal = game.legal(state, seat)
        sort = next(each for each in legal if each.verb == action.verb and (not each.cards or each == action))
        if sort.upto is not None:
            assert action.amount in game.sizes(state, sort)
        elif action.amount is not None:
            assert action.amount == sort.amount
        if state.phase != DRAW and state.phase != BUY:
            chips = Chips(state.stacks, state.paid, state.bets)
            call, least, most = may_bet(row, state.moment, chips, game.dealt_value(state, seat))
            told_amounts = {each.verb: each.amounts for each in legal}
            assert (call > 0) == ("call" in told_amounts)
            assert told_amounts.get("raise", told_amounts.get("bet", range(0))) == range(least, most + (least > 0))
    assert game.turn(state) == ()
    assert state.hands == tuple(deals.ends[n])
    assert game.score(state) == tuple(deals.scores[n])


@every_preset
@pytest.mark.slow
def test_simulated_deals_are_deals_of_the_game(game: DrawPoker) -> None:
    deals = simulate(game, DEALS, SEED, moves=True)
    assert isinstance(deals, PokerDeals)
    for n in range(DEALS):
        agree(game, deals, n)


@pytest.mark.slow
def test_simulated_deals_run_out_of_cards() -> None:
    game = presets()["36 cards"]
    deals = simulate(game, 300, SEED, moves=True)
    assert isinstance(deals, PokerDeals)
    again = [n for n in range(300) if deals.packs[n, 36] >= 0]
    assert len(again) > 20
    for n in again:
        agree(game, deals, n)


@every_preset
def test_plain_python_simulates_the_same(game: DrawPoker) -> None:
    kept = course_of(game)
    bare, fast = (
        kept.simulate(DEALS, SEED, policy="uniform", threads=1, moves=True, fast=each) for each in (False, True)
    )
    for name, one, other in zip(PokerDeals._fields, bare, fast, strict=True):
        assert one.dtype == other.dtype
        assert np.array_equal(one, other), name


@pytest.mark.slow
@pytest.mark.parametrize(
    "game", [pytest.param(game, id=name) for name, game in variants().items() if isinstance(game, DrawPoker)]
)
def test_simulated_deals_of_every_variant(game: DrawPoker) -> None:
    test_simulated_deals_are_deals_of_the_game(game)
    test_plain_python_simulates_the_same(game)


@every_preset
def test_threads_change_nothing(game: DrawPoker) -> None:
    one = simulate(game, 101, SEED, moves=True)
    for threads in (2, 3):
        for name, before, after in zip(PokerDeals._fields, one, simulate(game, 101, SEED, threads=threads, moves=True),
                                       strict=True):  # fmt: skip
            assert np.array_equal(before, after), name
    assert not np.array_equal(one.hands, simulate(game, 101, SEED + 1).hands)
    few = simulate(game, 101, SEED)
    assert isinstance(few, PokerDeals)
    assert few.verbs.shape == (101, 0)
    assert np.array_equal(few.scores, one.scores)


def test_every_legal_action_and_every_size_is_equally_likely() -> None:
    """The first action of many deals: check, or one of three bets, where all have 199 chips behind an ante of 1."""
    game = GAMES["drawpoker"].make(limit="no")
    deals = simulate(game, 6000, SEED, moves=True)
    assert isinstance(deals, PokerDeals)
    found: dict[tuple[int, int], int] = {}
    for verb, amount in zip(deals.verbs[:, 0].tolist(), deals.amounts[:, 0].tolist(), strict=True):
        found[verb, amount] = found.get((verb, amount), 0) + 1
    expected = {(0, 0): 3000, (2, 2): 1000, (2, 4): 1000, (2, 199): 1000}
    assert found.keys() == expected.keys()
    # 3 degrees of freedom: below 16.3 in 999 of 1000 cases
    assert sum((found[each] - times) ** 2 / times for each, times in expected.items()) < 16.3


def test_ways_to_draw_are_those_of_the_game() -> None:
    for game in presets().values():
        for hand in (0b11111, 1 << 48 | 1 << 51 | 0b111):
            aces = (hand >> 48).bit_count()
            ways = [0] * MOST_DRAWS
            count = list_draws(game.row, 5, aces, 52, ways)
            cards = [placed(hand, places) for places in ways[:count]]
            assert [each.cards for each in game.draws(hand)] == [*cards[1:], 0]


def test_a_rule_that_changes_in_the_row_changes_everywhere() -> None:
    """A limit of one bet a round: the game and the simulation know of no raise any more."""
    game: Any = GAMES["drawpoker"].make()
    before = simulate(game, 300, SEED, moves=True)
    assert isinstance(before, PokerDeals)
    assert (before.verbs == VERBS.index("raise")).any()
    game.row = game.row._replace(bets=game.row.bets._replace(raises=1))
    after = simulate(game, 300, SEED, moves=True)
    assert isinstance(after, PokerDeals)
    assert (after.verbs == VERBS.index("bet")).any()
    assert not (after.verbs == VERBS.index("raise")).any()
    state = game.deal(Random(1))
    state = game.apply(state, state.turn, Action("bet", amount=2))
    assert [each.verb for each in game.legal(state, state.turn)] == ["call", "fold"]
    assert [each.verb for each in game.view(state, state.turn).legal] == ["call", "fold"]


def walked(game: DrawPoker, rng: Random) -> Iterator[DrawPokerState]:
    state = game.deal(rng)
    while game.turn(state):
        yield state
        seat = rng.choice(game.turn(state))
        state = game.apply(state, seat, chosen(rng.choice(game.legal(state, seat)), rng))
    yield state


@every_preset
def test_any_state_of_a_deal_becomes_a_table_and_is_the_same_again(game: DrawPoker) -> None:
    made = course_of(game)
    for state in (state for number in range(8) for state in walked(game, Random(number))):
        assert made.state(made.numbers(state)) == state
