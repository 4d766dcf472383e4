"""A model of PostgreSQL: the room's own statements, carried out by SQLite in memory, under virtual time.

``engine.py`` shows it to the room as SQLAlchemy would, so all of the room's own code for its database runs on it.
Whoever writes, or reads for update, waits until nobody else does: transactions are as PostgreSQL's would be if they
came one after the other.
Whatever can go wrong between a room and its database is ordered by the nemesis.
"""

from __future__ import annotations

import asyncio
import json
import re
import sqlite3
from collections.abc import Callable, Sequence
from functools import cache, partial
from random import Random
from typing import Any, ClassVar, Final, NamedTuple

from sqlalchemy import StaticPool, create_engine

from dealt.server.store.database import REVISION, metadata
from tests.simulation.clock import Loop, Machine, here

__all__ = ["Database", "address"]

IDLE: Final = 2.0
"""The seconds after which a transaction of somebody who stands still is ended, if others wait for it."""
FOR_UPDATE: Final = " /* for update */"
Observer = Callable[["Session", Sequence[dict[str, Any]]], None]
"""Is told by whom events were committed."""


class Answer(NamedTuple):
    """What a statement has found or done."""

    names: tuple[str, ...]
    rows: Sequence[tuple[Any, ...]]
    rowcount: int


NOTHING: Final = Answer((), (), -1)


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

    async def run(self, sql: str, many: Sequence[Sequence[Any]]) -> Answer:
        """Carry a statement out, once for each row of values."""
        database, (sql, kind, columns, lists) = self.database, _meant(sql)
        self.busy = True
        try:
            if wait := database.distance():
                await database.loop.pause(wait)
            if not self.looks_well:
                await self.look()
            if kind == "setting":
                return NOTHING
            if kind == "locks":
                return await self._advisory(sql)
            while database.holder not in (None, self):
                await database.turn()
                await self.look()
            if kind == "write":
                self._begin()
                if database.full:
                    raise sqlite3.OperationalError("could not extend file: No space left on device")
            for values in many:
                found = database.raw.execute(sql, [_plain(each) for each in values] if lists else values)
                if columns:
                    self.events.append(dict(zip(columns, values, strict=True)))
            if found.description:
                answer = Answer(tuple(each for each, *_ in found.description), found.fetchall(), found.rowcount)
            else:
                answer = Answer((), (), found.rowcount)
            if self.autocommit and kind == "write":
                self._commit()
            return answer
        finally:
            self.busy = False
            self.since = database.loop.time()

    async def commit(self) -> None:
        database = self.database
        if database.holder is not self:
            return
        self.busy = True
        try:
            await database.loop.pause(database.commit_takes())
            if not self.looks_well:
                await self.look()
            self._commit()
            if wait := database.distance():
                await database.loop.pause(wait)
            if database.forgets():
                self.end()
            if not self.looks_well:
                await self.look()
        finally:
            self.busy = False
            self.since = database.loop.time()

    @property
    def looks_well(self) -> bool:
        """Can the server be reached, and has it lost no connection?"""
        return not self.gone and self.machine not in self.database.cut

    async def look(self) -> None:
        """Wait until the server can be reached. Gone: it has lost the connection."""
        database = self.database
        while (cut := database.cut.get(self.machine)) is not None:
            await asyncio.shield(cut)
            if database.chance.random() < 0.5:
                self.end()
        if self.gone:
            raise Gone("connection was closed")

    # --- what the server does

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

    async def _advisory(self, sql: str) -> Answer:
        database = self.database
        what, *numbers = re.findall(r"pg_[a-z_]+|\d+", sql)
        key = tuple(map(int, numbers))
        if what == "pg_advisory_unlock":
            database.locks.remove((self, key, False))
            database.woken()
            return Answer(("locked",), [(True,)], 1)
        shared = what.endswith("shared")

        def free() -> bool:
            others = (s for session, k, s in database.locks if k == key and session is not self)
            return all(each and shared for each in others)

        while what == "pg_advisory_lock" and not free():
            await database.turn()
            await self.look()
        if taken := free():
            database.locks.append((self, key, shared))
        return Answer(("locked",), [(taken,)], 1)


class Disk:
    """What SQLite keeps, and the statements that it has made ready: these serve one database after the other."""

    def __init__(self) -> None:
        self.of: Database | None = None
        self.raw = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False, cached_statements=512)
        self.raw.deserialize(_empty())
        for name, function in FUNCTIONS.items():
            self.raw.create_function(name, 0, partial(self._ask, function))
        self.raw.execute("pragma foreign_keys = on")

    def _ask(self, function: Callable[[Database], Any]) -> Any:
        assert self.of is not None
        return function(self.of)

    def wipe(self) -> None:
        """Be as new."""
        self.of = None
        if self.raw.in_transaction:
            self.raw.execute("rollback")
        for name in FILLED:
            self.raw.execute(f"delete from {name}")


_spare: Final[list[Disk]] = []
"""Those that no database has."""


class Database:
    """The server and its disk."""

    known: ClassVar[dict[str, Database]] = {}

    def __init__(self, loop: Loop, chance: Random, observe: Observer = lambda session, rows: None):
        self.loop, self.chance, self.observe = loop, chance, observe
        self._disk = _spare.pop() if _spare else Disk()
        self._disk.of, self.raw = self, self._disk.raw
        self.sessions: list[Session] = []
        self.locks: list[tuple[Session, tuple[int, ...], bool]] = []
        self.holder: Session | None = None
        """Who writes."""
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
        self.known[name_of(self)] = self

    def now(self) -> float:
        """The time by its clock."""
        return self.loop.time() + self.offset

    def locked(self) -> str:
        """Who has which lock, as JSON."""
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

    def revoke(self, number: int) -> bool:
        """End the lease of a process, as if others had taken it for dead; not while somebody writes."""
        found = self.raw.execute("delete from processes where number = ?", (number,))
        return found.rowcount > 0

    def unlock(self, machine: Machine) -> int:
        """The connections of a process by which it has locks are lost; their number."""
        some = list(dict.fromkeys(each for each, _, _ in self.locks if each.machine is machine))
        for each in some:
            each.end()
        return len(some)

    def restart(self) -> None:
        """It ends and starts anew: all connections are lost."""
        for each in list(self.sessions):
            each.end()
        self.started = self.now()

    def close(self) -> None:
        """Forget everything."""
        self._disk.wipe()
        _spare.append(self._disk)
        del self.known[name_of(self)]


FUNCTIONS: Final[dict[str, Callable[[Database], Any]]] = {
    "clock_timestamp": Database.now,
    "pg_postmaster_start_time": lambda database: database.started,
    "current_database": lambda _: "dealt",
    "locks": Database.locked,
}
"""What SQLite lacks."""
FILLED: Final = (*(each.name for each in reversed(metadata.sorted_tables)), "sqlite_sequence")
"""The tables, those first that refer to others."""


def name_of(database: Database) -> str:
    """What a database is called in its address."""
    return f"d{id(database)}"


def address(database: Database) -> str:
    """By which a room opens it."""
    return f"postgresql://{name_of(database)}/dealt"


def _plain(value: Any) -> Any:
    return json.dumps(value) if isinstance(value, list) else value


class Meant(NamedTuple):
    """What is meant by a statement."""

    sql: str
    """As SQLite carries it out."""
    kind: str
    columns: Sequence[str]
    """Those of an event, if it stores one."""
    lists: bool
    """Are some of its values lists?"""


@cache
def _meant(sql: str) -> Meant:
    low = sql.lstrip().lower()
    columns: Sequence[str] = ()
    if low.startswith("set "):
        kind = "setting"
    elif re.search(r"pg_(try_)?advisory", low):
        kind = "locks"
    elif low.startswith(("insert", "update", "delete")) or FOR_UPDATE in sql:
        kind = "write"
        if found := re.match(r"INSERT INTO (?:tournament_)?events \(([^)]*)\) VALUES", sql):
            columns = found[1].split(", ")
    else:
        kind = "read"
    sql = re.sub(r"::(text|bigint|float)\b", "", sql)
    sql, lists = re.subn(r"(\S+) != ALL \((\?)\)", r"\1 NOT IN (SELECT value FROM json_each(\2))", sql)
    return Meant(sql, kind, columns, bool(lists))


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
