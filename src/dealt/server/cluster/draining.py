"""A process that is to end hands its tables over, one by one between two actions, and sends its people elsewhere.

Its connections are closed with 1012 and the reason ``moved``: clients connect again at once, and another process brings
them back to their table. So a new version takes the place of an old one, and nobody waits for more than a moment.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial
from typing import Final

import structlog

from dealt.server.base.trouble import StoreError
from dealt.server.cluster.gateway import Gateway
from dealt.server.cluster.listings import Listings
from dealt.server.cluster.ownership import Ownership
from dealt.server.cluster.part import Part
from dealt.server.cluster.relay import Hosted
from dealt.server.room.link import Link
from dealt.server.room.live_table import LiveTable

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


class Handover(Part):
    """Leaves tables to other processes: some of them, or all as this one ends."""

    def __init__(self, ownership: Ownership, listings: Listings, hosted: Hosted, gateway: Gateway):
        self._ownership, self._listings, self._hosted, self._gateway = ownership, listings, hosted, gateway
        self._given: Counter[int] = Counter()

    async def give(self, table: str, to: int | None) -> None:
        """Leave a table to another process, between two actions; its people follow it and keep their connections.

        StoreError: it could not be stored, and the table goes to whoever claims it first.
        """
        room = self.room
        live = await room.tables.restore(table)
        if live is None:
            return
        try:
            await live.hand_over(partial(self._ownership.release, table, to))
        finally:
            if live.handed_over:
                self._leave(live, to)

    def _leave(self, live: LiveTable, to: int | None) -> None:
        """A table is no more this process's: whoever is there goes after it."""
        room, table = self.room, live.session.id
        room.live_tables.pop(table, None)
        for each in live.session.guests:
            if (person := room.people.get(each)) and person.live is live:
                person.live = None
        self._hosted.moved(live, to)
        for each in list(live.links):
            if (person := room.people.get(each)) and (link := person.here):
                link.live = None
                link.relay = self._gateway.open(link, person, table, to or 0)
                link.relay.lose(to)
        live.links.clear()
        room.lobby.changed()

    # --- the end of this process

    async def run(self, connections: Callable[[], Iterable[Link]], stop_listening: Callable[[], None]) -> None:
        """Hand everything over, as far as there is somebody to take it; it raises nothing."""
        self.room.draining = True
        stop_listening()
        try:
            async with asyncio.timeout(WITHIN):
                await self._ownership.lease.drain()
                await asyncio.sleep(KNOWN_AFTER)
                if self._others():  # else nobody would take anything
                    await self._hand_over(connections)
        except (StoreError, TimeoutError) as error:  # then the others take what this process leaves
            log.warning("not everything could be handed over", left=len(self.room.live_tables), why=str(error))

    def _others(self) -> list[int]:
        """The processes that take tables."""
        own = self._ownership.number
        return [n for n, row in self._ownership.lease.alive.items() if n != own and not row.draining]

    def _target(self) -> int | None:
        """The process with the fewest tables, which gets one more; None if all are ending."""
        target = min(self._others(), key=lambda n: self._listings.load(n) + self._given[n], default=None)
        self._given[target or 0] += 1
        return target

    async def _hand_over(self, connections: Callable[[], Iterable[Link]]) -> None:
        log.info("hands its tables over", tables=len(self.room.live_tables))
        for each in list(connections()):
            if each.live is None:  # in the lobby, or at a table of another process
                await self._send_on(each)
        while tables := list(self.room.live_tables):  # until no new one has come meanwhile
            for first in range(0, len(tables), TOGETHER):
                await asyncio.gather(*(self._give(each) for each in tables[first : first + TOGETHER]))
        for table in self.room.tables.ids():
            await self._ownership.release(table, self._target())
        for each in list(connections()):
            await self._send_on(each)
        log.info("has handed its tables over", tables=self._given.total())

    async def _give(self, table: str) -> None:
        live = self.room.live_tables.get(table)
        people = [self.room.people.get(each) for each in live.links] if live else []
        links = [link for each in people if each and (link := each.here)]
        await self.give(table, self._target())
        for link in links:  # one that sits at the table elsewhere by now, over this process
            link.close(1012, MOVED)
            await asyncio.sleep(TOGETHER / A_SECOND)

    async def _send_on(self, connection: Link) -> None:
        connection.close(1012, MOVED)
        await asyncio.sleep(1 / A_SECOND)
