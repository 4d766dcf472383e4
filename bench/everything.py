"""Everything at once: ten kinds of attackers on a room where 100 honest people play; what they wait is the figure.

``python -m bench everything [--minutes 10] [--people 100] [--only KIND]``. The attackers are in a
process of their own, come from many addresses (127.0.1.0/24) and meet the limits that every host has.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from random import Random
from typing import Final

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from bench.rig.honest import percentile
from bench.rig.hostile import Heard, Hostile
from bench.rig.judging import Broken
from bench.rig.process import ROOT, Crowd, RoomProcess
from dealt.games import GAMES

__all__ = ["everything", "main"]

GOAL: Final = 250.0
"""The most milliseconds that 99 of 100 actions of honest people may take."""
PLAYED: Final = (
    "bigtwo",
    "hearts",
    "spades",
    "drawpoker",
    "elevens",
    "doudizhu",
    "chinesepoker",
    "blackjack",
    "bridge",
)
UPGRADE: Final = (
    "GET /ws HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


class Attacker:
    """One attacker of some kind, who begins anew whenever they are thrown out."""

    def __init__(self, port: int, number: int, rng: Random, done: Counter[str]):
        self.port, self.rng, self.done = port, rng, done
        self.source = f"127.0.1.{number % 250 + 1}"

    async def raw(self, said: bytes = b"") -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A plain socket from this attacker's address."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, local_addr=(self.source, 0))
        writer.write(said)
        return reader, writer

    def socket(self) -> connect:
        """A WebSocket from there."""
        return connect(
            f"ws://127.0.0.1:{self.port}/ws", proxy=None, max_size=None, open_timeout=20, local_addr=(self.source, 0)
        )

    async def come(self, link: ClientConnection) -> None:
        """Say hello and take a name."""
        await link.send('{"op":"hello","v":1}')
        await link.send(json.dumps({"op": "name", "name": f"a{self.rng.randrange(10**8)}"}))

    # --- the kinds

    async def silent(self) -> None:
        """A socket that says nothing, or half a request, or half a handshake, byte by byte."""
        host = f"127.0.0.1:{self.port}"
        said = self.rng.choice([b"", b"GET / HT", b"\x16\x03\x01\x02", UPGRADE.format(host=host).encode()[:-20]])
        reader, writer = await self.raw(said)
        with contextlib.closing(writer):
            await asyncio.wait_for(reader.read(), 60)

    async def pings(self) -> None:
        """Pings, as fast as they go out."""
        async with self.socket() as link:
            while True:
                await link.ping()
                self.done["pings"] += 1
                await asyncio.sleep(0)

    async def asks(self) -> None:
        """The room's own pings, many in one packet, as fast as they go out."""
        async with self.socket() as link:
            await self.come(link)
            said = b"\x81\x95" + bytes(4) + b'{"op":"ping","n":123}'
            while link.close_code is None:
                link.transport.write(1000 * said)
                self.done["room's pings"] += 1000
                await asyncio.sleep(0)

    async def rules(self) -> None:
        """Rules, games, lessons and charts over one connection after the other."""
        path = self.rng.choice(
            ["/api/rules/{g}/en", "/api/rules/{g}/zh", "/api/games", "/api/lesson/{g}", "/readyz", "/"]
        )
        path = path.format(g=self.rng.choice([*GAMES]))
        reader, writer = await self.raw(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n".encode())
        with contextlib.closing(writer):
            while await asyncio.wait_for(reader.read(65536), 60):
                pass

    async def newcomers(self) -> None:
        """Somebody comes in, looks around and goes."""
        async with self.socket() as link:
            await self.come(link)
            await asyncio.wait_for(link.recv(), 30)
            await asyncio.sleep(self.rng.uniform(0, 1))

    async def squatters(self) -> None:
        """Somebody opens one table after the other and leaves them."""
        async with self.socket() as link:
            await self.come(link)
            while True:
                await link.send(json.dumps({"op": "create", "game": self.rng.choice([*GAMES]), "private": True}))
                await link.send('{"op":"start"}')
                await asyncio.sleep(self.rng.uniform(0, 0.5))
                await link.send('{"op":"leave"}')
                with contextlib.suppress(TimeoutError):
                    while True:
                        await asyncio.wait_for(link.recv(), 0.2)
                self.done["tables"] += 1

    async def talkers(self) -> None:
        """Somebody watches where honest people play and talks without end."""
        async with self.socket() as link:
            await self.come(link)
            while True:
                message = json.loads(await asyncio.wait_for(link.recv(), 30))
                if message["op"] == "lobby" and message["tables"]:
                    table = self.rng.choice(message["tables"])["id"]
                    await link.send(json.dumps({"op": "join", "table": table, "watch": True}))
                await link.send(json.dumps({"op": "chat", "text": "🂡" * self.rng.randrange(1, 500)}))
                self.done["lines"] += 1

    async def hostile(self) -> None:
        """Hostile frames of every kind."""
        heard = Heard()
        hostile = Hostile(self.rng, GAMES, heard, [], ["h1"], odd=0.1)
        async with self.socket() as link:
            await self.come(link)
            while True:
                for _ in range(8):
                    await link.send(hostile.frame())
                    self.done["frames"] += 1
                with contextlib.suppress(TimeoutError):
                    while True:
                        heard.hear(json.loads(await asyncio.wait_for(link.recv(), 0.3)))

    async def broken(self) -> None:
        """Frames that WebSocket does not know: without a mask, in endless parts, controls between, reserved bits."""
        host = f"127.0.0.1:{self.port}"
        reader, writer = await self.raw(UPGRADE.format(host=host).encode())
        with contextlib.closing(writer):
            await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 30)
            mask = b"\x00\x00\x00\x00"
            parts = [
                b"\x01\x81" + mask + b"x",
                b"\x00\x80" + mask,
                b"\x89\x80" + mask,
                b"\x8a\x80" + mask,
                b"\x81\x02hi",
                b"\xf1\x80" + mask,
                b"\x83\x80" + mask,
                b"\x89\xfe\x01\x00" + mask + bytes(256),
                b"\x81\xff" + b"\xff" * 8 + mask,
                b"\x88\x81" + mask + b"\x01",
                b"\x81\x82" + mask + b"\xff\xfe",
                b"\xc1\x90" + mask + os.urandom(16),
            ]
            for _ in range(self.rng.randrange(1, 300)):
                writer.write(self.rng.choice(parts[: self.rng.choice([2, 4, len(parts)])]))
                await writer.drain()
                self.done["broken frames"] += 1
            await asyncio.wait_for(reader.read(), 30)

    async def deaf(self) -> None:
        """Somebody who asks for much and reads nothing."""
        async with self.socket() as link:
            await self.come(link)
            link.transport.pause_reading()
            await link.send('{"op":"quick","game":"bigtwo"}')
            for _ in range(300):
                await link.send('{"op":"ask","step":1,"cards":[]}')
                await asyncio.sleep(0.1)

    async def live(self, kind: str, end: float) -> None:
        """Do one thing until the end."""
        attack: Callable[[], Awaitable[None]] = getattr(self, kind)
        while time.monotonic() < end:
            try:
                async with asyncio.timeout(max(0.1, end - time.monotonic())):
                    await attack()
            except (OSError, WebSocketException, TimeoutError, EOFError, asyncio.IncompleteReadError):
                pass
            self.done[kind] += 1
            await asyncio.sleep(self.rng.uniform(0, 0.1))


KINDS: Final = {
    "silent": 150, "pings": 10, "asks": 10, "rules": 12, "newcomers": 15, "squatters": 8, "talkers": 8, "hostile": 15,
    "broken": 10, "deaf": 8,
}  # fmt: skip
"""How many of each kind there are."""


async def attack(port: int, seconds: float, seed: int, only: Sequence[str] = ()) -> Counter[str]:
    """All attackers at once, or those of some kinds; returns how often each kind did what it does."""
    rng, done, number = Random(seed), Counter[str](), 0
    lives = []
    for kind, count in KINDS.items():
        for _ in range(count if not only or kind in only else 0):
            number += 1
            attacker = Attacker(port, number, Random(rng.random()), done)
            lives.append(attacker.live(kind, time.monotonic() + seconds))
    await asyncio.gather(*lives)
    return done


async def everything(folder: Path, seconds: float, seed: int, people: int = 100, only: Sequence[str] = ()) -> list[str]:
    """Let 100 honest people play under attack; returns what did not hold."""
    # the limits that every host has, but for the address from which all honest people come
    limits = {"name_rate": 0.2, "name_burst": 300, "table_rate": 0.2, "table_burst": 200, "act_rate": 3}
    room = RoomProcess(Path(tempfile.mkdtemp(dir=folder)), per_address=400, **limits)
    crowd = Crowd(room, Random(seed))
    crowd.think = 2.0
    broken: list[str] = []
    began = time.perf_counter()
    attackers: subprocess.Popen[bytes] | None = None
    try:
        await room.start()
        for n in range(people // 2):
            crowd.seat(PLAYED[n % len(PLAYED)], people=2)
        await crowd.all_play(300)
        crowd.forget_delays()
        await crowd.play(min(20.0, seconds))
        quiet = crowd.delays()
        crowd.forget_delays()
        command = [sys.executable, "-m", "bench", "everything", "--attack", str(room.port), "--seed", str(seed)]
        command += [part for each in only for part in ("--only", each)]
        attackers = subprocess.Popen([*command, "--minutes", str(seconds / 60)], cwd=ROOT)  # noqa: ASYNC220
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            await crowd.play(min(30.0, max(0.1, end - time.perf_counter())))
            delays = crowd.delays()
            print(
                f"  {time.perf_counter() - began:.0f} s: {len(delays)} actions, p50 {percentile(delays, 0.5):.1f} "
                f"p99 {percentile(delays, 0.99):.1f} ms, RSS {room.rss():.0f} MB, {room.files()} files, "
                f"load average {os.getloadavg()[0]:.1f}",
                flush=True,
            )
        with contextlib.suppress(
            subprocess.TimeoutExpired
        ):  # some wait for the room to end what they hold: until killed
            await asyncio.to_thread(attackers.wait, 10)
        attackers.kill()
        await crowd.moved(60)
        await crowd.end()
        if await room.stop():
            broken.append(f"the room did not close in good order: {room.tail()}")
        written = room.log.read_text()
        for word in ("could not be handled", "could not be made", "Traceback", "can't go on"):
            if word in written:
                lines = [line for line in written.splitlines() if word in line]
                broken.append(f"the log says: {lines[0]}")
        told = await crowd.judge()
        delays = crowd.delays()
        p50, p95, p99 = (percentile(delays, share) for share in (0.5, 0.95, 0.99))
        before = ", ".join(f"p{100 * share:.0f} {percentile(quiet, share):.1f}" for share in (0.5, 0.95, 0.99))
        print(
            f"everything at once for {seconds / 60:.1f} minutes: {len(crowd.people)} honest people, "
            f"{len(delays)} actions, p50 {p50:.1f} p95 {p95:.1f} p99 {p99:.1f} ms "
            f"(before: {before}); "
            f"{told} actions told and stored once; the log has {len(written)} bytes"
        )
        if p99 > GOAL:
            broken.append(f"everything at once: p99 {p99:.1f} ms, the goal is {GOAL:.0f}")
    except Broken as error:
        broken.append(f"everything at once: {error}")
    finally:
        await crowd.end()
        if attackers is not None and attackers.poll() is None:
            attackers.kill()
        room.kill()
    return broken


def main(argv: list[str]) -> int:
    """Attack a room of one's own, or that at ``--attack PORT``, and print what was found."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--people", type=int, default=100)
    parser.add_argument("--only", action="append", default=[], choices=[*KINDS], help="a kind; may be repeated")
    parser.add_argument("--attack", type=int, default=0, metavar="PORT")
    parser.add_argument("--seed", type=int, default=int.from_bytes(os.urandom(4), "big"))
    arguments = parser.parse_args(argv)
    seconds = 60 * arguments.minutes
    if arguments.attack:
        done = asyncio.run(attack(arguments.attack, seconds, arguments.seed, arguments.only))
        print(f"  attackers: {', '.join(f'{kind} {count}' for kind, count in done.most_common())}", flush=True)
        return 0
    with tempfile.TemporaryDirectory(prefix="dealt-everything-") as folder:
        broken = asyncio.run(everything(Path(folder), seconds, arguments.seed, arguments.people, arguments.only))
    for each in broken:
        print(f"BROKEN: {each}")
    return 1 if broken else 0
