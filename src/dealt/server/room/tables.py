"""The tables of a room: those under way, and those that have not been restored since the room opened.

The lobby shows both alike; the first who asks for one restores it. Nobody has to ask: those to which somebody may come
back are restored in the background, the one last used first.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Container, Iterator, Sequence
from typing import Final

import structlog

from dealt.server.base import logs
from dealt.server.base.background import attended
from dealt.server.base.trouble import StoreError
from dealt.server.room.link import Person
from dealt.server.room.live_table import LiveTable, Surroundings
from dealt.server.room.people import People
from dealt.server.room.restoring import CannotRestore, Restoring
from dealt.server.room.workshop import Workshop
from dealt.server.store.archive import TableRow
from dealt.server.store.sets import DealSet
from dealt.session import seats, snapshot
from dealt.session.session import Session
from dealt.session.snapshot import Summary
from dealt.session.view import all_away
from dealt.wire.protocol import Invitation, LobbyTable

BEFOREHAND: Final = 8
"""The number of tables that are restored at a time before somebody asks for them."""
PAUSE: Final = 0.5
"""The pause after some of them, by the time that they took, so that the loop has a third of its time for people."""

log = structlog.get_logger("dealt.room")


class Tables:
    """All tables of this process that have not ended."""

    def __init__(self, around: Surroundings, people: People, workshop: Workshop, cannot_restore: Callable[[str], None]):
        """``cannot_restore`` hears of a table that can't be played here."""
        self._around, self._store, self._runtime = around, around.store, around.runtime
        self._people, self._cannot_restore = people, cannot_restore
        self.restoring = Restoring(around.store, workshop, around.runtime)
        self.live: dict[str, LiveTable] = {}
        """Those under way."""
        self._rows: dict[str, tuple[TableRow, Summary | None]] = {}
        """Those that are not restored yet."""
        self._tasks: dict[str, asyncio.Task[LiveTable | None]] = {}
        self._opened = 0.0
        self._adopted: dict[str, float] = {}
        """When tables of others came here, by the room's clock."""
        self._timer: asyncio.TimerHandle | None = None
        self.left_out: set[str] = set()
        """The tables that could not be restored."""

    def __len__(self) -> int:
        return len(self.live) + len(self._rows)

    def ids(self) -> list[str]:
        """The ids of all of them."""
        return [*self.live, *self._rows]

    def rows(self) -> Iterator[LobbyTable]:
        """What the lobby shows of them."""
        yield from (live.audience.row for live in self._public())
        yield from (all_away(shown.table) for _, shown in self._rows.values() if shown and not shown.private)

    def of_clubs(self, clubs: Container[str]) -> Iterator[LobbyTable]:
        """Those to which the members of some clubs alone may come."""
        found = (each for each in self.live.values() if not each.session.ended and each.session.settings.club in clubs)
        yield from (each.audience.row for each in found)
        rows = (shown.table for _, shown in self._rows.values() if shown)
        yield from (all_away(each) for each in rows if each.club in clubs)

    def _public(self) -> Iterator[LiveTable]:
        """Those under way that are not private and have not ended."""
        return (each for each in self.live.values() if not each.session.settings.private and not each.session.ended)

    def open_to_all(self, game: str) -> list[LiveTable]:
        """Tables where somebody can get a seat, those first that are between deals and have most people.

        None whose deals somebody may know: those of a given seed, and those of a set, which other tables have played.
        And none that is rated: who comes so has not chosen that.
        """
        found = [
            live
            for live in self._public()
            if live.session.settings.game == game and live.session.free and not live.audience.resting
            if not live.session.fixed and not live.session.settings.rated
        ]
        return sorted(found, key=lambda live: (live.session.phase == "playing", -len(live.session.players)))

    def invitation(self, table: str) -> tuple[Invitation, bool] | None:
        """What a link to a table tells, and whether the table is private; None if there is no such table.

        Nothing is restored for it, and nobody's cards are in it.
        """
        live = self.live.get(table)
        if live is not None and not live.session.ended:
            session = live.session
            by = session.guests[session.dealer].name if session.dealer else ""
            return Invitation(live.audience.row, by), session.settings.private
        _, found = self._rows.get(table, (None, None))
        if found is not None:
            by = next((each.name for each in found.table.seats if each.kind == "person"), "")
            return Invitation(all_away(found.table), by), found.private
        return None

    def sets(self) -> set[str]:
        """The ids of the sets of which tables are under way."""
        return {live.joined.id for live in self.live.values() if live.joined}

    def ended(self, live: LiveTable) -> None:
        """A table is gone."""
        self.live.pop(live.session.id, None)
        self._around.changed()
        log.info("a table ended", table=live.session.id, deals=live.session.dealt)

    def opened(self, session: Session, joined: DealSet | None) -> LiveTable:
        """A table that is stored now. If it was found in the database before it was known here, that one goes on."""
        self._forget(session.id)
        self._adopted.pop(session.id, None)
        if session.id not in self.live:
            self.live[session.id] = LiveTable(self._around, session, joined)
        return self.live[session.id]

    # --- those that are not restored yet

    async def adopt(self, ids: Sequence[str]) -> None:
        """Tables of another process are this one's now. StoreError: they can't be read, and nothing has changed."""
        people, now = self._people, self._runtime.now
        new = [id for id in ids if id not in self._rows and id not in self.live]  # noqa: A001
        rows = await self._store.tables.living(new) if new else []
        missing = {person for row in rows for person in row.guests if people.get(person) is None}
        known = await self._store.people.all(missing) if missing else []
        for person in known:
            if people.get(person["id"]) is None:
                people.load(person, now())
        for row in rows:
            if row.id not in self._rows and row.id not in self.live:
                self._adopted[row.id] = now()
                self._add(row)
        self._around.changed()

    def _add(self, row: TableRow) -> None:
        self._rows[row.id] = row, snapshot.read_summary(row.summary)
        for person in row.guests:
            if known := self._people.get(person):
                known.stored_at = row.id

    async def load(self) -> None:
        """Find out which tables there are and who is there; nothing is restored."""
        self._opened = self._runtime.now()
        for row in await self._store.tables.living():
            self._add(row)

    def start(self) -> None:
        """Restore what can't wait, in the background; all others when whoever is away has been so for too long."""
        urgent = [table for table, (row, summary) in self._rows.items() if summary is None or not self._awaited(row)]
        if urgent:
            self._runtime.start(self.restore_all(urgent))
        if self._rows:
            self._runtime.start(self._restore_beforehand())
            later = asyncio.get_running_loop().call_later
            self._timer = later(self._around.config.leave_after, lambda: self._runtime.start(self.restore_all()))

    def _awaited(self, row: TableRow) -> bool:
        """May somebody come back to a table?"""
        people = self._people
        return any((known := people.get(each)) is not None and known.stored_at == row.id for each in row.guests)

    def close(self) -> None:
        """Nothing happens by itself any more."""
        if self._timer:
            self._timer.cancel()
        for live in self.live.values():
            live.stop()

    async def _restore_beforehand(self) -> None:
        """Restore the tables to which somebody may come back, those last used first."""
        try:
            order = [id for id in await self._store.tables.last_used() if id in self._rows]  # noqa: A001
        except StoreError as error:
            log.warning("tables are restored only when somebody asks", why=str(error))
            return
        wanted = [id for id in order if self._awaited(self._rows[id][0])]  # noqa: A001
        for first in range(0, len(wanted), BEFOREHAND):
            if self._runtime.closing:
                return
            began = self._runtime.now()
            some = wanted[first : first + BEFOREHAND]
            for found in await asyncio.gather(*map(self.restore, some), return_exceptions=True):
                if isinstance(found, Exception):
                    log.warning("a table could not be restored beforehand", why=logs.where(found))
            await asyncio.sleep(PAUSE * (self._runtime.now() - began))

    async def restore_all(self, ids: list[str] | None = None) -> None:
        """Restore these tables or all, one after the other; people who ask for one need not wait for the others."""
        waiting = list(self._rows) if ids is None else list(ids)
        while waiting:
            again = []
            for table in waiting:
                if self._runtime.closing:
                    return
                try:
                    await self.restore(table)
                except StoreError as error:
                    log.warning("a table could not be read", table=table, why=str(error))
                    again.append(table)
                    await asyncio.sleep(1.0)
            waiting = again

    async def restore(self, table: str) -> LiveTable | None:
        """The table of that id, restored if it has to be; None if there is none. StoreError: it could not be read."""
        if table not in self._rows:
            return self.live.get(table)
        task = self._tasks.get(table)
        if task is None:
            task = self._tasks[table] = attended(self._restore(table))
            task.add_done_callback(lambda _: self._tasks.pop(table, None))
        return await asyncio.shield(task)

    async def table_of(self, person: Person) -> LiveTable | None:
        """The table where somebody is, restored if it has to be; None if they are at none."""
        if person.stored_at:
            await self.restore(person.stored_at)
        return person.live

    async def _restore(self, table: str) -> LiveTable | None:
        try:
            session, joined = await self.restoring.session(table)
        except StoreError:
            raise
        except Exception as error:  # noqa: BLE001 - whatever is wrong with one table must not harm the others
            if not self._runtime.closing:  # else it may be for want of workers alone
                self.left_out.add(table)
            why = str(error) if isinstance(error, CannotRestore) else logs.where(error)
            log.warning("a table could not be restored", table=table, why=why)
            self._forget(table)
            self._cannot_restore(table)
            return None
        self.left_out.discard(table)
        if table in self.live:  # it was just being opened here, and now it is
            return self.live[table]
        adopted = self._adopted.pop(table, None)
        since = self._opened if adopted is None else adopted
        live = self.live[table] = LiveTable(self._around, session, joined, since, goes_on=adopted is not None)
        for person in session.guests:
            if (known := self._people.get(person)) and known.stored_at == table:
                known.live = live
                known.come_anew()
        self._forget(table)
        self._runtime.start(live.find_out())
        for person in list(session.guests):
            known = self._people.get(person)
            if known is None or known.live is not live:
                await live.do(seats.leave, person, lost=True)
        if not session.ended:
            await live.follow()
            live.keeper.keep()
        return self.live.get(table)

    def _forget(self, table: str) -> None:
        """A table is restored, or can't be."""
        row, _ = self._rows.pop(table, (None, None))
        for each in row.guests if row else ():
            if (person := self._people.get(each)) and person.stored_at == table:
                person.stored_at = ""
        self._around.changed()
