"""Measures what keeps people waiting: a late event loop, garbage collection, queues, a full disk."""

from __future__ import annotations

import asyncio
import gc
import shutil
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

from dealt.server.base.metrics import Metrics
from dealt.server.room.link import Connected
from dealt.server.room.room import Room

EVERY: Final = 0.25
"""Seconds between two looks at the event loop."""
QUEUES_EVERY: Final = 8
DISK_EVERY: Final = 240
"""After so many looks at the loop come the queues, and the disk."""


@contextmanager
def watched_collector(metrics: Metrics) -> Iterator[None]:
    """Meanwhile every run of the garbage collector is measured."""
    pauses = [metrics.collecting.labels(str(generation)) for generation in range(3)]
    began = 0.0

    def note(phase: str, info: dict[str, Any]) -> None:
        nonlocal began
        if phase == "start":
            began = time.perf_counter()
        else:
            pauses[min(info["generation"], 2)].observe(time.perf_counter() - began)

    gc.callbacks.append(note)
    try:
        yield
    finally:
        gc.callbacks.remove(note)


async def watch(room: Room, connections: Callable[[], Iterable[Connected]]) -> None:
    """Keep the metrics up to date until it is cancelled."""
    metrics, loop, looks = room.metrics, asyncio.get_running_loop(), 0
    room.store.writer.watch = metrics.watch_commit
    with watched_collector(metrics):
        while True:
            if looks % QUEUES_EVERY == 0:
                _count_queues(room, connections())
            if looks % DISK_EVERY == 0 and room.store.file is not None:
                with suppress(OSError):
                    size, free = await asyncio.to_thread(_disk, room.store.file)
                    metrics.database_bytes.set(size)
                    metrics.disk_free.set(free)
            looks += 1
            due = loop.time() + EVERY
            await asyncio.sleep(EVERY)
            metrics.lag.observe(max(0.0, loop.time() - due))


def _count_queues(room: Room, connections: Iterable[Connected]) -> None:
    waiting = [each.waiting for each in connections]
    room.metrics.frames_waiting.set(sum(waiting))
    room.metrics.most_frames_waiting.set(max(waiting, default=0))
    room.metrics.processes.set(len(room.cluster.living()) or 1)
    room.metrics.bus_down.set(not room.cluster.reachable)
    room.metrics.store_waiting.set(room.store.writer.waiting)
    room.metrics.here.set(room.people.here)


def _disk(file: Path) -> tuple[int, int]:
    """The bytes of the files of a database, and those that are free beside it."""
    beside = (Path(f"{file}{end}") for end in ("", "-wal", "-shm"))
    return sum(each.stat().st_size for each in beside if each.exists()), shutil.disk_usage(file.parent).free
