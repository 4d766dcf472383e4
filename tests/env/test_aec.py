"""The PettingZoo environments: PettingZoo's own tests, what an observation may tell, and rewards."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, performance_benchmark, render_test, seed_test

from dealt import games, players
from dealt.cards import cards
from dealt.env import Chosen, TableEnv, aec
from dealt.env.forms import form_of
from dealt.env.table import Deal, Shape
from dealt.games import GAMES, make
from tests.house import any_variant

ALL = sorted(GAMES)
EXAMPLES = Path(__file__).parents[2] / "examples"
PETTINGZOO_SAYS = {
    "Observation space for each agent probably should be gymnasium.spaces.box or gymnasium.spaces.discrete",
    "Observation is not a NumPy array",
}
"""What its tests say of every environment with action masks that they do not know by name."""


@pytest.fixture(scope="module")
def own_games() -> Iterator[list[str]]:
    """The games of the guide that stand in files of their own."""
    computers = dict(players.REGISTERED)
    names = [name for file in ("crazy_eights", "cheat", "house_rules") for name in games.load(EXAMPLES / f"{file}.py")]
    yield names
    for each in names:
        del GAMES[each]
    for each in set(players.REGISTERED) - set(computers):
        del players.REGISTERED[each]


def passes_pettingzoos_tests(name: str, cycles: int) -> None:
    form = form_of(make(name))
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        api_test(aec(name, seed=1, form=form), num_cycles=cycles)
        seed_test(lambda: aec(name, form=form), num_cycles=cycles)
    assert {str(each.message) for each in said} <= PETTINGZOO_SAYS


@pytest.mark.parametrize("name", ALL)
@pytest.mark.turns(3)
def test_pettingzoos_tests_pass(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    passes_pettingzoos_tests(name, 12)
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.slow
@pytest.mark.parametrize("name", ALL)
@pytest.mark.turns(3)
def test_pettingzoos_benchmark_and_its_test_of_rendering_run(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The benchmark takes five seconds; here its clock goes on by a quarter of a second with each round of the table.

    ``parallel_api_test`` and ``parallel_seed_test`` do not apply: seats act in turn.
    """
    clock = count(step=0.25)
    module = sys.modules[performance_benchmark.__module__]
    monkeypatch.setattr(module, "time", SimpleNamespace(time=lambda: next(clock)))
    performance_benchmark(aec(name, seed=1))
    said = capsys.readouterr().out
    assert float(said.split(" turns per second")[0].splitlines()[-1]) > 0
    assert "Finished performance benchmark" in said
    render_test(lambda render_mode: aec(name, seed=1))
    assert not aec(name, seed=1).metadata["is_parallelizable"]


@pytest.mark.slow
def test_pettingzoos_tests_pass_for_games_from_files(own_games: list[str]) -> None:
    for name in own_games:
        passes_pettingzoos_tests(name, 40)


def random_step(env: TableEnv, rng: Random) -> None:
    legal = np.flatnonzero(env.infos[env.agent_selection]["action_mask"]).tolist()
    env.step(rng.choice(legal))


@pytest.mark.parametrize("name", ALL)
@pytest.mark.turns(3)
def test_observation_and_mask_tell_no_more_than_the_view(name: str) -> None:
    """Law 4: of a state, and of a sample that the seat can't tell from it, observation and actions are the same."""
    rng = Random(4)
    for game in (make(name), any_variant(name, 2)):
        shape = Shape(game)
        for _ in range(2):
            deal, step = Deal(shape, rng), 0
            while deal.seat is not None and step < 90:
                if rng.random() < 0.12:
                    for seat in range(shape.game.seats):
                        view = deal.view(seat)
                        other = shape.game.view(shape.game.sample(view, rng), seat)
                        chosen = deal.chosen if seat == deal.seat else Chosen()
                        assert (shape.layout.observe(other, chosen.cards) == deal.observe(seat)).all()
                        if seat == deal.seat:
                            assert (shape.actions.mask(other, chosen) == shape.actions.mask(view, chosen)).all()
                            assert set(shape.actions.legal(view, chosen)) == set(deal.legal())
                deal.step(rng.choice(list(deal.legal())))
                step += 1


@pytest.mark.parametrize("name", ALL)
@pytest.mark.turns(3)
def test_the_reward_is_the_score_and_more_is_better(name: str) -> None:
    env, rng, paid = aec(name, seed=3), Random(1), dict.fromkeys(range(9), 0.0)
    game = env.game
    while not any(env.terminations.values()):
        random_step(env, rng)
        for seat, agent in enumerate(env.agents):
            paid[seat] += env.rewards[agent]
    score = game.score(env.deal.state)
    assert score is not None
    assert [paid[seat] for seat in range(game.seats)] == [-each if game.low else each for each in score]


def test_an_illegal_action_is_refused_in_one_line_and_changes_nothing() -> None:
    env = aec("spades", seed=1)
    before, agent = env.deal.state, env.agent_selection
    for action, words in ((16, "play 2c"), (999, "999"), ("play", "'play'"), (-1, "-1"), (None, "")):
        with pytest.raises(ValueError, match=r"is not legal: choose one that the mask allows, 0 \(bid 1\)") as refused:
            env.step(action)
        assert words in str(refused.value)
        assert "\n" not in str(refused.value)
    assert (env.deal.state, env.agent_selection) == (before, agent)
    env.step(0)
    assert env.agent_selection != agent


def test_who_acts_later_in_the_same_turn_sees_nothing_of_who_acted_before() -> None:
    env = aec("hearts", seed=2)
    first = {agent: env.observe(agent)["observation"] for agent in env.possible_agents}
    rng = Random(3)
    for number, agent in enumerate(env.possible_agents):
        assert env.agent_selection == agent
        assert (env.observe(agent)["observation"] == first[agent]).all()
        for step in range(3):
            assert env.agent_selection == agent
            chosen = env.layout.split(env.observe(agent)["observation"])["chosen"]
            assert chosen.sum() == step
            for other in env.possible_agents[number + 1 :]:
                assert (env.observe(other)["observation"] == first[other]).all()
            random_step(env, rng)


def test_bets_of_blackjack_are_made_without_seeing_others() -> None:
    env, other = aec("blackjack", seed=2), aec("blackjack", seed=2)
    env.step(env.actions.id_of("bet 10"))
    other.step(other.actions.id_of("sit out"))
    assert env.agent_selection == other.agent_selection == "seat_1"
    assert (env.observe("seat_1")["observation"] == other.observe("seat_1")["observation"]).all()


@pytest.mark.slow
def test_fields_say_what_a_seat_sees_from_where_it_sits() -> None:
    env = aec("bigtwo", seed=7)
    seat = env.deal.seat
    assert seat is not None
    seen = env.layout.split(env.observe(f"seat_{seat}")["observation"])
    hand = env.game.view(env.deal.state, seat).pile("hand", seat).cards
    assert sorted(one for one in hand if one is not None) == np.flatnonzero(seen["hand"][0]).tolist()
    assert seen["hand"][1:].sum() == 0
    assert seen["hand_size"].tolist() == [13] * 4
    assert seen["turn"].tolist() == [1, 0, 0, 0]
    behind = env.layout.split(env.observe(f"seat_{(seat - 1) % 4}")["observation"])
    assert behind["turn"].tolist() == [0, 1, 0, 0]
    assert np.flatnonzero(seen["must"]).tolist() == [cards("3d").bit_length() - 1]


def test_the_same_seed_gives_the_same_deals_and_others_follow() -> None:
    env, found = aec("spades", seed=5), []
    for seed in (5, None, 5, None):
        env.reset(seed=seed)
        found.append(env.deal.state)
    assert found[:2] == found[2:]
    assert found[0] != found[1]


def test_a_deal_in_which_nothing_is_to_be_decided_is_dealt_again() -> None:
    env: Any = aec("elevens", seed=0)
    for seed in range(120):  # one board in about 150 has no pair
        env.reset(seed=seed)
        assert not any(env.terminations.values())
        assert env.infos["seat_0"]["action_mask"].any()
