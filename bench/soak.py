"""Faults: whatever a machine may do to a room, while honest people play and check that nothing told is lost.

``python -m bench soak [--short] [--only NAME] [--minutes N]`` lets each fault happen to a room in a process of its own
and prints what was done, what must hold and the figure. ``--short`` takes some forty seconds and is what CI runs.
``--minutes`` ends with that long a time of everything at once: silent sockets, pings, requests for rules, newcomers,
people who open tables and leave them, and hostile frames, while 100 honest people play.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import resource
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from random import Random
from typing import Any, Final

from bench.rig.engines import Postgres, postgres_programs
from bench.rig.honest import percentile
from bench.rig.judging import Broken
from bench.rig.process import LIMITS, Crowd, RoomProcess
from dealt.game import Listing
from dealt.games import GAMES
from tests.server.rogues import ROGUE
from tests.server.toys import PEEK

__all__ = ["FAULTS", "Rig", "main"]

MONTH: Final = 31 * 86400.0
TOYS: Final = "tests/server/toys.py"
ROGUES: Final = "tests/server/rogues.py"
CALM: Final = 2.0
"""With a fault under way: the most seconds that 99 of 100 actions may take. Every figure is printed; the goal in quiet
is in ``everything``."""
DISK: Final = 6 << 20


class Rig:
    """What a fault needs: a folder, chance, and whether there is time."""

    def __init__(self, folder: Path, rng: Random, *, short: bool):
        self.folder, self.rng, self.short = folder, rng, short

    def scaled(self, short: float, long: float) -> float:
        """One of two lengths."""
        return short if self.short else long

    @contextlib.asynccontextmanager
    async def evening(
        self,
        tables: int = 4,
        games: dict[str, Listing] | None = None,
        database: str = "",
        files: str = "",
        **settings: Any,
    ) -> AsyncIterator[tuple[RoomProcess, Crowd]]:
        """A room where honest people play; in the end the store is compared with what they were told."""
        settings |= {"games": files} if files else {}
        room = RoomProcess(Path(tempfile.mkdtemp(dir=self.folder)), database, pace_factor=0, **settings)
        crowd = Crowd(room, self.rng, games)
        crowd.think = 0.1
        try:
            await room.start()
            for n in range(tables):
                crowd.seat(("hearts", "bigtwo", "elevens", "drawpoker")[n % 4], people=2, computers="random")
            await crowd.all_play()
            yield room, crowd
            crowd.check()
            await crowd.end()
            if await room.stop() != 0:
                raise Broken(f"the room did not close in good order: {room.tail()}")
            told = await crowd.judge()
            print(f"    {told} actions were told to who made them; each is stored once")
        finally:
            await crowd.end()
            room.kill()


def calm(crowd: Crowd) -> str:
    """How long honest people waited; Broken if it was too long."""
    delays = crowd.delays()
    p50, p99 = percentile(delays, 0.5), percentile(delays, 0.99)
    if not delays or p99 > 1000 * CALM:
        raise Broken(f"honest people waited for too long: p99 {p99:.0f} ms of {len(delays)} actions")
    return f"honest p50 {p50:.0f} p99 {p99:.0f} ms of {len(delays)} actions"


async def killed_workers(rig: Rig, room: RoomProcess, crowd: Crowd) -> str:
    """Workers are killed at random. Nobody loses anything, and computers play on."""
    crowd.forget_delays()
    lives, killed, end = room.lives, 0, time.perf_counter() + rig.scaled(3, 60)
    while time.perf_counter() < end:
        for each in rig.rng.sample(workers := room.workers(), min(1, len(workers))):
            with contextlib.suppress(ProcessLookupError):
                os.kill(each, signal.SIGKILL)
                killed += 1
        await crowd.play(rig.rng.uniform(0.05, 0.4))
    await crowd.moved()
    if not room.is_alive() or room.lives != lives:
        raise Broken("the room ended with its workers")
    lost = await room.metric("dealt_worker_restarts_total")
    return f"{killed} workers killed, {lost:.0f} of them at work; {calm(crowd)}"


async def failing_computers(rig: Rig, room: RoomProcess, crowd: Crowd) -> str:
    """Computers hang, spin, exit and crash. Their tables get another computer, all others notice nothing."""
    kinds = (
        ("hangs", "exits", "crashes") if rig.short else ("hangs", "spins", "exits", "dies", "crashes", "eats", "raises")
    )
    crowd.forget_delays()
    before = len(crowd.people)
    for kind in kinds:
        crowd.seat("rogue", options={"kind": kind})
    await crowd.all_play()
    fast = [
        person for person in crowd.people[before:] if person.evening.wish["options"]["kind"] not in ("hangs", "spins")
    ]
    await crowd.until(lambda: all(person.deals >= 2 for person in fast), 60, "that failing computers are replaced")
    if not rig.short:
        everybody = crowd.people[before:]
        await crowd.until(lambda: all(person.deals >= 1 for person in everybody), 180, "that a hanging one is")
    others = [each for person in crowd.people[:before] for each in person.delays]
    p99 = percentile(others, 0.99)
    if p99 > 1000 * CALM:
        raise Broken(f"people at other tables waited: p99 {p99:.0f} ms")
    replaced = await room.metric("dealt_computers_replaced_total")
    return f"{', '.join(kinds)}: {replaced:.0f} computers replaced; p99 elsewhere {p99:.0f} ms of {len(others)}"


async def no_files(rig: Rig, room: RoomProcess, crowd: Crowd) -> str:
    """No file can be opened any more. Who is inside plays on, the log stays short, and afterwards newcomers enter."""
    crowd.forget_delays()
    before = resource.prlimit(room.pid, resource.RLIMIT_NOFILE)
    logged = room.log.stat().st_size
    resource.prlimit(room.pid, resource.RLIMIT_NOFILE, (room.files(), before[1]))
    knocking: list[socket.socket] = []
    end = time.perf_counter() + rig.scaled(3, 30)
    try:
        while time.perf_counter() < end:
            each = socket.socket()
            each.setblocking(False)
            with contextlib.suppress(OSError):
                each.connect_ex(("127.0.0.1", room.port))
            knocking.append(each)
            await crowd.play(0.02)
    finally:
        resource.prlimit(room.pid, resource.RLIMIT_NOFILE, before)
        for each in knocking:
            each.close()
    grown = room.log.stat().st_size - logged
    if grown > 20_000:
        raise Broken(f"the log grew by {grown} bytes")
    figure = calm(crowd)
    crowd.seat("hearts", computers="random")
    await crowd.all_play()
    return f"{len(knocking)} sockets knocked, the log grew by {grown} bytes; {figure}; a newcomer plays"


async def leaping_clock(rig: Rig, room: RoomProcess, crowd: Crowd) -> str:
    """The clock leaps a month ahead and back, and is a month ahead when the room opens. Nobody is forgotten."""
    crowd.forget_delays()
    for seconds in (MONTH, -MONTH, 3600.0, 0.0):
        room.set_clock(seconds)
        await crowd.play(rig.scaled(0.4, 5))
        await crowd.moved()
    figure = calm(crowd)
    for seconds in (MONTH, 0.0) if not rig.short else (MONTH,):
        room.set_clock(seconds)
        room.kill()
        await room.start()
        await crowd.moved()  # a person who is forgotten complains
    return f"leaps of 31 days while open and at the start; {figure}; everybody came back"


async def full_disk(rig: Rig) -> str:
    """The disk is full. Nobody is told what is not stored; when there is space again, all go on."""
    disk = Path(tempfile.mkdtemp(dir=rig.folder))
    mounted = await asyncio.to_thread(_mount, disk)
    try:
        async with rig.evening(database=f"sqlite:///{disk / 'dealt.db'}") as (room, crowd):
            crowd.forget_delays()
            filler = disk / "filler"
            if mounted:
                _fill(filler)
            else:
                limits = resource.prlimit(room.pid, resource.RLIMIT_FSIZE)
                resource.prlimit(room.pid, resource.RLIMIT_FSIZE, (4096, limits[1]))
            refused = lambda: sum(person.errors["storage"] for person in crowd.people)  # noqa: E731
            await crowd.until(lambda: refused() > len(crowd.people), 60, "that storing fails")
            steps = [person.step for person in crowd.people]
            await crowd.play(rig.scaled(1.5, 20))
            if mounted:
                filler.unlink()
            else:
                resource.prlimit(room.pid, resource.RLIMIT_FSIZE, limits)
            await crowd.moved(30)
            if not room.is_alive() or room.lives != 1:
                raise Broken("the room ended because the disk was full")
            moved = sum(a != b for a, b in zip(steps, [person.step for person in crowd.people], strict=True))
            how = f"a disk of {DISK >> 20} MB" if mounted else "a limit on the size of files"
            return f"{how}: {refused()} actions refused while nothing could be stored, then {moved} people went on"
    finally:
        if mounted:
            umount = ["umount", "-l", str(disk)]
            await asyncio.to_thread(subprocess.run, umount, check=False, capture_output=True)


def _fill(filler: Path) -> None:
    """Write a file until there is no space left."""
    with contextlib.suppress(OSError), filler.open("wb", buffering=0) as file:
        while file.write(bytes(4096)):
            pass


def _mount(disk: Path) -> bool:
    """Is a small disk of its own mounted there now? Only root may."""
    if not shutil.which("mount"):
        return False
    command = ["mount", "-t", "tmpfs", "-o", f"size={DISK}", "tmpfs", str(disk)]
    return subprocess.run(command, check=False, capture_output=True).returncode == 0


async def restarted_database(rig: Rig) -> str:
    """PostgreSQL is restarted under the room, without a goodbye. Nothing told is lost or stored twice."""
    if postgres_programs() is None:
        return "left out: PostgreSQL is not installed"
    with tempfile.TemporaryDirectory(prefix="dealt-postgres-") as home:
        server = Postgres(Path(home), durable=True)
        try:
            await asyncio.to_thread(server.start)
            async with rig.evening(database=server.address()) as (room, crowd):
                for _ in range(1 if rig.short else 10):
                    await crowd.play(rig.rng.uniform(0.2, 1.5))
                    await asyncio.to_thread(server.kill)
                    await asyncio.to_thread(server.start)
                    await _goes_on(room, crowd)
                return f"{1 if rig.short else 10} restarts; the room was opened {room.lives} times"
        finally:
            server.kill()


async def _goes_on(room: RoomProcess, crowd: Crowd) -> None:
    """Wait until all go on; a room that ended because it lost its database is opened again, as systemd would."""
    steps = [person.step for person in crowd.people]
    end = time.perf_counter() + 90
    while any(person.step <= step for person, step in zip(crowd.people, steps, strict=True)):
        crowd.check()
        if not room.is_alive():
            await room.start()
        if time.perf_counter() > end:
            raise Broken("nobody plays on after the database was restarted")
        await asyncio.sleep(0.05)


async def killed_rooms(rig: Rig, room: RoomProcess, crowd: Crowd) -> str:
    """The room is killed at random moments. Nothing told is lost or happens twice."""
    kills = int(rig.scaled(1, 50))
    waits = []
    for _ in range(kills):
        await crowd.play(rig.rng.uniform(0.0, 0.6))
        room.kill()
        waits.append(await room.start())
        await crowd.moved()
    return f"{kills} kills; open again after {max(waits):.1f} s at most"


async def many_deals(rig: Rig) -> str:
    """Ten thousand deals at one table. Memory and restart stay as they are after a hundred."""
    few_deals, many = (30, 90) if rig.short else (100, 10_000)
    async with rig.evening(0, games={**GAMES, "peek": PEEK}, files=TOYS, **dict.fromkeys(LIMITS, 0)) as (room, crowd):
        crowd.think = 0.0
        crowd.seat("peek")
        person = crowd.people[0]
        figures = []
        for wanted in (few_deals, many):
            await crowd.until(lambda: person.deals >= wanted, 1200, f"{wanted} deals")  # noqa: B023
            rss = room.rss()
            room.kill()
            figures.append((rss, await room.start()))
            await crowd.moved()
        (few_rss, few), (many_rss, lots) = figures
        said = f"after {few_deals} and {many} deals RSS {few_rss:.0f} and {many_rss:.0f} MB"
        said += f", restart {few:.1f} and {lots:.1f} s"
        if many_rss > 1.1 * few_rss + 5 or lots > 1.1 * few + 0.7:
            raise Broken(f"a long history costs: {said}")
        return said


TOGETHER: Final = (killed_workers, no_files, leaping_clock, killed_rooms, failing_computers)
"""Faults that happen to one room, one after the other; in the last, computers stay that hang."""
ALONE: Final = (full_disk, restarted_database, many_deals)
"""Faults that need a room of their own."""
FAULTS: Final = (*TOGETHER, *ALONE)
LONG: Final = (killed_rooms, many_deals)
"""Faults that the short form leaves out: other tests of the suite have them."""


class Soak:
    """Lets faults happen and collects what did not hold."""

    def __init__(self, rig: Rig):
        self._rig = rig
        self.broken: list[str] = []

    async def run(self, only: str = "") -> None:
        """Let every fault happen, or one."""
        left_out = LONG if self._rig.short and not only else ()
        chosen = [fault for fault in FAULTS if only in ("", fault.__name__) and fault not in left_out]
        together = [fault for fault in TOGETHER if fault in chosen]
        if together:
            try:
                async with self._rig.evening(games={**GAMES, "rogue": ROGUE}, files=ROGUES) as (room, crowd):
                    for fault in together:
                        if not await self._happens(fault, room, crowd):
                            print(f"    {room.tail()}")
                            break
            except Broken as error:
                self._note("in the end", error)
        for fault in ALONE:
            if fault in chosen:
                await self._happens(fault)

    async def _happens(self, fault: Callable[..., Awaitable[str]], *where: Any) -> bool:
        began = time.perf_counter()
        print(f"{fault.__name__}: {fault.__doc__}", flush=True)
        try:
            figure = await fault(self._rig, *where)
        except Broken as error:
            self._note(fault.__name__, error)
            return False
        print(f"    {figure} ({time.perf_counter() - began:.1f} s)", flush=True)
        return True

    def _note(self, what: str, error: Broken) -> None:
        self.broken.append(f"{what}: {error}")
        print(f"    BROKEN: {error}", flush=True)


async def soak(folder: Path, *, short: bool, seed: int, only: str = "") -> list[str]:
    """Let the faults happen; returns what did not hold."""
    rig = Soak(Rig(folder, Random(seed), short=short))
    await rig.run(only)
    return rig.broken


def main(argv: list[str]) -> int:
    """Let the faults happen and print what was found."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--only", default="", choices=["", "everything", *(each.__name__ for each in FAULTS)])
    parser.add_argument("--minutes", type=float, default=0.0, help="how long everything happens at once")
    parser.add_argument("--seed", type=int, default=int.from_bytes(os.urandom(4), "big"))
    arguments = parser.parse_args(argv)
    print(f"seed {arguments.seed}, load average {os.getloadavg()[0]:.1f}", flush=True)
    with tempfile.TemporaryDirectory(prefix="dealt-soak-") as folder:
        broken = asyncio.run(soak(Path(folder), short=arguments.short, seed=arguments.seed, only=arguments.only))
        if arguments.minutes or arguments.only == "everything":
            from bench.everything import everything

            broken += asyncio.run(everything(Path(folder), 60 * (arguments.minutes or 1), arguments.seed))
    for each in broken:
        print(f"BROKEN: {each}")
    return 1 if broken else 0
