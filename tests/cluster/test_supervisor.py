"""Several processes on one port: they start, die and start again, are replaced, and end with their supervisor."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import signal
from collections.abc import AsyncIterator
from multiprocessing.context import ForkServerProcess
from pathlib import Path

import pytest

from bench.rig.engines import Redis, free_port
from dealt.server.run import main
from tests.rooms import room_process
from tests.server.helpers import Face, asking

pytestmark = [pytest.mark.slow]


class Room:
    """A supervisor with what it and its processes have written so far."""

    def __init__(self, process: ForkServerProcess, port: int, file: Path):
        self.process, self.port, self._file = process, port, file

    @property
    def log(self) -> str:
        return self._file.read_text()

    def send(self, what: signal.Signals) -> None:
        """Send the supervisor a signal."""
        assert self.process.pid is not None
        os.kill(self.process.pid, what)

    async def says(self, pattern: str, count: int = 1) -> list[str]:
        """Wait until the log has so many lines with a pattern; what they hold."""
        async with asyncio.timeout(240):
            while len(found := re.findall(pattern, self.log)) < count:
                assert self.process.is_alive(), self.log
                await asyncio.sleep(0.05)
        return found

    async def ended(self) -> int | None:
        """Wait for the end; the exit status."""
        await asyncio.to_thread(self.process.join, 240)
        return self.process.exitcode


@contextlib.asynccontextmanager
async def supervised(folder: Path, database: str, redis: Redis, *arguments: str) -> AsyncIterator[Room]:
    port = free_port()
    environ = {**os.environ, "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder), "DEALT_DATABASE": database}
    given = ("--port", str(port), "--cluster", redis.address(), "--processes", "2", "--workers", "1", *arguments)
    log = folder / "room.log"
    process = room_process(log, given, environ)  # each process that it starts imports everything anew
    try:
        yield Room(process, port, log)
    finally:
        process.kill()
        await asyncio.to_thread(process.join)


@pytest.mark.postgres
@pytest.mark.redis
@pytest.mark.turns(2)
async def test_processes_start_again_are_replaced_and_end(
    tmp_path: Path, postgres_database: str, redis_server: Redis
) -> None:
    async with supervised(tmp_path, postgres_database, redis_server) as room:
        await room.says(r"takes connections +slot=(\d)", 2)
        pids = await room.says(r"a process was started +pid=(\d+)", 2)
        async with Face.open(f"ws://127.0.0.1:{room.port}/ws") as anna:
            await anna.come("Anna")
            os.kill(int(pids[1]), signal.SIGKILL)
            await room.says(r"a process has ended and is started again +after=0.5 slot=2 status=-9")
            await room.says(r"takes connections +slot=(\d)", 3)
        room.send(signal.SIGHUP)
        await room.says("all processes were replaced")
        assert await room.says(r"a process was replaced +slot=(\d)", 2) == ["1", "2"]
        async with asking() as client:
            assert (await client.get(f"http://127.0.0.1:{room.port}/readyz")).text == "ready"
        pids = await room.says(r"a process was started +pid=(\d+)", 5)
        room.send(signal.SIGTERM)
        assert await room.ended() == 0
        assert "all processes have ended" in room.log
        assert "Traceback" not in room.log
        for pid in pids:
            with pytest.raises(ProcessLookupError):
                os.kill(int(pid), 0)


@pytest.mark.postgres
@pytest.mark.redis
@pytest.mark.turns(2)
async def test_processes_end_when_their_supervisor_is_killed(
    tmp_path: Path, postgres_ready: str, redis_server: Redis
) -> None:
    async with supervised(tmp_path, postgres_ready, redis_server) as room:
        await room.says(r"takes connections +slot=(\d)", 2)
        pids = [int(pid) for pid in await room.says(r"a process was started +pid=(\d+)", 2)]
        room.process.kill()
        async with asyncio.timeout(120):
            while any(Path(f"/proc/{pid}").exists() for pid in pids):
                await asyncio.sleep(0.05)


@pytest.mark.redis
async def test_settings_that_are_wrong_end_it_at_once(tmp_path: Path, redis_server: Redis) -> None:
    async with supervised(tmp_path, "postgresql://nobody@127.0.0.1:1/none", redis_server) as room:
        assert await room.ended() == 1
        assert len(re.findall(r"\[error", room.log)) == 1
        assert "slot=2" not in room.log


@pytest.mark.parametrize(
    ("given", "word"),
    [
        (["--processes", "2"], "set cluster"),
        (["--processes", "2", "--cluster", "redis://127.0.0.1:1", "--database", "sqlite:////tmp/x.db"], "PostgreSQL"),
        (["--cluster", "redis://127.0.0.1:1"], "PostgreSQL"),
        (["--processes", "0"], "from 1 to 64"),
        (["--cluster", "127.0.0.1"], "cluster can't be"),
    ],
)
def test_what_can_t_be_is_refused_in_one_line(
    given: list[str], word: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert main([*given, "--port", str(free_port())]) == 1
    (line,) = capsys.readouterr().err.strip().splitlines()
    assert word in line
