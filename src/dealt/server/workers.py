"""Work that takes its time, beside the room's own: computers' thoughts, games that are made, exact odds, replays."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from random import Random
from typing import Final, TypeVar

from dealt.game import Action, Player, View, find
from dealt.server import logs

__all__ = ["WorkFailed", "Workers", "think"]

THINKERS: Final = 2
THINKING: Final = 10.0
"""The longest that an answer may take, in seconds, waiting for others included."""

Made = TypeVar("Made")


class WorkFailed(Exception):  # noqa: N818 - the game goes on without its thought
    """A computer did not come up with an action, or nothing was worked out in time."""


def think(player: Player, seen: View, rng: Random) -> Action:
    """What a player chooses, checked; WorkFailed if that is nothing legal."""
    try:
        action = player.choose(seen, rng)
    except Exception as error:  # noqa: BLE001 - players are anybody's code
        raise WorkFailed(logs.where(error)) from None
    found = find(seen, action)
    if found is None:
        raise WorkFailed("what it chose is not legal")
    return found


class Workers:
    """The threads of a room. What people ask never keeps a computer from its move: each kind of work has its own."""

    def __init__(self) -> None:
        self._thinkers = ThreadPoolExecutor(THINKERS, "computer")
        self._makers = ThreadPoolExecutor(1, "maker")
        self._reckoners = ThreadPoolExecutor(1, "reckoner")

    async def think(self, player: Player, seen: View, rng: Random) -> Action:
        """Let a computer think. It gets the view of its seat and nothing else; WorkFailed if it is too late."""
        return await self._within(self._thinkers, lambda: think(player, seen, rng))

    async def make(self, maker: Callable[[], Made]) -> Made:
        """Make a game or a computer: their tables may take a good part of a second."""
        return await asyncio.get_running_loop().run_in_executor(self._makers, maker)

    async def reckon(self, work: Callable[[], Made]) -> Made:
        """Work out what somebody asks; WorkFailed if it takes too long."""
        return await self._within(self._reckoners, work)

    async def _within(self, where: Executor, work: Callable[[], Made]) -> Made:
        try:
            return await asyncio.wait_for(asyncio.get_running_loop().run_in_executor(where, work), THINKING)
        except TimeoutError:
            raise WorkFailed(f"no answer in {THINKING} s") from None

    def close(self) -> None:
        """Nothing is begun any more."""
        for each in (self._thinkers, self._makers, self._reckoners):
            each.shutdown(wait=False, cancel_futures=True)
