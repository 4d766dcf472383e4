"""The Gymnasium environments of one seat: ids, what the others do, and what the seat gets."""

from __future__ import annotations

from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest

from dealt.env import aec, register
from dealt.env.single import SeatEnv
from dealt.game import Action, View
from dealt.games import GAMES


def test_every_game_has_an_id_with_a_version() -> None:
    ids = [register(name) for name in GAMES]
    assert {"dealt/BigTwo-v1", "dealt/DouDizhu-v1", "dealt/DrawPoker-v1", "dealt/MagicFigures-v1"} <= set(ids)
    assert len(set(ids)) == len(GAMES)


@pytest.mark.parametrize("name", sorted(GAMES))
def test_a_deal_is_played_to_its_end_through_gymnasium(name: str) -> None:
    env = gymnasium.make(register(name), disable_env_checker=False)
    seen, info = env.reset(seed=4)
    over, paid, rng = False, 0.0, Random(1)
    while not over:
        assert env.observation_space.contains(seen)
        legal = np.flatnonzero(info["action_mask"]).tolist()
        seen, reward, over, cut_off, info = env.step(rng.choice(legal))
        assert not cut_off
        paid += float(reward)
    seat: Any = env.unwrapped
    score = seat.game.score(seat.deal.state)
    assert paid == (-score[0] if seat.game.low else score[0])
    with pytest.raises(ValueError, match="call reset"):
        seat.step(0)


def test_the_same_seed_and_actions_give_the_same_deal() -> None:
    def played() -> list[Any]:
        env, rng = SeatEnv("hearts", seat=2, others=("search", "random", "lowest")), Random(9)
        seen, info = env.reset(seed=11)
        found = [seen["observation"].tobytes()]
        for _ in range(20):
            seen, *_, info = env.step(rng.choice(np.flatnonzero(info["action_mask"]).tolist()))
            found.append(seen["observation"].tobytes())
            if env.deal.seat is None:
                break
        return found

    assert played() == played()


def test_the_seat_sees_what_it_sees_in_the_aec_environment() -> None:
    env, table = SeatEnv("spades", seat=1), aec("spades")
    seen, _ = env.reset(seed=3)
    assert (table.layout.observe(env.game.view(env.deal.state, 1)) == seen["observation"]).all()
    assert env.observation_space == table.observation_space("seat_1")


def test_others_may_be_players_of_ones_own() -> None:
    class Last:
        def choose(self, view: View, rng: Random) -> Action:
            return view.legal[-1]

    env = SeatEnv("bigtwo", others=Last())
    env.reset(seed=1)
    assert env.deal.seat == 0


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"seat": 4}, "seats 0 to 3, not 4"),
        ({"others": ["random"]}, "names 1 players for 3"),
        ({"others": "deuce"}, "deuce doesn't play spades"),
    ],
)
def test_what_cannot_be_is_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        SeatEnv("spades", **options)


def test_the_view_can_be_rendered_as_text() -> None:
    env = SeatEnv("tens", render_mode="ansi")
    env.reset(seed=2)
    assert "board 1" in env.render()
