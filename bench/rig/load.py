"""Plays at a room that is open elsewhere, with thousands of people in one process, and prints what they met as JSON.

``python -m bench.rig.load ws://127.0.0.1:4000/ws --people 400 --each 4 --seconds 20``. The room should limit
nothing, else its limits are measured: ``python -m bench room`` sees to that, and runs this on a processor of its own.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import resource
import sys
import time
from collections.abc import Awaitable, Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from bench.rig.client import Counts, Habits, Player, Seats
from bench.rig.hints import Asker, hinted, make_tables

AT_ONCE = 100
"""The number of people who come in at the same time, but for ``--back``."""


def percentiles(seconds: Iterable[float]) -> dict[str, float]:
    """The 50th, 95th and 99th percentile and the largest, in milliseconds; empty for nothing."""
    found = sorted(seconds)
    at = {"p50": 0.5, "p95": 0.95, "p99": 0.99, "most": 1.0}
    return {name: round(1000 * found[min(len(found) - 1, int(p * len(found)))], 2) for name, p in at.items() if found}


class Load:
    """People at the tables of one room."""

    def __init__(self, given: argparse.Namespace) -> None:
        self.given = given
        urls = [given.url, *given.also]
        self.habits = [Habits(url, given.pace, given.deflate) for url in urls]
        """One for each process of the room: the people of a table are spread over them."""
        self.counts = Counts()
        self.tables: list[Seats] = []
        self._connected: list[Player] = []
        self._few = asyncio.Semaphore(AT_ONCE)

    @property
    def people(self) -> list[Player]:
        return [each for table in self.tables for each in table.people]

    async def sit_down(self) -> None:
        """Everybody comes in, and all tables begin."""
        given = self.given
        kind = Asker if given.hints else Player
        for n in range(given.people // given.each):
            table = Seats()
            table.people = [
                kind(f"{given.prefix}{n}{'abcdefgh'[k]}", table, self.habits[(n + k) % len(self.habits)], self.counts)
                for k in range(given.each)
            ]
            self.tables.append(table)
        await self._each(self._arrive, self.people)
        await self._each(self._open, self.tables)

    async def _arrive(self, each: Player) -> None:
        await each.arrive()
        self._connected.append(each)

    async def _open(self, table: Seats) -> None:
        given, first = self.given, table.people[0]
        computers = {"computers": given.computers} if given.computers else {}
        chosen = (each.partition("=") for each in given.option)
        options = {name: int(value) if value.isdigit() else value for name, _, value in chosen}
        await first.ask("table", op="create", game=given.game, pace=given.computer_pace, options=options, **computers)
        for each in table.people[1:]:
            await each.ask("table", op="join", table=table.id)
        first.say(op="start")

    async def _each(self, do: Callable[[Any], Awaitable[None]], all_: Sequence[Any]) -> None:
        async def one(each: Any) -> None:
            async with self._few:
                await do(each)

        await asyncio.gather(*map(one, all_))

    async def play(self) -> dict[str, Any]:
        """Play for some seconds; what happened after the first few."""
        for each in self.people:
            each.begin()
        await asyncio.sleep(self.given.warm)
        counts, lags = self.counts, list[float]()
        counts.answered.clear()
        counts.told.clear()
        counts.errors.clear()
        before = counts.acts, counts.deals, counts.frames, counts.size, self._received()
        self._mark("begin")
        own, began = time.process_time(), time.perf_counter()
        watch = asyncio.create_task(_lags(lags))
        await asyncio.sleep(self.given.seconds)
        watch.cancel()
        took, now = time.perf_counter() - began, (counts.acts, counts.deals, counts.frames, counts.size)
        self._mark("end")
        acts, deals, frames, size = (after - each for after, each in zip(now, before, strict=False))
        return {
            "people": len(self.people),
            "tables": len(self.tables),
            "seconds": round(took, 2),
            "acts": acts,
            "acts_s": round(acts / took, 1),
            "deals": deals,
            "frames_s": round(frames / took),
            "plain_kb_s": round(size / took / 1024),
            "wire_kb_s": round((self._received() - before[4]) / took / 1024),
            "act_ms": percentiles(counts.answered),
            "told_ms": percentiles(counts.told),
            "generator_cpu": round((time.process_time() - own) / took, 2),
            "generator_lag_ms": percentiles(lags),
            "errors": dict(counts.errors),
            "closed": dict(counts.closed),
        }

    async def measure(self) -> dict[str, Any]:
        """Do what the arguments say."""
        given = self.given
        if given.back:
            return await self.come_back(json.loads(given.back))
        if given.idle:
            return await self.idle()
        await self.sit_down()
        if given.hints:
            return await self.hint()
        found = await self.play()
        if given.keep:
            self.keep(given.keep)
        return found

    async def leave(self) -> None:
        """Close every connection."""
        for each in self._connected:
            each.socket.transport.abort()
        await asyncio.sleep(0.1)

    def _received(self) -> int:
        return sum(each.socket.received for each in self.people)

    def _mark(self, what: str) -> None:
        """Tell who started us that the measured time begins or ends."""
        if not self.given.silent:
            print(json.dumps({"mark": what}), flush=True)

    async def hint(self) -> dict[str, Any]:
        """Everybody asks for hints; how long somebody waits for each new table meanwhile, and they for hints."""
        maker = Player("maker", Seats(), self.habits[0], self.counts)
        await self._arrive(maker)
        for each in self.people:
            each.begin()
        await asyncio.sleep(self.given.warm)
        self._mark("begin")
        made = await make_tables(maker, self.given.game, time.perf_counter() + self.given.seconds)
        self._mark("end")
        hints = hinted(self.people)
        return {
            "people": len(self.people),
            "tables_made": len(made),
            "act_ms": percentiles(made),
            "hint_ms": {**percentiles(hints), "hints": len(hints)},
            "errors": dict(self.counts.errors),
            "closed": dict(self.counts.closed),
        }

    def keep(self, file: Path) -> None:
        """Write down who sat where, for ``--back``."""
        file.write_text(
            json.dumps([(each.name, each.token, n) for n, t in enumerate(self.tables) for each in t.people])
        )

    async def come_back(self, saved: list[tuple[str, str, int]]) -> dict[str, Any]:
        """Everybody connects at once by token; the times until each sees the whole table."""
        tables = {n: Seats() for _, _, n in saved}
        took, began, failed = list[float](), time.perf_counter(), 0

        async def one(name: str, token: str, table: int) -> None:
            player = Player(name, tables[table], self.habits[len(took) % len(self.habits)], self.counts)
            tables[table].people.append(player)
            await player.connect()
            self._connected.append(player)
            player.token = token
            await player.ask("table", op="hello", v=1, token=token)
            took.append(time.perf_counter() - began)

        self._mark("begin")
        for each in await asyncio.gather(*(one(*each) for each in saved), return_exceptions=True):
            failed += isinstance(each, BaseException)
        self._mark("end")
        closed = dict(self.counts.closed)
        return {
            "people": len(saved),
            "tables": len(tables),
            "failed": failed,
            "frames_each": round(self.counts.frames / len(saved)),
            "bytes_each": round(self.counts.size / len(saved)),
            "act_ms": percentiles(took),
            "closed": closed,
        }

    async def idle(self) -> dict[str, Any]:
        """Sockets that say hello and then nothing."""
        silent = [
            Player(f"i{n}", Seats(), self.habits[n % len(self.habits)], self.counts) for n in range(self.given.people)
        ]

        async def one(each: Player) -> None:
            n = int(each.name[1:])
            await each.connect(f"127.0.0.{2 + n % 8}")  # an address has some 28,000 ports
            self._connected.append(each)
            each.say(op="hello", v=1)

        await self._each(one, silent)
        self._mark("begin")
        await asyncio.sleep(self.given.seconds)
        self._mark("end")
        return {"people": sum(not each.socket.closed for each in silent), "closed": dict(self.counts.closed)}


async def _lags(found: list[float]) -> None:
    while True:
        before = time.perf_counter()
        await asyncio.sleep(0.02)
        found.append(time.perf_counter() - before - 0.02)


async def run(given: argparse.Namespace) -> dict[str, Any]:
    """What the people met."""
    load = Load(given)
    try:
        return await load.measure()
    finally:
        await load.leave()


def read(argv: Sequence[str]) -> argparse.Namespace:
    """The arguments."""
    parser = argparse.ArgumentParser(description="People at the tables of a room that is open elsewhere.")
    parser.add_argument("url", help="such as ws://127.0.0.1:4000/ws")
    parser.add_argument("--also", action="append", default=[], metavar="URL", help="another process of the same room")
    parser.add_argument("--people", type=int, default=400)
    parser.add_argument("--each", type=int, default=4, help="people at a table; the other seats are computers'")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game")
    parser.add_argument("--game", default="bigtwo")
    parser.add_argument("--computers", default="", help="who plays on the other seats")
    parser.add_argument("--computer-pace", default="instant")
    parser.add_argument("--pace", type=float, default=0.0, help="average seconds before an action; 0: at once")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--warm", type=float, default=3.0, help="seconds of play before those that are measured")
    parser.add_argument("--deflate", action="store_true", help="offer permessage-deflate")
    parser.add_argument("--keep", type=Path, help="write tokens to this file")
    parser.add_argument("--back", type=Path, help="come back by the tokens of this file, all at once")
    parser.add_argument("--idle", action="store_true", help="only connect and say hello")
    parser.add_argument("--hints", action="store_true", help="ask for hints instead of playing, while one makes tables")
    parser.add_argument("--prefix", default="p", help="how the names of people begin")
    parser.add_argument("--silent", action="store_true", help="print nothing but the result")
    given = parser.parse_args(argv)
    given.back = given.back and given.back.read_text()
    return given


def main(argv: Sequence[str]) -> int:
    given = read(argv)
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 65_536)), hard))  # a file for each person
    with contextlib.suppress(KeyboardInterrupt):
        print(json.dumps(asyncio.run(run(given))), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
