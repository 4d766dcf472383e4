"""What a second process brings: ``python -m bench cluster``.

* ``one`` and ``two``: 50 tables whose people answer at once, at a room of one process that has one processor, together
  with those people and its engines; then twice as many at two processes on two processors. So each processor has the
  same share of people. If their p99 is longer than at one process, fewer people play at the two until it is not: what
  counts is the number of actions at equal p99.
* ``many``: 2,000 people over two processes do 200 actions a second. Half of them are connected to another process than
  the one that has their table.
* ``upgrade``: each process is ended and started anew, one after the other, while 500 people play.

``--only NAME`` chooses, ``--quick`` takes a tenth of the people for a few seconds, only to see that it works.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any, Final

from bench.rig.process import LIMITS, UNLIMITED, Crowd
from bench.rig.rooms import Rooms, open_rooms
from bench.room import ROOT, SETTINGS

__all__ = ["main", "measured", "upgraded"]

Found = dict[str, Any]
TABLES: Final = 50
SHARES: Final = (2.0, 1.6, 1.3, 1.0)
"""How many tables play at two processes, for each that plays at one."""
MANY: Final = 2000
PLAYING: Final = 500
OPEN: Final = {**SETTINGS, "pace_factor": 0}
OPEN_TO_ALL: Final = {key: value for key, value in OPEN.items() if key not in ("host", "watchers")}


def _cpu(process: int) -> float:
    """The seconds of processor time of a process."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def _used(rooms: Rooms) -> dict[str, float]:
    commits = [[await each.room.metric(f"dealt_commit_seconds_{what}") for each in rooms.processes]
               for what in ("count", "sum")]  # fmt: skip
    return {
        "rooms": sum(_cpu(each.room.pid) for each in rooms.processes),
        "postgres": rooms.postgres.cpu(),
        "redis": rooms.redis.cpu(),
        "commits": sum(commits[0]),
        "committing": sum(commits[1]),
        "messages": rooms.redis.messages(),
    }


async def measured(rooms: Rooms, load: Sequence[str], pin: int | None = None) -> Found:
    """Let people play at a room from another process: what they met, and what it cost."""
    urls = [each.room.ws for each in rooms.processes]
    also = [part for url in urls[1:] for part in ("--also", url)]
    command = [sys.executable, "-m", "bench.rig.load", urls[0], *also, *load]
    people = await asyncio.create_subprocess_exec(*command, cwd=ROOT, stdout=subprocess.PIPE)
    if pin is not None:
        os.sched_setaffinity(people.pid, {pin})
    found: Found = {}
    assert people.stdout is not None
    async for line in people.stdout:
        said = json.loads(line)
        if said.get("mark") == "begin":
            before, began = await _used(rooms), time.perf_counter()
        elif said.get("mark") == "end":
            took, after = time.perf_counter() - began, await _used(rooms)
            spent = {name: after[name] - before[name] for name in before}
            found |= {f"{name}_cpu": round(spent[name] / took, 3) for name in ("rooms", "postgres", "redis")}
            found |= {"redis_messages_s": round(spent["messages"] / took), "cpu_s": round(spent["rooms"], 2)}
            found |= {"commits": spent["commits"]}
            found |= {"commit_ms": round(1000 * spent["committing"] / max(spent["commits"], 1), 2)}
            found |= {"rss_mb": [round(each.room.rss()) for each in rooms.processes]}
        else:
            found |= said
    if await people.wait():
        raise SystemExit(f"the people gave up: status {people.returncode}")
    return found | {"processes": len(rooms.processes), "load_average": round(os.getloadavg()[0], 1)}


# --- one against two


async def _scaled(folder: Path, processes: int, tables: int, given: argparse.Namespace) -> Found:
    """As many processors as processes, each with its process, its people and its share of the engines."""
    usable = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, set(usable[:processes]))
    try:
        async with open_rooms(folder, processes, lines=False, **OPEN_TO_ALL) as rooms:
            for n, each in enumerate(rooms.processes):
                os.sched_setaffinity(each.room.pid, {usable[n % len(usable)]})
            load = ["--people", str(4 * tables), "--each", "4", "--pace", "0", "--seconds", str(given.seconds)]
            return await measured(rooms, load)
    finally:
        os.sched_setaffinity(0, set(usable))


async def one_and_two(folder: Path, given: argparse.Namespace) -> Found:
    """Actions a second of one process and of two, each with a processor, at equal p99."""
    tables = TABLES // (10 if given.quick else 1)
    one = await _scaled(folder / "one", 1, tables, given)
    _show("one", one)
    found, ratio = {"one": one}, 0.0
    for share in SHARES:
        name = f"two at {share:g}"
        two = found[name] = await _scaled(folder / name.replace(" ", ""), 2, round(share * tables), given)
        _show("two", two)
        if two["act_ms"]["p99"] <= one["act_ms"]["p99"]:
            ratio = two["acts_s"] / one["acts_s"]
            break
    said = f"{ratio:.2f} times as many actions as one" if ratio else "no more than one"
    print(f"two processes do {said} at equal p99; wanted: 1.6", flush=True)
    return found | {"ratio": round(ratio, 3)}


async def many(folder: Path, given: argparse.Namespace) -> Found:
    """Two thousand people over two processes."""
    async with open_rooms(folder / "many", 2, lines=False, **OPEN_TO_ALL) as rooms:
        people = MANY // (10 if given.quick else 1)
        load = ["--people", str(people), "--each", "4", "--pace", "2.5", "--seconds", str(given.seconds), "--deflate"]
        found = await measured(rooms, load)
    _show("many", found)
    return found


def _show(name: str, found: Found) -> None:
    act = found["act_ms"]
    trouble = {key: found[key] for key in ("errors", "closed") if found.get(key)}
    print(
        f"{name:<5} {found['people']} people, {found['acts_s']:.0f} actions/s, p50 {act.get('p50')} "
        f"p95 {act.get('p95')} p99 {act.get('p99')} ms; processors: rooms {found['rooms_cpu']:.2f}, "
        f"people {found['generator_cpu']:.2f}, PostgreSQL {found['postgres_cpu']:.2f}, Redis {found['redis_cpu']:.2f}; "
        f"{found['redis_messages_s']} commands of Redis/s; RSS {found['rss_mb']} MB {trouble or ''}",
        flush=True,
    )


# --- a rolling upgrade


async def upgraded(folder: Path, people: int, *, seed: int = 1, processes: int = 2, think: float = 2.5) -> Found:
    """End and start each process in turn while people play; how long anybody waited, and what became of the tables.

    Broken if anything that anybody was told is lost.
    """
    rng = Random(seed)
    settings = {**dict.fromkeys((*LIMITS, *UNLIMITED), 0), "pace_factor": 0, "workers": 1, "tables": 1000}
    async with open_rooms(folder, processes, rng, lines=False, **settings) as rooms:
        crowd = Crowd(rooms, rng)
        crowd.think = think
        for _ in range(people // 4):
            crowd.seat("bigtwo", 4)
        try:
            await crowd.all_play(180)
            await crowd.play(2 * think)
            crowd.forget_delays()
            took = []
            for each in rooms.processes:
                began = time.perf_counter()
                each.room.open = False  # a proxy asks /readyz, and leads nobody there any more
                status = await each.room.stop()
                took.append(time.perf_counter() - began)
                if status:
                    raise SystemExit(f"a process ended with status {status}: {each.room.tail()}")
                await each.room.start()
                await crowd.play(think)
            await crowd.moved()
        finally:
            await crowd.end()
        await rooms.stop()
        told = await crowd.judge()
    waits = sorted(each for person in crowd.people for each in (*person.delays, *person.absences))
    back = sorted(each for person in crowd.people for each in person.absences)
    return {
        "people": len(crowd.people),
        "drained_s": [round(each, 2) for each in took],
        "longest_wait_s": round(waits[-1], 2),
        "came_back": len(back),
        "back_median_s": round(statistics.median(back), 3) if back else None,
        "back_longest_s": round(back[-1], 2) if back else None,
        "told": told,
    }


async def upgrade(folder: Path, given: argparse.Namespace) -> Found:
    """A rolling upgrade under people who play."""
    found = await upgraded(folder / "upgrade", PLAYING // (10 if given.quick else 1))
    print(
        f"upgrade: {found['people']} people, {found['came_back']} connections came back after "
        f"{found['back_median_s']} s in the median, {found['back_longest_s']} s at most; nobody waited longer than "
        f"{found['longest_wait_s']} s; the processes took {found['drained_s']} s to hand over and end; "
        f"{found['told']} actions that people were told of are stored once each",
        flush=True,
    )
    return found


ROWS: Final[dict[str, Callable[[Path, argparse.Namespace], Awaitable[Found]]]] = {
    "scaling": one_and_two,
    "many": many,
    "upgrade": upgrade,
}


def main(argv: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", action="append", choices=[*ROWS])
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--json", type=Path, help="write all that was measured to this file")
    given = parser.parse_args(argv)
    if given.quick:
        given.seconds = min(given.seconds, 4.0)
    found: Found = {}
    for name, row in ROWS.items():
        if not given.only or name in given.only:
            with tempfile.TemporaryDirectory(prefix="dealt-cluster-") as folder:
                Path(folder).chmod(0o755)
                found[name] = asyncio.run(row(Path(folder), given))
            if given.json:
                given.json.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    return 0
