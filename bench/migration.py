"""How long a large database of before takes to be brought up to date, and that nothing is lost by it.

``python -m bench migration [--people 10000] [--deals 100000] [--from 0010] [--postgres]`` makes a database as rooms had
it at that revision, with so many people and deals (20 a table; really played ones, copied), carries out the migrations
as a room does when it opens, in a process of its own, and prints the seconds, its memory and the sizes. All rows of
before are compared with those afterwards, column by column, and what migrations have made of them with what was laid.
Then a room is opened on it, and somebody comes back by their token. It ends with 1 if anything differs.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, MetaData, func, select
from sqlalchemy.ext.asyncio import AsyncEngine

from bench.restart import PLAYED, Evening
from bench.rig.engines import Postgres, private
from bench.rig.process import LIMITS, Served
from bench.rig.visitor import Visitor, until
from dealt.server.store import archive
from dealt.server.store.archive import Stored
from dealt.server.store.opening import MIGRATIONS, engine_of, url_of
from dealt.server.store.stored_devices import token_hash
from dealt.session import snapshot
from dealt.session.deals import pack_deal
from dealt.session.seating import Guest

DEALS: Final = 20
"""The deals of a table."""
LIVING: Final = 25
"""One of so many tables has not ended."""
GUESTS: Final = 3
"""The people who have been at a table."""
MIGRATE: Final = """
import asyncio, resource, sys, time
from dealt.server.store.opening import bring_up_to_date, engine_of, url_of
async def main():
    engine = engine_of(url_of(sys.argv[1]))
    began = time.perf_counter()
    await bring_up_to_date(engine)
    took = time.perf_counter() - began
    await engine.dispose()
    print(took, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
asyncio.run(main())
"""
"""What a room does with its database when it opens; it prints the seconds and the most memory in MB."""
Rows = list[dict[str, Any]]


class Old:
    """What is laid into the database."""

    def __init__(self, people: int, deals: int):
        self.people, self.tables = people, -(-deals // DEALS)
        self.evening = evening = Evening("bigtwo", PLAYED)
        self.packed = [pack_deal(evening.session.game, each) for each in evening.session.played]
        self.stretches = [
            [each for each in evening.happened if a < each.n <= b] for a, b in pairwise([1, *evening.ends])
        ]
        self.packs = [archive.pack(each) for each in self.stretches]
        self.visits: set[tuple[str, str, str]] = set()
        """Who has been at which table under which name."""

    def guests(self, table: int) -> list[int]:
        """The numbers of those who were at a table, each person's tables spread over all."""
        return [(table * GUESTS + k) % self.people for k in range(GUESTS)]

    def lay(self, connection: Connection) -> None:
        """Put all of it there."""
        now = time.time()
        meta = MetaData()
        meta.reflect(connection)

        def put(table: str, rows: Rows) -> None:
            for n in range(0, len(rows), 5000):
                connection.execute(meta.tables[table].insert(), rows[n : n + 5000])

        columns = {each.name for each in meta.tables["people"].columns}
        put("people", [self._person(n, now, columns) for n in range(self.people)])
        if "looks" in meta.tables:
            put("looks", [{"look": f"p{n}", "person_id": f"p{n}"} for n in range(self.people)])
        for first in range(0, self.tables, 100):
            some = range(first, min(first + 100, self.tables))
            rows: dict[str, Rows] = {}
            for n in some:
                for name, row in self._table(n, now):
                    rows.setdefault(name, []).append(row)
            for name, found in rows.items():
                put(name, found)

    def _person(self, n: int, now: float, columns: set[str]) -> dict[str, Any]:
        row = {"id": f"p{n}", "name": f"P{n}", "folded": f"p{n}", "created": now - 1e6, "seen": now, "avatar": 0}
        return row | ({"token": token_hash(f"token{n}")} if "token" in columns else {})

    def _table(self, n: int, now: float) -> Iterator[tuple[str, dict[str, Any]]]:
        table, guests, session = f"t{n:06}", self.guests(n), self.evening.session
        living = n % LIVING == 0 and n * GUESTS < self.people  # nobody is at two tables
        person = f"p{guests[0]}"
        session.id, session.guests = table, {person: Guest(person, f"P{guests[0]}", 1, 0.0)}
        session.chairs[0].person = person
        ended = None if living else now
        yield "tables", {"id": table, "created": now, "ended": ended, "summary": snapshot.summary(session), "term": 0}
        if living:
            yield "guests", {"table_id": table, "person_id": person}
        for dealt in range(1, DEALS + 1):
            here = {"table_id": table, "dealt": dealt}
            yield "deals", here | {"match": 1, "packed": self.packed[dealt - 1]}
            result = {"person_id": person, "game": "bigtwo", "score": 3.0, "won": False, "at": now}
            yield "results", here | result
            packed = self._first(table, guests) if dealt == 1 else self.packs[dealt - 1]
            yield "archive", {"table_id": table, "first": 100 * dealt - 99, "last": 100 * dealt, "packed": packed}
        before, session.n = session.n, 100 * DEALS
        yield "snapshots", {"table_id": table, "n": session.n, "written": snapshot.take(session)}
        session.n = before
        self._been(table, guests[2])
        for k, payload in enumerate((_came(guests[2]), f'{{"event":"spoke","person":"p{guests[2]}","text":"hello"}}')):
            yield "events", {"table_id": table, "n": 100 * DEALS + 1 + k, "at": now, "payload": payload}

    def _first(self, table: str, guests: list[int]) -> bytes:
        """The first events of a table, in which two people come."""
        rows = [
            Stored(each.n, each.at, each.payload.replace('"anna"', f'"p{guests[0]}"').replace("Anna", f"P{guests[0]}"))
            for each in self.stretches[0]
        ]
        self._been(table, guests[0])
        self._been(table, guests[1])
        return archive.pack([*rows, Stored(rows[-1].n + 1, 0.0, _came(guests[1]))])

    def _been(self, table: str, person: int) -> None:
        self.visits.add((f"p{person}", table, f"P{person}"))


def _came(person: int) -> str:
    return f'{{"event":"came","person":"p{person}","name":"P{person}"}}'


# --- before and afterwards

Digests = dict[str, tuple[int, dict[str, str]]]


def digests(connection: Connection, wanted: Digests | None = None) -> Digests:
    """The number of rows of every table, and a hash of each of its columns; of those columns alone that are wanted."""
    found: Digests = {}
    meta = MetaData()
    meta.reflect(connection)
    for table in meta.sorted_tables:
        if table.name == "alembic_version" or (wanted is not None and table.name not in wanted):
            continue
        columns = [each for each in table.columns if wanted is None or each.name in wanted[table.name][1]]
        hashes = [hashlib.sha256() for _ in columns]
        rows = connection.execute(
            select(*columns).order_by(*table.primary_key.columns), execution_options={"yield_per": 1000}
        )
        for row in rows:
            for each, value in zip(hashes, row, strict=True):
                each.update(value if isinstance(value, bytes) else repr(value).encode())
        count = connection.scalar(select(func.count()).select_from(table)) or 0
        found[table.name] = count, {each.name: h.hexdigest() for each, h in zip(columns, hashes, strict=True)}
    return found


def different(before: Digests, after: Digests) -> list[str]:
    """What is not as it was. Columns that are gone must be checked elsewhere."""
    wrong = []
    for table, (count, columns) in before.items():
        if table not in after:
            wrong.append(f"{table} is gone")
            continue
        if after[table][0] != count:
            wrong.append(f"{table} has {after[table][0]} rows instead of {count}")
        wrong += [f"{table}.{name} has changed" for name, h in after[table][1].items() if columns[name] != h]
        wrong += [f"{table}.{name} is gone" for name in columns.keys() - after[table][1].keys()]
    return wrong


def made(connection: Connection, old: Old) -> list[str]:
    """What is not what migrations should have made of it."""
    meta, wrong = MetaData(), []
    meta.reflect(connection)
    visits, devices = meta.tables["visits"], meta.tables["devices"]
    there = set(connection.execute(select(visits.c.person_id, visits.c.table_id, visits.c.name)).tuples())
    if there != old.visits:
        wrong.append(f"{len(there - old.visits)} visits too many, {len(old.visits - there)} are missing")
    tokens = {row.person_id: row.token for row in connection.execute(select(devices))}
    if tokens != {f"p{n}": token_hash(f"token{n}") for n in range(old.people)}:
        wrong.append("tokens are not those of before")
    return wrong


# --- the measurement


def _to(connection: Connection, revision: str) -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    command.upgrade(config, revision)


def _size(connection: Connection, folder: Path) -> float:
    """The megabytes of the database."""
    if connection.dialect.name == "postgresql":
        return connection.exec_driver_sql("select pg_database_size(current_database())").scalar_one() / 2**20
    return sum(each.stat().st_size for each in folder.glob("dealt.db*")) / 2**20


async def _in(engine: AsyncEngine, what: Any, *arguments: Any) -> Any:
    async with engine.begin() as connection:
        return await connection.run_sync(what, *arguments)


async def measure(given: argparse.Namespace, folder: Path, address: str) -> list[str]:
    """Lay, migrate, compare and open; what is wrong."""
    engine, began = engine_of(url_of(address)), time.perf_counter()
    await _in(engine, _to, given.revision)
    old = Old(given.people, given.deals)
    await _in(engine, old.lay)
    before = await _in(engine, digests)
    counts = ", ".join(f"{count} {table}" for table, (count, _) in before.items() if count)
    size = await _in(engine, _size, folder)
    print(f"{engine.dialect.name} at {given.revision}: {counts}")
    print(f"{size:.0f} MB, laid in {time.perf_counter() - began:.0f} s")
    await engine.dispose()

    done = subprocess.run(  # noqa: ASYNC221
        [sys.executable, "-c", MIGRATE, address], capture_output=True, text=True, check=False
    )
    if done.returncode:
        return [done.stderr]
    took, memory = map(float, done.stdout.split())
    engine = engine_of(url_of(address))
    after = await _in(engine, digests, {**before})
    wrong = different(before, after) + await _in(engine, made, old)
    wrong.remove("people.token is gone")  # it is that of a device
    revision, size = await _in(engine, _revision), await _in(engine, _size, folder)
    print(f"brought to {revision} in {took:.1f} s, at most {memory:.0f} MB of memory; the database has {size:.0f} MB")
    print(f"{sum(count for count, _ in after.values())} rows compared, {len(old.visits)} visits")
    await engine.dispose()
    return wrong + await _visited(folder, address)


def _revision(connection: Connection) -> str:
    return str(connection.exec_driver_sql("select version_num from alembic_version").scalar_one())


async def _visited(folder: Path, address: str) -> list[str]:
    """A room opens there, and somebody comes back."""
    room = Served(folder, address, **dict.fromkeys(LIMITS, 0))
    visitor = Visitor(lambda: room.ws, "")
    visitor.token = "token0"
    try:
        took = await room.start()
        life = asyncio.create_task(visitor.live())
        await until(lambda: visitor.here and visitor.table, 30, "the table where p0 was")
        assert visitor.table is not None
        print(f"a room is open there after {took:.1f} s, with {room.rss():.0f} MB")
        life.cancel()
        return [] if (visitor.name, visitor.table.id) == ("P0", "t000000") else [f"{visitor.name}, {visitor.table.id}"]
    except TimeoutError as error:
        return [str(error), room.tail()]
    finally:
        room.kill()


def main(argv: list[str]) -> int:
    parser = argparse.ArgumentParser(description="How long migrations of a large database take.")
    parser.add_argument("--people", type=int, default=10_000)
    parser.add_argument("--deals", type=int, default=100_000)
    parser.add_argument("--from", dest="revision", default="0010", help="the revision that it begins with")
    parser.add_argument("--postgres", action="store_true", help="on a PostgreSQL of its own instead of SQLite")
    given = parser.parse_args(argv)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="dealt-migration-")))
        sqlite = f"sqlite:///{folder / 'dealt.db'}"
        address = stack.enter_context(private(Postgres, "dealt-postgres-")).address() if given.postgres else sqlite
        wrong = asyncio.run(measure(given, folder, address))
    for each in wrong:
        print(f"WRONG  {each}")
    print(f"{len(wrong)} differences; load average {os.getloadavg()[0]:.1f}")
    return 1 if wrong else 0
