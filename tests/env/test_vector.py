"""Many tables at once: they see, may do and score what the game itself says, state by state."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest

from dealt.cards import rank, shoe
from dealt.env import Tables, aec, vector
from dealt.env.table import Deal, Shape
from dealt.env.vector import plan_of
from dealt.game import Game
from dealt.games import make
from dealt.games.blackjack import Blackjack
from dealt.games.climbing import Climbing
from dealt.games.hearts import Hearts
from dealt.games.matching import MatchingState
from dealt.kernels.course import ManyTables
from dealt.kernels.families import course_of
from dealt.kernels.loops import WAIT
from dealt.kernels.machine import available

GAMES: dict[str, tuple[str, str | None, dict[str, Any]]] = {
    "spades": ("spades", None, {}),
    "spades, strict": ("spades", None, {"no_spade_first_trick": True, "board_minimum": 4, "bag_limit": 3}),
    "spades, helping": ("spades", None, {"failed_nil_tricks": "help_partner", "spades_must_break": False}),
    "whist": ("whist", None, {}),
    "whist, honours": ("whist", "long", {}),
    "ohhell": ("ohhell", None, {}),
    "ohhell, seven": ("ohhell", None, {"seats": 7, "scoring": "squares"}),
    "euchre": ("euchre", None, {}),
    "euchre, alone": ("euchre", "railroad", {}),
    "skat": ("skat", None, {}),
    "skat, ramsch": ("skat", "ramsch", {"scoring": "seeger"}),
    "spades, simple": ("spades", "simple", {"robot_trumps": True}),
    "hearts": ("hearts", None, {}),
    "hearts, jack": ("hearts", "omnibus", {"moon": "self", "queen_breaks": True}),
    "hearts, no passing": ("hearts", None, {"passing": "none", "first_trick_points": True}),
    "mini bridge": ("bridge", None, {"mode": "mini"}),
    "bridge": ("bridge", None, {"claims": False, "vulnerability": "ns"}),
    "big two": ("bigtwo", None, {}),
    "big two, daidi": (
        "bigtwo",
        None,
        {"variant": "daidi", "seats": 3, "last_card_rule": True},
    ),
    "tien len": ("tienlen", None, {}),
    "tien len, cards": ("tienlen", "south", {"scoring": "cards", "seats": 3, "pass_locks_out": False}),
    "president": ("president", None, {}),
    "president, six": ("president", "revolution", {"seats": 6, "equals": "skip"}),
    "guandan": ("guandan", None, {}),
    "guandan, aces": ("guandan", None, {"first_level": "A", "tribute": False}),
    "chinese poker": ("chinesepoker", None, {}),
    "chinese poker, packets": ("chinesepoker", "two", {}),
    "chinese poker, open packets": ("chinesepoker", "open", {}),
    "dou dizhu": ("doudizhu", None, {}),
    "dou dizhu, common": ("doudizhu", "common", {"max_multiplier": 4}),
    "dou dizhu, open": ("doudizhu", None, {"reveal_kitty": True, "pass_locks_out": True, "spring": True}),
    "elevens": ("elevens", None, {}),
    "tens": ("tens", None, {}),
    "thirteens": ("thirteens", None, {}),
    "klondike, vegas": ("klondike", "vegas", {}),
    "klondike, points": ("klondike", None, {"scoring": "standard", "passes": 1}),
    "freecell": ("freecell", None, {}),
    "baker's game": ("freecell", "bakers", {"cells": 3}),
    "draw poker": ("drawpoker", None, {}),
    "draw poker, no limit": (
        "drawpoker",
        None,
        {"limit": "no", "seats": 3, "blinds": True, "rebuy": True, "stack": 40},
    ),
    "draw poker, pot limit": ("drawpoker", None, {"limit": "pot", "jacks_or_better": True, "ace_four": True}),
    "draw poker, small": ("drawpoker", None, {"limit": "no", "seats": 2, "rebuy": True, "stack": 20, "max_draw": 5}),
    "gin rummy": ("ginrummy", None, {}),
    "gin rummy, oklahoma": ("ginrummy", "oklahoma", {"big_gin": 31}),
    "hold'em": ("holdem", None, {}),
    "hold'em, limit": ("holdem", "headsup", {"rebuy": True, "stack": 20}),
    "omaha": ("holdem", "omaha", {"seats": 3}),
    "hold'em, rising blinds": ("holdem", "sitngo", {"seats": 3, "stack": 200}),
    "blackjack": ("blackjack", None, {}),
    "blackjack, one deck": (
        "blackjack",
        None,
        {"decks": 1, "seats": 7, "resplit_aces": True, "bankroll": 500, "late_surrender": True, "max_hands": 3},
    ),
    "blackjack, no hole card": ("blackjack", None, {"peek": False, "seats": 2, "max_bet": 1000, "das": False}),
}

LONG = {"klondike": 600, "guandan": 600}
"""So many steps are taken where deals are longer."""


def comparable(state: Any) -> Any:
    """A state without the order of removed cards, which tables do not keep."""
    return replace(state, removed=tuple(sorted(state.removed))) if isinstance(state, MatchingState) else state


def differing(shape: Shape, expected: Any, seen: Any) -> list[str]:
    """The columns of two observations that are not the same."""
    one, other = shape.layout.split(expected), shape.layout.split(seen)
    return [name for name in one if not np.array_equal(one[name], other[name])]


def same_as_the_game(game: Game[Any], shape: Shape, tables: Any, steps: int, looked: int) -> int:
    """Play tables at random, and compare some with the game at each step. Returns the number of deals that ended."""
    ended = 0
    deals = [Deal(shape, Random(1), tables.state(n)) for n in range(looked)]
    actions, rows = np.zeros(tables.n, np.int64), np.arange(tables.n)
    for number in range(steps):
        seen = np.zeros((tables.n, shape.layout.size), np.float32)
        mask = np.zeros((tables.n, len(shape.actions)), np.int8)
        tables.observe(seen, rows)
        tables.legal(mask)
        tables.choose(5, number, actions)
        for n, deal in enumerate(deals):
            seat = deal.seat
            assert tables.turn[n] == (WAIT if seat is None else seat)
            assert comparable(tables.state(n)) == comparable(deal.state)
            expected = deal.observe(0 if seat is None else seat)
            assert np.array_equal(expected, seen[n]), differing(shape, expected, seen[n])
            assert np.flatnonzero(mask[n]).tolist() == sorted(deal.legal())
            if seat is None:
                assert tuple(tables.scores[n]) == game.score(deal.state)
                ended += 1
            else:
                assert mask[n, actions[n]]
                deal.step(int(actions[n]))
        if (tables.turn < 0).any():
            again = np.flatnonzero(tables.turn < 0)
            tables.deal()
            actions[again] = WAIT
            for n in again[again < looked]:
                deals[n] = Deal(shape, Random(1), tables.state(n))
        tables.step(actions)
    return ended


def ways() -> Iterator[Any]:
    """Each game bare and compiled."""
    for name in GAMES:
        yield pytest.param(name, True, id=f"bare-{name}")
        yield pytest.param(name, False, id=f"compiled-{name}")


@pytest.mark.parametrize(("name", "bare"), list(ways()))
@pytest.mark.turns(5)
@pytest.mark.slow
def test_tables_are_as_the_game_has_them(name: str, bare: bool) -> None:
    if not bare and not available():
        pytest.skip("wasmtime is not installed")
    game_name, preset, options = GAMES[name]
    game = make(game_name, preset, **options).among_computers()
    shape = Shape(game)
    tables = ManyTables(course_of(game), 6, plan_of(shape), bare=bare)
    tables.init(7)
    assert same_as_the_game(game, shape, tables, LONG.get(game_name, 150), 2) >= 2


@pytest.mark.slow
def test_a_smaller_deck_has_columns_of_its_own() -> None:
    game = Hearts(deck=tuple(range(20, 52)), gift_size=2)
    shape = Shape(game)
    tables = ManyTables(course_of(game), 3, plan_of(shape), bare=True)
    tables.init(3)
    assert same_as_the_game(game, shape, tables, 90, 3) >= 2


def test_steps_rewards_and_ends() -> None:
    tables = vector("hearts", 32)
    seen, info = tables.reset(seed=5)
    ended = 0
    for _ in range(140):
        assert tables.observation_space.contains(seen)
        acted = info["seat"]
        mask = info["action_mask"].copy()
        actions = tables.random_actions()
        assert mask[np.arange(32), actions].all()
        seen, rewards, over, cut_off, info = tables.step(actions)
        assert (seen["action_mask"] == info["action_mask"]).all()
        assert seen["action_mask"].any(axis=1).all()
        assert not cut_off.any()
        assert (rewards == info["rewards"][np.arange(32), acted]).all()
        assert set(info["rewards"][over].sum(axis=1)) <= {-26.0, -78.0}
        assert not info["rewards"][~over].any()
        for n in np.flatnonzero(over):
            assert info["_final_obs"][n]
            final = tables.layout.split(info["final_obs"][n]["observation"])
            assert final["tricks"].sum() == 13
        ended += over.sum()
    assert ended >= 64


def test_one_seat_is_ours_and_others_act_at_random() -> None:
    tables, ended = vector("spades", 16, seat=2), 0
    _, info = tables.reset(seed=5)
    for _ in range(45):
        assert (info["seat"] == 2).all()
        _, rewards, over, _, info = tables.step(tables.random_actions())
        assert (rewards == info["rewards"][:, 2]).all()
        ended += over.sum()
    assert ended == 48  # 14 actions a deal: a bid and 13 cards


def test_the_same_seed_gives_the_same_deals() -> None:
    def played(seed: int) -> bytes:
        tables = vector("spades", 4)
        tables.reset(seed=seed)
        for _ in range(70):
            seen, *_ = tables.step(tables.random_actions())
        return seen["observation"].tobytes()  # type: ignore[no-any-return]

    assert played(3) == played(3) != played(4)


def test_what_cannot_be_is_refused() -> None:
    tables = vector("spades", 3)
    tables.reset(seed=1)
    with pytest.raises(ValueError, match=r"table 1: action 70 is not legal"):
        tables.step(np.array([0, 70, 0]))
    with pytest.raises(ValueError, match=r"table 2: action 16 \(play 2c\) is not legal"):
        tables.step(np.array([0, 0, 16]))
    with pytest.raises(ValueError, match="3 actions are needed"):
        tables.step(np.array([0, 0]))
    with pytest.raises(ValueError, match="no kernel"):
        vector("magicfigures", 4)
    with pytest.raises(ValueError, match="no kernel"):
        vector("drawpoker", 4, seats=1)
    with pytest.raises(ValueError, match="claims=False"):
        vector("bridge", 4)
    with pytest.raises(ValueError, match="no kernel"):
        vector("bridge", 4, "rubber", claims=False)
    with pytest.raises(ValueError, match="at least one table"):
        vector("spades", 0)


@pytest.mark.slow
def test_blackjack_is_split_insured_and_surrendered_at_many_tables_as_in_the_game() -> None:
    few = tuple(one for one in shoe(4) if rank(one) in (1, 6, 12))  # threes, eights and aces: many pairs
    game = Blackjack(deck=few, seats=1, resplit_aces=True, late_surrender=True, bankroll=5000)
    shape = Shape(game)
    tables = ManyTables(course_of(game), 12, plan_of(shape))
    tables.init(11)
    seen: set[str] = set()
    look = tables.state

    def looked(n: int) -> Any:
        state = look(n)
        for hands in state.hands:
            seen.add(f"{len(hands)} hands")
            seen.update({"doubled"} if any(each.doubled for each in hands) else ())
            seen.update({"surrendered"} if any(each.surrendered for each in hands) else ())
        seen.update({"insured"} if any(state.insured) else ())
        return state

    tables.state = looked  # type: ignore[method-assign]
    assert same_as_the_game(game, shape, tables, 200, 12) > 300
    assert {"1 hands", "2 hands", "3 hands", "4 hands", "doubled", "surrendered", "insured"} <= seen


def test_gymnasium_makes_many_tables_by_an_id() -> None:
    tables = gymnasium.make_vec("dealt/Tens-v1", num_envs=8)
    assert isinstance(tables.unwrapped, Tables)
    seen, info = tables.reset(seed=2)
    assert seen["observation"].shape == (8, 834)
    again, _ = vector("tens", 8).reset(seed=2)
    assert (again["observation"] == seen["observation"]).all()
    assert info["action_mask"].any(axis=1).all()
    with pytest.raises(ValueError, match="one by one"):
        gymnasium.make_vec("dealt/MagicFigures-v1", num_envs=2)


@pytest.mark.parametrize("name", ["doudizhu", "blackjack", "drawpoker", "elevens"])
def test_deals_end_with_the_scores_of_the_game(name: str) -> None:
    """Also in the same step in which the next deal begins; no chips come from nowhere."""
    tables, ended = vector(name, 64), 0
    tables.reset(seed=3)
    for _ in range(120):
        _, rewards, over, _, info = tables.step(tables.random_actions())
        assert not info["rewards"][~over].any()
        assert not rewards[~over].any()
        if tables.game.zero_sum:
            assert not info["rewards"].sum(axis=1).any()
        for n in np.flatnonzero(over):
            final = tables.layout.split(info["final_obs"][n]["observation"])
            assert not final["turn"].any()
            if name == "blackjack":
                assert final["stack"].tolist() == (1000 + info["rewards"][n]).tolist()
        ended += int(over.sum())
    assert ended >= 64


def test_tables_of_a_game_that_people_cut_for_are_dealt_at_once() -> None:
    game = make("chinesepoker")
    assert isinstance(game, Climbing)
    assert game.cuts
    by_name, given = vector("chinesepoker", 8), vector(game, 8)
    for tables in (by_name, given):
        _, info = tables.reset(seed=3)
        assert (info["action_mask"].sum(axis=1) > 1).all()
        assert not any(name.startswith("cut") for name in tables.actions.names)
    single = aec("chinesepoker").observation_space("seat_0")
    assert by_name.single_observation_space == given.single_observation_space == single
