"""Processes, Redis, PostgreSQL and the lines between them are killed and stalled while honest people play.

``python -m bench chaos [--processes 3] [--kills 30] [--redis 10] [--postgres 10] [--lines 10] [--freezes 5]`` opens a
room of several processes. Faults happen one at a time in a random order, and after each all tables must go on. Whoever
loses a connection comes back to any process, as behind a proxy without sticky sessions. In the end the database is
read: nothing that anybody was told is lost, nothing happened twice, and no table ever had two authorities.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import statistics
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any, Final

from bench.rig.judging import Broken
from bench.rig.process import LIMITS, UNLIMITED, Crowd
from bench.rig.rooms import Process, Rooms, open_rooms

__all__ = ["SETTINGS", "Chaos", "check_terms", "main"]

TABLES: Final = (
    ("bigtwo", 2),
    ("hearts", 1),
    ("bridge", 2),
    ("spades", 4),
    ("doudizhu", 3),
    ("drawpoker", 2),
    ("elevens", 1),
)
"""Games, and how many people sit there; the other seats are computers'."""
SETTINGS: Final = {"pace_factor": 0, "standin_after": 600, "workers": 1, **dict.fromkeys((*LIMITS, *UNLIMITED), 0)}
PING: Final = 1.0
THINK: Final = 0.3
DOWN: Final = (0.5, 4.0)
"""How long an engine is away or a line is stalled, in seconds; a lease lasts three."""
WITHIN: Final = 5.0
"""The seconds after which every table goes on elsewhere when its process has died."""
PATIENCE: Final = 60.0

Wait = tuple[float, float]
"""The longest and the median wait over tables, in seconds."""


class Chaos:
    """Faults, and how long each table stood still because of them."""

    def __init__(self, rooms: Rooms, crowd: Crowd, rng: Random, *, loud: bool = True) -> None:
        self.rooms, self.crowd, self.rng, self.loud = rooms, crowd, rng, loud
        self.waits: dict[str, list[Wait]] = {}

    async def run(self, faults: Sequence[str]) -> None:
        """Let faults happen by name, one after the other. Broken if a table does not go on."""
        for n, fault in enumerate(faults):
            began = time.perf_counter()
            wait = await getattr(self, fault)()
            self.waits.setdefault(fault, []).append(wait)
            if self.loud:
                took = time.perf_counter() - began
                print(f"{n + 1:>4}/{len(faults)}  {fault:<9} tables went on after {wait[0]:5.2f} s at most, "
                      f"{wait[1]:5.2f} s in the median   ({took:.1f} s)", flush=True)  # fmt: skip
            await self.rooms.all_serve()
            await self.crowd.play(self.rng.uniform(0.2, 1.0))

    # --- faults

    async def kill(self) -> Wait:
        """kill -9 of a process with its workers. It is started anew half a second later."""
        process = self._one()
        going = self._going()
        process.kill()
        self.rooms.restart_soon(process)
        return await going

    async def freeze(self) -> Wait:
        """A process hangs for longer than its lease lasts, and then goes on as if nothing had been."""
        process = self._one()
        going = self._going()
        process.freeze()
        try:
            return await going
        finally:
            process.thaw()

    async def redis(self) -> Wait:
        """kill -9 of Redis; what was in it is gone."""
        self.rooms.redis.kill()
        await self.crowd.play(self.rng.uniform(*DOWN))
        await asyncio.to_thread(self.rooms.redis.start)
        return await self._going()

    async def postgres(self) -> Wait:
        """kill -9 of PostgreSQL."""
        await asyncio.to_thread(self.rooms.postgres.kill)
        await self.crowd.play(self.rng.uniform(*DOWN))
        await asyncio.to_thread(self.rooms.postgres.start)
        return await self._going()

    async def line(self) -> Wait:
        """The line of a process to PostgreSQL or to Redis stalls, or is cut, for a while."""
        process = self._one()
        line = self.rng.choice([each for each in (process.to_postgres, process.to_redis) if each is not None])
        going = self._going()
        self.rng.choice([line.stall, line.cut])()
        await self.crowd.play(self.rng.uniform(DOWN[0], 2 * DOWN[1]))
        line.mend()
        waited = await going
        await self._going()
        return waited

    # --- waiting

    def _one(self) -> Process:
        return self.rng.choice([each for each in self.rooms.processes if each.serves])

    def _going(self) -> asyncio.Task[Wait]:
        """How long it takes, from now on, until something has happened at every table."""
        return asyncio.create_task(self._go_on())

    async def _go_on(self) -> Wait:
        began = time.perf_counter()
        tables: dict[Any, list[Any]] = {}
        for person in self.crowd.people:
            tables.setdefault(person.evening, []).append(person)
        steps = {table: max(each.step for each in people) for table, people in tables.items()}
        took: dict[Any, float] = {}
        while len(took) < len(steps):
            self.crowd.check()
            now = time.perf_counter() - began
            for table, step in steps.items():
                if table not in took and max(each.step for each in tables[table]) > step:
                    took[table] = now
            if now > PATIENCE:
                stuck = [f"{each.wish['game']} {each.table}" for each in steps if each not in took]
                people = [each.standing() for table in steps if table not in took for each in tables[table]]
                raise Broken(f"tables do not go on: {', '.join(stuck)}; {'; '.join(people)}{await self._why()}")
            await asyncio.sleep(0.02)
        return max(took.values()), statistics.median(took.values())

    async def _why(self) -> str:
        logs = [f"\n--- process {n}\n{each.room.tail()}" for n, each in enumerate(self.rooms.processes)]
        refused = sum((person.errors for person in self.crowd.people), Counter())
        return f"; refusals {dict(refused)}{''.join(logs)}"

    def lines(self) -> list[str]:
        """What was found, a line for each kind of fault."""
        return [
            f"{fault}: {len(waits)} times; tables went on after {max(most for most, _ in waits):.2f} s at most, "
            f"{statistics.median(most for most, _ in waits):.2f} s in the median of the slowest ones"
            for fault, waits in self.waits.items()
        ]


def check_terms(rows: Sequence[Sequence[str]], terms: Sequence[Sequence[str]]) -> int:
    """Broken if a table ever had two authorities; returns the number of changes of owners.

    ``rows`` are (table, n, term) of all events, ``terms`` are (table, term, owner).
    """
    owners: dict[tuple[str, int], str] = {}
    for table, term, owner in terms:
        if owners.setdefault((table, int(term)), owner) != owner:
            raise Broken(f"term {term} of {table} has two owners: {owners[table, int(term)]} and {owner}")
    last: dict[str, tuple[int, int]] = {}
    changes = 0
    for table, n, term in sorted(((table, int(n), int(term)) for table, n, term in rows)):
        before, under = last.get(table, (0, 0))
        if n != before + 1:
            raise Broken(f"event {n} of {table} comes after event {before}")
        if term < under:
            raise Broken(f"event {n} of {table} is of term {term}, the one before of {under}")
        if (table, term) not in owners:
            raise Broken(f"event {n} of {table} is of term {term}, which nobody had")
        changes += under not in (0, term)
        last[table] = n, term
    return changes


async def authorities(rooms: Rooms) -> int:
    """Read who appended what, and judge it by :func:`check_terms`."""
    from dealt.server.store.archive import unpack

    ask = rooms.postgres.ask
    rows = [list(each) for each in await asyncio.to_thread(ask, "select table_id, n, term from events")]
    for table, packed in await asyncio.to_thread(ask, "select table_id, encode(packed, 'hex') from archive"):
        rows += [[table, str(each.n), str(each.term)] for each in unpack(bytes.fromhex(packed))]
    return check_terms(rows, await asyncio.to_thread(ask, "select table_id, term, owner from terms"))


async def chaos(
    folder: Path, faults: Sequence[str], *, seed: int, processes: int, tables: int, loud: bool = True, **settings: Any
) -> Chaos:
    """Let faults happen to a room, and judge it; Broken if something does not hold."""
    rng = Random(seed)
    async with open_rooms(folder, processes, rng, **{**SETTINGS, **settings}) as rooms:
        crowd = Crowd(rooms, rng, ping=PING)
        crowd.think = THINK
        for n in range(tables):
            crowd.seat(*TABLES[n % len(TABLES)], computers="random")
        happening = Chaos(rooms, crowd, rng, loud=loud)
        try:
            await crowd.all_play()
            await happening.run(faults)
        finally:
            await crowd.end()
        statuses = await rooms.stop()
        told, changes = await crowd.judge(), await authorities(rooms)
        if loud:
            print(f"{told} actions that people were told of are stored once each; {crowd.seen} views were those of the "
                  f"stored tables; {changes} times a table had another "
                  f"owner, and never two; the processes ended with {statuses}", flush=True)  # fmt: skip
        return happening


def main(argv: Sequence[str]) -> int:
    """Let faults happen and print what was found."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--processes", type=int, default=3)
    parser.add_argument("--tables", type=int, default=14)
    for fault, number in (("kill", 30), ("redis", 10), ("postgres", 10), ("line", 10), ("freeze", 5)):
        parser.add_argument(f"--{fault}s" if fault in ("kill", "line", "freeze") else f"--{fault}", dest=fault,
                            type=int, default=number, metavar="N")  # fmt: skip
    parser.add_argument("--seed", type=int, default=int.from_bytes(os.urandom(4), "big"))
    given = parser.parse_args(argv)
    faults = [fault for fault in ("kill", "redis", "postgres", "line", "freeze") for _ in range(getattr(given, fault))]
    Random(given.seed).shuffle(faults)
    print(f"seed {given.seed}, {given.processes} processes, {given.tables} tables, load average "
          f"{os.getloadavg()[0]:.1f}", flush=True)  # fmt: skip
    with tempfile.TemporaryDirectory(prefix="dealt-chaos-") as name:
        try:
            found = asyncio.run(
                chaos(Path(name), faults, seed=given.seed, processes=given.processes, tables=given.tables)
            )
        except Broken as error:
            print(f"BROKEN: {error}")
            return 1
    print("\n".join(found.lines()))
    late = [most for most, _ in found.waits.get("kill", []) if most > WITHIN]
    print(f"{len(late)} of {len(found.waits.get('kill', []))} kills let a table wait for more than {WITHIN:.0f} s")
    return 1 if late else 0
