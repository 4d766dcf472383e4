"""An open database: one writer stores, and there are connections for the room that reads and for people who look up.

The writer collects what is to be stored in a few milliseconds and commits it in one transaction; ``await`` returns
after the commit, so that nobody is told of an action before it is safe. SQLite and PostgreSQL are used alike.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Sequence
from pathlib import Path
from typing import Any, Concatenate, Final, ParamSpec, Self, TypeVar

from sqlalchemy import Column, ColumnElement, Connection, Select, Table, delete, func, insert, select, text
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from dealt.server.base.background import Background
from dealt.server.base.trouble import Busy, StoreError, plain
from dealt.server.store import opening
from dealt.server.store.database import events, tables
from dealt.server.store.lease import Hold, hold_of
from dealt.server.store.opening import TROUBLE
from dealt.server.store.writer import Writer
from dealt.wire.refusal import Refused

OPEN, HAPPEN = insert(tables), insert(events)
PROBE: Final = 16384
"""How much is written for a try after a failure: more than fits into the free places of a full database."""
CHUNK: Final = 500
"""The number of rows that one statement names."""
HUNG_UP: Final = 5.0
"""Seconds that a database which is closed waits for what is read for people who have hung up."""

P = ParamSpec("P")
R = TypeVar("R")
RepositoryT = TypeVar("RepositoryT", bound="Repository")


class Core:
    """What the repositories of a store share. Use ``await open(...)`` and, at the end, ``close``."""

    def __init__(self, engine: AsyncEngine, hold: Hold, window: float):
        self._engine = engine
        self._lookups = opening.lookups_of(engine)
        self.hold = hold
        self.places = asyncio.Semaphore(opening.LOOKUPS)
        """One for each connection by which people look things up."""
        self.reading = Background()
        """What is read for somebody who may have hung up."""
        self.writer = Writer(engine, hold, window, _probe)

    @classmethod
    async def open(
        cls, address: str, *, window: float = 0.003, holding: Callable[[AsyncEngine], Hold] = hold_of
    ) -> Self:
        """Open a database and bring its schema up to date, alone unless ``holding`` is otherwise.

        StoreError says why it can't be opened.
        """
        url = opening.url_of(address)
        hold: Hold | None = None
        engine: AsyncEngine | None = None
        try:
            if file := opening.file_of(url):
                await asyncio.to_thread(opening.keep_private, file)
            engine = opening.engine_of(url)
            hold = holding(engine)
            await hold.take()
            await opening.bring_up_to_date(engine)
            await hold.begin()
        except BaseException as error:
            if engine is not None:
                await _let_go(engine, hold)
            if isinstance(error, StoreError) or not isinstance(error, Exception):
                raise
            raise StoreError(f"the database can't be opened: {plain(error)}") from None
        return cls(engine, hold, window)

    async def close(self) -> None:
        """Store what still waits, and let the database go."""
        await self.writer.close()
        if self.reading:  # a connection that is in use would not be closed
            await asyncio.wait(self.reading.tasks, timeout=HUNG_UP)
        with contextlib.suppress(*TROUBLE):
            await self._lookups.dispose()
        await _let_go(self._engine, self.hold)

    # --- reading

    @contextlib.asynccontextmanager
    async def _reading(self, engine: AsyncEngine | None = None) -> AsyncIterator[AsyncConnection]:
        try:
            connection = await (engine or self._engine).connect()
        except Exception as error:  # noqa: BLE001 - drivers raise what they like while a database starts or stops
            raise StoreError(f"the database can't be read: {plain(error)}") from None
        try:
            yield connection
        except TROUBLE as error:
            raise StoreError(f"the database can't be read: {plain(error)}") from None
        finally:
            with contextlib.suppress(*TROUBLE):
                await connection.close()

    async def ask(self, read: Callable[Concatenate[Connection, P], R], *args: P.args, **kwargs: P.kwargs) -> R:
        """What is read with one connection; StoreError if it can't be. For who is never cancelled midway."""
        async with self._reading() as connection:
            return await connection.run_sync(read, *args, **kwargs)

    async def column(self, wanted: Select[Any], **values: Any) -> list[Any]:
        """The same for a query of one column, with its values."""
        return await self.ask(lambda connection: list(connection.scalars(wanted, values)))

    async def count(self, table: Table) -> int:
        return int((await self.column(select(func.count()).select_from(table)))[0])

    async def read(self, wanted: Select[Any], **values: Any) -> list[dict[str, Any]]:
        """The rows of a query, with its values, by the names of their columns; StoreError if they can't be read.

        Who asks may hang up: a connection that is left in mid-query is lost, so it reads on.
        """
        rows = await self.reading.outlive(self.ask(lambda connection: connection.execute(wanted, values).all()))
        return [dict(row._mapping) for row in rows]

    async def look_up(self, wanted: Select[Any]) -> Sequence[Any]:
        """The same for people: Busy if it takes too long. For who hangs up before their turn nothing is read."""
        try:
            async with asyncio.timeout(opening.LOOKED_UP):
                async with asyncio.timeout(opening.QUEUED):
                    await self.places.acquire()
                return await self.reading.outlive(self._look_up(wanted))
        except TimeoutError:
            raise Busy("it was not found in time") from None

    async def _look_up(self, wanted: Select[Any]) -> Sequence[Any]:
        try:
            async with self._reading(self._lookups) as connection:
                return list(await connection.execute(wanted))
        finally:
            self.places.release()

    # --- the whole

    async def check(self) -> bool:
        """Does the database answer, and take what is to be stored? Writes only if the last write failed."""
        if not self.writer.healthy:
            return await self.writer.probe()
        try:
            await self.column(select(text("1")))
        except StoreError:
            self.writer.doubt()
        return self.writer.healthy

    @property
    def file(self) -> Path | None:
        """The file of an SQLite database; None if it has none, or for PostgreSQL."""
        return opening.file_of(self._engine.url)

    async def copy_to(self, file: Path) -> None:
        """Write all that is stored to a new file that only its owner can read; StoreError if it can't be done.

        For SQLite alone. Reading and writing go on meanwhile.
        """
        part = file.with_name(f"{file.name}.part")
        try:
            await asyncio.to_thread(opening.keep_private, part)
            async with self._engine.connect() as connection:
                await connection.execution_options(isolation_level="AUTOCOMMIT")
                await connection.execute(text("vacuum into :file"), {"file": str(part)})
            await asyncio.to_thread(part.rename, file)
        except TROUBLE as error:
            await asyncio.to_thread(part.unlink, missing_ok=True)
            raise StoreError(f"the copy can't be written: {plain(error)}") from None


def chunks(some: Sequence[R]) -> Iterator[Sequence[R]]:
    """What can be named in one statement each."""
    return (some[first : first + CHUNK] for first in range(0, len(some), CHUNK))


class Repository:
    """What a store keeps of one subject."""

    def __init__(self, core: Core):
        self._core = core


class Aging(Repository):
    """What a store keeps for a time: rows that have an id."""

    rows: Table
    """With each goes what belongs to it."""
    since: Column[Any]
    """From when on a row grows old."""

    async def count(self) -> int:
        """The number of all rows, those included that grow old."""
        return await self._core.count(self.rows)

    async def forget(self, before: float, most: int) -> int:
        """Delete rows that grow old since before a time, the oldest first; returns their number."""
        id = self.rows.c.id  # noqa: A001
        old = await self._core.column(select(id).where(self.since < before).order_by(self.since).limit(most))
        for some in chunks(old):
            await self._core.writer.put(delete(self.rows).where(id.in_(some)))
        return len(old)


def in_transaction(
    work: Callable[Concatenate[RepositoryT, Connection, P], R],
) -> Callable[Concatenate[RepositoryT, P], Coroutine[Any, Any, R]]:
    """A method whose work is done whole or not at all, and awaited."""

    async def done(self: RepositoryT, /, *args: P.args, **more: P.kwargs) -> R:
        return await self._core.writer.do(lambda connection: work(self, connection, *args, **more))

    return done


def count(connection: Connection, which: ColumnElement[bool]) -> int:
    """The number of rows of which this holds."""
    return connection.scalar(select(func.count()).where(which)) or 0


def check_number(connection: Connection, which: ColumnElement[bool], most: int, code: str) -> None:
    """Refused with that code if there are ``most`` rows already of which this holds."""
    if count(connection, which) >= most:
        raise Refused(code, most=most)


def lock(connection: Connection, key: Column[Any], value: str) -> bool:
    """Is there a row of that key? Whoever else changes what belongs to it waits until this transaction is done."""
    return connection.scalar(select(key).where(key == value).with_for_update()) is not None


async def _let_go(engine: AsyncEngine, hold: Hold | None) -> None:
    with contextlib.suppress(*TROUBLE):
        if hold is not None:
            await hold.close()
    with contextlib.suppress(*TROUBLE):
        await engine.dispose()


def _probe(connection: Connection) -> None:
    """Write something and delete it again."""
    connection.execute(OPEN, {"id": "-", "created": 0.0, "ended": 0.0})
    connection.execute(HAPPEN, {"table_id": "-", "n": 1, "at": 0.0, "payload": "-" * PROBE})
    connection.execute(delete(tables).where(tables.c.id == "-"))
