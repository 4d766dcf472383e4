"""One room at a time: two rooms on one database would both play its tables.

A file is locked by the system as long as the room lives. PostgreSQL's own lock ends with the connection, also when the
database restarts; so a room has a lease besides, a row with its number, and each commit checks in its own transaction
that the number is still that room's. Whoever takes the database over counts the number up: the room before can store
nothing from then on.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Final

import structlog
from sqlalchemy import Connection, Float, TextClause, cast, delete, func, insert, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from dealt.server.base.background import unattended
from dealt.server.base.trouble import LeaseLost, StoreError, end, plain
from dealt.server.store import opening
from dealt.server.store.database import lease, processes
from dealt.server.store.opening import TROUBLE

LOCK_KEY: Final = 0x6465616C74  # "dealt": what PostgreSQL's advisory lock is called
SHARED: Final = text(
    "select exists (select from pg_locks where locktype = 'advisory' and mode = 'ShareLock' and granted"
    " and database = (select oid from pg_database where datname = current_database())"
    " and (classid::bigint << 32) + objid::bigint = :key)"
)
"""Do processes of a cluster hold that lock together?"""
EPOCH: Final = cast(func.extract("epoch", func.clock_timestamp()), Float)
"""The time by the clock of the database, in seconds since 1970."""
CLOCK: Final = select(EPOCH, text("pg_postmaster_start_time()::text"))
LOCK_TRIES, LOCK_PAUSE = 20, 0.1
LASTS: Final = 10.0
"""The seconds for which a lease that nobody renews keeps other rooms out."""
RENEW_EVERY: Final = 2.0
LOOK_EVERY: Final = 0.25
CLOSING: Final = 3.0
BUSY: Final = "another room uses this database: stop that one, or give this one another --database"
CLUSTER: Final = "a cluster uses this database: join it with --cluster, stop it, or give this room another --database"

log = structlog.get_logger("dealt.store")


class Hold:
    """What keeps other rooms away from a database. This one does not: nobody else sees a database in memory."""

    owned: dict[str, int] | None = None
    """In a cluster the tables to which this process may append, each with its term; None: a room alone, so all."""
    number = 0
    """Which hold it is: it grows from one to the next."""

    def __init__(self) -> None:
        self.lost = asyncio.Event()
        """Set when another room has taken the database over."""

    async def take(self) -> None:
        """Keep other rooms away; StoreError if another room does. The schema may be old."""

    async def begin(self) -> None:
        """The schema is that of today: from now on commits are checked; StoreError if another room holds it."""

    def check(self, connection: Connection) -> None:
        """LeaseLost, within the transaction of a commit, if another room has taken over."""

    async def close(self) -> None:
        """Let other rooms in."""


def hold_of(engine: AsyncEngine) -> Hold:
    """What keeps other rooms away from the database of an engine."""
    if engine.url.get_backend_name() == "postgresql":
        return Lease(engine)
    file = opening.file_of(engine.url)
    return Hold() if file is None else FileLock(file)


class FileLock(Hold):
    """A lock on a file beside the database, which the system keeps as long as the room lives."""

    def __init__(self, file: Path):
        super().__init__()
        self._file = file
        self._locked: Any = None

    async def take(self) -> None:
        self._locked = await asyncio.to_thread(open, f"{self._file}.lock", "a", opener=opening.private)
        try:
            _lock(self._locked)
        except OSError:
            raise StoreError(BUSY) from None

    async def close(self) -> None:
        if self._locked:
            self._locked.close()


def _lock(file: Any) -> None:
    """Hold a file alone as long as it is open; OSError if somebody else does."""
    try:
        import fcntl
    except ModuleNotFoundError:  # Windows
        import msvcrt

        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined, unused-ignore]
    else:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


class Renewed(Hold):
    """PostgreSQL's advisory lock, by a connection of its own, and a lease that outlives its loss."""

    try_lock: TextClause
    """Tries to get the lock."""
    why_lost: str

    def __init__(self, engine: AsyncEngine):
        super().__init__()
        self.engine = engine
        self._own: AsyncConnection | None = None
        """It has the lock."""
        self._renewing: asyncio.Task[None] | None = None

    async def _take_lock(self) -> bool:
        """Have the lock, after some tries; False if others keep it."""
        for _ in range(LOCK_TRIES):
            if await self._connect():
                return True
            await asyncio.sleep(LOCK_PAUSE)  # a room that was killed is there until PostgreSQL misses it
        return False

    async def _connect(self) -> bool:
        """Have the lock; False if others have it."""
        if self._own is None:
            connection = await self.engine.connect()
            try:
                await connection.execution_options(isolation_level="AUTOCOMMIT")
                if await connection.scalar(self.try_lock):
                    self._own = connection
            finally:
                if self._own is None:
                    await connection.close()
        return self._own is not None

    async def _keep(self, every: float) -> None:
        """Renew the lease again and again, until it is lost."""
        failing = False
        with contextlib.suppress(LeaseLost):
            while True:
                await asyncio.sleep(every)
                try:
                    await self._renew()
                    failing = False
                except LeaseLost:
                    raise
                except Exception as error:  # noqa: BLE001 - drivers raise what they like; while it fails nothing is stored
                    if not failing:
                        log.warning("the lease can't be renewed", why=plain(error))
                    failing = True

    async def _renew(self) -> None:
        """Renew it; LeaseLost if it has ended."""
        raise NotImplementedError

    async def _leave(self, connection: AsyncConnection) -> None:
        """End it in good order."""
        raise NotImplementedError

    def lose(self) -> None:
        """It has ended."""
        self.lost.set()

    def _lose(self) -> None:
        self.lose()
        raise LeaseLost(self.why_lost)

    async def _let_go(self) -> None:
        connection, self._own = self._own, None
        if connection is not None:
            with contextlib.suppress(*TROUBLE):
                await connection.invalidate()
                await connection.close()

    async def close(self) -> None:
        if self._renewing:
            await end(self._renewing)
        if self.number and not self.lost.is_set():
            with contextlib.suppress(Exception):  # then it ends by itself
                async with asyncio.timeout(CLOSING), self.engine.begin() as connection:
                    await self._leave(connection)
        await self._let_go()


class Lease(Renewed):
    """That of a room alone.

    The lock tells at once that a room was killed. The lease tells that a room lives although the lock is gone: its row
    says under which start of the database the room holds the lock, nothing while it holds none.
    """

    try_lock = text(f"select pg_try_advisory_lock({LOCK_KEY})")
    why_lost = "another room has taken this database over"

    async def take(self) -> None:
        if not await self._take_lock():
            raise StoreError(CLUSTER if await self._meets_cluster() else BUSY)

    async def _meets_cluster(self) -> bool:
        """Is it a cluster that has the lock?"""
        async with self.engine.connect() as connection:
            return bool(await connection.scalar(SHARED, {"key": LOCK_KEY}))

    async def begin(self) -> None:
        await waiting_for_room(self._end_cluster, CLUSTER)
        await waiting_for_room(self._begin, BUSY)
        self._renewing = unattended(self._keep(RENEW_EVERY), name="lease")

    async def _end_cluster(self) -> float | None:
        """End the leases of all processes of a cluster; if one of them may still live, when its lease ends."""
        async with self.engine.begin() as connection:
            now, _ = await clock_of(connection)
            up = await connection.scalar(select(text("extract(epoch from now() - pg_postmaster_start_time())::float")))
            expires = await connection.scalar(select(func.max(processes.c.expires)))
            if expires is None:
                return None
            if expires > now or (up or 0.0) < LASTS:  # after a restart of the database none of them could renew
                return float(expires)
            await connection.execute(delete(processes))
        return None

    async def _begin(self) -> float | None:
        """Take the lease; if another room may still have it, when that ends by the clock of the database."""
        columns = (lease.c.number, lease.c.expires, lease.c.started)
        async with self.engine.begin() as connection:
            now, started = await clock_of(connection)
            row = (await connection.execute(select(*columns).where(lease.c.id == 1).with_for_update())).first()
            if row is not None and row.expires > now and row.started != started:
                return float(row.expires)
            number = 1 if row is None else row.number + 1
            values = {"number": number, "expires": now + LASTS, "started": started}
            if row is None:
                await connection.execute(insert(lease).values(id=1, **values))
            else:
                await connection.execute(update(lease).where(lease.c.id == 1).values(**values))
        self.number = number
        return None

    def check(self, connection: Connection) -> None:
        wanted = select(lease.c.number).where(lease.c.id == 1).with_for_update(read=True)  # until the commit is done
        if self.lost.is_set() or connection.scalar(wanted) != self.number:
            self._lose()

    async def _renew(self) -> None:
        locked = await self._still_locked()
        async with self.engine.begin() as connection:
            now, started = await clock_of(connection)
            own = update(lease).where(lease.c.id == 1, lease.c.number == self.number)
            renewed = await connection.execute(own.values(expires=now + LASTS, started=started if locked else ""))
            if renewed.rowcount != 1:
                self._lose()

    async def _still_locked(self) -> bool:
        """Is the lock ours, after another try if its connection is lost?"""
        if self._own is not None:
            try:
                await self._own.execute(select(1))
                return True
            except Exception:  # noqa: BLE001 - drivers raise what they like
                await self._let_go()
        return await self._connect()

    async def _leave(self, connection: AsyncConnection) -> None:
        mine = update(lease).where(lease.c.id == 1, lease.c.number == self.number)
        await connection.execute(mine.values(expires=0.0))


async def waiting_for_room(begin: Callable[[], Awaitable[float | None]], busy: str) -> None:
    """Try to begin until it works, which is None: whoever has a lease until the time given instead may be dead.

    StoreError with the words ``busy`` if they live.
    """
    loop, seen = asyncio.get_running_loop(), None
    latest = loop.time() + LASTS + 2 * RENEW_EVERY
    while (expires := await begin()) is not None:
        if seen is None:
            log.info("waits for the lease of another room to end")
        elif expires > seen or loop.time() > latest:
            raise StoreError(busy)  # it was renewed: that room lives
        seen = expires
        await asyncio.sleep(LOOK_EVERY)


async def clock_of(connection: AsyncConnection) -> tuple[float, str]:
    """The time by the clock of the database, in seconds since 1970, and when it was started."""
    row = (await connection.execute(CLOCK)).one()
    return float(row[0]), str(row[1])
