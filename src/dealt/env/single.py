"""Gymnasium: one seat of a game is yours, and computers sit at the others."""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random
from typing import Any, ClassVar, Final

import gymnasium
import numpy as np
from numpy.typing import NDArray

from dealt.env.aec import spaces
from dealt.env.forms import Form
from dealt.env.table import Deal, Shape, Shaped
from dealt.game import Game, Player, find
from dealt.games import GAMES, make
from dealt.players import computer

VERSION: Final = 1
"""Increased when ids, observations or rewards of an environment change."""

Observation = dict[str, NDArray[Any]]


class SeatEnv(Shaped, gymnasium.Env[Observation, int]):
    """One seat of a game, for one deal. Observations, action ids and rewards are those of the AEC environment.

    ``others`` names the computer at all other seats (see :mod:`dealt.players`), or one for each of them in order, the
    seat after yours first; a player of your own will do, too. They see views only.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi"]}

    def __init__(
        self,
        game: str | Game[Any],
        preset: str | None = None,
        *,
        seat: int = 0,
        others: str | Player | Sequence[str | Player] = "random",
        render_mode: str | None = None,
        form: Form | None = None,
        **options: Any,
    ) -> None:
        self.game = make(game, preset, **options).among_computers() if isinstance(game, str) else game
        if not 0 <= seat < self.game.seats:
            raise ValueError(f"{self.game.name} has the seats 0 to {self.game.seats - 1}, not {seat}")
        self.seat = seat
        self.render_mode = render_mode
        self.shape = Shape(self.game, form)
        self.observation_space, self.action_space = spaces(self.shape)
        count = self.game.seats - 1
        some = list(others) if isinstance(others, Sequence) and not isinstance(others, str) else [others] * count
        if len(some) != count:
            raise ValueError(f"others names {len(some)} players for {count} other seats")
        seats = [(seat + n) % self.game.seats for n in range(1, self.game.seats)]
        found = (computer(one, self.game) if isinstance(one, str) else one for one in some)
        self._others = dict(zip(seats, found, strict=True))

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal, and let others play up to the first turn of the seat; a deal that ends before it is dealt again."""
        super().reset(seed=seed)
        self._rng = Random(int(self.np_random.integers(1 << 62)))
        self.deal = Deal(self.shape, self._rng)
        self._go_on()
        while self.deal.seat is None:
            self.deal = Deal(self.shape, self._rng)
            self._go_on()
        return self._seen()

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Carry out an action, and let others play up to the next turn of the seat. ValueError if it is not legal."""
        if self.deal.seat is None:
            raise ValueError("the deal is over: call reset")
        self.deal.step(int(action) if isinstance(action, np.integer) else action)
        self._go_on()
        seen, info = self._seen()
        return seen, float(self.deal.rewards[self.seat]), self.deal.seat is None, False, info

    def _go_on(self) -> None:
        while (seat := self.deal.seat) is not None and seat != self.seat:
            view = self.deal.view(seat)
            action = find(view, self._others[seat].choose(view, self._rng))
            if action is None:
                raise ValueError(f"the computer at seat {seat} chose what it may not do")
            self.deal.act(action)

    def _seen(self) -> tuple[Observation, dict[str, Any]]:
        mask = np.zeros(len(self.actions), np.int8)
        if self.deal.seat is not None:
            mask[list(self.deal.legal())] = 1
        return {"observation": self.deal.observe(self.seat), "action_mask": mask}, {"action_mask": mask}

    def render(self) -> Any:
        """What the seat sees, as text, where ``render_mode`` is "ansi"."""
        return str(self.deal.view(self.seat)) if self.render_mode == "ansi" else None


def id_of(name: str) -> str:
    """The id under which Gymnasium knows a game.

    >>> id_of("bigtwo"), id_of("holdem")
    ('dealt/BigTwo-v1', 'dealt/TexasHoldem-v1')
    """
    words = re.sub(r"[^\w\s]", "", GAMES[name].text("game.title")).split()
    return f"dealt/{''.join(word[:1].upper() + word[1:] for word in words)}-v{VERSION}"


def register(name: str) -> str:
    """Make a listed game known to Gymnasium, and return its id; importing :mod:`dealt.env` does it for all of ours."""
    found = id_of(name)
    if found not in gymnasium.registry:
        gymnasium.register(
            found,
            entry_point="dealt.env.single:SeatEnv",
            vector_entry_point="dealt.env.vector:many",
            kwargs={"game": name},
        )
    return found
