"""Publish and subscribe against streams: what it costs two processes to tell each other something through Redis.

``python -m bench bus`` starts a Redis server of its own. One process sends, the other one sends back. The figures are
those of redis-py, with one message in each command and all commands of a turn of the loop in one pipeline.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any, Final

from bench.rig.engines import Redis, private

KINDS: Final = ("pubsub", "streams")
SIZES: Final = (200, 3000)
RATES: Final = (500, 3000, 0)
"""Messages a second; 0: as many as go."""
TOGETHER: Final = 20
"""The number of messages that are sent together where as many are sent as go."""
KEPT: Final = 10_000
"""The number of messages that a stream keeps."""
END: Final = b"\xff"


class Wire:
    """A client of the server, as one of the two processes has it."""

    def __init__(self, kind: str, port: int):
        from redis import asyncio as redis

        self._streams = kind == "streams"
        self._talking, self._hearing = (redis.Redis(port=port, protocol=2) for _ in range(2))

    async def send(self, to: str, some: Sequence[bytes]) -> None:
        """Send messages together."""
        pipe = self._talking.pipeline(transaction=False)
        for each in some:
            if self._streams:
                pipe.xadd(to, {b"n": each}, maxlen=KEPT, approximate=True)
            else:
                pipe.publish(to, each)
        await pipe.execute()

    async def listen(self, name: str, hear: Callable[[bytes], None]) -> None:
        """Hear everything that is sent to a name."""
        if self._streams:
            last: bytes = b"$"
            while True:
                for _, rows in await self._hearing.xread({name: last}, count=200, block=5000) or ():
                    for last, fields in rows:  # noqa: B007 - the newest is where the next reading begins
                        hear(fields[b"n"])
        subscription = self._hearing.pubsub()
        await subscription.subscribe(name)
        while True:
            kind, _, data = await subscription.parse_response(block=True)
            if kind == b"message":
                hear(data)


async def send_back(kind: str, port: int) -> None:
    """The one that answers, until it is told to end."""
    wire, some, woken = Wire(kind, port), list[bytes](), asyncio.Event()

    def hear(data: bytes) -> None:
        some.append(data)
        woken.set()

    listening = asyncio.create_task(wire.listen("there", hear))
    await asyncio.sleep(0.3)
    print("ready", flush=True)
    while not any(each[8:9] == END for each in some):
        if some:
            now, some[:] = list(some), []
            await wire.send("here", now)
        await woken.wait()
        woken.clear()
    listening.cancel()


async def ask(kind: str, port: int, size: int, rate: int, seconds: float) -> dict[str, float]:
    """The one that sends and measures."""
    wire, late, rest = Wire(kind, port), list[int](), bytes(size - 8)
    listening = asyncio.create_task(
        wire.listen("here", lambda data: late.append(time.perf_counter_ns() - int.from_bytes(data[:8], "little")))
    )
    await asyncio.sleep(0.3)
    began, before, sent = time.perf_counter(), os.times(), 0
    while (passed := time.perf_counter() - began) < seconds:
        due = int(passed * rate) - sent if rate else TOGETHER * (sent - len(late) <= 4 * TOGETHER)
        if due:
            await wire.send("there", [time.perf_counter_ns().to_bytes(8, "little") + rest] * due)
            sent += due
        else:
            await asyncio.sleep(0.001 if rate else 0)
    after = os.times()
    await asyncio.sleep(0.3)
    await wire.send("there", [bytes(8) + END])
    listening.cancel()
    late.sort()
    cpu = after.user + after.system - before.user - before.system
    return {
        "messages a second": round(len(late) / seconds),
        "us of CPU": round(cpu / max(1, len(late)) * 1e6),
        "half within ms": round(late[len(late) // 2] / 1e6, 2),
        "99% within ms": round(late[len(late) * 99 // 100] / 1e6, 2),
    }


def measured(kind: str, port: int, size: int, rate: int, seconds: float, used: Callable[[], float]) -> dict[str, Any]:
    """One row, with two fresh processes."""
    command = [sys.executable, "-m", "bench", "bus", "--port", str(port), "--kind", kind, "--seconds", str(seconds)]
    before = used()
    with subprocess.Popen([*command, "--back"], stdout=subprocess.PIPE) as back:
        assert back.stdout is not None
        back.stdout.readline()
        asked = subprocess.run(
            [*command, "--size", str(size), "--rate", str(rate)], stdout=subprocess.PIPE, check=True, timeout=60
        )
    found: dict[str, Any] = json.loads(asked.stdout)
    found["us of Redis"] = round((used() - before) / max(1.0, 2 * seconds * found["messages a second"]) * 1e6, 1)
    return {"bytes": size, "rate": rate or "most", "kind": kind, **found}


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure all rows, or be one of the two processes."""
    parser = argparse.ArgumentParser(prog="python -m bench bus", description=__doc__)
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--port", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--kind", choices=KINDS, help=argparse.SUPPRESS)
    parser.add_argument("--back", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--size", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--rate", type=int, help=argparse.SUPPRESS)
    given = parser.parse_args(arguments)
    if given.back:
        asyncio.run(send_back(given.kind, given.port))
    elif given.port:
        print(json.dumps(asyncio.run(ask(given.kind, given.port, given.size, given.rate, given.seconds))))
    else:
        with private(Redis, "dealt-bus-") as server:
            for size in SIZES:
                for rate in RATES:
                    for kind in KINDS:
                        print(measured(kind, server.port, size, rate, given.seconds, server.cpu), flush=True)
