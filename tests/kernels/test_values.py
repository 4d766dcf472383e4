"""Value networks of climbing games: plain Python and compiled agree, and nothing hidden is looked at."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

import numpy as np
import pytest

from dealt.game import View
from dealt.games import make
from dealt.games.climbing import Climbing
from dealt.kernels import machine
from dealt.kernels.climbing_values import FEATURES, WORDS, RealNet
from dealt.kernels.descent import backward, forward
from dealt.players.search.budget import Budget
from dealt.players.search.climbing import Network, Search
from dealt.players.search.nets import Weights, packed, read

GAMES = ("bigtwo", "doudizhu")


def weights(seed: int = 1, wide: int = 8, narrow: int = 4) -> Weights:
    """A net of no use, with weights at random."""
    some = np.random.default_rng(seed)
    parts = (
        some.normal(0, 0.3, (FEATURES, wide)), some.normal(0, 0.3, wide), some.normal(0, 0.3, (wide, narrow)),
        some.normal(0, 0.3, narrow), some.normal(0, 0.3, narrow), some.normal(0, 0.3, 1),
    )  # fmt: skip
    return read(packed([each.tolist() for each in parts], {"scale": 13.0}))


def positions(game: Climbing, number: int) -> list[View]:
    """Views of the seats in turn during the play of some random deals."""
    found: list[View] = []
    for seed in range(number):
        rng = Random(seed)
        state = game.deal(rng)
        while turn := game.turn(state):
            legal = game.legal(state, turn[0])
            if state.phase == "play" and len(legal) > 1:
                found.append(game.view(state, turn[0]))
            action = rng.choice(legal)
            state = game.apply(state, turn[0], action if action.exact else action.drawn(rng))
    return found


@contextmanager
def plainly(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Without compiled code."""
    with monkeypatch.context() as some:
        some.setattr(machine, "available", lambda: False)
        yield


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_plain_python_and_compiled_code_value_alike(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = make(name)
    assert isinstance(game, Climbing)
    player = Network(game, weights())
    for view in positions(game, 2)[::5]:
        state = game.sample(view, Random(1))
        rows = player.rows(view.legal)
        found = player.values(state, rows)
        with plainly(monkeypatch):
            assert player.values(state, rows) == found


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_plain_python_and_compiled_code_look_ahead_alike(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = make(name)
    assert isinstance(game, Climbing)
    player = Search(game, weights())
    for view in positions(game, 1)[::12]:
        rng = Random(2)
        states = [game.sample(view, rng) for _ in range(2)]
        rows = player.rows(view.legal)[:3]
        found = player.ahead(states, rows, view.turn[0], 7)
        with plainly(monkeypatch):
            assert player.ahead(states, rows, view.turn[0], 7) == found


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_a_value_depends_on_nothing_that_is_hidden(name: str) -> None:
    game = make(name)
    assert isinstance(game, Climbing)
    player = Network(game, weights())
    for view in positions(game, 3):
        rows = player.rows(view.legal)
        found = {tuple(player.values(game.sample(view, Random(seed)), rows)) for seed in range(4)}
        assert len(found) == 1


@pytest.mark.slow
def test_the_same_budget_seed_and_view_lead_to_the_same_choice() -> None:
    game = make("bigtwo")
    assert isinstance(game, Climbing)
    player = Search(game, weights(), Budget(worlds=8, round=4))
    for view in positions(game, 1)[::7]:
        assert player.choose(view, Random(5)) == player.choose(view, Random(5))


def test_the_gradient_is_that_of_the_error() -> None:
    some = np.random.default_rng(3)
    net = RealNet(*(some.normal(0, 0.5, shape) for shape in ((FEATURES, 6), 6, (6, 5), 5, 5, 1)))
    seen = [0b1011, 5 << 20, 0, 1 << 62, 9, 3, 0, 1]
    sums, outer, inner, deep = np.zeros(6), np.zeros(6), np.zeros(5), np.zeros(5)
    error = forward(net, seen, sums, inner) - 0.7
    slope = RealNet(*(np.zeros_like(each) for each in net))
    backward(net, net.second.T.copy(), seen, sums, inner, error, slope, outer, deep)
    assert len(seen) == WORDS
    for weight, found in zip(net, slope, strict=True):
        for place in [*np.ndindex(weight.shape)][:: max(1, weight.size // 40)]:
            before, step = weight[place], 1e-6
            weight[place] = before + step
            more = (forward(net, seen, sums, inner) - 0.7) ** 2 / 2
            weight[place] = before - step
            less = (forward(net, seen, sums, inner) - 0.7) ** 2 / 2
            weight[place] = before
            assert math.isclose((more - less) / (2 * step), found[place], abs_tol=1e-5)


@pytest.mark.slow
def test_weights_come_back_from_their_file_nearly_as_they_were() -> None:
    found = weights()
    again = read(packed([np.array(each) / 64**power for each, power in zip(found.net, (1, 1, 1, 2, 1, 3), strict=True)],
                        {"scale": 13.0}))  # fmt: skip
    assert again.net == found.net


@pytest.mark.parametrize(
    "content", [b"", b"PK\x03\x04 broken", packed([[[0.0]], [0.0], [[0.0]], [0.0], [0.0], [0.0]], {"scale": 1})]
)
def test_what_is_no_file_of_weights_is_refused_in_one_line(content: bytes) -> None:
    with pytest.raises(ValueError, match="file of weights") as caught:
        read(content)
    assert "\n" not in str(caught.value)
