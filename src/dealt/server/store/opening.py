"""Opening a database: its address, its file that nobody else may read, and its schema."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, Engine, create_engine, event, inspect, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from dealt.server.base.trouble import StoreError
from dealt.server.store.database import REVISION

TROUBLE: Final = (SQLAlchemyError, OSError, TimeoutError)
"""What a database may fail with."""
MIGRATIONS: Final = Path(__file__).parent / "migrations"
DRIVERS: Final = {"sqlite": "aiosqlite", "postgresql": "asyncpg", "postgres": "asyncpg"}
LOOKUPS: Final = 4
"""The number of connections by which people look things up."""
QUEUED: Final = 3.0
"""The longest that a lookup waits for one of these, in seconds; what it then finds is still in time."""
LOOKED_UP: Final = 5.0
"""The longest that a lookup may take, in seconds."""
FORMS: Final = "sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME"


def url_of(written: str) -> URL:
    """The address of a database with its asynchronous driver; StoreError if no room can use it."""
    try:
        url = make_url(written)
    except (ArgumentError, ValueError):  # a port that is no number
        raise StoreError(f"the database must be an address such as {FORMS}") from None
    kind, _, driver = url.drivername.partition("+")
    if kind not in DRIVERS or driver not in ("", DRIVERS[kind]):
        raise StoreError(f"a room can't use a database of the kind {url.drivername}: write {FORMS}")
    return url.set(drivername=f"{'sqlite' if kind == 'sqlite' else 'postgresql'}+{DRIVERS[kind]}")


def engine_of(url: URL, **options: Any) -> AsyncEngine:
    """The engine for an address, with SQLAlchemy's options; StoreError if its driver is not installed."""
    try:
        engine = create_async_engine(url, pool_pre_ping=url.get_backend_name() != "sqlite", **options)
    except ModuleNotFoundError as error:
        raise StoreError(f"this database needs a driver: pip install {error.name}") from None
    if url.get_backend_name() == "sqlite":
        event.listen(engine.sync_engine, "connect", _set_up_sqlite)
    return engine


def lookups_of(engine: AsyncEngine) -> AsyncEngine:
    """The engine for what people look up: few connections of its own, so that whoever stores waits for none of them."""
    if engine.url.get_backend_name() == "sqlite":
        if file_of(engine.url) is None:
            return engine  # nobody else sees a database in memory
        return engine_of(engine.url, pool_size=LOOKUPS, max_overflow=0)
    ends = {"timeout": LOOKED_UP, "command_timeout": LOOKED_UP}
    return engine_of(engine.url, pool_size=LOOKUPS, max_overflow=0, connect_args=ends)


def plain_engine_of(url: URL) -> Engine:
    """The engine for an SQLite database that is used from one thread, which waits for it."""
    engine = create_engine(url.set(drivername="sqlite"), pool_size=1, max_overflow=0)
    event.listen(engine, "connect", _set_up_sqlite)
    return engine


def _set_up_sqlite(connection: Any, _: Any) -> None:
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000", "secure_delete=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


# --- the file


def file_of(url: URL) -> Path | None:
    """The file of a database, None if it has none."""
    if url.get_backend_name() == "sqlite" and url.database not in (None, "", ":memory:"):
        return Path(str(url.database))
    return None


def private(file: str | Path, flags: int) -> int:
    """Open a file that nobody else may read if it is new."""
    return os.open(file, flags, 0o600)


def keep_private(file: Path) -> None:
    """Make the file, and a folder for it, that only their owner can read: seeds of deals under way are in it.

    SQLite gives the files beside it (``-wal``, ``-shm``) the same permissions. A folder that is there is left alone.
    """
    for folder in reversed(file.parents):
        if not folder.exists():
            folder.mkdir(mode=0o700, exist_ok=True)
    os.close(private(file, os.O_RDWR | os.O_CREAT))
    with contextlib.suppress(PermissionError):  # somebody else's file that we may write all the same
        for each in (file, *(Path(f"{file}{end}") for end in ("-wal", "-shm", ".lock"))):
            if each.exists():
                each.chmod(0o600)


# --- the schema

REVISIONS: Final = text("select version_num from alembic_version")


async def bring_up_to_date(engine: AsyncEngine) -> None:
    """Carry out the migrations that the database lacks."""
    async with engine.connect() as connection:
        if await connection.run_sync(is_of_today):
            return
    async with engine.connect() as connection:
        await _mind_foreign_keys(connection, "OFF")  # a table that is made anew would take with it what refers to it
        async with connection.begin():
            await connection.run_sync(upgrade)
        await _mind_foreign_keys(connection, "ON")


async def _mind_foreign_keys(connection: AsyncConnection, setting: str) -> None:
    if connection.dialect.name == "sqlite":
        await connection.exec_driver_sql(f"PRAGMA foreign_keys={setting}")
        await connection.commit()


def is_of_today(connection: Connection) -> bool:
    """Is the schema that of this software?"""
    if not inspect(connection).has_table("alembic_version"):
        return False
    return list(connection.execute(REVISIONS).scalars()) == [REVISION]


def upgrade(connection: Connection) -> None:
    """Carry out the migrations that the database lacks, all or none; StoreError if it is newer than this software."""
    from alembic import command  # slow to import, and seldom needed
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    if connection.dialect.name == "sqlite":  # its driver begins no transaction for changes of the schema by itself
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    try:
        command.upgrade(config, "head")
    except CommandError as error:
        if "locate revision" in str(error):
            raise StoreError(
                "this database was made by a newer dealt: update this one, or use another --database"
            ) from None
        raise StoreError(f"the database can't be brought up to date: {error}") from None
