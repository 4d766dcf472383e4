"""Ten thousand people who say hello and nothing else: how much memory do they cost?

``python -m bench idle [--sockets 10000]`` prints the memory of the room's process before and after, and what somebody
who plays meanwhile waits.
"""

from __future__ import annotations

import argparse
import asyncio
import resource
import tempfile
from pathlib import Path
from random import Random

from bench.rig.honest import percentile
from bench.rig.judging import Broken
from bench.rig.process import Crowd, RoomProcess

MOST = 350.0
"""The most megabytes that the room may have with 10,000 idle sockets."""
AT_ONCE = 200
HELLO = b'{"op":"hello","v":1}'
UPGRADE = (
    b"GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


async def visitor(port: int, number: int) -> asyncio.StreamWriter:
    """A WebSocket that has said hello and been welcomed."""
    reader, writer = await asyncio.open_connection(
        "127.0.0.1", port, local_addr=(f"127.0.1.{number % 250 + 1}", 0), limit=1 << 12
    )
    writer.write(UPGRADE)
    await reader.readuntil(b"\r\n\r\n")
    writer.write(bytes([0x81, 0x80 | len(HELLO), 0, 0, 0, 0]) + HELLO)
    await reader.readuntil(b'"op":"welcome"')
    return writer


async def idle(folder: Path, sockets: int) -> str:
    """Let them come; Broken if they cost too much."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard < sockets + 500:
        return f"left out: only {hard} files may be open here"
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, sockets + 500), hard))
    room = RoomProcess(folder, connections=sockets + 200, pace_factor=0, ping_interval=600)
    crowd = Crowd(room, Random(1))
    try:
        await room.start()
        crowd.seat("hearts", people=2, computers="random")
        await crowd.all_play()
        before, there = room.rss(), list[asyncio.StreamWriter]()
        for first in range(0, sockets, AT_ONCE):
            some = range(first, min(first + AT_ONCE, sockets))
            there += await asyncio.gather(*(visitor(room.port, n) for n in some))
        crowd.forget_delays()
        await crowd.play(5)
        if (inside := await room.metric("dealt_connections")) < sockets:
            raise Broken(f"only {inside:.0f} of them are inside")
        after = room.rss()
        for each in there:
            each.transport.abort()
        p99 = percentile(crowd.delays(), 0.99)
        said = (
            f"{sockets} idle sockets: {after:.0f} MB, {before:.0f} MB without them, "
            f"{1024 * (after - before) / sockets:.1f} kB each; who plays waits p99 {p99:.0f} ms"
        )
        if after > before + (MOST - before) * sockets / 10_000:
            raise Broken(said)
        return said
    finally:
        await crowd.end()
        room.kill()


def main(argv: list[str]) -> int:
    """Let them come and print what they cost."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sockets", type=int, default=10_000)
    arguments = parser.parse_args(argv)
    with tempfile.TemporaryDirectory(prefix="dealt-idle-") as folder:
        try:
            print(asyncio.run(idle(Path(folder), arguments.sockets)))
        except Broken as broken:
            print(f"BROKEN: {broken}")
            return 1
    return 0
