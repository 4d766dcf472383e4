"""Fixtures of the cluster's tests: a Redis server, and rooms that share it and a database."""

from __future__ import annotations

import asyncio
import contextlib
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path
from tempfile import mkdtemp

import pytest

from dealt.server.cluster.opening import open_cluster
from dealt.server.config import Config
from dealt.server.room import Room
from tests.server.conftest import quiet  # noqa: F401 - the room's log goes nowhere
from tests.server.helpers import settings
from tests.server.threads import threads
from tests.server.toys import TOYS


class RedisServer:
    """A private Redis server, which keeps nothing."""

    def __init__(self, program: str, port: int):
        self.address = f"redis://127.0.0.1:{port}/0"
        self.port = port
        self._program, self._folder = program, mkdtemp(prefix="dealt-redis-")
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        options = ("--save", "", "--appendonly", "no", "--dir", self._folder, "--bind", "127.0.0.1")
        self._process = subprocess.Popen(
            [self._program, "--port", str(self.port), *options], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        end = time.monotonic() + 20
        while True:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1):
                return
            assert time.monotonic() < end, "Redis does not start"
            time.sleep(0.02)

    def stop(self) -> None:
        """End it as if the machine had failed."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def send(self, what: signal.Signals) -> None:
        """Send it a signal, such as one that makes it hang."""
        if self._process is not None:
            self._process.send_signal(what)

    def remove(self) -> None:
        self.stop()
        shutil.rmtree(self._folder, ignore_errors=True)


@pytest.fixture
def redis_server(redis_program: str) -> Iterator[RedisServer]:
    """A Redis server of one's own."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        server = RedisServer(redis_program, probe.getsockname()[1])
    try:
        server.start()
        yield server
    finally:
        server.remove()


OpenRoom = Callable[[], Awaitable[Room]]


@pytest.fixture
def cluster_config(tmp_path: Path, postgres_ready: str, redis_server: RedisServer) -> Config:
    return settings(tmp_path, database=postgres_ready, cluster=redis_server.address)


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
