"""A model of PostgreSQL: the room's own statements, carried out by SQLite in memory, under virtual time.

It is an engine of SQLAlchemy's, so all of the room's own code for its database runs on it. Whoever writes, or reads for
update, waits until nobody else does: transactions are as PostgreSQL's would be if they came one after the other.
Whatever can go wrong between a room and its database is ordered by the nemesis.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from random import Random
from typing import Any, ClassVar, Final

from sqlalchemy import StaticPool, create_engine
from sqlalchemy.dialects import registry
from sqlalchemy.dialects.sqlite.base import SQLiteCompiler
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite
from sqlalchemy.engine import URL
from sqlalchemy.pool import AsyncAdaptedQueuePool
from sqlalchemy.util import LRUCache
from sqlalchemy.util.concurrency import await_

from dealt.server.store import opening
from dealt.server.store.database import REVISION, metadata
from tests.simulation.clock import Loop, Machine, here

__all__ = ["Database", "address"]

DRIVER: Final = "simulated"
IDLE: Final = 2.0
"""The seconds after which a transaction of somebody who stands still is ended, if others wait for it."""
FOR_UPDATE: Final = " /* for update */"
Observer = Callable[["Session", Sequence[dict[str, Any]]], None]
"""Is told by whom events were committed."""


class Gone(sqlite3.OperationalError):
    """The connection is lost."""


class Session:
    """A connection as the server knows it."""

    def __init__(self, database: Database):
        self.database = database
        self.machine = here()
        self.gone = False
        self.busy = False
        """Does it wait for the server, rather than the server for it?"""
        self.since = 0.0
        """When it has said something last."""
        self.events: list[dict[str, Any]] = []
        self.autocommit = False
        database.sessions.append(self)

    # --- what a driver calls; all of it waits as a driver waits

    def run(self, sql: str, many: Sequence[Sequence[Any]]) -> sqlite3.Cursor | Sequence[Any]:
        """Carry a statement out, once for each row of values."""
        database, (sql, kind, columns) = self.database, _kind(sql)
        self.busy = True
        try:
            wait = database.distance()
            await_(asyncio.sleep(wait) if wait else _at_once())  # SQLAlchemy insists that a driver waits
            self._look()
            if kind == "setting":
                return []
            if kind == "locks":
                return self._advisory(sql)
            while database.holder not in (None, self):
                await_(database.turn())
                self._look()
            if kind == "write":
                self._begin()
                if database.full:
                    raise sqlite3.OperationalError("could not extend file: No space left on device")
            database.asks = self
            found = None
            for values in many or ((),):
                found = database.raw.execute(sql, values)
                if columns:
                    self.events.append(dict(zip(columns, values, strict=True)))
            if self.autocommit and kind == "write":
                rows = found.fetchall() if found is not None and found.description else []
                count, described = (found.rowcount, found.description) if found is not None else (-1, None)
                self._commit()
                return [described, count, rows]
            assert found is not None
            return found
        finally:
            self.busy = False
            self.since = database.loop.time()

    def commit(self) -> None:
        database = self.database
        if database.holder is not self:
            return
        self.busy = True
        try:
            await_(asyncio.sleep(database.commit_takes()))
            self._look()
            self._commit()
            if wait := database.distance():
                await_(asyncio.sleep(wait))
            if database.forgets():
                self.end()
            self._look()
        finally:
            self.busy = False
            self.since = database.loop.time()

    def ping(self) -> bool:
        self._look()
        return True

    # --- what the server does

    def _look(self) -> None:
        """Wait until the server can be reached. Gone: it has lost the connection."""
        database = self.database
        while (cut := database.cut.get(self.machine)) is not None:
            await_(asyncio.shield(cut))
            if database.chance.random() < 0.5:
                self.end()
        if self.gone:
            raise Gone("connection was closed")

    def _begin(self) -> None:
        if self.database.holder is None:
            self.database.holder = self
            self.database.raw.execute("begin")

    def _commit(self) -> None:
        database = self.database
        if database.holder is not self:
            return
        if self.events:
            some, self.events = self.events, []
            database.observe(self, some)
        database.raw.execute("commit")
        database.release()

    def rollback(self) -> None:
        self.events = []
        if self.database.holder is self:
            self.database.raw.execute("rollback")
            self.database.release()

    def end(self) -> None:
        """The connection is no more: what it has begun is undone, and what it has locked is free."""
        if not self.gone:
            self.gone = True
            self.rollback()
            self.database.sessions.remove(self)
            self.database.locks = [each for each in self.database.locks if each[0] is not self]
            self.database.woken()

    def _advisory(self, sql: str) -> Sequence[Any]:
        database = self.database
        what, *numbers = re.findall(r"pg_[a-z_]+|\d+", sql)
        key = tuple(map(int, numbers))
        if what == "pg_advisory_unlock":
            database.locks.remove((self, key, False))
            database.woken()
            return [[("locked",) + (None,) * 6], 1, [(True,)]]
        shared = what.endswith("shared")

        def free() -> bool:
            others = (s for session, k, s in database.locks if k == key and session is not self)
            return all(each and shared for each in others)

        while what == "pg_advisory_lock" and not free():
            await_(database.turn())
            self._look()
        if taken := free():
            database.locks.append((self, key, shared))
        return [[("locked",) + (None,) * 6], 1, [(taken,)]]


class Database:
    """The server and its disk."""

    known: ClassVar[dict[str, Database]] = {}

    def __init__(self, loop: Loop, chance: Random, observe: Observer = lambda session, rows: None):
        self.loop, self.chance, self.observe = loop, chance, observe
        self.raw = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False, cached_statements=512)
        self.raw.deserialize(_empty())
        self.raw.execute("pragma foreign_keys = on")
        self.sessions: list[Session] = []
        self.locks: list[tuple[Session, tuple[int, ...], bool]] = []
        self.holder: Session | None = None
        """Who writes."""
        self.asks: Session | None = None
        self.cut: dict[Machine | None, asyncio.Future[None]] = {}
        """Who can't reach it, and when that ends."""
        self.full = False
        self.slow = 0.0
        """The seconds that a commit may take."""
        self.forgetful = 0.0
        """How often the answer to a commit is lost."""
        self.offset = 1.7e9
        """The seconds by which its clock is ahead of the loop's."""
        self.started = self.now() - 1000.0
        self._waiting: list[asyncio.Future[None]] = []
        for name, args, function in [
            ("clock_timestamp", 0, self.now),
            ("pg_postmaster_start_time", 0, lambda: self.started),
            ("current_database", 0, lambda: "dealt"),
            ("locks", 0, self._locks),
        ]:
            self.raw.create_function(name, args, function)
        self.known[name_of(self)] = self

    def now(self) -> float:
        """The time by its clock."""
        return self.loop.time() + self.offset

    def _locks(self) -> str:
        return json.dumps([key for _, key, _ in self.locks if len(key) == 2])

    # --- who waits for whom

    async def turn(self) -> None:
        """Wait until somebody has let something go."""
        waiting, holder = self.loop.create_future(), self.holder
        self._waiting.append(waiting)
        if holder is not None:
            self.loop.outside(IDLE, self._end_idle, holder, holder.since)
        await waiting

    def _end_idle(self, holder: Session, since: float) -> None:
        if (self.holder is holder and holder.since == since and not holder.busy) or (
            self.holder is holder and (holder.machine in self.cut or (holder.machine and holder.machine.frozen))
        ):
            holder.end()

    def woken(self) -> None:
        """Whoever waits looks again."""
        waiting, self._waiting = self._waiting, []
        for each in waiting:
            if not each.done():
                each.set_result(None)

    def release(self) -> None:
        """Nobody writes any more."""
        self.holder = None
        self.woken()

    # --- how long it takes

    def distance(self) -> float:
        """The seconds that a message takes; most of them none to speak of."""
        return self.chance.random() * 0.004 if self.chance.random() < 0.2 else 0.0

    def commit_takes(self) -> float:
        """The seconds that a commit takes."""
        return self.chance.random() * (self.slow or 0.006)

    def forgets(self) -> bool:
        """Is the connection lost right after a commit?"""
        return self.forgetful > 0 and self.chance.random() < self.forgetful

    # --- what goes wrong

    def disconnect(self, machine: Machine | None) -> None:
        """All connections of a process end, as when it is killed."""
        for each in [each for each in self.sessions if each.machine is machine]:
            each.end()

    def part(self, machine: Machine) -> None:
        """A process can't reach it."""
        self.cut.setdefault(machine, self.loop.create_future())

    def join(self, machine: Machine) -> None:
        """It can again."""
        if cut := self.cut.pop(machine, None):
            cut.set_result(None)

    def restart(self) -> None:
        """It ends and starts anew: all connections are lost."""
        for each in list(self.sessions):
            each.end()
        self.started = self.now()

    def close(self) -> None:
        """Forget everything."""
        self.raw.close()
        del self.known[name_of(self)]

    @contextlib.contextmanager
    def reading(self) -> Iterator[Any]:
        """A connection for who looks from outside, at what is committed."""
        engine = create_engine("sqlite://", creator=lambda: self.raw, poolclass=StaticPool)
        with engine.connect() as connection:
            yield connection


def name_of(database: Database) -> str:
    """What a database is called in its address."""
    return f"d{id(database)}"


def address(database: Database) -> str:
    """By which a room opens it."""
    return f"postgresql://{name_of(database)}/dealt"


# --- as SQLAlchemy sees it


class Cursor:
    """A DBAPI cursor."""

    arraysize = 1
    lastrowid = 0

    def __init__(self, session: Session):
        self._session = session
        self._found: sqlite3.Cursor | None = None
        self._rows: list[Any] = []
        self.description: Any = None
        self.rowcount = -1

    def execute(self, sql: str, values: Sequence[Any] = ()) -> None:
        self._take(self._session.run(sql, (_plain(values),)))

    def executemany(self, sql: str, many: Sequence[Sequence[Any]]) -> None:
        self._take(self._session.run(sql, [_plain(each) for each in many]))

    def _take(self, found: Any) -> None:
        if isinstance(found, sqlite3.Cursor):
            self.description, self.rowcount = found.description, found.rowcount
            self._rows = found.fetchall() if found.description else []
            self.rowcount = max(self.rowcount, found.rowcount)
        elif found:
            self.description, self.rowcount, self._rows = found

    def fetchall(self) -> list[Any]:
        rows, self._rows = self._rows, []
        return rows

    def fetchmany(self, size: int = 1) -> list[Any]:
        rows, self._rows = self._rows[:size], self._rows[size:]
        return rows

    def fetchone(self) -> Any:
        return self._rows.pop(0) if self._rows else None

    def close(self) -> None:
        self._rows = []

    def setinputsizes(self, *_: Any) -> None:
        """Nothing."""

    async def _async_soft_close(self) -> None:
        """Nothing: all rows are here."""


class Connection:
    """A DBAPI connection."""

    def __init__(self, session: Session):
        self.session = session
        self.commit, self.rollback, self.ping = session.commit, session.rollback, session.ping

    def cursor(self, server_side: bool = False) -> Cursor:
        return Cursor(self.session)

    def close(self) -> None:
        self.session.end()


class Driver:
    """A DBAPI module."""

    paramstyle = "qmark"
    sqlite_version_info = sqlite3.sqlite_version_info
    Error = sqlite3.Error
    DatabaseError = sqlite3.DatabaseError
    OperationalError = sqlite3.OperationalError
    IntegrityError = sqlite3.IntegrityError
    InterfaceError = sqlite3.InterfaceError
    ProgrammingError = sqlite3.ProgrammingError
    Binary = bytes

    @staticmethod
    def connect(name: str) -> Connection:
        session = Session(Database.known[name])
        try:
            session._look()
        except BaseException:
            session.end()
            raise
        return Connection(session)


class Compiler(SQLiteCompiler):
    """Writes for SQLite what was meant for PostgreSQL."""

    def for_update_clause(self, select: Any, **kw: Any) -> str:
        return FOR_UPDATE

    def visit_extract(self, extract: Any, **kw: Any) -> str:
        assert extract.field == "epoch"
        return str(self.process(extract.expr, **kw))


_cache: Final = LRUCache(2000)


class Dialect(SQLiteDialect_pysqlite):
    """One for all engines, so that a statement is compiled once."""

    driver = DRIVER
    is_async = has_terminate = True
    supports_statement_cache = True
    statement_compiler = Compiler
    default_isolation_level = "READ COMMITTED"
    _only: ClassVar[Any] = None

    def __new__(cls, *_: Any, **__: Any) -> Any:
        if cls._only is None:
            cls._only = super().__new__(cls)
            super().__init__(cls._only, *_, **__)
        return cls._only

    def __init__(self, *_: Any, **__: Any) -> None:
        """It is made already."""

    @classmethod
    def import_dbapi(cls) -> Any:
        return Driver

    @classmethod
    def get_pool_class(cls, url: URL) -> Any:
        return AsyncAdaptedQueuePool

    @classmethod
    def engine_created(cls, engine: Any) -> None:
        engine._compiled_cache = _cache

    def create_connect_args(self, url: URL) -> Any:
        return [url.host], {}

    def initialize(self, connection: Any) -> None:
        """There is nothing to find out."""

    def on_connect(self) -> Any:
        return None

    def do_terminate(self, dbapi_connection: Any) -> None:
        dbapi_connection.close()

    def do_ping(self, dbapi_connection: Any) -> bool:
        return bool(dbapi_connection.ping())

    def is_disconnect(self, e: Any, connection: Any, cursor: Any) -> bool:
        return isinstance(e, Gone)

    def get_isolation_level_values(self, dbapi_connection: Any) -> Any:
        return ["READ COMMITTED", "AUTOCOMMIT"]

    def get_default_isolation_level(self, dbapi_conn: Any) -> Any:
        return "READ COMMITTED"

    def set_isolation_level(self, dbapi_connection: Any, level: Any) -> None:
        dbapi_connection.session.autocommit = level == "AUTOCOMMIT"

    def get_isolation_level(self, dbapi_connection: Any) -> Any:
        return "AUTOCOMMIT" if dbapi_connection.session.autocommit else "READ COMMITTED"


registry.register(f"postgresql.{DRIVER}", __name__, "Dialect")


@contextlib.contextmanager
def installed() -> Iterator[None]:
    """Meanwhile rooms of this process that open PostgreSQL open a model of it."""
    before = opening.DRIVERS["postgresql"]
    opening.DRIVERS["postgresql"] = DRIVER
    try:
        yield
    finally:
        opening.DRIVERS["postgresql"] = before


async def _at_once() -> None:
    """It takes no time."""


def _plain(values: Sequence[Any]) -> Sequence[Any]:
    return [json.dumps(each) if isinstance(each, list) else each for each in values]


@cache
def _kind(sql: str) -> tuple[str, str, Sequence[str]]:
    """A statement as SQLite carries it out, what kind it is, and the columns of an event if it stores one."""
    low = sql.lstrip().lower()
    columns: Sequence[str] = ()
    if low.startswith("set "):
        kind = "setting"
    elif re.search(r"pg_(try_)?advisory", low):
        kind = "locks"
    elif low.startswith(("insert", "update", "delete")) or FOR_UPDATE in sql:
        kind = "write"
        if found := re.match(r"INSERT INTO events \(([^)]*)\) VALUES", sql):
            columns = found[1].split(", ")
    else:
        kind = "read"
    sql = re.sub(r"::(text|bigint|float)\b", "", sql)
    sql = re.sub(r"(\S+) != ALL \((\?)\)", r"\1 NOT IN (SELECT value FROM json_each(\2))", sql)
    return sql, kind, columns


@cache
def _empty() -> bytes:
    """A database as the migrations leave it."""
    raw = sqlite3.connect(":memory:", isolation_level=None)
    engine = create_engine("sqlite://", creator=lambda: raw, poolclass=StaticPool)
    with engine.begin() as connection:
        metadata.create_all(connection)
    raw.execute("drop table processes")  # its numbers are never used twice
    raw.execute(
        "create table processes (number integer primary key autoincrement, label varchar, protocol integer, "
        "draining boolean, expires double)"
    )
    raw.execute("create table alembic_version (version_num varchar)")
    raw.execute("insert into alembic_version values (?)", (REVISION,))
    raw.execute("create table pg_database (oid integer, datname varchar)")
    raw.execute("insert into pg_database values (1, 'dealt')")
    raw.create_function("locks", 0, lambda: "[]")
    raw.execute(
        "create view pg_locks as select 'advisory' as locktype, 1 as granted, 2 as objsubid, 1 as database, "
        "json_extract(value, '$[0]') as classid, json_extract(value, '$[1]') as objid from json_each(locks())"
    )
    return raw.serialize()
