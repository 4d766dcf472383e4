"""A process that is to end hands its tables over, one by one between two actions, and sends its people elsewhere.

Its connections are closed with 1012 and the reason ``moved``: clients connect again at once, and another process brings
them back to their table. So a new version takes the place of an old one, and nobody waits for more than a moment.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Final

import structlog

from dealt.server.base.trouble import StoreError

if TYPE_CHECKING:
    from dealt.server.cluster.clustered import Clustered
    from dealt.server.room.link import Link
    from dealt.server.room.room import Room

__all__ = ["MOVED", "Drain"]

MOVED: Final = "moved"
"""The reason for which a connection is closed whose person goes on elsewhere."""
KNOWN_AFTER: Final = 1.2
"""Seconds after which all processes know that this one takes nothing more, and it knows who else ends."""
A_SECOND: Final = 80
"""The number of connections a second that are sent elsewhere: each means work there, and nobody should wait for it."""
TOGETHER: Final = 4
"""The number of tables that are handed over at a time."""
WITHIN: Final = 30.0
"""Seconds after which a process ends whatever is left."""

log = structlog.get_logger("dealt.cluster")


class Drain:
    """The end of a process of a cluster."""

    def __init__(
        self,
        room: Room,
        cluster: Clustered,
        connections: Callable[[], Iterable[Link]],
        stop_listening: Callable[[], None],
    ):
        self._room, self._cluster = room, cluster
        self._connections, self._stop_listening = connections, stop_listening
        self._given: Counter[int] = Counter()

    async def run(self) -> None:
        """Hand everything over, as far as there is somebody to take it; it raises nothing."""
        self._room.draining = True
        self._stop_listening()
        try:
            async with asyncio.timeout(WITHIN):
                await self._cluster.ownership.drain()
                await asyncio.sleep(KNOWN_AFTER)
                if self._others():  # else nobody would take anything
                    await self._hand_over()
        except (StoreError, TimeoutError) as error:  # then the others take what this process leaves
            log.warning("not everything could be handed over", left=len(self._room.live_tables), why=str(error))

    def _others(self) -> list[int]:
        """The processes that take tables."""
        cluster = self._cluster
        return [n for n, row in cluster.ownership.alive().items() if n != cluster.number and not row.draining]

    def _target(self) -> int | None:
        """The process with the fewest tables; None if all are ending."""
        return min(self._others(), key=lambda n: self._cluster.load(n) + self._given[n], default=None)

    async def _hand_over(self) -> None:
        log.info("hands its tables over", tables=len(self._room.live_tables))
        for each in list(self._connections()):
            if each.live is None:  # in the lobby, or at a table of another process
                await self._send_on(each)
        while tables := list(self._room.live_tables):  # until no new one has come meanwhile
            for first in range(0, len(tables), TOGETHER):
                await asyncio.gather(*(self._give(each) for each in tables[first : first + TOGETHER]))
        for table in self._room.stored_tables.ids():
            await self._release(table)
        for each in list(self._connections()):
            await self._send_on(each)
        log.info("has handed its tables over", tables=self._given.total())

    async def _give(self, table: str) -> None:
        target, live = self._target(), self._room.live_tables.get(table)
        links = [] if live is None else [each for each in live.links.values() if not each.remote]
        self._given[target or 0] += 1
        await self._cluster.hand_over(table, target)
        for link in links:  # one that sits at the table elsewhere by now, over this process
            link.close(1012, MOVED)
            await asyncio.sleep(TOGETHER / A_SECOND)

    async def _release(self, table: str) -> None:
        target = self._target()
        self._given[target or 0] += 1
        await self._cluster.ownership.release(table, target)

    async def _send_on(self, connection: Link) -> None:
        connection.close(1012, MOVED)
        await asyncio.sleep(1 / A_SECOND)
