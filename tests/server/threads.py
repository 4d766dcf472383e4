"""Workers for tests that run in threads: games and computers may be closures, and patches reach them."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

from dealt.game import Listing
from dealt.server.workers.workers import Late, Tell, Workers
from dealt.work.work import House, carry_out


class ThreadWorker:
    """Carries the same requests out, pickled all the same, in a thread; one that is late is left to itself."""

    def __init__(self, games: Mapping[str, Listing]):
        self._house = House(games)
        self._thread = ThreadPoolExecutor(1, "worker")

    async def start(self) -> None:
        pass

    async def carry_out(self, request: bytes, limit: float, tell: Tell | None = None) -> bytes:
        loop = asyncio.get_running_loop()
        if tell is not None:
            self._house.tell = lambda done, of: _called(loop, tell, done, of)
        try:
            return await asyncio.wait_for(loop.run_in_executor(self._thread, carry_out, self._house, request), limit)
        except TimeoutError:
            self.close()
            self._thread = ThreadPoolExecutor(1, "worker")
            raise Late(f"no answer in {limit:g} s") from None

    def close(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)


def threads(games: Mapping[str, Listing], thinkers: int = 2, askers: int = 2) -> Workers:
    """Workers of a room in this process."""
    count = {"move": thinkers, "table": askers, "question": askers, "page": askers, "analysis": 1, "position": 1}
    return Workers({name: [ThreadWorker(games) for _ in range(n)] for name, n in count.items()})


def _called(loop: asyncio.AbstractEventLoop, tell: Tell, done: int, of: int) -> None:
    with suppress(RuntimeError):  # the loop is closed
        loop.call_soon_threadsafe(tell, done, of)
