"""A room of many processes, with a PostgreSQL and a Redis of its own, and lines to them that can fail."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import signal
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Any

from bench.rig.engines import Line, Postgres, Redis
from bench.rig.process import RoomProcess

__all__ = ["Process", "Rooms", "open_rooms"]


class Process:
    """One process of the room, and its lines to PostgreSQL and Redis; None where it goes there straight."""

    def __init__(self, room: RoomProcess, lines: tuple[Line, Line] | None) -> None:
        self.room = room
        self.to_postgres, self.to_redis = lines or (None, None)
        self.frozen = False

    @property
    def serves(self) -> bool:
        """May somebody connect here?"""
        return self.room.is_alive() and self.room.open and not self.frozen

    def kill(self) -> None:
        """End it at once, with all its workers."""
        self.room.kill()

    def freeze(self) -> None:
        """Stop it where it is: it holds its connections and does nothing."""
        self.frozen = True
        os.kill(self.room.pid, signal.SIGSTOP)

    def thaw(self) -> None:
        """Let it go on."""
        self.frozen = False
        os.kill(self.room.pid, signal.SIGCONT)


class Rooms:
    """The processes, and what people need to find one of them, as a proxy without sticky sessions would."""

    def __init__(self, postgres: Postgres, redis: Redis, processes: list[Process], rng: Random) -> None:
        self.postgres, self.redis, self.processes, self._rng = postgres, redis, processes, rng
        self.database = postgres.address()
        self._restarts: set[asyncio.Task[None]] = set()

    @property
    def ws(self) -> str:
        """The address of some process that serves; of any one if none does."""
        some = [each for each in self.processes if each.serves] or self.processes
        return self._rng.choice(some).room.ws

    async def start(self) -> None:
        """Open all processes."""
        await asyncio.gather(*(each.room.start() for each in self.processes))

    def restart_soon(self, process: Process, after: float = 0.5) -> None:
        """Start a process that has ended anew after a while, as a supervisor would."""

        async def start() -> None:
            await asyncio.sleep(after)
            await process.room.start()

        task = asyncio.create_task(start())
        self._restarts.add(task)
        task.add_done_callback(self._restarts.discard)

    async def all_serve(self) -> None:
        """Wait until nothing is being started, and start what has ended by itself."""
        await asyncio.gather(*self._restarts)
        for each in self.processes:
            if not each.room.is_alive():
                await each.room.start()

    async def stop(self) -> list[int]:
        """End all processes in order; returns their exit statuses."""
        await asyncio.gather(*self._restarts, return_exceptions=True)
        return list(await asyncio.gather(*(each.room.stop() for each in self.processes)))

    def kill(self) -> None:
        """End all processes at once."""
        for each in self.processes:
            each.kill()


@contextlib.asynccontextmanager
async def open_rooms(
    folder: Path,
    number: int = 2,
    rng: Random | None = None,
    *,
    lines: bool = True,
    durable: bool = False,
    **settings: Any,
) -> AsyncIterator[Rooms]:
    """A room of so many processes, which serves; nothing of it is left afterwards.

    ``lines`` lie between each process and its engines. ``settings`` are the room's.
    """
    postgres, redis = engines(folder, number, durable=durable)
    processes = []
    try:
        for n in range(number):
            both = (Line(postgres.port), Line(redis.port)) if lines else None
            for each in both or ():
                await each.open()
            ports = [each.port for each in both] if both else [None, None]
            where = {"database": postgres.address(ports[0]), "cluster": redis.address(ports[1])}
            processes.append(Process(RoomProcess(folder / f"room{n}", **{**where, **settings}), both))
        rooms = Rooms(postgres, redis, processes, rng or Random(0))
        await rooms.start()
        yield rooms
    finally:
        for process in processes:
            process.kill()
            for line in (process.to_postgres, process.to_redis):
                if line is not None:
                    await line.close()
        redis.kill()
        postgres.kill()
        shutil.rmtree(folder / "postgres", ignore_errors=True)


def engines(folder: Path, number: int, *, durable: bool = False) -> tuple[Postgres, Redis]:
    """A PostgreSQL and a Redis that answer, and folders beside theirs for so many processes."""
    for name in ("postgres", "redis", *(f"room{n}" for n in range(number))):
        (folder / name).mkdir(parents=True)
    folder.chmod(0o755)  # PostgreSQL runs as somebody else than root
    postgres, redis = Postgres(folder / "postgres", durable=durable), Redis(folder / "redis")
    postgres.start()
    redis.start()
    return postgres, redis
