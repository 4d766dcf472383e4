"""Who may append to a table, by PostgreSQL: one process at a time, whatever races, freezes or restarts."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import select, text

from bench.rig.engines import Postgres
from dealt.server.base.trouble import Conflict, LeaseLost, NotOwned, StoreError
from dealt.server.cluster import process_lease
from dealt.server.cluster.ownership import Ownership, open_owners
from dealt.server.store.database import terms
from dealt.server.store.lease import Lease
from dealt.server.store.sets import SetKey
from dealt.server.store.store import Store

pytestmark = [pytest.mark.postgres, pytest.mark.slow]

ROOT = Path(__file__).parents[2]


@pytest.fixture
def database(postgres_ready: str) -> str:
    return postgres_ready


@contextlib.asynccontextmanager
async def joined(database: str, label: str = "here") -> AsyncIterator[Ownership]:
    """A process of a cluster, by its store and its ownership alone."""
    owners = await open_owners(database, label, window=0.0)
    try:
        yield owners
    finally:
        await owners.close()
        await owners.store.close()


async def until(happens: Callable[[], Any], patience: float = 20.0) -> None:
    async with asyncio.timeout(patience):
        while not happens():
            await asyncio.sleep(0.02)


def die(owners: Ownership) -> None:
    """Renew no more, as a process does that is killed or stands still."""
    assert owners.lease._renewing
    owners.lease._renewing.cancel()


async def revoke(by: Ownership, whom: Ownership) -> None:
    """What another process does once a lease has expired."""
    async with by.lease.engine.begin() as connection:
        await connection.execute(text(f"delete from processes where number = {whom.number}"))


async def owners_of(one: Ownership, table: str) -> list[tuple[int, int]]:
    """The terms of a table and who owned it."""
    rows = await one.store.read(select(terms.c.term, terms.c.owner).where(terms.c.table_id == table).order_by("term"))
    return [(row["term"], row["owner"]) for row in rows]


async def test_who_joins_a_set_as_another_process_makes_it_is_in_the_same(database: str) -> None:
    async with joined(database) as one, joined(database) as other:
        owners = [(owner.store.sets, Random(n)) for n, owner in enumerate((one, other))]
        for name in map(str, range(5)):
            key = SetKey(name, "bigtwo", 1, "{}")
            each = [joining.join(key, 1.0, chance) for joining, chance in owners]
            both = await asyncio.gather(*each)
            assert both[0] == both[1]


async def test_a_table_belongs_to_who_opened_it(database: str) -> None:
    async with joined(database) as one, joined(database) as other:
        assert one.number < other.number
        await one.store.tables.open("t", 1.0, ["a"], {"p": "Anna"})
        assert await other.owner("t") == one.number
        assert await other.claim("t") == one.number
        assert await other.seat_of("p") == ("t", one.number)
        with pytest.raises(NotOwned):
            await other.store.tables.append("t", 2, 1.0, ["b"])
        assert await other.claim("nowhere") is None


async def test_a_table_that_is_released_goes_on_elsewhere(database: str) -> None:
    async with joined(database) as one, joined(database) as other:
        await one.store.tables.open("t", 1.0, ["a"])
        storing = [asyncio.create_task(one.store.tables.append("t", n, 1.0, [f"{n}"])) for n in range(2, 30)]
        await asyncio.sleep(0)
        await one.release("t", other.number)
        await asyncio.gather(*storing)
        with pytest.raises(NotOwned):
            await one.store.tables.append("t", 30, 1.0, ["late"])
        assert await other.claim("t") == other.number
        await other.store.tables.append("t", 30, 1.0, ["on"])
        assert [each.term for each in await other.store.tables.events("t")] == [1] * 29 + [2]


@pytest.mark.turns(2)
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


async def test_two_hundred_claims_find_one_owner(database: str) -> None:
    async with contextlib.AsyncExitStack() as stack:
        some = [await stack.enter_async_context(joined(database, f"p{n}")) for n in range(5)]
        for table in ("a", "b"):
            await some[0].store.tables.open(table, 1.0, ["x"])
            await some[0].release(table)
        assert await some[1].owner("a") is None
        claims = [each.claim("ab"[n % 2]) for n in range(40) for each in some]
        found = await asyncio.gather(*claims)
        for n, table in enumerate("ab"):
            answers = {found[k] for k in range(200) if k // 5 % 2 == n}
            assert len(answers) == 1
            (owner,) = answers
            assert [each.number for each in some if each.owns(table)] == [owner]
            assert await owners_of(some[0], table) == [(1, some[0].number), (2, owner)]


async def test_a_table_goes_on_though_who_asked_for_it_has_given_up(database: str) -> None:
    async with joined(database) as one, joined(database) as other:
        claimed: list[str] = []

        async def take(some: Sequence[str]) -> None:
            claimed.extend(some)

        await one.store.tables.open("t", 1.0, ["a"])
        await one.release("t")
        other.on_claimed = take
        asking = asyncio.create_task(other.claim("t"))
        await asyncio.sleep(0)
        asking.cancel()
        await until(lambda: other.owns("t"))
        await other.start()
        await until(lambda: claimed)
        assert claimed == ["t"]


@pytest.mark.turns(2)
async def test_the_tables_of_a_dead_process_are_claimed(database: str) -> None:
    async with joined(database) as one, joined(database) as other, joined(database) as third:
        dead: list[int] = []
        claimed: list[str] = []

        async def take(some: Sequence[str]) -> None:
            claimed.extend(some)
            await asyncio.sleep(0.5)

        other.on_dead = third.on_dead = dead.append
        other.on_claimed = third.on_claimed = take
        tables = [f"t{n}" for n in range(50)]
        for table in tables:
            await one.store.tables.open(table, 1.0, ["a"], {f"p{table}": "Anna"} if table == "t49" else {})
        await other.start()
        await third.start()
        await asyncio.sleep(process_lease.LASTS)  # for so long everybody has looked at everybody
        die(one)
        began = time.monotonic()
        await until(lambda: len(claimed) == 50)
        assert time.monotonic() - began < 5
        assert sorted(claimed) == sorted(tables)  # none twice
        assert claimed.index("t49") < 20  # those with people come first
        assert dead == [one.number] * 2
        assert any(map(other.owns, tables)), "both share them"
        assert any(map(third.owns, tables)), "both share them"
        with pytest.raises(LeaseLost):
            await one.store.tables.append("t1", 2, 1.0, ["b"])
        assert one.store.hold.lost.is_set()
        assert [each.payload for each in await other.store.tables.events("t1")] == ["a"]


async def test_a_revocation_waits_for_a_commit_that_is_under_way(database: str) -> None:
    async with joined(database) as one, joined(database) as other:
        await one.store.tables.open("t", 1.0, ["a"])
        begun = asyncio.Event()
        loop = asyncio.get_running_loop()

        def slow(connection: Any) -> None:
            loop.call_soon(begun.set)
            connection.execute(text("select pg_sleep(1)"))
            connection.execute(text("insert into events (table_id, n, at, payload, term) values ('t', 2, 1, 'b', 1)"))

        storing = asyncio.create_task(one.store.writer.do(slow))
        await begun.wait()
        await revoke(other, one)
        assert [each.payload for each in await other.store.tables.events("t")] == ["a", "b"]  # it had been first
        assert await other.claim("t") == other.number
        await storing
        with pytest.raises(LeaseLost):
            await one.store.tables.append("t", 3, 1.0, ["c"])
        with pytest.raises(LeaseLost):
            await one.claim("t")
        await other.store.tables.append("t", 3, 1.0, ["d"])
        assert one.lease.lost.is_set()


@pytest.mark.parametrize("when", ["between", "within"])
@pytest.mark.turns(2)
async def test_a_process_that_stood_still_appends_nothing(database: str, when: str) -> None:
    command = [sys.executable, "-m", "tests.cluster.frozen", database, "frozen", when]
    frozen = await asyncio.create_subprocess_exec(*command, stdout=subprocess.PIPE, cwd=ROOT)
    assert frozen.stdout
    try:
        async with joined(database) as other:
            async with asyncio.timeout(30):
                assert (await frozen.stdout.readline()).startswith(b"opened")
                began = time.monotonic()
                while await other.claim("t") != other.number:
                    await asyncio.sleep(0.1)
            assert time.monotonic() - began < 10
            await other.store.tables.append("t", 3, 1.0, ["other"])
            frozen.send_signal(signal.SIGCONT)
            async with asyncio.timeout(30):
                assert (await frozen.stdout.readline()).startswith(b"refused")
                assert await frozen.stdout.readline() == b"lost\n"
                assert await frozen.wait() == 3
            found = [(each.n, each.payload, each.term) for each in await other.store.tables.events("t")]
            assert found == [(1, "one", 1), (2, "two", 1), (3, "other", 2)]
    finally:
        if frozen.returncode is None:
            frozen.kill()
            await frozen.wait()


@pytest.mark.turns(2)
async def test_nobody_dies_of_a_restart_of_the_database(database: str, postgres_server: Postgres) -> None:
    async with joined(database) as one, joined(database) as other:
        await one.store.tables.open("t", 1.0, ["a"])
        await asyncio.sleep(process_lease.LASTS)
        for _ in range(2):
            await asyncio.to_thread(postgres_server.stop, signal.SIGQUIT)
            await asyncio.sleep(process_lease.LASTS + 1)
            await asyncio.to_thread(postgres_server.start)
            await asyncio.sleep(process_lease.LASTS + 1.5)
        assert set(one.lease.alive) == set(other.lease.alive) == {one.number, other.number}
        await one.store.tables.append("t", 2, 1.0, ["b"])
        assert await other.claim("t") == one.number
        with pytest.raises(StoreError, match="a cluster uses this database"):  # the locks are there again
            await Store.open(database)


@pytest.mark.turns(2)
async def test_nobody_dies_because_the_database_stood_still(database: str, postgres_server: Postgres) -> None:
    async with joined(database) as one, joined(database) as other:
        await asyncio.sleep(process_lease.LASTS)
        with postgres_server.standing_still():
            await asyncio.sleep(process_lease.LASTS + 2)
        await asyncio.sleep(process_lease.LASTS + 1.5)
        assert set(one.lease.alive) == set(other.lease.alive) == {one.number, other.number}
        assert not one.store.hold.lost.is_set()
        assert not other.store.hold.lost.is_set()


async def test_what_is_released_without_a_word_can_be_claimed_at_once(database: str) -> None:
    """A claim waits for the release that is under way at the same process."""
    async with joined(database) as one, joined(database) as other:
        await one.store.tables.open("t", 1.0, ["a"])
        released = asyncio.create_task(one.release("t", other.number))
        await asyncio.sleep(0)
        assert await one.claim("t") == other.number
        await released
        assert not one.owns("t")
        await other.claim("t")
        await other.release("t", 12345)  # nobody's number
        assert await one.claim("t") == one.number
        assert [owner for _, owner in await owners_of(one, "t")] == [one.number, other.number, one.number]


async def test_one_person_is_at_one_table(database: str) -> None:
    async with joined(database) as one, joined(database) as other:
        await one.store.tables.open("a", 1.0, ["x"])
        await other.store.tables.open("b", 1.0, ["x"])
        coming = [
            one.store.tables.append("a", 2, 1.0, ["came"], came={"p": "Anna"}),
            other.store.tables.append("b", 2, 1.0, ["came"], came={"p": "Anna"}),
        ]
        found = await asyncio.gather(*coming, return_exceptions=True)
        assert sorted(type(each).__name__ for each in found) == ["Conflict", "NoneType"]
        (conflict,) = (each for each in found if isinstance(each, Conflict))
        assert "guests" in conflict.about
        where = await one.seat_of("p")
        assert where is not None
        table, there = where[0], one if where[0] == "a" else other
        await there.store.tables.append(table, 3, 1.0, ["went"], went=["p"])
        assert await other.seat_of("p") is None


async def test_names_that_look_alike_are_one_name_for_all_processes(database: str) -> None:
    async with joined(database) as one, joined(database) as other:
        coming = [
            one.store.people.add("p", "Anna", "anna", "t1", 1.0),
            other.store.people.add(
                "q", "\N{GREEK CAPITAL LETTER ALPHA}nna", "\N{GREEK SMALL LETTER ALPHA}nna", "t2", 1.0
            ),
        ]
        found = await asyncio.gather(*coming, return_exceptions=True)
        assert sorted(type(each).__name__ for each in found) == ["Conflict", "NoneType"]
        (conflict,) = (each for each in found if isinstance(each, Conflict))
        assert "looks" in conflict.about
        row = await one.store.people.of_name("anna")
        assert row is not None
        assert row["id"] == ("p" if found[0] is None else "q")
        (token,) = row["tokens"]
        assert await other.store.people.of_token(token) == row
        assert await other.store.people.of_id(row["id"]) == row
        await one.store.people.rename(row["id"], "Berta")
        await other.store.people.add("r", "Anna", "anna", "t3", 1.0)
        with pytest.raises(Conflict):
            await other.store.people.rename("r", "BERTA")


async def test_wishes_that_lock_each_other_are_tried_again(database: str) -> None:
    async with joined(database) as one, joined(database) as other:
        for n in range(2):
            await one.store.people.add(f"p{n}", f"Anna{n}", f"anna{n}", f"t{n}", 1.0)

        def locking(*ids: str) -> Callable[[Any], None]:
            def work(connection: Any) -> None:
                for each in ids:
                    connection.execute(text(f"update people set seen = seen + 1 where id = '{each}'"))
                    connection.execute(text("select pg_sleep(0.3)"))

            return work

        await asyncio.gather(
            one.store.writer.do(locking("p0", "p1")),
            other.store.writer.do(locking("p1", "p0")),
        )
        assert {row["seen"] for row in await one.store.people.all()} == {3.0}
        assert one.store.writer.healthy


async def test_a_process_that_leaves_in_good_order_leaves_nothing_behind(database: str) -> None:
    async with joined(database) as one:
        dead: list[int] = []
        one.on_dead = dead.append
        async with joined(database) as other:
            await other.store.tables.open("t", 1.0, ["a"])
            await until(lambda: other.number in one.lease.alive)
        assert await one.claim("t") == one.number  # without waiting for a lease to end
        await until(lambda: dead == [other.number])


async def test_a_room_alone_waits_for_the_leases_of_a_cluster_that_died(database: str) -> None:
    owners = await open_owners(database, "here", window=0.0)
    await owners.store.tables.open("t", 1.0, ["a"])
    die(owners)
    await owners.lease._let_go()
    store = await Store.open(database)
    assert isinstance(store.hold, Lease)
    await store.tables.append("t", 2, 1.0, ["b"])
    with pytest.raises(LeaseLost):
        await owners.store.tables.append("t", 2, 1.0, ["c"])
    await store.close()
    await owners.store.close()
    async with joined(database) as one:  # and the other way round: what was stored alone has no term
        assert await one.claim("t") == one.number
        await one.store.tables.append("t", 3, 1.0, ["c"])
        assert [each.term for each in await one.store.tables.events("t")] == [1, None, 2]


async def test_whoever_asks_for_a_table_does_not_wait_for_what_its_owner_stores(database: str) -> None:
    async with joined(database) as one, joined(database) as other:
        await one.store.tables.open("t", 1.0, ["a"], {"p": "Anna"})
        async with one.lease.engine.begin() as storing:
            await storing.execute(text("update tables set summary = 'new' where id = 't'"))
            assert await other.claim("t") == one.number  # StoreError if it waited
