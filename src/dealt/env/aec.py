"""PettingZoo: an AEC environment for every game."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from numpy.typing import NDArray
from pettingzoo import AECEnv

from dealt.env.forms import Form
from dealt.env.table import Deal, Shape, Shaped
from dealt.game import Game
from dealt.games import make

Observation = dict[str, NDArray[Any]]


def spaces(shape: Shape) -> tuple[Dict, Discrete]:
    """The spaces of the observations and of the actions of a seat."""
    low, high = shape.layout.bounds()
    count = len(shape.actions)
    seen = {"observation": Box(low, high, dtype=np.float32), "action_mask": Box(0, 1, (count,), np.int8)}
    return Dict(seen), Discrete(count)


def aec(
    game: str | Game[Any],
    preset: str | None = None,
    *,
    seed: int | None = None,
    form: Form | None = None,
    **options: Any,
) -> TableEnv:
    """A PettingZoo environment of a game: by name with a preset and options, or any game that was made before.

    ``form`` says what a game of your own looks like to a learner; by default some deals of it are looked at.

    >>> env = aec("bigtwo", seed=7)
    >>> env.agent_selection, [env.actions.names[each] for each in env.infos["seat_3"]["action_mask"].nonzero()[0][:2]]
    ('seat_3', ['play 3d', 'play 3d3h'])
    """
    return TableEnv(
        make(game, preset, **options).among_computers() if isinstance(game, str) else game, seed=seed, form=form
    )


class TableEnv(Shaped, AECEnv[str, Observation, int]):
    """One deal of a game. Agents are ``seat_0``, ``seat_1``, ...; an observation holds the array and the action mask.

    The reward comes when the deal is over: its score, negative where few points are good. ``actions`` and ``layout``
    explain numbers; ``deal`` is what is being played, hidden cards included.
    """

    def __init__(self, game: Game[Any], *, seed: int | None = None, form: Form | None = None) -> None:
        super().__init__()
        self.game = game
        self.metadata = {"name": f"dealt/{game.name}", "render_modes": ["ansi"], "is_parallelizable": False}
        self.render_mode = "ansi"
        self.possible_agents = [f"seat_{seat}" for seat in range(game.seats)]
        self.shape = Shape(game, form)
        seen, acts = zip(*(spaces(self.shape) for _ in self.possible_agents), strict=True)
        self.observation_spaces = dict(zip(self.possible_agents, seen, strict=True))
        self.action_spaces = dict(zip(self.possible_agents, acts, strict=True))
        self._rng = Random(seed)
        self.reset(seed=seed)

    def observation_space(self, agent: str) -> Dict:
        """The space of an agent's observations; the same for all."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """The space of an agent's actions; the same for all."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal anew; the same seed gives the same cards. Without one the deals go on as the last seed has them."""
        if seed is not None:
            self._rng = Random(seed)
        self.deal = Deal(self.shape, Random(self._rng.getrandbits(64)))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._masks = {agent: np.zeros(len(self.actions), np.int8) for agent in self.agents}
        self.infos = {agent: {"action_mask": self._masks[agent]} for agent in self.agents}
        self._turn()

    def _turn(self) -> None:
        """Select the seat in turn, and set its mask; all others' are empty."""
        for agent, mask in self._masks.items():
            if mask.any():
                self._masks[agent] = np.zeros(len(self.actions), np.int8)
                self.infos[agent] = {"action_mask": self._masks[agent]}
        if self.deal.seat is None:
            return
        self.agent_selection = self.possible_agents[self.deal.seat]
        mask = np.zeros(len(self.actions), np.int8)
        mask[list(self.deal.legal())] = 1
        self._masks[self.agent_selection] = mask
        self.infos[self.agent_selection] = {"action_mask": mask}

    def observe(self, agent: str) -> Observation:
        """What an agent sees, and what it may do: nothing if it isn't its turn."""
        seat = self.possible_agents.index(agent)
        return {"observation": self.deal.observe(seat), "action_mask": self._masks[agent].copy()}

    def step(self, action: Any) -> None:
        """Carry out an action of the agent selected; ValueError, with no change, if it is not legal."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._masks.pop(agent, None)
            self._was_dead_step(action)
            return
        self.deal.step(int(action) if isinstance(action, np.integer) else action)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self.deal.seat is None:
            self.rewards = dict(zip(self.agents, map(float, self.deal.rewards), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        self._turn()
        self._accumulate_rewards()
        self._deads_step_first()

    def render(self) -> str:
        """What the seat in turn sees, as text."""
        seat = self.deal.seat
        return str(self.deal.view(0 if seat is None else seat))

    def close(self) -> None:
        """There is nothing to close."""

    def __str__(self) -> str:
        return str(self.metadata["name"])
