"""Gymnasium: thousands of tables of a game at once, by the compiled kernel of its family."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from gymnasium.spaces import MultiDiscrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from dealt.env.aec import spaces
from dealt.env.table import Shape, Shaped, sign
from dealt.game import Game, Seat
from dealt.games import make
from dealt.kernels.course import ManyTables, Plan
from dealt.kernels.families import course_of
from dealt.kernels.loops import WAIT

Observation = dict[str, NDArray[Any]]


def vector(
    game: str | Game[Any],
    n: int,
    preset: str | None = None,
    *,
    seat: Seat | None = None,
    seed: int = 0,
    copy: bool = True,
    **options: Any,
) -> Tables:
    """``n`` tables of a game as a Gymnasium vector environment; ValueError for a game that there is no kernel for.

    With ``seat`` None every seat is yours; else only that one, and all others act at random. ``copy``: observations and
    masks are new arrays with every step; without it the next step overwrites them, which is quicker for wide masks.

    >>> tables = vector("spades", 4096)
    >>> tables.observation_space["observation"].shape, tables.observation_space["action_mask"].shape
    ((4096, 1081), (4096, 68))
    """
    return Tables(make(game, preset, **options) if isinstance(game, str) else game, n, seat=seat, seed=seed, copy=copy)


def many(game: str | Game[Any], num_envs: int = 1, preset: str | None = None, **options: Any) -> Tables:
    """What ``gymnasium.make_vec`` calls for an id such as ``dealt/BigTwo-v1``; ``options`` as for :func:`vector`."""
    return vector(game, num_envs, preset, **options)


class Tables(Shaped, VectorEnv[Observation, NDArray[np.int64], NDArray[Any]]):
    """Many tables of one game; where a deal is over the next one is dealt in the same step.

    Ids, fields and rewards are those of the AEC environment. Each array has a row for each table. ``info`` holds
    ``seat``, who acts next, ``action_mask``, and after a step ``rewards``, by table and seat: zeros where play goes on.
    The reward of a table is that of the seat that acted. Where a deal is over, ``final_obs`` holds what seat 0 saw of
    its end, and ``_final_obs`` tells where.
    """

    metadata: ClassVar[dict[str, Any]] = {"autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(self, game: Game[Any], n: int, *, seat: Seat | None = None, seed: int = 0, copy: bool = True) -> None:
        if n < 1:
            raise ValueError(f"there should be at least one table, not {n}")
        if seat is not None and not 0 <= seat < game.seats:
            raise ValueError(f"{game.name} has the seats 0 to {game.seats - 1}, not {seat}")
        game = game.among_computers()
        self.game = game
        self.num_envs = n
        self.seat = seat
        self.shape = Shape(game)
        self.batch = ManyTables(course_of(game), n, plan_of(self.shape))
        self.single_observation_space, self.single_action_space = spaces(self.shape)
        self.observation_space = batch_space(self.single_observation_space, n)
        self.action_space = MultiDiscrete([len(self.shape.actions)] * n)
        self._rows = self.batch.array((n,), "q")
        self._rows[:] = np.arange(n)
        self._seed, self._drawn = seed, 0
        self._mask: NDArray[np.int8] = self.batch.array((n, len(self.shape.actions)), "b")
        self._seen_last: NDArray[np.float32] = self.batch.array((n, self.shape.layout.size), "f")
        self._copy, self._marked = copy, False
        self._nothing = np.zeros(len(self.shape.actions), np.int8)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal at all tables; the same seed gives the same deals, without one new ones follow."""
        self._seed = seed if seed is not None else self._seed + 1
        self._drawn = 0
        self._unmark()
        self.batch.init(self._seed)
        self._others(np.zeros((self.num_envs, self.game.seats)), np.zeros(self.num_envs, bool), {})
        seen = self._seen()
        return seen, self._info(seen)

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Observation, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Carry out an id at each table. ValueError, with no change, if one of them is not legal."""
        actions = np.asarray(actions, np.int64)
        self._check(actions)
        self._unmark()
        acted = self.batch.turn.copy()
        rewards, over = np.zeros((self.num_envs, self.game.seats)), np.zeros(self.num_envs, bool)
        self.batch.step(actions)
        info: dict[str, Any] = {}
        if (self.batch.turn < 0).any():
            self._end(rewards, over, info)
        self._others(rewards, over, info)
        seen, mine = self._seen(), acted if self.seat is None else self.seat
        info |= self._info(seen) | {"rewards": rewards}
        return seen, rewards[self._rows, mine], over, np.zeros(self.num_envs, bool), info

    def random_actions(self) -> NDArray[np.int64]:
        """A legal id for each table, each equally likely; quicker than sampling by the masks."""
        self._drawn += 1
        found = np.zeros(self.num_envs, np.int64)
        self.batch.choose(self._seed, self._drawn, found)
        return found

    def _check(self, actions: NDArray[np.int64]) -> None:
        """ValueError unless all ids are legal."""
        if actions.shape != (self.num_envs,):
            raise ValueError(f"{self.num_envs} actions are needed, one for each table, not {actions.shape}")
        count = len(self.actions)
        good = (actions >= 0) & (actions < count)
        good &= self._mask[self._rows, np.where(good, actions, 0)] != 0
        if not good.all():
            n = int(np.flatnonzero(~good)[0])
            why = self.actions.refusal(int(actions[n]), np.flatnonzero(self._mask[n]).tolist())
            raise ValueError(f"table {n}: {why}")

    def _end(self, rewards: NDArray[Any], over: NDArray[Any], info: dict[str, Any]) -> None:
        """Reward and deal anew where the deal is over; a table's first end in a step counts."""
        rows = np.flatnonzero((self.batch.turn < 0) & ~over)
        if len(rows):
            rewards[rows] = sign(self.game) * self.batch.scores[rows]
            over[rows] = True
            last = np.zeros((len(rows), self.layout.size), np.float32)
            self.batch.observe(last, rows)
            final, nothing = info.setdefault("final_obs", np.full(self.num_envs, None)), self._nothing
            for row, seen in zip(rows, last, strict=True):
                final[row] = {"observation": seen, "action_mask": nothing}
            info["_final_obs"] = over
        self.batch.deal()

    def _others(self, rewards: NDArray[Any], over: NDArray[Any], info: dict[str, Any]) -> None:
        """With a seat: let all others act at random up to its next turn, in this deal or the next."""
        if self.seat is None:
            return
        while len(rows := np.flatnonzero(self.batch.turn != self.seat)):
            actions = np.full(self.num_envs, WAIT, np.int64)
            actions[rows] = self.random_actions()[rows]
            self.batch.step(actions)
            if (self.batch.turn < 0).any():
                self._end(rewards, over, info)

    def _unmark(self) -> None:
        """Empty the arrays of the step before."""
        if self._marked:
            self.batch.unmark(self._mask)
            self._seen_last[:] = 0

    def _seen(self) -> Observation:
        self._marked = True
        self.batch.observe(self._seen_last, self._rows)
        self.batch.legal(self._mask)
        seen, mask = self._seen_last, self._mask
        return (
            {"observation": seen.copy(), "action_mask": mask.copy()}
            if self._copy
            else {"observation": seen, "action_mask": mask}
        )

    def _info(self, seen: Observation) -> dict[str, Any]:
        return {"seat": self.batch.turn.copy(), "action_mask": seen["action_mask"]}


def plan_of(shape: Shape) -> Plan:
    """Where a kernel finds fields and ids."""
    actions = shape.actions
    return Plan(
        spots={each.name: each.start for each in shape.layout.fields},
        width=shape.layout.size,
        column=shape.layout.column,
        ids={name: number for number, name in enumerate(actions.names)},
        steps=actions.steps,
        actions=len(actions),
        first=actions.first,
        amounts=actions.amounts,
    )
