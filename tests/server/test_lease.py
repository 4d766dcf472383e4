"""One room at a time on a PostgreSQL, even if it restarts: who lost the lease stores nothing, stops, and says so."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import time
from pathlib import Path

import pytest
from sqlalchemy import text, update
from websockets.exceptions import ConnectionClosed

from bench.rig.engines import Postgres
from dealt.server.base.trouble import LeaseLost, StoreError, end
from dealt.server.store import lease as leases
from dealt.server.store.database import lease
from dealt.server.store.store import Store
from tests.rooms import room_process
from tests.server.helpers import Face, FakeLink, open_room, settings, until

pytestmark = [pytest.mark.postgres, pytest.mark.slow]


@pytest.fixture
def database(postgres_ready: str, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(leases, "LASTS", 3.0)
    monkeypatch.setattr(leases, "RENEW_EVERY", 0.3)
    return postgres_ready


async def take_over(store: Store) -> None:
    """What another room does that opens the same database."""
    async with store._engine.begin() as connection:
        await connection.execute(update(lease).values(number=lease.c.number + 1))


async def restart(server: Postgres) -> None:
    await asyncio.to_thread(server.stop, signal.SIGQUIT)
    await asyncio.to_thread(server.start)


async def test_a_room_goes_on_after_its_database_has_restarted(
    database: str, postgres_server: Postgres, tmp_path: Path
) -> None:
    async with open_room(settings(tmp_path, database=database)) as room:
        anna = await FakeLink(room).come("Anna")
        await anna.do("create", game="gift")
        await asyncio.to_thread(postgres_server.stop, signal.SIGQUIT)
        with pytest.raises(StoreError):
            await anna.do("chat", text="lost")
        await until(lambda: anna.state["stalled"])
        await asyncio.to_thread(postgres_server.start)
        await until(lambda: not anna.state["stalled"])
        await anna.do("chat", text="kept")
        assert anna.last("talk")["lines"][-1]["text"] == "kept"
        assert not room.store.hold.lost.is_set()
        with pytest.raises(StoreError, match="another room"):  # though the lock went with the old connections
            await Store.open(database)
        await anna.do("chat", text="still here")


async def test_a_second_room_does_not_slip_in_while_the_database_restarts(
    database: str, postgres_server: Postgres
) -> None:
    first = await Store.open(database)
    try:
        for _ in range(3):
            await restart(postgres_server)
            second = await asyncio.gather(Store.open(database), return_exceptions=True)
            assert isinstance(second[0], StoreError), second
            assert "another room" in str(second[0])
            await first.tables.open(f"t{time.monotonic_ns()}", 0.0, ["x"])
        assert not first.hold.lost.is_set()
    finally:
        await first.close()
    await (await Store.open(database)).close()


async def test_who_lost_the_lease_stores_nothing(database: str) -> None:
    store = await Store.open(database)
    await store.tables.open("t", 0.0, ["one"])
    await take_over(store)
    with pytest.raises(LeaseLost):
        await store.tables.append("t", 2, 0.0, ["two"])
    assert store.hold.lost.is_set()
    assert [each.payload for each in await store.tables.events("t")] == ["one"]
    await store.close()


async def test_a_takeover_waits_for_a_commit_that_is_under_way(database: str) -> None:
    """The check and the commit are one: nothing is stored after the number has moved."""
    store = await Store.open(database)
    async with store._engine.begin() as other:
        await other.execute(update(lease).values(number=lease.c.number + 1))
        storing = asyncio.create_task(store.tables.open("t", 0.0, ["x"]))
        await asyncio.sleep(0.3)
        assert not storing.done()
    with pytest.raises(LeaseLost):
        await storing
    assert await store.tables.living() == []
    await store.close()


async def test_an_idle_room_finds_out_too(database: str) -> None:
    store = await Store.open(database)
    await take_over(store)
    await asyncio.wait_for(store.hold.lost.wait(), 30)
    await store.close()


async def test_a_lost_lock_is_taken_again(database: str) -> None:
    """The connection with the lock is cut, as firewalls do with silent ones."""
    store = await Store.open(database)
    of_room = "locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())"

    async def holders() -> list[int]:
        async with store._engine.connect() as connection:
            return list(await connection.scalars(text(f"select pid from pg_locks where {of_room}")))

    [before] = await holders()
    async with store._engine.connect() as connection:
        assert await connection.scalar(text(f"select pg_terminate_backend({before})"))
    async with asyncio.timeout(30):
        while len(now := await holders()) != 1 or now == [before]:  # a busy PostgreSQL ends the old one late
            await asyncio.sleep(0.05)
    with pytest.raises(StoreError, match="another room"):
        await Store.open(database)
    await store.close()


async def test_the_lease_of_a_dead_room_ends(database: str, postgres_server: Postgres) -> None:
    store = await Store.open(database)
    await store.writer.close()
    assert isinstance(store.hold, leases.Lease)
    assert store.hold._renewing is not None
    store.hold._renewing.cancel()  # the room's machine and the database lose their power together
    await restart(postgres_server)
    began = time.monotonic()
    second = await Store.open(database)
    assert 0.5 < time.monotonic() - began < 30
    await second.close()
    await store.hold._let_go()
    await store._engine.dispose()


async def test_a_room_that_is_taken_over_says_so_and_ends(postgres_ready: str, tmp_path: Path) -> None:
    log = tmp_path / "log"
    arguments = ["--port", "0", "--database", postgres_ready, "--config", os.devnull]
    process = room_process(log, arguments)
    await until(lambda: "the room is open at" in log.read_text(), 60)
    address = log.read_text().split("the room is open at http://")[1].split("/")[0]
    async with Face.open(f"ws://{address}/ws") as face:
        await face.come("Anna")
        await face.ask("create", "table", game="bigtwo")
        import asyncpg

        connection = await asyncpg.connect(postgres_ready)
        await connection.execute("update lease set number = number + 1")
        await connection.close()
        with contextlib.suppress(ConnectionClosed):  # a renewal may have found out before
            await face.send("chat", text="x")
        await face.hear("error", lambda error: error["code"] == "taken_over")
        assert (await face.closed())[0] == 1012
    await asyncio.to_thread(process.join, 20)
    assert process.exitcode == 1
    assert "another room has taken the database over" in log.read_text()
    assert "Traceback" not in log.read_text()


async def test_a_task_that_takes_its_cancellation_for_a_failure_ends_all_the_same() -> None:
    failures = 0

    async def keep_looking() -> None:
        nonlocal failures
        while True:
            try:
                await asyncio.sleep(60)
            except asyncio.CancelledError:
                if failures:
                    raise
                failures += 1

    task = asyncio.create_task(keep_looking())
    await asyncio.sleep(0)
    async with asyncio.timeout(5):
        await end(task)
    assert failures == 1
    assert task.cancelled()
