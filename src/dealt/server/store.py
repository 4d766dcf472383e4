"""The database of a room: people, tables, events, results and sets. Commits that come close together are grouped.

One writer collects what is to be stored in a few milliseconds and commits it in one transaction; ``await`` returns
after the commit, so that nobody is told of an action before it is safe. SQLite and PostgreSQL are used alike.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import os
import secrets
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from sqlalchemy import (
    Connection,
    Executable,
    Select,
    Table,
    delete,
    event,
    exists,
    func,
    insert,
    inspect,
    select,
    text,
    update,
)
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from dealt.server import database, sets
from dealt.server.database import REVISION, events, people, results, tables
from dealt.server.events import Finished, Scored
from dealt.server.sets import DealSet, SetKey, SetRow
from dealt.server.tallies import Tallied, counting, tallies_of

__all__ = ["Store", "StoreError", "Stored"]

MIGRATIONS: Final = Path(__file__).parent / "migrations"
LOCK_KEY: Final = 0x6465616C74  # "dealt": what PostgreSQL's advisory lock is called
CLOSING: Final = 10.0
LOCK_TRIES, LOCK_PAUSE = 20, 0.1
BATCH: Final = 500
PROBE: Final = 16384
"""How much is written for a try after a failure: more than fits into the free places of a full database."""
CHUNK: Final = 500
"""The number of rows that one statement names."""
HAS_RESULTS: Final = exists().where(results.c.person_id == people.c.id)
"""Has this row of ``people`` finished a deal that counts?"""
TROUBLE: Final = (SQLAlchemyError, OSError, TimeoutError)


class StoreError(Exception):
    """The database can't be reached, is full, or holds something unexpected. What was to be stored may not be."""


@dataclass(frozen=True, slots=True)
class Stored:
    """An event as it lies in the database."""

    n: int
    at: float
    payload: str


@dataclass(slots=True)
class _Wish:
    """Statements that are carried out together or not at all, and who waits for that."""

    statements: Sequence[tuple[Executable, Any]]
    done: asyncio.Future[None]


def url_of(written: str) -> URL:
    """The address of a database with its asynchronous driver; StoreError if it is none."""
    try:
        url = make_url(written)
    except ArgumentError:
        raise StoreError(
            "the database must be an address such as sqlite:///FILE or postgresql://USER@HOST/NAME"
        ) from None
    drivers = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}
    return url.set(drivername=drivers.get(url.drivername, url.drivername))


def _private(file: str | Path, flags: int) -> int:
    """Open a file that nobody else may read if it is new."""
    return os.open(file, flags, 0o600)


def _keep_private(file: Path) -> None:
    """Make the file, and a folder for it, that only their owner can read: seeds of deals under way are in it.

    SQLite gives the files beside it (``-wal``, ``-shm``) the same permissions. A folder that is there is left alone.
    """
    for folder in reversed(file.parents):
        if not folder.exists():
            folder.mkdir(mode=0o700, exist_ok=True)
    os.close(_private(file, os.O_RDWR | os.O_CREAT))
    with contextlib.suppress(PermissionError):  # somebody else's file that we may write all the same
        for each in (file, *(Path(f"{file}{end}") for end in ("-wal", "-shm", ".lock"))):
            if each.exists():
                each.chmod(0o600)


class Store:
    """An open database. Use ``await Store.open(...)`` and, at the end, ``close``."""

    def __init__(self, engine: AsyncEngine, window: float):
        self._engine = engine
        self._window = window
        self._wishes: list[_Wish] = []
        self._wake = asyncio.Event()
        self._writer: asyncio.Task[None] | None = None
        self._closing = False
        self._lock: AsyncConnection | None = None
        self._lock_file: Any = None
        self._joining = asyncio.Lock()
        self.healthy = True
        """Did the last commit work?"""
        self.commits = 0
        self.rows = 0
        self.watch: Callable[[float, bool], None] = lambda seconds, stored: None
        """Is told of every transaction: the seconds that it took, and whether it was stored."""

    @classmethod
    async def open(cls, address: str, *, window: float = 0.003) -> Store:
        """Open a database, alone, and bring its schema up to date. StoreError says why it can't be."""
        url = url_of(address)
        try:
            if url.get_backend_name() == "sqlite" and url.database not in (None, "", ":memory:"):
                await asyncio.to_thread(_keep_private, Path(str(url.database)))
            engine = create_async_engine(url, pool_pre_ping=url.get_backend_name() != "sqlite")
        except ModuleNotFoundError as error:
            raise StoreError(f"this database needs a driver: pip install {error.name}") from None
        except TROUBLE as error:
            raise StoreError(f"the database can't be opened: {_plain(error)}") from None
        if url.get_backend_name() == "sqlite":
            event.listen(engine.sync_engine, "connect", _set_up_sqlite)
        store = cls(engine, window)
        try:
            await store._take(url)
            await store._migrate()
        except TROUBLE as error:
            await store.close()
            raise StoreError(f"the database can't be opened: {_plain(error)}") from None
        except StoreError:
            await store.close()
            raise
        store._writer = asyncio.create_task(store._write(), name="store writer")
        return store

    async def close(self) -> None:
        """Store what still waits, and let the database go."""
        self._closing = True
        if self._writer:
            self._wake.set()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._writer, CLOSING)
        if self._lock:
            with contextlib.suppress(*TROUBLE):
                await self._lock.close()
        with contextlib.suppress(*TROUBLE):
            await self._engine.dispose()
        if self._lock_file:
            self._lock_file.close()

    # --- one room at a time

    async def _take(self, url: URL) -> None:
        """Two rooms on one database would both play its tables: the second one is told."""
        busy = StoreError("another room uses this database: stop that one, or give this one another --database")
        if url.get_backend_name() == "postgresql":
            self._lock = await self._engine.connect()
            await self._lock.execution_options(isolation_level="AUTOCOMMIT")
            for _ in range(LOCK_TRIES):
                if await self._lock.scalar(select(text(f"pg_try_advisory_lock({LOCK_KEY})"))):
                    return
                await asyncio.sleep(LOCK_PAUSE)  # a room that was killed is there until PostgreSQL misses it
            raise busy
        if url.get_backend_name() == "sqlite" and url.database not in (None, "", ":memory:"):
            self._lock_file = await asyncio.to_thread(open, f"{url.database}.lock", "a", opener=_private)
            try:
                _lock(self._lock_file)
            except OSError:
                raise busy from None

    async def _migrate(self) -> None:
        async with self._engine.connect() as connection:
            if await connection.run_sync(_is_new):
                return
        async with self._engine.begin() as connection:
            await connection.run_sync(_upgrade)

    # --- writing

    async def _commit(self, *statements: tuple[Executable, Any]) -> None:
        if self._writer is None or self._closing:
            raise StoreError("the database is closed")
        wish = _Wish(statements, asyncio.get_running_loop().create_future())
        wish.done.add_done_callback(lambda done: done.cancelled() or done.exception())  # its waiter may be gone
        self._wishes.append(wish)
        self._wake.set()
        await asyncio.shield(wish.done)

    async def _write(self) -> None:
        while self._wishes or not self._closing:
            await self._wake.wait()
            if self._window and not self._closing:
                await asyncio.sleep(self._window)
            self._wake.clear()
            while self._wishes:
                batch, self._wishes = self._wishes[:BATCH], self._wishes[BATCH:]
                await self._grant(batch)

    async def _grant(self, batch: list[_Wish]) -> None:
        """Commit some wishes in one transaction; if one of them is at odds with the database, each by itself."""
        trouble: BaseException | None = None
        began = time.perf_counter()
        try:
            async with self._engine.begin() as connection:
                for wish in batch:
                    for statement, rows in wish.statements:
                        await connection.execute(statement, rows)
        except IntegrityError as error:
            if len(batch) > 1:
                for wish in batch:
                    await self._grant([wish])
                return
            trouble = error
        except Exception as error:  # noqa: BLE001 - drivers raise what they like, and the writer must go on
            trouble = error
            self.healthy = False
        except BaseException as error:
            for wish in batch:
                _settle(wish.done, StoreError(f"not stored: {type(error).__name__}"))
            raise
        else:
            self.healthy = True
            self.commits += 1
            self.rows += len(batch)
        self.watch(time.perf_counter() - began, trouble is None)
        for wish in batch:
            _settle(wish.done, StoreError(f"not stored: {_plain(trouble)}") if trouble else None)

    async def open_table(self, id: str, at: float, payloads: Sequence[str]) -> None:  # noqa: A002
        """Store a new table with its first events, numbered from 1."""
        await self._commit((insert(tables), {"id": id, "created": at}), (insert(events), _rows(id, 1, at, payloads)))

    async def append(
        self,
        id: str,  # noqa: A002
        n: int,
        at: float,
        payloads: Sequence[str],
        *,
        ended: bool = False,
        game: str = "",
        scored: Sequence[Scored] = (),
        set: str = "",  # noqa: A002
        finished: Sequence[Finished] = (),
    ) -> None:
        """Store the next events of a table, numbered from ``n``, and with them how deals of its ``game`` came out.

        ``finished`` are deals of the ``set`` of that id.

        After a StoreError they may still be there: look.
        """
        statements: list[tuple[Executable, Any]] = [(insert(events), _rows(id, n, at, payloads))]
        if scored:
            statements.append(counting(id, game, scored))
        if set and finished:
            statements.append(sets.finishing(set, id, finished))
        if ended:
            statements.append((update(tables).where(tables.c.id == id).values(ended=at), None))
        await self._commit(*statements)

    async def end_table(self, id: str, at: float) -> None:  # noqa: A002
        """End a table that can't go on; its events stay as they are."""
        await self._commit((update(tables).where(tables.c.id == id).values(ended=at), None))

    async def add_person(self, id: str, name: str, folded: str, token: str, at: float) -> None:  # noqa: A002
        """Store a person; ``token`` is the hash of the real one.

        A row without results that a failed commit left under this name is replaced; one with results is an error.
        """
        row = {"id": id, "name": name, "folded": folded, "token": token, "created": at, "seen": at}
        left_over = delete(people).where(people.c.folded == folded, ~HAS_RESULTS)
        await self._commit((left_over, None), (insert(people), row))

    async def rename_person(self, id: str, name: str, folded: str) -> None:  # noqa: A002
        """Give a person another name."""
        await self._commit((update(people).where(people.c.id == id).values(name=name, folded=folded), None))

    async def saw_person(self, id: str, at: float) -> None:  # noqa: A002
        """Remember when a person was last here."""
        await self.saw_people([id], at)

    async def saw_people(self, ids: Sequence[str], at: float) -> None:
        """Remember that people were here at a time."""
        for some in _chunks(ids):
            await self._commit((update(people).where(people.c.id.in_(some)).values(seen=at), None))

    async def without_results(self, ids: Sequence[str]) -> set[str]:
        """Those of some people who have no results."""
        wanted = select(people.c.id).where(people.c.id.in_(ids), ~HAS_RESULTS)
        async with self._reading() as connection:
            return set((await connection.execute(wanted)).scalars())

    async def forget_people(self, ids: Sequence[str], *, with_results: bool = True) -> None:
        """Delete people and their results; without ``with_results`` only those who have none."""
        for some in _chunks(ids):
            chosen = delete(people).where(people.c.id.in_(some))
            await self._commit((chosen if with_results else chosen.where(~HAS_RESULTS), None))

    async def count_tables(self) -> int:
        """The number of tables, those that have ended included."""
        return await self._count(tables)

    async def forget_tables(self, before: float, most: int) -> int:
        """Delete tables that ended before a time with their events, the oldest first; returns their number."""
        old = await self._some(select(tables.c.id).where(tables.c.ended < before).order_by(tables.c.ended).limit(most))
        for some in _chunks(old):
            await self._commit(
                (delete(events).where(events.c.table_id.in_(some)), None),
                (delete(tables).where(tables.c.id.in_(some)), None),
            )
        return len(old)

    async def _some(self, wanted: Select[Any]) -> list[str]:
        async with self._reading() as connection:
            return list((await connection.execute(wanted)).scalars())

    async def _count(self, table: Table) -> int:
        async with self._reading() as connection:
            return int(await connection.scalar(select(func.count()).select_from(table)) or 0)

    # --- for what has modules of its own

    async def write(self, *statements: tuple[Executable, Any]) -> None:
        """Carry out statements together or not at all; StoreError if they are not stored."""
        await self._commit(*statements)

    async def read(self, wanted: Select[Any]) -> list[dict[str, Any]]:
        """The rows of a query by the names of their columns; StoreError if they can't be read."""
        async with self._reading() as connection:
            return [dict(row) for row in (await connection.execute(wanted)).mappings()]

    # --- sets

    async def join_set(self, key: SetKey, at: float) -> DealSet:
        """The set of that kind, with a secret of its own if it is a new one."""
        async with self._joining:
            found = await self.find_set(key)
            if found is None:
                found = DealSet(secrets.token_hex(8), secrets.token_bytes(32))
                await self._commit(sets.making(key, found, at))
            else:
                await self.saw_sets([found.id], at)
            return found

    async def find_set(self, key: SetKey) -> DealSet | None:
        """The set of that kind, or None."""
        async with self._reading() as connection:
            row = (await connection.execute(sets.found_by(key))).first()
        return None if row is None else DealSet(row.id, bytes.fromhex(row.secret))

    async def saw_sets(self, ids: Sequence[str], at: float) -> None:
        """Remember when sets last had a table."""
        await self._commit((sets.seeing(ids, at), None))

    async def count_sets(self) -> int:
        """The number of sets."""
        return await self._count(database.sets)

    async def forget_sets(self, before: float, most: int) -> int:
        """Delete sets that have had no table since a time, the oldest first, with their results; returns the number."""
        old = await self._some(sets.unseen(before).limit(most))
        for some in _chunks(old):
            await self._commit((sets.forgetting(some), None))
        return len(old)

    async def set_results(self, id: str, table: str) -> list[SetRow]:  # noqa: A002
        """How the deals of a set that a table has finished came out, at all tables."""
        async with self._reading() as connection:
            return [
                SetRow(row.deal, row.table_id, json.loads(row.names), tuple(json.loads(row.scores)), row.at)
                for row in await connection.execute(sets.results_for(id, table))
            ]

    # --- reading

    @contextlib.asynccontextmanager
    async def _reading(self) -> AsyncIterator[AsyncConnection]:
        try:
            async with self._engine.connect() as connection:
                yield connection
        except TROUBLE as error:
            raise StoreError(f"the database can't be read: {_plain(error)}") from None

    async def people(self) -> list[dict[str, Any]]:
        """All people as rows; ``has_results`` says whether they have finished a deal that counts."""
        wanted = select(people, HAS_RESULTS.label("has_results"))
        async with self._reading() as connection:
            return [dict(row._mapping) for row in await connection.execute(wanted)]

    async def living_tables(self) -> list[str]:
        """The tables that have not ended, oldest first."""
        wanted = select(tables.c.id).where(tables.c.ended.is_(None)).order_by(tables.c.created)
        return await self._some(wanted)

    async def events(self, id: str, after: int = 0) -> list[Stored]:  # noqa: A002
        """The events of a table in order, those up to ``after`` left out."""
        wanted = (
            select(events.c.n, events.c.at, events.c.payload)
            .where(events.c.table_id == id, events.c.n > after)
            .order_by(events.c.n)
        )
        async with self._reading() as connection:
            return [Stored(*row) for row in await connection.execute(wanted)]

    async def tallies(self, person: str) -> list[Tallied]:
        """How somebody has done, game by game."""
        async with self._reading() as connection:
            found = await connection.execute(tallies_of(person))
            return [
                Tallied(game, int(deals), int(won), float(average), int(streak), int(best))
                for game, deals, won, average, streak, best in found
            ]

    @property
    def waiting(self) -> int:
        """The number of wishes that wait for the next transaction."""
        return len(self._wishes)

    @property
    def file(self) -> Path | None:
        """The file of an SQLite database; None if it has none, or for PostgreSQL."""
        url = self._engine.url
        inside = url.get_backend_name() != "sqlite" or url.database in (None, "", ":memory:")
        return None if inside else Path(str(url.database))

    async def copy_to(self, file: Path) -> None:
        """Write all that is stored to a new file that only its owner can read; StoreError if it can't be done.

        For SQLite alone. Reading and writing go on meanwhile.
        """
        part = file.with_name(f"{file.name}.part")
        try:
            await asyncio.to_thread(_keep_private, part)
            async with self._engine.connect() as connection:
                await connection.execution_options(isolation_level="AUTOCOMMIT")
                await connection.execute(text("vacuum into :file"), {"file": str(part)})
            await asyncio.to_thread(part.rename, file)
        except TROUBLE as error:
            await asyncio.to_thread(part.unlink, missing_ok=True)
            raise StoreError(f"the copy can't be written: {_plain(error)}") from None

    async def check(self) -> bool:
        """Does the database answer, and take what is to be stored? Writes only if the last write failed."""
        table = {"id": "-", "created": 0.0, "ended": 0.0}
        row = {"table_id": "-", "n": 1, "at": 0.0, "payload": "-" * PROBE}
        try:
            if self.healthy:
                async with self._reading() as connection:
                    await connection.execute(select(text("1")))
            else:
                await self._commit(
                    (insert(tables), table),
                    (insert(events), row),
                    (delete(events).where(events.c.table_id == "-"), None),
                    (delete(tables).where(tables.c.id == "-"), None),
                )
        except StoreError:
            self.healthy = False
        return self.healthy


def token_hash(token: str) -> str:
    """What is stored of a token. It has 256 random bits, so one round of SHA-256 is enough."""
    return hashlib.sha256(token.encode()).hexdigest()


def _is_new(connection: Connection) -> bool:
    """Is the schema that of today?"""
    if not inspect(connection).has_table("alembic_version"):
        return False
    return list(connection.execute(text("select version_num from alembic_version")).scalars()) == [REVISION]


def _upgrade(connection: Connection) -> None:
    from alembic import command  # slow to import, and seldom needed
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, "head")
    except CommandError as error:
        if "locate revision" in str(error):
            raise StoreError(
                "this database was made by a newer dealt: update this one, or use another --database"
            ) from None
        raise StoreError(f"the database can't be brought up to date: {error}") from None


def _rows(table: str, n: int, at: float, payloads: Sequence[str]) -> list[dict[str, Any]]:
    return [{"table_id": table, "n": n + i, "at": at, "payload": payload} for i, payload in enumerate(payloads)]


def _chunks(ids: Sequence[str]) -> Iterator[Sequence[str]]:
    return (ids[first : first + CHUNK] for first in range(0, len(ids), CHUNK))


def _settle(future: asyncio.Future[None], trouble: Exception | None) -> None:
    if future.done():
        return
    if trouble is None:
        future.set_result(None)
    else:
        future.set_exception(trouble)


def _plain(error: BaseException | None) -> str:
    """What went wrong without the statement and its values, which may be secret."""
    cause = getattr(error, "orig", None) or error
    return f"{type(cause).__name__}: {cause}".splitlines()[0][:200]


def _set_up_sqlite(connection: Any, _: Any) -> None:
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _lock(file: Any) -> None:
    """Hold a file alone as long as it is open; OSError if somebody else does."""
    try:
        import fcntl
    except ModuleNotFoundError:  # Windows
        import msvcrt

        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined, unused-ignore]
    else:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
