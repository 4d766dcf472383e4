"""The lease of one process of a cluster: a row that it renews, and without which it can store nothing.

Each commit checks in its own transaction that the row is there, and keeps it there until it is done. Any other process
may delete the row once it has expired, by the clock of the database; the tables of whoever lost it are free from then
on. A row that nobody could renew has not expired: not after a restart of the database, and not when it stood still.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Collection, Mapping
from typing import Any, Final

import sqlalchemy as sa
import structlog
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from dealt.server.base.background import unattended
from dealt.server.base.trouble import LeaseLost, StoreError, end, plain
from dealt.server.store import opening
from dealt.server.store.database import lease, people, processes, tables
from dealt.server.store.lease import EPOCH, LOCK_KEY, Renewed, clock_of, waiting_for_room
from dealt.server.store.opening import TROUBLE

PROTOCOL: Final = 1
"""The version of what processes tell each other. Only those of the same one work side by side."""
START_KEY: Final = LOCK_KEY + 1
"""PostgreSQL's advisory lock that a process holds while it starts, so that one at a time changes the schema."""
START_WITHIN: Final = 30.0
ALIVE_KEY: Final = LOCK_KEY >> 8
"""With its number the advisory lock that a process holds as long as it lives, and reaches the database."""
LASTS: Final = 3.0
"""The seconds for which a process is taken to live without renewing its lease."""
UNLOCKED: Final = 1.2
"""The seconds after which a process is taken for dead whose lock is gone: its connection has ended, as if killed."""
SILENT: Final = 3.0
"""The seconds after which a process is taken for dead that the others do not hear, although they hear each other."""
LOOK_EVERY: Final = 0.5
LOOK_WITHIN: Final = 1.0
GAP: Final = 1.5
"""The longest time between two looks, in seconds, after which this process still knows who could renew and didn't."""
IDLE: Final = "2s"
"""After so long PostgreSQL ends a transaction of a process that stands still, so that its lease can be deleted."""
LOCK_WITHIN: Final = "500ms"
CONNECTIONS: Final = 3
"""One that renews the lease, and others that claim tables."""
LOCKED: Final = sa.exists(
    sa.select(sa.literal_column("1"))
    .select_from(sa.text("pg_locks"))
    .where(
        sa.text("locktype = 'advisory' and granted and objsubid = 2"),
        sa.text("database = (select oid from pg_database where datname = current_database())"),
        sa.text(f"classid = {ALIVE_KEY} and objid = processes.number"),
    )
)
"""Does the process of this row of ``processes`` hold its lock?"""

STILL_THERE: Final = (
    sa.select(processes.c.number)
    .where(processes.c.number == sa.bindparam("mine"))
    .with_for_update(read=True, key_share=True)
)
"""Asks for the row of a process. Renewing it goes on meanwhile; deleting it waits until the transaction is done."""

RENEW: Final = sa.update(processes).where(processes.c.number == sa.bindparam("mine")).values(expires=EPOCH + LASTS)
LOOK: Final = sa.select(
    EPOCH.label("now"),
    sa.cast(sa.func.extract("epoch", sa.func.pg_postmaster_start_time()), sa.Float).label("started"),
    LOCKED.label("locked"),
    processes,
).order_by(processes.c.number)
"""All processes, and what time it is for the database."""

START, STARTED = sa.text(f"select pg_advisory_lock({START_KEY})"), sa.text(f"select pg_advisory_unlock({START_KEY})")
SOON: Final = sa.text("set synchronous_commit = off")
NOW: Final = sa.select(EPOCH)
PROTOCOLS: Final = sa.select(processes.c.protocol).where(processes.c.expires > sa.bindparam("now"))
BEGIN: Final = sa.insert(processes).returning(processes.c.number)
ALONE_HERE: Final = sa.select(lease).where(lease.c.id == 1).with_for_update()
"""The lease of a room without a cluster."""

ALONE: Final = "a room without --cluster uses this database: stop it first, or give the cluster another --database"
MIXED: Final = "processes of another version use this database: stop them first, or start the version that they have"
NEEDS: Final = "a cluster needs PostgreSQL: --database postgresql://USER:PASSWORD@HOST/NAME"

log = structlog.get_logger("dealt.cluster")


class ProcessLease(Renewed):
    """A lease that many processes have at the same time, each with its own number."""

    try_lock = sa.text(f"select pg_try_advisory_lock_shared({LOCK_KEY})")
    why_lost = "the other processes took this one for dead"

    def __init__(self, engine: AsyncEngine, label: str, protocol: int = PROTOCOL):
        """``engine`` is the one that commits. StoreError: it is no PostgreSQL."""
        if engine.url.get_backend_name() != "postgresql":
            raise StoreError(NEEDS)
        sa.event.listen(engine.sync_engine, "connect", _end_what_stands_still)
        # for leases and claims alone, so that they need not wait for what people ask for
        super().__init__(opening.engine_of(engine.url, pool_size=CONNECTIONS, max_overflow=0))
        self.owned = {}
        self.alive: Mapping[int, sa.Row[Any]] = {}
        """The rows of the processes that live, by number, as last read."""
        self.on_dead: Callable[[int], None] = lambda _: None
        """Called once for each process whose lease has ended, whoever ended it."""
        self.silent: Callable[[float], Collection[int]] = lambda _: ()
        """The processes that have been heard before and not for so many seconds, although this one hears."""
        self.offset = 0.0
        """The seconds by which the database's clock is ahead of the loop's."""
        self._label, self._protocol = label[:255], protocol
        self._doubting: asyncio.Task[None] | None = None
        self._looked = self._watching_since = float("-inf")
        self._is_locked = False
        self._unlocked: dict[int, float] = {}
        """The processes whose locks are gone, and since when."""

    # --- starting

    async def take(self) -> None:
        if not await self._take_lock():
            raise StoreError(ALONE)
        own = self._connected()
        async with asyncio.timeout(START_WITHIN):
            await own.execute(START)
        if await own.run_sync(_is_of_another_schema):
            raise StoreError(MIXED)

    async def _connect(self) -> bool:
        """Have the lock that keeps rooms without a cluster out, and with a number that of this process."""
        new = self._own is None
        if not await super()._connect():
            return False
        own = self._connected()
        if new:
            await own.execute(SOON)  # a renewal need not survive a crash
        if self.number and not self._is_locked:
            lock = f"select pg_try_advisory_lock({ALIVE_KEY}, {self.number})"
            self._is_locked = bool(await own.scalar(sa.text(lock)))
        return True

    def _connected(self) -> AsyncConnection:
        if self._own is None:
            raise StoreError("the database can't be reached")
        return self._own

    async def begin(self) -> None:
        await waiting_for_room(self._end_room, ALONE)
        own = self._connected()
        now = float(await own.scalar(NOW) or 0.0)
        if any(each != self._protocol for each in (await own.execute(PROTOCOLS, {"now": now})).scalars()):
            raise StoreError(MIXED)
        row = {"label": self._label, "protocol": self._protocol, "draining": False, "expires": now + LASTS}
        self.number = await own.scalar(BEGIN, row) or 0
        await own.execute(STARTED)
        await self._look()
        self._renewing = unattended(self._keep(LOOK_EVERY), name="process lease")
        log.info("process of a cluster", number=self.number, label=self._label, processes=len(self.alive))

    async def _end_room(self) -> float | None:
        """End the lease of a room without a cluster; if it may still live, when that ends."""
        async with self.engine.begin() as connection:
            now, started = await clock_of(connection)
            row = (await connection.execute(ALONE_HERE)).first()
            if row is None:
                return None
            if row.expires > now and row.started != started:
                return float(row.expires)
            await connection.execute(sa.update(lease).values(number=lease.c.number + 1, expires=0.0, started=""))
        return None

    # --- each commit

    def check(self, connection: sa.Connection) -> None:
        if self.lost.is_set() or connection.scalar(STILL_THERE, {"mine": self.number}) != self.number:
            self._lose()

    def doubt(self) -> None:
        """Another process says that the lease has ended: the database is asked, as anybody may have said so."""
        if not self.lost.is_set() and (self._doubting is None or self._doubting.done()):
            self._doubting = unattended(self._ask_database(), name="process lease in doubt")

    async def _ask_database(self) -> None:
        """Lose the lease if the database says so, or does not answer: then nothing can be stored here anyway."""
        there: int | None = None
        with contextlib.suppress(*TROUBLE):
            async with asyncio.timeout(LOOK_WITHIN), self.engine.connect() as connection:
                own = sa.select(processes.c.number).where(processes.c.number == self.number)
                there = await connection.scalar(own)
        if there != self.number:
            self.lose()

    def lose(self) -> None:
        """The lease has ended: the database says so, or another process, and the database can't be asked."""
        if not self.lost.is_set():
            self.lost.set()
            log.error(self.why_lost, number=self.number)

    # --- renewing, and looking at the others

    async def _renew(self) -> None:
        try:
            async with asyncio.timeout(LOOK_WITHIN):
                expired = await self._look()
            for number in expired:
                await self._revoke(number)
        except LeaseLost:
            raise
        except Exception:
            await self._let_go()
            raise

    async def _look(self) -> list[int]:
        """Renew the own lease and read all of them; those processes that are known to be dead, though not revoked."""
        loop = asyncio.get_running_loop()
        if not await self._connect():
            return []  # a room without a cluster has the lock: it has revoked this process, or goes by itself
        own, began = self._connected(), loop.time()
        if (await own.execute(RENEW, {"mine": self.number})).rowcount != 1:
            self._lose()
        rows = (await own.execute(LOOK)).all()
        ended, now = loop.time(), rows[0].now
        self.offset = now - (began + ended) / 2
        if ended - self._looked > GAP:
            self._watching_since = ended
        self._looked = ended
        self._unlocked = {row.number: self._unlocked.get(row.number, ended) for row in rows if not row.locked}
        found = {row.number: row for row in rows}
        gone = [number for number in self.alive if number not in found]
        self.alive = found
        for number in gone:
            self.on_dead(number)
        just_started = 0.0 <= now - rows[0].started < LASTS  # less than 0: its clock was set back since then
        if ended - self._watching_since < LASTS or just_started:
            return []  # they may have had no way to renew
        dead = [number for number, since in self._unlocked.items() if ended - since > UNLOCKED]
        expired = [row.number for row in rows if row.expires < now]
        silent = found.keys() & self.silent(SILENT)
        return [number for number in {*dead, *expired, *silent} if number != self.number]

    async def _revoke(self, number: int) -> None:
        """Delete the lease of a process that is dead or cut off, unless it has come back at the last moment."""
        try:
            async with asyncio.timeout(LOOK_WITHIN), self.engine.begin() as connection:
                await connection.execute(sa.text(f"set local lock_timeout = '{LOCK_WITHIN}'"))
                gone = sa.true() if number in self.silent(SILENT) else (processes.c.expires < EPOCH) | ~LOCKED
                expired = sa.delete(processes).where(processes.c.number == number, gone)
                if (await connection.execute(expired)).rowcount:
                    log.warning("a process is dead: its tables go on elsewhere", process=number)
        except TROUBLE as error:
            log.warning("a dead process can't be revoked yet", process=number, why=plain(error))

    async def drain(self) -> None:
        """Say to all processes that this one takes no more tables; StoreError if it can't be said."""
        try:
            async with self.engine.begin() as connection:
                mine = sa.update(processes).where(processes.c.number == self.number)
                await connection.execute(mine.values(draining=True))
        except TROUBLE as error:
            raise StoreError(f"not stored: {plain(error)}") from None

    # --- the end

    async def _let_go(self) -> None:
        self._is_locked = False
        await super()._let_go()

    async def _leave(self, connection: AsyncConnection) -> None:
        """The tables of this process are nobody's, and its people are nowhere."""
        mine = sa.update(tables).where(tables.c.owner == self.number, tables.c.ended.is_(None))
        await connection.execute(mine.values(owner=None))
        here = sa.update(people).where(people.c.process == self.number)
        await connection.execute(here.values(process=None, seen=EPOCH))
        await connection.execute(sa.delete(processes).where(processes.c.number == self.number))

    async def close(self) -> None:
        if self._doubting:
            await end(self._doubting)
        await super().close()
        await self.engine.dispose()


def _end_what_stands_still(connection: Any, _: Any) -> None:
    cursor = connection.cursor()
    cursor.execute(f"set idle_in_transaction_session_timeout = '{IDLE}'")
    cursor.close()
    connection.commit()


def _is_of_another_schema(connection: sa.Connection) -> bool:
    """Do processes live that use another schema than this software's?"""
    if not sa.inspect(connection).has_table("processes") or opening.is_of_today(connection):
        return False
    return bool(connection.scalar(sa.text("select count(*) from processes where expires > extract(epoch from now())")))
