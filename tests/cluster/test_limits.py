"""Limits by address that processes share: races, what is drawn and returned, a Redis that hangs, dies, comes back."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from redis.asyncio import Redis

from bench.rig import engines
from dealt.server.base.guesses import Guesses
from dealt.server.base.limits import GUESSES, Buckets, Quotas
from dealt.server.cluster import limits as shared
from dealt.server.cluster.limits import SharedLimits
from dealt.wire.refusal import Refused
from tests.server.helpers import settings, until

pytestmark = pytest.mark.redis

SLOW = 0.0001
"""A rate at which nothing fills up while a test runs."""


@contextlib.asynccontextmanager
async def process(redis: engines.Redis, folder: Path, **changes: Any) -> AsyncIterator[SharedLimits]:
    """The limits as one process has them."""
    async with Redis.from_url(redis.address()) as client:
        limits = SharedLimits(settings(folder, **changes), client)
        await limits.start()
        try:
            yield limits
        finally:
            await limits.close()


@pytest.fixture
def redis(redis_server: engines.Redis) -> engines.Redis:
    return redis_server


def now() -> float:
    return asyncio.get_running_loop().time()


async def take(ration: Buckets, key: str = "192.0.2.1") -> bool:
    await ration.fetch(key, now())
    return not ration.wait(key, now()) and ration.take(key, now())


async def many(count: int, *rations: Buckets) -> int:
    """So many at once of each; the number of those who got a token."""
    return sum(await asyncio.gather(*(take(each) for _ in range(count) for each in rations)))


async def test_two_hundred_at_two_processes_take_exactly_the_burst(redis: engines.Redis, tmp_path: Path) -> None:
    given = {"name_rate": SLOW, "name_burst": 60, "address_act_rate": SLOW, "address_act_burst": 333}
    async with process(redis, tmp_path, **given) as one, process(redis, tmp_path, **given) as two:
        assert await many(200, one.names, two.names) == 60
        assert await many(200, one.acts, two.acts) == 333
        assert await many(5, one.tables, two.tables) == 10  # its rate is 0: no limit
        assert await take(one.names, "192.0.2.2")  # another address has a bucket of its own


async def test_a_bucket_fills_up_as_one_in_a_room_alone(redis: engines.Redis, tmp_path: Path) -> None:
    given = {"name_rate": 20.0, "name_burst": 2}
    async with process(redis, tmp_path, **given) as one, process(redis, tmp_path, **given) as two:
        assert await many(5, one.names, two.names) == 2
        assert 0 < one.names.wait("192.0.2.1", now()) <= 0.05
        await asyncio.sleep(0.06)
        assert await take(two.names)
        await asyncio.sleep(0.3)  # more than it holds
        assert await many(5, one.names, two.names) == 2


async def test_what_was_not_used_goes_back(
    redis: engines.Redis, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = {"table_rate": SLOW, "table_burst": 3, "address_act_rate": SLOW, "address_act_burst": 640}
    monkeypatch.setattr(shared, "ACTS_KEPT", 0.0)
    async with process(redis, tmp_path, **given) as one, process(redis, tmp_path, **given) as two:
        quotas = Quotas(settings(tmp_path), one)
        for _ in range(5):
            with pytest.raises(ZeroDivisionError):
                async with quotas.table("192.0.2.1", now()):
                    _ = 1 / 0
        assert await take(one.acts)  # twenty were drawn
        assert await many(640, two.acts) == 640 - 20
        await one.acts.tidy(now())
        await one.tables.tidy(now() + shared.KEPT)
        assert await many(640, two.acts) == 19
        assert await many(9, two.tables) == 3
        with pytest.raises(Refused) as refused:
            async with quotas.table("192.0.2.1", now()):
                pass
        assert (refused.value.code, refused.value.retry_after) == ("slow_down", 1 / SLOW)


async def test_a_portion_is_a_small_part_and_costs_one_question(redis: engines.Redis, tmp_path: Path) -> None:
    given = {"address_act_rate": SLOW, "address_act_burst": 5000}
    async with process(redis, tmp_path, **given) as one, Redis.from_url(redis.address()) as client:
        before = (await client.info("commandstats"))["cmdstat_evalsha"]["calls"]
        assert sum([await take(one.acts) for _ in range(128)]) == 128
        after = (await client.info("commandstats"))["cmdstat_evalsha"]["calls"]
    assert after - before <= 3 + 2  # two portions of 64, a script that was not known, and signs of life


async def test_guesses_are_counted_together_and_a_right_one_costs_nothing(redis: engines.Redis, tmp_path: Path) -> None:
    async with process(redis, tmp_path) as one, process(redis, tmp_path) as two:
        doors = [Guesses("the-right-one", each.invites) for each in (one, two)]
        for _ in range(GUESSES):
            assert await doors[0].right("the-right-one", "192.0.2.1", now())
        for n in range(GUESSES):
            assert not await doors[n % 2].right("wrong", "192.0.2.1", now())
        for each in doors:
            with pytest.raises(Refused, match="slow_down"):
                await each.right("the-right-one", "192.0.2.1", now())
        assert await doors[0].right("the-right-one", "192.0.2.2", now())


async def test_connections_of_an_address_are_counted_in_all_processes(redis: engines.Redis, tmp_path: Path) -> None:
    async with (
        process(redis, tmp_path, per_address=10) as one,
        process(redis, tmp_path, per_address=10) as two,
    ):
        entered = await asyncio.gather(*(each.enter("192.0.2.1") for _ in range(100) for each in (one, two)))
        assert sum(entered) == one.inside + two.inside == 10
        assert await two.enter("192.0.2.2")
        (one if one.inside else two).leave("192.0.2.1")
        assert await soon(two.enter, "192.0.2.1")
        assert not await one.enter("192.0.2.1")


async def soon(enter: Any, address: str) -> bool:
    for _ in range(300):
        if await enter(address):
            return True
        await asyncio.sleep(0.01)
    return False


async def test_the_connections_of_a_dead_process_vanish(
    redis: engines.Redis, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shared, "LASTS", 1.2)
    monkeypatch.setattr(shared, "BEAT", 0.6)
    async with process(redis, tmp_path, per_address=2) as two:
        async with Redis.from_url(redis.address()) as client:
            one = SharedLimits(settings(tmp_path, per_address=2), client)
            await one.start()
            assert await one.enter("192.0.2.1")
            assert await one.enter("192.0.2.1")
            assert not await two.enter("192.0.2.1")
            for each in one._background.tasks:
                each.cancel()  # it dies without a word
        assert await soon(two.enter, "192.0.2.1")
        assert await two.enter("192.0.2.1")
        assert not await two.enter("192.0.2.1")


async def test_without_redis_each_limits_by_itself_and_then_all_is_true_again(
    redis: engines.Redis, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shared, "BEAT", 0.6)
    given = {"name_rate": SLOW, "name_burst": 3, "per_address": 4}
    async with process(redis, tmp_path, **given) as one, process(redis, tmp_path, **given) as two:
        assert await one.enter("192.0.2.1")
        redis.kill()
        try:
            assert [await many(9, each.names) for each in (one, two)] == [3, 3]
            assert one._scripts.gone
            assert sum([await one.enter("192.0.2.1") for _ in range(9)]) == 3
            assert await two.enter("192.0.2.1")
            two.leave("192.0.2.1")
        finally:
            redis.start()
        await until(lambda: not one._scripts.gone and not two._scripts.gone)
        await asyncio.sleep(0.1)
        assert not await two.enter("192.0.2.1")  # one has four, which the new Redis was told
        for _ in range(3):
            one.leave("192.0.2.1")
        assert await soon(two.enter, "192.0.2.1")
        assert await many(9, one.names, two.names) == 3


async def test_a_redis_that_hangs_holds_nobody_up_for_long(redis: engines.Redis, tmp_path: Path) -> None:
    async with process(redis, tmp_path, name_rate=SLOW, name_burst=100) as one:
        with redis.standing_still():
            began = now()
            assert await many(50, one.names) == 50
            assert now() - began < 2 * shared.WITHIN
            began = now()
            assert await many(50, one.names) == 50
            assert await one.enter("192.0.2.1")
            assert now() - began < shared.WITHIN
        await until(lambda: not one._scripts.gone)
        assert await many(200, one.names) in range(1, 101)


async def test_a_redis_that_was_emptied_learns_the_connections_again(
    redis: engines.Redis, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shared, "BEAT", 0.6)
    async with (
        process(redis, tmp_path, per_address=1) as one,
        process(redis, tmp_path, per_address=1) as two,
    ):
        assert await one.enter("192.0.2.1")
        async with Redis.from_url(redis.address()) as client:
            await client.flushall()
            await until(lambda: one._gate.inside and not two._gate.inside)
            while not await client.keys("dealt:limits:inside:*"):
                await asyncio.sleep(0.02)
        assert not await two.enter("192.0.2.1")
