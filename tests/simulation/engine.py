"""What the room sees of SQLAlchemy's engines: as much as it calls, over :class:`~tests.simulation.database.Session`.

Statements are the room's own, and SQLAlchemy writes their SQL. It is not asked to carry them out: its pools, contexts
and results took two fifths of all time.
"""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections import deque, namedtuple
from collections.abc import Callable, Coroutine, Generator, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Final, TypeVar
from unittest.mock import patch
from weakref import WeakKeyDictionary

from sqlalchemy import Executable, inspection
from sqlalchemy.dialects.sqlite.base import SQLiteCompiler
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool
from sqlalchemy.util.concurrency import await_, greenlet_spawn

from dealt.server.store import opening
from tests.simulation.database import FOR_UPDATE, Database, Session

__all__ = ["Engine", "installed"]

R = TypeVar("R")


class Engine:
    """An ``AsyncEngine`` with its pool of connections."""

    def __init__(self, url: URL, *, pool_size: int = 5, max_overflow: int = 10, **_: Any):
        self.url = url
        self.sync_engine = NullPool(lambda: None)
        """It is asked for nothing, but told who wants to hear of connections."""
        self._database = Database.known[str(url.host)]
        self._size, self._places = pool_size, asyncio.Semaphore(pool_size + max_overflow)
        self._idle: deque[Session] = deque()

    def connect(self) -> Opening:
        """A connection that is to be opened: by ``await``, or for the time of a block."""
        return Opening(self)

    def begin(self) -> Transaction:
        """A connection for one transaction."""
        return Transaction(self)

    async def dispose(self) -> None:
        """Close what nobody uses."""
        while self._idle:
            self._idle.pop().end()

    async def open(self) -> Connection:
        """Have a connection that works, as far as one can see."""
        await self._places.acquire()
        try:
            while self._idle:
                session = self._idle.popleft()
                if not session.looks_well:
                    try:
                        await _carried_out(session, session.look())
                    except DBAPIError:
                        continue
                return Connection(self, session)
            session = Session(self._database)
            await _carried_out(session, session.look())
            for hear in self.sync_engine.dispatch.connect:
                await greenlet_spawn(hear, Plain(session), None)
        except BaseException:
            self._places.release()
            raise
        return Connection(self, session)

    def give_back(self, session: Session) -> None:
        """Somebody needs a connection no more."""
        session.autocommit = False
        session.rollback()
        if session.gone or len(self._idle) >= self._size:
            session.end()
        else:
            self._idle.append(session)
        self._places.release()


class Opening:
    """A connection that is to be opened."""

    def __init__(self, engine: Engine):
        self._engine = engine

    def __await__(self) -> Generator[Any, Any, Connection]:
        return self._engine.open().__await__()

    async def __aenter__(self) -> Connection:
        self._connection = await self._engine.open()
        return self._connection

    async def __aexit__(self, *_: object) -> None:
        await self._connection.close()


class Transaction(Opening):
    """One that is to be begun."""

    async def __aexit__(self, failed: object, *_: object) -> None:
        try:
            if failed is None:
                await self._connection.commit()
        finally:
            await self._connection.close()


class Connection:
    """An ``AsyncConnection``."""

    def __init__(self, engine: Engine, session: Session):
        self._engine = engine
        self._session: Session | None = session

    async def execute(self, statement: Executable, values: Any = None) -> Found:
        assert self._session is not None
        return await _execute(self._session, statement, values)

    async def scalar(self, statement: Executable, values: Any = None) -> Any:
        return (await self.execute(statement, values)).scalar()

    async def run_sync(self, work: Callable[..., R], *args: Any, **kwargs: Any) -> R:
        return await greenlet_spawn(work, Plain(self._session), *args, **kwargs)

    async def execution_options(self, *, isolation_level: str) -> None:
        assert self._session is not None
        self._session.autocommit = isolation_level == "AUTOCOMMIT"

    async def commit(self) -> None:
        assert self._session is not None
        await _carried_out(self._session, self._session.commit())

    async def invalidate(self) -> None:
        if self._session is not None:
            self._session.end()

    async def close(self) -> None:
        session, self._session = self._session, None
        if session is not None:
            self._engine.give_back(session)


class Plain:
    """A ``Connection`` for who does not await: in a greenlet, which waits for them. A DBAPI connection, too."""

    def __init__(self, session: Session | None):
        assert session is not None
        self._session = session

    def execute(self, statement: Executable, values: Any = None) -> Found:
        return _awaited(_execute(self._session, statement, values))

    def scalar(self, statement: Executable, values: Any = None) -> Any:
        return self.execute(statement, values).scalar()

    def scalars(self, statement: Executable, values: Any = None) -> Iterator[Any]:
        return self.execute(statement, values).scalars()

    def has_table(self, name: str) -> bool:
        """Whether there is a table: what it is inspected for."""
        wanted = "select 1 from sqlite_master where name = ?"
        return bool(_awaited(_carried_out(self._session, self._session.run(wanted, [(name,)]))).rows)

    def cursor(self) -> Cursor:
        return Cursor(self._session)

    def commit(self) -> None:
        """Settings need none."""


class Cursor:
    """A DBAPI cursor, by which a connection is set up."""

    def __init__(self, session: Session):
        self._session = session

    def execute(self, sql: str) -> None:
        _awaited(_carried_out(self._session, self._session.run(sql, [()])))

    def close(self) -> None:
        """Nothing is kept."""


inspection._inspects(Plain)(lambda connection: connection)


class Found:
    """A ``Result`` with all its rows."""

    def __init__(self, rows: Sequence[Any], rowcount: int):
        self._rows, self.rowcount = rows, rowcount

    def __iter__(self) -> Iterator[Any]:
        return iter(self._rows)

    def all(self) -> Sequence[Any]:
        return self._rows

    def first(self) -> Any:
        return self._rows[0] if self._rows else None

    def one(self) -> Any:
        (row,) = self._rows
        return row

    def scalar(self) -> Any:
        return self._rows[0][0] if self._rows else None

    def scalars(self) -> Iterator[Any]:
        return (row[0] for row in self._rows)


# --- carrying statements out


async def _execute(session: Session, statement: Executable, values: Any) -> Found:
    sql, rows, converted = _written(statement, [values] if isinstance(values, Mapping) else values or ())
    answer = await _carried_out(session, session.run(sql, rows), sql, rows)
    if not answer.names:
        return Found((), answer.rowcount)
    row = _row(answer.names)._make
    if converted:
        return Found(
            [
                row(each(one) if each else one for each, one in zip(converted, some, strict=True))
                for some in answer.rows
            ],
            answer.rowcount,
        )
    return Found([row(some) for some in answer.rows], answer.rowcount)


async def _carried_out(session: Session, work: Coroutine[Any, Any, R], sql: str | None = None, rows: Any = None) -> R:
    """What a driver raises, SQLAlchemy tells in its own words; a connection that is left midway is lost."""
    try:
        return await work
    except sqlite3.Error as error:
        raise DBAPIError.instance(sql, rows, error, sqlite3.Error) from error
    except BaseException:
        session.end()
        raise


def _awaited(work: Coroutine[Any, Any, R]) -> R:
    """Wait, in a greenlet, for something that seldom has to wait."""
    try:
        first = work.send(None)
    except StopIteration as done:
        return done.value
    return await_(_Rest(work, first))


class _Rest:
    """What is left of a coroutine that waits for ``first``."""

    def __init__(self, work: Coroutine[Any, Any, R], first: Any):
        self._work, self._first = work, first

    def __await__(self) -> Generator[Any, Any, Any]:
        waits = self._first
        while True:
            try:
                got = yield waits
            except BaseException as error:  # noqa: BLE001 - whatever it is, it is meant for the one who waits
                step, got = self._work.throw, error
            else:
                step = self._work.send
            try:
                waits = step(got)
            except StopIteration as done:
                return done.value


# --- the SQL of a statement


class Compiler(SQLiteCompiler):
    """Writes for SQLite what was meant for PostgreSQL."""

    def for_update_clause(self, select: Any, **kw: Any) -> str:
        return FOR_UPDATE

    def visit_extract(self, extract: Any, **kw: Any) -> str:
        assert extract.field == "epoch"
        return str(self.process(extract.expr, **kw))


class Dialect(SQLiteDialect_pysqlite):
    """The one that all statements are written in."""

    statement_compiler = Compiler
    supports_statement_cache = True


DIALECT: Final = Dialect(paramstyle="qmark")
DIALECT.dbapi = sqlite3
_compiled: Final[dict[Any, Any]] = {}


class Shape:
    """What is the same for all statements that were compiled alike."""

    def __init__(self, compiled: Any):
        assert not compiled.insert_prefetch
        assert not compiled.update_prefetch
        self.compiled = compiled
        self.expands = compiled.post_compile_params or compiled.literal_execute_params
        """Does its SQL depend on the values?"""
        types = [] if compiled.isplaintext else [each.type.dialect_impl(DIALECT) for each in compiled._result_columns]
        found = [each.result_processor(DIALECT, None) for each in types]
        self.converts = found if any(found) else ()
        """What makes of a value in each column one of its type; empty: nothing does."""


_shapes: Final[dict[Any, Shape]] = {}
_known: Final[WeakKeyDictionary[Executable, dict[tuple[str, ...], tuple[Shape, Mapping[str, Any]]]]] = (
    WeakKeyDictionary()
)
"""Of what shape statements are, and the values that they have of their own. Many are made once for all times."""


def _written(statement: Any, rows: Sequence[Mapping[str, Any]]) -> tuple[str, Sequence[Sequence[Any]], Any]:
    """The SQL of a statement, values for each row, and what converts those that are found."""
    keys, known = tuple(sorted(rows[0])) if rows else (), _known.get(statement)
    if known is None:
        known = _known[statement] = {}
    if keys not in known:
        known[keys] = _compile(statement, keys, rows[0] if rows else None)
    shape, own = known[keys]
    compiled, many = shape.compiled, rows or ({},)
    sql, names, converters = compiled.string, compiled.positiontup, compiled._bind_processors
    if shape.expands:
        expanded = compiled._process_parameters_for_postcompile(values := {**own, **many[0]})
        sql, names, many = expanded.statement, expanded.positiontup, [values]
        converters = {**converters, **expanded.processors}
    written = [[row[each] if each in row else own[each] for each in names] for row in many]
    if converters:
        some = [(n, converters[each]) for n, each in enumerate(names) if each in converters]
        for values in written:
            for n, convert in some:
                values[n] = convert(values[n])
    return sql, written, shape.converts


def _compile(statement: Any, keys: Sequence[str], row: Mapping[str, Any] | None) -> tuple[Shape, Mapping[str, Any]]:
    compiled, extracted, values, _ = statement._compile_w_cache(
        dialect=DIALECT, compiled_cache=_compiled, column_keys=list(keys)
    )
    if compiled not in _shapes:
        _shapes[compiled] = Shape(compiled)
    own = compiled.construct_params(row, escape_names=False, extracted_parameters=extracted, _collected_params=values)
    return _shapes[compiled], own


@cache
def _row(names: tuple[str, ...]) -> Any:
    """A ``Row``."""
    return type(
        "Row",
        (namedtuple("Row", names, rename=True),),
        {"__slots__": (), "_mapping": property(lambda row: row._asdict())},
    )


@contextlib.contextmanager
def installed() -> Iterator[None]:
    """Meanwhile rooms of this process that open PostgreSQL open a model of it."""
    real = opening.create_async_engine

    def create(url: URL, **options: Any) -> Any:
        return Engine(url, **options) if url.get_backend_name() == "postgresql" else real(url, **options)

    with patch.object(opening, "create_async_engine", create):
        yield
