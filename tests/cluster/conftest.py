"""Fixtures of the cluster's tests: a Redis server, and rooms that share it and a database."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path

import pytest

from bench.rig.engines import Redis, private
from dealt.server.base.config import Config
from dealt.server.cluster.opening import open_cluster
from dealt.server.room.room import Room
from tests.server.conftest import quiet  # noqa: F401 - the room's log goes nowhere
from tests.server.helpers import settings
from tests.server.threads import threads
from tests.server.toys import TOYS


@pytest.fixture
def redis_server(redis_program: str) -> Iterator[Redis]:
    """A Redis server of one's own."""
    with private(Redis, "dealt-redis-") as server:
        yield server


OpenRoom = Callable[[], Awaitable[Room]]


@pytest.fixture
def cluster_config(tmp_path: Path, postgres_ready: str, redis_server: Redis) -> Config:
    return settings(tmp_path, database=postgres_ready, cluster=redis_server.address())


@contextlib.asynccontextmanager
async def open_process(config: Config) -> AsyncIterator[Room]:
    """A room without sockets that is one process of a cluster."""
    store, cluster, limits = await open_cluster(config)
    room = Room(config, store, TOYS, workers=threads(TOYS), cluster=cluster, limits=limits)
    try:
        await room.open()
        yield room
    finally:
        await room.close()
        await store.close()


@pytest.fixture
async def another(cluster_config: Config) -> AsyncIterator[OpenRoom]:
    """Opens one more process of the room each time that it is called."""
    async with contextlib.AsyncExitStack() as stack:

        async def open_one() -> Room:
            return await stack.enter_async_context(open_process(cluster_config))

        yield open_one
        await asyncio.sleep(0)
