"""Workers for tests that run in threads: games and computers may be closures, and patches reach them."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor

from dealt.game import Listing
from dealt.server.work import House, carry_out
from dealt.server.workers import Late, Workers


class ThreadWorker:
    """Carries the same requests out, pickled all the same, in a thread; one that is late is left to itself."""

    def __init__(self, games: Mapping[str, Listing]):
        self._house = House(games)
        self._thread = ThreadPoolExecutor(1, "worker")

    async def start(self) -> None:
        pass

    async def carry_out(self, request: bytes, limit: float) -> bytes:
        loop = asyncio.get_running_loop()
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
    return Workers([ThreadWorker(games) for _ in range(thinkers)], [ThreadWorker(games) for _ in range(askers)])
