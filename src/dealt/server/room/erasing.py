"""Taking people who were deleted out of the tables where they have been, in the background; each process at its own."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Iterable

import structlog

from dealt.server.base import logs
from dealt.server.base.trouble import StoreError
from dealt.server.room.alone import Cluster
from dealt.server.room.live_table import LiveTable
from dealt.server.room.runtime import Runtime
from dealt.server.room.tables import Tables
from dealt.server.store.store import Store
from dealt.session import seats
from dealt.session.erasing import SOMEBODY, Erasing
from dealt.tournament.state import Tournament, rename
from dealt.wire.refusal import HandedOver, Refused

log = structlog.get_logger("dealt.erasing")


class Erasures:
    """Goes through what is due. What fails, and what another process has, is looked at again when the room tidies."""

    def __init__(
        self,
        store: Store,
        tables: Tables,
        tournaments: Callable[[], Iterable[Tournament]],
        erased: Callable[[Erasing], None],
        cluster: Cluster,
        runtime: Runtime,
    ):
        """``tournaments`` are those in memory; ``erased`` is called when a table names somebody no more."""
        self._tournaments, self._erased = tournaments, erased
        self._stored, self._tables, self._cluster, self._runtime = store.erasures, tables, cluster, runtime
        self._owned = store.tables.is_owned
        self._working = asyncio.Lock()
        self.begun: Callable[[], None] = lambda: None
        """Called when somebody was deleted."""

    async def delete(self, person: str) -> None:
        """Delete somebody with all that is theirs alone; StoreError if it can't be done."""
        await self._stored.begin(person)

    def begin(self, person: str) -> None:
        """Somebody was deleted, here or at another process."""
        self.begun()
        for each in self._tournaments():
            rename(each, person, SOMEBODY)
        self._runtime.start(self.run())

    async def run(self) -> None:
        """Go through all that is due here."""
        async with self._working:
            try:
                due = await self._stored.due(self._runtime.time())
            except StoreError as error:
                log.warning("who is to be taken out of tables is not known", why=str(error))
                return
            for who, ended in due:
                if self._runtime.closing:
                    return
                try:
                    await self._visit(who, ended)
                except (StoreError, HandedOver, Refused) as error:
                    log.warning("somebody is still to be taken out of a table", table=who.table, why=str(error))
                except Exception as error:  # noqa: BLE001 - one table that can't be read must not hold up all others
                    log.error("somebody can't be taken out of a table", table=who.table, why=logs.where(error))

    async def _visit(self, who: Erasing, ended: bool) -> None:
        live = None if ended else await self._tables.restore(who.table)
        if live is None and not self._cluster.tidies:
            return
        if live is None and not ended:
            await self._cluster.claims.fetch(who.table)
            live = self._tables.live.get(who.table)
            if live is None and not self._cluster.owns_all and await self._owned(who.table):
                return  # another process's
        if live is not None:
            with contextlib.suppress(Refused):  # as usual: who deleted them knew of that table, and could reach it
                await live.do(seats.leave, who.person, lost=True)
        await self._erase(who, live)
        self._erased(who)
        await self._stored.done(who)
        log.info("somebody who was deleted was taken out of a table", table=who.table)

    async def _erase(self, who: Erasing, live: LiveTable | None) -> None:
        """Most of it beside whatever happens at the table, which waits for the rest."""
        stored = self._stored
        put_away, dealt = await stored.put_away(who), await stored.deals(who)

        async def rest() -> None:
            await stored.put_away(who, put_away)
            await stored.deals(who, dealt)
            await stored.rest(who)

        if live is None:
            await rest()
        else:
            await live.revise(rest, who.session)
