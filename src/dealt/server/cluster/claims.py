"""Which tables are this process's, and how the room gets those that nobody has."""

from __future__ import annotations

from collections.abc import Sequence

import structlog

from dealt.server.base.trouble import StoreError
from dealt.server.cluster.listings import Listings
from dealt.server.cluster.ownership import Ownership
from dealt.server.cluster.part import Part
from dealt.server.room import alone
from dealt.server.room.live_table import LiveTable

log = structlog.get_logger("dealt.cluster")


class Claims(Part, alone.Claims):
    """The room's side of :class:`Ownership`."""

    def __init__(self, ownership: Ownership, listings: Listings):
        self.ownership, self._listings = ownership, listings
        ownership.on_taken = lambda tables: self.room.tables.adopt(tables)
        ownership.on_claimed = lambda tables: self.room.tables.restore_all(list(tables))

    async def own_table(self, table: str) -> LiveTable | None:
        """A table of this process, restored if it has to be; None if it is another's, or has ended. StoreError."""
        if found := await self.room.tables.restore(table):
            return found
        if await self.ownership.claim(table) != self.ownership.number:
            return None
        await self.room.tables.adopt([table])  # in vain if it has been adopted as it was claimed
        return await self.room.tables.restore(table)

    async def fetch(self, table: str) -> None:
        if self._listings.find(table) is None:
            await self.own_table(table)

    def cannot_restore(self, table: str) -> None:
        self.room.runtime.start(self.ownership.refuse(table))

    def at_odds(self, people: Sequence[str]) -> None:
        for each in people:
            self.room.runtime.start(self._settle(each))

    async def _settle(self, id: str) -> None:  # noqa: A002
        """Lead somebody to the table that they are at: it was stored, though this process was told that it was not."""
        try:
            await self.ownership.leave_refused(id)
            sits = await self.ownership.seat_of(id) is not None
        except StoreError as error:  # they are refused once more at the next table, and led then
            log.warning("where somebody sits can't be read", why=str(error))
            return
        if sits and (person := self.room.people.get(id)):
            person.come_anew()
