"""Tables that have not been restored since the room opened. The lobby shows them; the first who asks restores them.

Nobody has to ask: those to which somebody may come back are restored in the background, the one last used first.

Restoring reads a snapshot and the events of one deal. Where there is no snapshot that this software can read, it
carries out all events of the table.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

import structlog

from dealt.game import Game
from dealt.server.base import logs
from dealt.server.base.background import attended, unattended
from dealt.server.base.trouble import StoreError, WorkFailed
from dealt.server.room.link import Person
from dealt.server.room.live_table import LiveTable, Surroundings
from dealt.server.room.people import People
from dealt.server.room.runtime import Runtime
from dealt.server.room.workshop import Workshop
from dealt.server.store.archive import Stored, StoredTable, TableRow
from dealt.server.store.sets import DealSet, key_of
from dealt.server.store.store import Store
from dealt.server.work.work import GameKey, game_key
from dealt.server.work.workers import WorkerDied
from dealt.session import events, fold, seats, snapshot
from dealt.session.events import Opened
from dealt.session.session import Session
from dealt.session.snapshot import Summary
from dealt.session.view import all_away
from dealt.wire.protocol import LobbyTable

__all__ = ["Restoring", "StoredTables"]

TRIES: Final = 5
"""The number of workers that may die while they make a table's game before the table is left out."""

READ_TOGETHER: Final = 50
"""The number of tables that one query reads at most."""
BEFOREHAND: Final = 8
"""The number of tables that are restored at a time before somebody asks for them."""
PAUSE: Final = 0.5
"""The pause after some of them, by the time that they took, so that the loop has a third of its time for people."""

log = structlog.get_logger("dealt.room")


class CannotRestore(Exception):  # noqa: N818 - no error, but a table from another time
    """A stored table that can't be played here and now."""


class Restoring:
    """Makes sessions of what is stored."""

    def __init__(self, store: Store, workshop: Workshop, runtime: Runtime):
        self._store, self._workshop, self._runtime = store, workshop, runtime
        self._asked: dict[str, asyncio.Future[StoredTable]] = {}
        """The tables that are to be read."""
        self._reading: asyncio.Task[None] | None = None

    async def session(self, id: str) -> tuple[Session, DealSet | None]:  # noqa: A002
        """The session of a stored table, and its set; it fails as the game fails, with StoreError, or CannotRestore."""
        session = await self._session(id)
        return session, await self._set_of(session.settings)

    async def _session(self, id: str) -> Session:  # noqa: A002
        stored = await self._read(id)
        found = snapshot.read(stored.snapshot) if stored.snapshot else None
        if found:
            game = await self._game_of(found.settings)
            try:
                session = snapshot.resume(id, found, game)
                fold.apply_all(session, ((events.decode(row.payload), row.at) for row in stored.events))
            except Exception as error:  # noqa: BLE001 - games are anybody's code, and all events are still there
                log.warning("a snapshot does not fit any more", table=id, why=logs.where(error))
            else:
                return session
        return await self._replayed(id, await self._store.tables.events(id) if stored.snapshot else stored.events)

    async def _read(self, id: str) -> StoredTable:  # noqa: A002
        """What is stored of a table. When a room is back, everybody asks at once: their tables are read together."""
        asked: asyncio.Future[StoredTable] = asyncio.get_running_loop().create_future()
        self._asked[id] = asked
        if self._reading is None or self._reading.done():
            self._reading = unattended(self._read_asked(), name="tables reader")
        return await asked

    async def _read_asked(self) -> None:
        while self._asked:
            some = dict(list(self._asked.items())[:READ_TOGETHER])
            self._asked = {id: asked for id, asked in self._asked.items() if id not in some}  # noqa: A001
            found: dict[str, StoredTable] = {}
            trouble = StoreError("the room closes")
            try:
                found = await self._store.tables.stored(list(some))
            except StoreError as error:
                trouble = error
            except Exception as error:  # noqa: BLE001 - whoever asked is to hear of it, and the others wait for us
                trouble = StoreError(f"the database can't be read: {logs.where(error)}")
            finally:
                for id, asked in some.items():  # noqa: A001
                    if asked.done():
                        continue  # who asked was cancelled: the room ends
                    if id in found:
                        asked.set_result(found[id])
                    else:
                        asked.set_exception(trouble)

    async def _replayed(self, id: str, rows: list[Stored]) -> Session:  # noqa: A002
        """The session that all events of a table make. It may take long, so others have their turn meanwhile."""
        opened = events.decode(rows[0].payload) if rows else None
        if not isinstance(opened, Opened):
            raise CannotRestore("it has no beginning")
        session = Session(id, opened, await self._game_of(opened), rows[0].at)
        for row in rows[1:]:
            event = events.decode(row.payload)
            fold.apply(session, event, row.at)
            if isinstance(event, events.DealBegan):
                await asyncio.sleep(0)
        return session

    async def _game_of(self, opened: Opened) -> Game[Any]:
        if opened.game not in self._workshop.games:
            raise CannotRestore(f"there is no game {opened.game} here")
        game = await self._made(game_key(opened.game, opened.options))
        if not game.formerly.keys() <= opened.options.keys():
            game = await self._made(game_key(opened.game, {**game.formerly, **opened.options}))
        if game.version != opened.version:
            raise CannotRestore(f"version {opened.version} of {opened.game} was played, and this is {game.version}")
        return game

    async def _made(self, key: GameKey) -> Game[Any]:
        """The game of a table, which was made before: a worker that dies meanwhile is not the game's fault."""
        tries = TRIES
        while True:
            try:
                return await self._workshop.game(key)
            except WorkerDied:
                tries -= 1
                if not tries or self._runtime.closing:
                    raise
            except WorkFailed as error:
                raise CannotRestore(f"its game can't be made: {error}") from None

    async def _set_of(self, opened: Opened) -> DealSet | None:
        """The set of a stored table, None if it belongs to none."""
        if not opened.set:
            return None
        found = await self._store.sets.find(key_of(opened))
        if found is None:
            raise CannotRestore(f"its set {opened.set} is gone")
        return found


class StoredTables:
    """The tables that have not ended and are not restored yet."""

    def __init__(
        self,
        store: Store,
        people: People,
        restoring: Restoring,
        live: dict[str, LiveTable],
        around: Surroundings,
        cannot_restore: Callable[[str], None],
    ):
        """Those restored go to the ``live`` ones; ``cannot_restore`` hears of one that can't be played here."""
        self._store, self._people, self._restorer, self._live = store, people, restoring, live
        self._around, self._runtime, self._cannot_restore = around, around.runtime, cannot_restore
        self._rows: dict[str, tuple[TableRow, Summary | None]] = {}
        self._restoring: dict[str, asyncio.Task[LiveTable | None]] = {}
        self._opened = 0.0
        self._adopted: dict[str, float] = {}
        """When tables of others came here, by the room's clock."""
        self._timer: asyncio.TimerHandle | None = None
        self.left_out = 0
        """The number of tables that could not be restored."""

    def __len__(self) -> int:
        return len(self._rows)

    def ids(self) -> list[str]:
        """The ids of these tables."""
        return list(self._rows)

    async def adopt(self, ids: Sequence[str]) -> None:
        """Tables of another process are this one's now. StoreError: they can't be read, and nothing has changed."""
        people, now = self._people, self._runtime.now
        new = [id for id in ids if id not in self._rows and id not in self._live]  # noqa: A001
        rows = await self._store.tables.living(new) if new else []
        missing = {person for row in rows for person in row.guests if people.get(person) is None}
        known = await self._store.people.all(missing) if missing else []
        for person in known:
            if people.get(person["id"]) is None:
                people.load(person, now())
        for row in rows:
            if row.id not in self._rows and row.id not in self._live:
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

    def start(self, leave_after: float) -> None:
        """Restore what can't wait, in the background; all others when whoever is away has been so for too long."""
        urgent = [table for table, (row, summary) in self._rows.items() if summary is None or not self._awaited(row)]
        if urgent:
            self._runtime.start(self.restore_all(urgent))
        if self._rows:
            self._runtime.start(self._restore_beforehand())
            later = asyncio.get_running_loop().call_later
            self._timer = later(leave_after, lambda: self._runtime.start(self.restore_all()))

    def _awaited(self, row: TableRow) -> bool:
        """May somebody come back to a table?"""
        people = self._people
        return any((known := people.get(each)) is not None and known.stored_at == row.id for each in row.guests)

    def public(self) -> Iterator[LobbyTable]:
        """What the lobby shows of them."""
        return (all_away(summary.table) for _, summary in self._rows.values() if summary and not summary.private)

    def find(self, id: str) -> Summary | None:  # noqa: A002
        """What is known of one of them without restoring it; None if there is none of that id, or nothing is known."""
        return self._rows.get(id, (None, None))[1]

    def close(self) -> None:
        """Restore none any more by itself."""
        if self._timer:
            self._timer.cancel()

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
            for id in waiting:  # noqa: A001
                if self._runtime.closing:
                    return
                try:
                    await self.restore(id)
                except StoreError as error:
                    log.warning("a table could not be read", table=id, why=str(error))
                    again.append(id)
                    await asyncio.sleep(1.0)
            waiting = again

    async def restore(self, id: str) -> LiveTable | None:  # noqa: A002
        """The table of that id, restored if it has to be; None if there is none. StoreError: it could not be read."""
        if id not in self._rows:
            return self._live.get(id)
        task = self._restoring.get(id)
        if task is None:
            task = self._restoring[id] = attended(self._restore(id))
            task.add_done_callback(lambda _: self._restoring.pop(id, None))
        return await asyncio.shield(task)

    async def table_of(self, person: Person) -> LiveTable | None:
        """The table where somebody is, restored if it has to be; None if they are at none."""
        if person.stored_at:
            await self.restore(person.stored_at)
        return person.live

    async def _restore(self, id: str) -> LiveTable | None:  # noqa: A002
        try:
            session, joined = await self._restorer.session(id)
        except StoreError:
            raise
        except Exception as error:  # noqa: BLE001 - whatever is wrong with one table must not harm the others
            self.left_out += 1
            why = str(error) if isinstance(error, CannotRestore) else logs.where(error)
            log.warning("a table could not be restored", table=id, why=why)
            self._forget(id)
            self._cannot_restore(id)
            return None
        adopted = self._adopted.pop(id, None)
        since = self._opened if adopted is None else adopted
        live = self._live[id] = LiveTable(self._around, session, joined, since, goes_on=adopted is not None)
        for person in session.guests:
            if (known := self._people.get(person)) and known.stored_at == id:
                known.live = live
                known.come_anew()
        self._forget(id)
        self._runtime.start(live.find_out())
        for person in list(session.guests):
            known = self._people.get(person)
            if known is None or known.live is not live:
                await live.do(seats.leave, person, lost=True)
        if not session.ended:
            await live.follow()
            live.keeper.keep()
        return self._live.get(id)

    def _forget(self, id: str) -> None:  # noqa: A002
        """A table is restored, or can't be."""
        row, _ = self._rows.pop(id, (None, None))
        for each in row.guests if row else ():
            if (person := self._people.get(each)) and person.stored_at == id:
                person.stored_at = ""
        self._around.changed()
