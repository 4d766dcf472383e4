"""What a room runs on: its clocks, its chance and its tasks. Whoever wants other ones settles them here."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from random import Random

from dealt.server.base.background import Background


class Runtime(Background):
    """The clocks, the chance and the tasks of a room, which go on even if the connection that asked is gone."""

    closing = False
    """Does the room close? Who is disconnected from now on has not left."""

    def __init__(self, time: Callable[[], float], chance: Random):
        super().__init__()
        self.time = time
        """The time of day, in seconds since 1970."""
        self.chance = chance

    def now(self) -> float:
        """A clock that only runs forward, in seconds."""
        return asyncio.get_running_loop().time()

    def randomness(self) -> bytes:
        """32 random bytes that nobody can guess, for the seed of a deal."""
        return self.chance.randbytes(32)
