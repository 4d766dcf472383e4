"""The models of PostgreSQL and Redis keep the contract of the real ones, as far as the room relies on it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest
from sqlalchemy import delete

from bench.rig.engines import Redis as RealRedis
from bench.rig.engines import private
from dealt.server.base.trouble import Conflict, LeaseLost, NotOwned
from dealt.server.cluster import notes
from dealt.server.cluster.bus import Bus, client_of
from dealt.server.cluster.ownership import Ownership, open_owners
from dealt.server.store.database import processes
from tests.simulation import database
from tests.simulation.clock import Loop
from tests.simulation.database import Database
from tests.simulation.engine import installed
from tests.simulation.redis import Redis

Run = Callable[[Awaitable[None]], None]


@dataclass
class Server:
    """A database, a bus, or a model of it, and what runs a test against it."""

    run: Run
    address: str
    client: Callable[[str], Any] = client_of
    model: Database | None = None


@pytest.fixture(params=["model", pytest.param("real", marks=[pytest.mark.postgres, pytest.mark.slow])])
def postgresql(request: pytest.FixtureRequest) -> Iterator[Server]:
    if request.param == "real":
        yield Server(asyncio.run, request.getfixturevalue("postgres_ready"))  # type: ignore[arg-type]
        return
    loop = Loop()
    model = Database(loop, Random(1))
    with installed():
        yield Server(loop.run_until_complete, database.address(model), model=model)
    loop.end()
    model.close()


@pytest.fixture(params=["model", pytest.param("real", marks=[pytest.mark.redis, pytest.mark.slow])])
def redis(request: pytest.FixtureRequest) -> Iterator[Server]:
    if request.param == "real":
        request.getfixturevalue("redis_program")
        with private(RealRedis, "dealt-redis-") as server:
            yield Server(asyncio.run, server.address())  # type: ignore[arg-type]
        return
    loop = Loop()
    yield Server(loop.run_until_complete, "redis://model", Redis(loop, Random(1)).client)
    loop.end()


async def until(happens: Callable[[], Any]) -> None:
    async with asyncio.timeout(20):
        while not happens():
            await asyncio.sleep(0.02)


async def close(*some: Ownership) -> None:
    for each in some:
        await each.close()
        await each.store.close()


# --- the database


def test_a_table_has_one_owner(postgresql: Server) -> None:
    async def test() -> None:
        one, other = [await open_owners(postgresql.address, each, window=0.0) for each in "ab"]
        assert one.number < other.number
        await one.store.tables.open("t", 1.0, ["a"], {"p": "Anna"})
        assert await other.claim("t") == one.number
        assert await other.seat_of("p") == ("t", one.number)
        with pytest.raises(NotOwned):
            await other.store.tables.append("t", 2, 1.0, ["b"])
        await one.release("t", other.number)
        assert await other.claim("t") == other.number
        await other.store.tables.append("t", 2, 1.0, ["b"])
        assert [(each.n, each.payload, each.term) for each in await one.store.tables.events("t")] == [
            (1, "a", 1),
            (2, "b", 2),
        ]
        await close(one, other)

    postgresql.run(test())


def test_what_is_at_odds_is_stored_not_at_all(postgresql: Server) -> None:
    async def test() -> None:
        one = await open_owners(postgresql.address, "a", window=0.0)
        await one.store.tables.open("t", 1.0, ["a"], {"p": "Anna"})
        with pytest.raises(Conflict):
            await one.store.tables.append("t", 1, 1.0, ["again"])
        with pytest.raises(Conflict) as conflict:
            await one.store.tables.open("u", 1.0, ["a"], {"p": "Anna"})  # nobody is at two tables
        assert "guests" in conflict.value.about
        assert [each.payload for each in await one.store.tables.events("t")] == ["a"]
        assert not await one.store.tables.events("u")
        assert one.store.writer.healthy
        await close(one)

    postgresql.run(test())


def test_who_lost_the_lease_stores_nothing(postgresql: Server) -> None:
    async def test() -> None:
        one, other = [await open_owners(postgresql.address, each, window=0.0) for each in "ab"]
        await one.store.tables.open("t", 1.0, ["a"])
        async with other.lease.engine.begin() as connection:
            await connection.execute(delete(processes).where(processes.c.number == one.number))
        with pytest.raises(LeaseLost):
            await one.store.tables.append("t", 2, 1.0, ["b"])
        assert await other.claim("t") == other.number
        another = await open_owners(postgresql.address, "c", window=0.0)
        assert another.number > other.number > one.number  # no number is used twice
        await close(one, other, another)

    postgresql.run(test())


def test_the_lock_of_who_is_gone_is_missed(postgresql: Server) -> None:
    async def test() -> None:
        one, other = [await open_owners(postgresql.address, each, window=0.0) for each in "ab"]
        await one.store.tables.open("t", 1.0, ["a"])
        assert one.lease._renewing is not None
        one.lease._renewing.cancel()
        await one.lease._let_go()
        await until(lambda: one.number not in other.lease.alive)
        assert await other.claim("t") == other.number
        await close(one, other)

    postgresql.run(test())


def test_a_commit_keeps_its_lease_until_it_is_done(postgresql: Server) -> None:
    async def test() -> None:
        one, other = [await open_owners(postgresql.address, each, window=0.0) for each in "ab"]
        done: list[str] = []

        async def revoke() -> None:
            async with other.lease.engine.begin() as connection:
                await connection.execute(delete(processes).where(processes.c.number == one.number))
            done.append("revoked")

        async with one.lease.engine.begin() as connection:
            await connection.run_sync(one.lease.check)
            revoking = asyncio.ensure_future(revoke())
            await asyncio.sleep(0.3)
            done.append("committed")
        await revoking
        assert done == ["committed", "revoked"]
        await close(one, other)

    postgresql.run(test())


# --- the bus


class Ear:
    """A process with a bus, and all that it heard."""

    def __init__(self, server: Server, number: int):
        self.bus = Bus(server.address, "test", number, server.client)
        self.heard: list[tuple[int, notes.Note]] = []
        self.gaps: list[int] = []
        self.bus.on_notes = lambda sender, some: self.heard.extend((sender, each) for each in some)
        self.bus.on_gap = self.gaps.append


def test_notes_come_in_order_to_whom_they_are_for(redis: Server) -> None:
    async def test() -> None:
        one, two, three = ears = [Ear(redis, number) for number in (1, 2, 3)]
        for each in ears:
            await each.bus.open()
        await until(lambda: all(each.bus.up for each in ears))
        for n in range(200):
            one.bus.send(2, notes.Lost(n))
            if n % 7 == 0:
                await asyncio.sleep(0.001)
        two.bus.tell_all(notes.Dead(9))
        await until(lambda: len(two.heard) == 200 and one.heard and three.heard)
        assert two.heard == [(1, notes.Lost(n)) for n in range(200)]
        assert one.heard == three.heard == [(2, notes.Dead(9))]
        assert not one.gaps + two.gaps + three.gaps
        for each in ears:
            await each.bus.close()

    redis.run(test())


def test_who_hears_nothing_is_noticed(redis: Server) -> None:
    async def test() -> None:
        one, two = ears = [Ear(redis, number) for number in (1, 2)]
        await one.bus.open()
        await until(lambda: one.bus.up)
        one.bus.send(2, notes.Lost(1))
        await until(lambda: one.gaps == [2])
        await two.bus.open()
        await until(lambda: 1 in two.gaps)  # by its beats
        for each in ears:
            await each.bus.close()

    redis.run(test())
