"""Two processes while everything under them is killed or stalls: nobody loses anything, and every table goes on."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from sqlalchemy import delete

from bench.chaos import chaos, check_terms
from bench.rig.engines import Line
from bench.rig.judging import Broken
from dealt.server.cluster.clustered import Clustered
from dealt.server.cluster.notes import Dead
from dealt.server.store.database import processes
from tests.cluster.conftest import OpenRoom

PATIENT = 12.0
"""A process dies, its lease ends after three seconds, and its tables go on: five seconds on a quiet machine."""
TERMS = [["a", "1", "7"], ["a", "2", "8"], ["b", "1", "8"]]


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that PostgreSQL may enter, which does not run as root."""
    with TemporaryDirectory(prefix="dealt-chaos-") as name:
        yield Path(name)


@pytest.mark.slow
@pytest.mark.postgres
@pytest.mark.redis
@pytest.mark.turns(3)
async def test_nothing_is_lost_and_every_table_goes_on(folder: Path, postgres_bin: Path, redis_program: str) -> None:
    faults = ("kill", "redis", "line", "postgres")
    found = await chaos(folder, faults, seed=4, processes=2, tables=4, loud=False)
    assert sum(map(len, found.waits.values())) == len(faults)
    assert max(most for most, _ in found.waits["kill"]) < PATIENT


@pytest.mark.postgres
@pytest.mark.redis
async def test_a_process_that_others_call_dead_asks_the_database(another: OpenRoom) -> None:
    """Whoever can write to Redis can write that note, and stops nobody by it."""
    one, two = await another(), await another()
    assert isinstance(one.cluster, Clustered)
    assert isinstance(two.cluster, Clustered)
    lease = two.cluster.ownership.lease  # type: ignore[attr-defined]
    for _ in range(200):
        one.cluster.bus.tell_all(Dead(two.cluster.number))
    async with asyncio.timeout(10):
        while lease._doubting is None or not lease._doubting.done():
            await asyncio.sleep(0.02)
    assert not two.store.hold.lost.is_set()
    async with lease.engine.begin() as connection:  # now it is so
        await connection.execute(delete(processes).where(processes.c.number == two.cluster.number))
    one.cluster.bus.tell_all(Dead(two.cluster.number))
    await asyncio.wait_for(two.store.hold.lost.wait(), 10)
    assert not one.store.hold.lost.is_set()


@pytest.mark.postgres
@pytest.mark.redis
async def test_a_process_that_others_call_dead_stops_where_it_cannot_ask(
    another: OpenRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = await another(), await another()
    assert isinstance(one.cluster, Clustered)
    assert isinstance(two.cluster, Clustered)

    class Unreachable:
        def connect(self) -> None:
            raise OSError("no route")

    monkeypatch.setattr(two.cluster.ownership.lease, "engine", Unreachable())  # type: ignore[attr-defined]
    one.cluster.bus.tell_all(Dead(two.cluster.number))
    await asyncio.wait_for(two.store.hold.lost.wait(), 10)


def test_terms_that_only_grow_have_one_owner_each() -> None:
    events = [["a", "1", "1"], ["a", "2", "1"], ["a", "3", "2"], ["b", "1", "1"]]
    assert check_terms(events, TERMS) == 1


@pytest.mark.parametrize(
    ("events", "terms", "why"),
    [
        ([["a", "1", "2"], ["a", "2", "1"]], TERMS, "is of term 1, the one before of 2"),
        ([["a", "1", "1"], ["a", "3", "1"]], TERMS, "event 3 of a comes after event 1"),
        ([["a", "1", "1"], ["a", "1", "2"]], TERMS, "event 1 of a comes after event 1"),
        ([["b", "1", "2"]], TERMS, "which nobody had"),
        ([], [*TERMS, ["b", "1", "9"]], "two owners: 8 and 9"),
    ],
)
def test_two_authorities_are_found(events: list[list[str]], terms: list[list[str]], why: str) -> None:
    with pytest.raises(Broken, match=why):
        check_terms(events, terms)


async def ended(reader: asyncio.StreamReader) -> bool:
    try:
        return await reader.read(100) == b""
    except ConnectionError:
        return True


async def test_a_line_that_stalls_keeps_what_is_sent_and_one_that_is_cut_ends_it() -> None:
    async def echo(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(100):
            writer.write(data)
        writer.close()

    server = await asyncio.start_server(echo, "127.0.0.1", 0)
    line = Line(server.sockets[0].getsockname()[1])
    await line.open()
    reader, writer = await asyncio.open_connection("127.0.0.1", line.port)
    line.stall()
    writer.write(b"one")
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(reader.read(100), 0.2)
    line.mend()
    assert await asyncio.wait_for(reader.read(100), 10) == b"one"
    line.cut()
    assert await asyncio.wait_for(ended(reader), 10)
    line.mend()
    again, more = await asyncio.open_connection("127.0.0.1", line.port)
    more.write(b"two")
    assert await asyncio.wait_for(again.read(100), 10) == b"two"
    writer.close()
    more.close()
    await line.close()
    server.close()
