"""A room in a process of its own, and a crowd of honest people who play there over real sockets."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any, Final, Protocol
from urllib.request import urlopen

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from bench.rig.engines import free_port
from bench.rig.honest import Evening, Honest, Stored
from bench.rig.judging import Broken, refolded
from dealt.game import Listing
from dealt.games import GAMES
from dealt.server.store.store import Store
from dealt.session import events

__all__ = ["LIMITS", "Crowd", "RoomProcess", "Served", "Where"]

ROOT: Final = Path(__file__).parents[2]
OPENING: Final = 90.0
CLOSING: Final = 30.0
RETRY: Final = 0.5
UNLIMITED: Final = ("name_rate", "table_rate", "act_rate", "address_act_rate", "talk_rate")
"""All honest people come from one address."""
LIMITS: Final = ("rate", "chat_rate", "ask_rate", "costly_rate")
RUNNER: Final = """
import os, sys, time
real, clock = time.time, os.open(os.environ["DEALT_BENCH_CLOCK"], os.O_RDONLY)
def leapt():
    return real() + float(os.pread(clock, 32, 0) or 0)
time.time = leapt
from dealt.server.run import main
if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
"""
"""Opens a room whose time of day is set by a file: the number of seconds by which its clock is wrong."""


class RoomProcess:
    """``python -m dealt.server.run`` on one port and one database for all its lives."""

    def __init__(self, folder: Path, database: str = "", **settings: Any):
        self.folder, self.port, self.metrics_port = folder, free_port(), free_port()
        self.database = database or f"sqlite:///{folder / 'dealt.db'}"
        self.log = folder / "log"
        self._clock = folder / "clock"
        self._settings = {
            "port": self.port,
            "database": self.database,
            "metrics": f"127.0.0.1:{self.metrics_port}",
            "config": os.devnull,
            "per_address": 5000,
            **dict.fromkeys(UNLIMITED, 0),
            **settings,
        }
        self.process: subprocess.Popen[bytes] | None = None
        self.open = False
        """Has this life of it answered?"""
        self.lives = 0

    @property
    def ws(self) -> str:
        """The address of its WebSocket."""
        return f"ws://127.0.0.1:{self.port}/ws"

    @property
    def pid(self) -> int:
        """The number of its process."""
        assert self.process is not None
        return self.process.pid

    def set_clock(self, seconds: float) -> None:
        """Let the room's time of day be wrong by so much from now on."""
        self._clock.write_text(f"{seconds:<31}")

    def command(self) -> list[str]:
        """What opens it."""
        runner = self.folder / "runner.py"
        runner.write_text(RUNNER)
        return [sys.executable, str(runner)]

    async def start(self) -> float:
        """Open the room; returns the seconds until it listens."""
        began, self.open = time.perf_counter(), False
        if not self._clock.exists():
            self.set_clock(0)
        arguments = [
            part for key, value in self._settings.items() for part in (f"--{key.replace('_', '-')}", str(value))
        ]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(  # noqa: ASYNC220 - it is quick
                [*self.command(), *arguments],
                stdout=log,
                stderr=log,
                cwd=ROOT,
                env={**os.environ, "DEALT_BENCH_CLOCK": str(self._clock), "PYTHONPATH": str(ROOT)},
                start_new_session=True,
            )
        self.lives += 1
        while time.perf_counter() - began < OPENING:
            if self.process.poll() is not None:
                raise Broken(f"the room does not open: {self.log.read_text()[-1500:]}")
            with contextlib.suppress(OSError):
                reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
                writer.write(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
                answer = await reader.read(12)  # it listens long before it serves
                writer.close()
                if answer.endswith(b"200"):
                    self.open = True
                    return time.perf_counter() - began
            await asyncio.sleep(0.02)
        raise Broken("the room does not open in time")

    async def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        """End the room; returns its exit status, negative if a signal ended it. Broken if it does not end."""
        assert self.process is not None
        if self.process.poll() is None:
            self.process.send_signal(how)
        try:
            return await asyncio.to_thread(self.process.wait, CLOSING)
        except subprocess.TimeoutExpired:
            self.kill()
            raise Broken("the room does not end on SIGTERM") from None

    def kill(self) -> None:
        """End the room and all its workers at once, whatever they do."""
        if self.process is not None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()

    def is_alive(self) -> bool:
        """Does the room's process run?"""
        return self.process is not None and self.process.poll() is None

    def workers(self) -> list[int]:
        """The processes of its workers: what descends from its process, but the first that others are forked from."""
        children: dict[int, list[int]] = {}
        for each in Path("/proc").glob("[0-9]*/stat"):
            with contextlib.suppress(OSError, IndexError):
                fields = each.read_text().rpartition(")")[2].split()
                if fields[0] != "Z":
                    children.setdefault(int(fields[1]), []).append(int(each.parent.name))
        return [worker for child in children.get(self.pid, ()) for worker in children.get(child, ())]

    def rss(self) -> float:
        """The memory of the room's own process in MB."""
        written = Path(f"/proc/{self.pid}/status").read_text()
        found = re.search(r"VmRSS:\s+(\d+)", written)
        return int(found[1]) / 1024 if found else 0.0

    def tail(self) -> str:
        """The end of its log."""
        return self.log.read_text()[-1500:]

    def files(self) -> int:
        """The number of files that it has open."""
        return len(list(Path(f"/proc/{self.pid}/fd").iterdir()))

    async def metric(self, name: str) -> float:
        """The sum of a metric over its labels."""

        def read() -> str:
            with urlopen(f"http://127.0.0.1:{self.metrics_port}/metrics", timeout=10) as answer:
                return str(answer.read().decode())

        lines = (await asyncio.to_thread(read)).splitlines()
        found = [line for line in lines if re.match(rf"{name}(\{{|\s)", line)]
        return sum(float(line.rpartition(" ")[2]) for line in found)


class Served(RoomProcess):
    """The same by the command that people type."""

    def command(self) -> list[str]:
        return [sys.executable, "-m", "dealt", "serve"]


class Where(Protocol):
    """Where people find a room."""

    @property
    def ws(self) -> str:
        """The address of a WebSocket; each connection asks anew."""

    @property
    def database(self) -> str:
        """The address of its database."""


class Crowd:
    """Honest people at tables of their own, who play whole deals until they are told to stop.

    ``ping``: the seconds of silence after which they ask whether the room is there, and after which they give up.
    """

    def __init__(self, room: Where, rng: Random, games: dict[str, Listing] | None = None, ping: float = 20.0):
        self.room, self.rng, self.games, self._ping = room, rng, games or dict(GAMES), ping
        self.people: list[Honest] = []
        self.evenings: list[Evening] = []
        self.visits: Counter[str] = Counter()
        self.seen = 0
        """The number of views that were compared with what is stored, once it is judged."""
        self._lives: list[asyncio.Task[None]] = []
        self.think = 0.5

    def seat(self, game: str, people: int = 1, **wish: Any) -> Evening:
        """A table with so many people; computers take the other seats."""
        made = self.games[game].make(wish.get("preset"), **wish.get("options", {}))
        number = min(people, 1 if made.undoable else made.seats)
        evening = Evening({"game": game, **wish}, alone=made.undoable, seats=made.seats)
        for n in range(number):
            name = f"h{len(self.people)}"
            person = Honest(name, evening, Random(self.rng.random()), opens=n == 0, wait_for=number)
            self.people.append(person)
            self._lives.append(asyncio.create_task(self._live(person)))
        self.evenings.append(evening)
        return evening

    async def _live(self, person: Honest) -> None:
        while not person.done:
            with contextlib.suppress(OSError, WebSocketException, EOFError):
                async with connect(
                    self.room.ws,
                    max_size=None,
                    proxy=None,
                    open_timeout=10,
                    close_timeout=0.1,
                    ping_interval=self._ping,
                    ping_timeout=self._ping,
                ) as link:
                    self.visits[person.name] += 1
                    await self._visit(person, link)
            person.lost()
            await asyncio.sleep(0.05)

    async def _visit(self, person: Honest, link: ClientConnection) -> None:
        for each in person.begin():
            await link.send(json.dumps(each))
        while not person.done:
            try:
                frame = await asyncio.wait_for(link.recv(), RETRY if person.refused or not person.seated else None)
            except TimeoutError:
                answers = person.again() if person.refused or person.token else []
            else:
                answers = person.hear(json.loads(frame))
            for answer in answers:
                if answer["op"] == "act" and self.think:
                    await asyncio.sleep(self.rng.uniform(0.5, 1.5) * self.think)
                if answer["op"] == "act":
                    person.acts()
                await link.send(json.dumps(answer))

    def check(self) -> None:
        """Broken if the room has contradicted itself to anybody."""
        for each in self._lives:
            if each.done() and not each.cancelled():
                each.result()

    async def until(self, happens: Any, patience: float = 60.0, what: str = "it") -> None:
        """Wait until something is true, while all are watched."""
        end = time.perf_counter() + patience
        while not happens():
            self.check()
            if time.perf_counter() > end:
                raise Broken(f"{what} never happened")
            await asyncio.sleep(0.02)

    async def play(self, seconds: float) -> None:
        """Let everybody play for so long."""
        end = time.perf_counter() + seconds
        await self.until(lambda: time.perf_counter() >= end, seconds + 10)

    async def all_play(self, patience: float = 60.0) -> None:
        """Wait until everybody has a seat and cards."""
        await self.until(lambda: all(person.step for person in self.people), patience, "that all can play")

    async def moved(self, patience: float = 60.0) -> None:
        """Wait until every table has gone on from where it is now."""
        before = [person.step for person in self.people]
        now = self.people
        await self.until(
            lambda: all(person.step > step for person, step in zip(now, before, strict=True)), patience, "a next step"
        )

    def delays(self, since: int = 0) -> list[float]:
        """The seconds that everybody has waited for their own actions."""
        return [each for person in self.people for each in person.delays[since:]]

    def forget_delays(self) -> None:
        """Begin to measure anew."""
        for person in self.people:
            person.delays.clear()

    async def end(self) -> None:
        """Stop everybody where they are."""
        for each in self._lives:
            each.cancel()
        await asyncio.gather(*self._lives, return_exceptions=True)

    async def judge(self) -> int:
        """Compare what is stored with what everybody was told; returns the number of actions that were told."""
        store = await Store.open(self.room.database)
        count = 0
        try:
            for evening in self.evenings:
                rows = await store.tables.events(evening.table)
                happened = [(events.decode(row.payload), row.at) for row in rows]
                stored = Stored([person for person in self.people if person.evening is evening])
                stored.look(refolded(evening.table, happened, self.games, stored.watch))
                count += stored.judge()
                self.seen += stored.seen
        finally:
            await store.close()
        return count
