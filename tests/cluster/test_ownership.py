"""Who may append to a table, by PostgreSQL: one process at a time, whatever races, freezes or restarts."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable

import pytest

from dealt.server.cluster import process_lease
from dealt.server.cluster.ownership import Owners, open_owners
from dealt.server.store import Store
from dealt.server.trouble import NotOwned, StoreError

pytestmark = [pytest.mark.postgres, pytest.mark.slow]

Join = Callable[[], "contextlib.AbstractAsyncContextManager[Owners]"]


@pytest.fixture
def database(postgres_database: str) -> str:
    return postgres_database


@contextlib.asynccontextmanager
async def joined(database: str, label: str = "here") -> AsyncIterator[Owners]:
    """A process of a cluster, by its store and its ownership alone."""
    owners = await open_owners(database, label, window=0.0)
    try:
        yield owners
    finally:
        await owners.close()
        await owners.store.close()


async def test_a_table_belongs_to_who_opened_it(database: str) -> None:
    async with joined(database) as one, joined(database) as other:
        assert one.number < other.number
        await one.store.open_table("t", 1.0, ["a"], ["p"])
        assert await other.owner("t") == one.number
        assert await other.claim("t") == one.number
        assert await other.seat_of("p") == ("t", one.number)
        with pytest.raises(NotOwned):
            await other.store.append("t", 2, 1.0, ["b"])
        assert await other.claim("nowhere") is None


async def test_a_table_that_is_released_goes_on_elsewhere(database: str) -> None:
    async with joined(database) as one, joined(database) as other:
        await one.store.open_table("t", 1.0, ["a"])
        storing = [asyncio.create_task(one.store.append("t", n, 1.0, [f"{n}"])) for n in range(2, 30)]
        await asyncio.sleep(0)
        await one.release("t", other.number)
        await asyncio.gather(*storing)
        with pytest.raises(NotOwned):
            await one.store.append("t", 30, 1.0, ["late"])
        assert await other.claim("t") == other.number
        await other.store.append("t", 30, 1.0, ["on"])
        assert [each.term for each in await other.store.events("t")] == [1] * 29 + [2]


async def test_a_room_alone_and_a_cluster_keep_each_other_out(database: str) -> None:
    async with joined(database):
        with pytest.raises(StoreError, match="a cluster uses this database"):
            await Store.open(database)
    store = await Store.open(database)
    with pytest.raises(StoreError, match="a room without --cluster"):
        await open_owners(database, "here")
    await store.close()
    async with joined(database):
        pass


async def test_the_tables_of_a_dead_process_are_claimed(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process_lease, "LASTS", 1.0)
    async with joined(database) as one, joined(database) as other:
        dead: list[int] = []
        other.on_dead = dead.append
        for n in range(50):
            await one.store.open_table(f"t{n}", 1.0, ["a"])
        assert one._lease._looking
        one._lease._looking.cancel()
        await other.start()
        async with asyncio.timeout(10):
            while sum(other.owns(f"t{n}") for n in range(50)) < 50:
                await asyncio.sleep(0.05)
        assert dead == [one.number]
        with pytest.raises(StoreError):
            await one.store.append("t1", 2, 1.0, ["b"])
        assert one.store.lost.is_set()
