"""Large tournaments over sockets: how long pairing takes, until all sit, and an action meanwhile.

``python -m bench crowd [--arena 500] [--minutes 3] [--swiss 256] [--rounds 2] [--pace 1] [--profile FILE]`` lets so
many people play Big Two in an arena, and then in a Swiss, in rooms of their own. Everybody looks at the tournament's
page while they sit at no table. It prints the time of each pairing in the room, which is to be below 200 ms, the time
until all who were paired have been told of their table, what an action takes until its table comes back, and what the
room has used of memory and processor. ``--arena 0`` or ``--swiss 0`` leaves one out.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import resource
import tempfile
import time
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from bench.rig.load import percentiles
from bench.rig.visitor import Visitor, until
from bench.room import Room, open_room

GAME: Final = "bigtwo"
AT_ONCE: Final = 50
"""The number of people who come in at the same time."""
GOAL: Final = 200.0
"""The most milliseconds that a pairing may take."""
PATIENCE: Final = 600.0
SETTINGS: Final = {"tournaments": 5, "tables": 2000}


class Reader(Visitor):
    """A player who reads the tournament's page while at no table, as the page does."""

    def _hear(self, payload: bytes) -> None:
        before = self.table
        super()._hear(payload)
        if self.follows and (before is None) != (self.table is None):
            self.say("get_tournament", id=self.follows if self.table is None else "")


async def crowd(room: Room, people: int, pace: float, wish: dict[str, Any], minutes: float) -> dict[str, Any]:
    """A tournament of so many people, to its end or for so long."""
    address = f"ws://127.0.0.1:{room.port}/ws"
    few = asyncio.Semaphore(AT_ONCE)
    visitors = [Reader(lambda: address, f"{wish['kind'][:1]}{n}", pace=pace) for n in range(people)]
    lives = [asyncio.create_task(each.live()) for each in visitors]

    async def join(each: Visitor) -> None:
        async with few:
            await until(lambda: each.here, PATIENCE, "all to come in")
            if each is not director:
                await each.ask("tournament", "get_tournament", id=id)
                each.follows = id
                each.say("join_tournament", id=id)

    director, began, before = visitors[0], time.perf_counter(), room.cpu()[0]
    try:
        await until(lambda: director.here, PATIENCE, "the director")
        id = (await director.ask("tournament", "open_tournament", game=GAME, **wish))["id"]  # noqa: A001
        director.follows = id
        await asyncio.gather(*map(join, visitors))
        watcher = Visitor(lambda: address, "eye")
        lives.append(asyncio.create_task(watcher.live()))
        await until(lambda: watcher.here, PATIENCE, "a watcher")
        watcher.follow(id)
        await until(lambda: len(watcher.cup.get("standing", ())) == people, PATIENCE, "all to join")
        print(f"{wish['kind']}: {people} have come in and joined after {time.perf_counter() - began:.1f} s, ", end="")
        print(f"for which the room has worked {room.cpu()[0] - before:.1f} s", flush=True)
        return await _measured(room, director, watcher, visitors, minutes)
    finally:
        for task in lives:
            task.cancel()
        await asyncio.gather(*lives, return_exceptions=True)


async def _measured(
    room: Room, director: Visitor, watcher: Visitor, visitors: list[Reader], minutes: float
) -> dict[str, Any]:
    for each in visitors:
        each.frames.clear()
        each.bytes.clear()
        each.errors.clear()
    room.begin()
    before, own, began = room.cpu(), time.process_time(), time.perf_counter()
    director.say("direct_tournament", id=director.follows, order="start")
    end = began + 60 * minutes if minutes else began + PATIENCE
    while watcher.cup["phase"] != "over" and time.perf_counter() < end:
        if watcher.cup["next_in"]:
            director.say("direct_tournament", id=director.follows, order="pair")
        await asyncio.sleep(0.5)
    took = time.perf_counter() - began
    after = room.cpu()
    return {
        "seconds": took,
        "over": watcher.cup["phase"] == "over",
        "room": room.end(),
        "cpu": after[0] - before[0],
        "workers_cpu": after[1] - before[1],
        "own_cpu": time.process_time() - own,
        "mb": room.rss(),
        "visitors": visitors,
    }


def told(what: str, people: int, found: dict[str, Any]) -> bool:
    """Print what was found; is the goal met?"""
    visitors: list[Reader] = found["visitors"]
    pairings, took = found["room"]["pairings"], found["seconds"]
    sizes = [sum(each["tables"].values()) for each in pairings]
    pairing = percentiles(each["took"] for each in pairings)
    print(f"{what} of {people}: {took:.0f} s, {'to its end' if found['over'] else 'not to its end'}")
    print(f"  pairings {len(pairings)}, of {min(sizes, default=0)} to {max(sizes, default=0)} people")
    print(f"  a pairing, ms of processor: {pairing}")
    print(f"  until all of a pairing sit, ms: {percentiles(_seated(pairings, visitors))}")
    print(f"  an action until its table, ms: {percentiles(each for one in visitors for each in one.took)}")
    acts = sum(len(each.took) for each in visitors)
    print(f"  {acts / took:.0f} actions/s, {sum(len(each.came) for each in visitors) / people:.1f} tables a person")
    frames, size = _sums(each.frames for each in visitors), _sums(each.bytes for each in visitors)
    for op, count in frames.most_common(5):
        print(f"  {op:<16}{count / took:8.0f} frames/s {size[op] / took / 1024:8.0f} kB/s")
    print(f"  the room: {found['cpu'] / took:.2f} processors, its workers {found['workers_cpu'] / took:.2f}, ", end="")
    print(f"{found['mb']} MB, its loop late by ms: {found['room']['lag_ms']}")
    errors = _sums(each.errors for each in visitors)
    print(f"  these people: {found['own_cpu'] / took:.2f} processors; refused: {dict(errors)}", flush=True)
    return bool(pairing) and pairing["most"] < GOAL


def _seated(pairings: list[dict[str, Any]], visitors: Iterable[Visitor]) -> list[float]:
    """The seconds from each pairing until the last of its people was told of their table."""
    last: dict[str, float] = {}
    people: Counter[str] = Counter()
    for each in visitors:
        for table, at in each.came.items():
            last[table] = max(last.get(table, 0.0), at)
            people[table] += 1
    return [
        max(last[table] for table in each["tables"]) - each["at"]
        for each in pairings
        if all(people[table] == count for table, count in each["tables"].items())
    ]


def _sums(some: Iterable[Counter[str]]) -> Counter[str]:
    found: Counter[str] = Counter()
    for each in some:
        found.update(each)
    return found


def main(argv: list[str]) -> int:
    parser = argparse.ArgumentParser(description="Large tournaments: pairing, seats, actions.")
    parser.add_argument("--arena", type=int, default=500, help="the people of an arena")
    parser.add_argument("--minutes", type=float, default=3.0, help="of the arena")
    parser.add_argument("--swiss", type=int, default=256, help="the people of a Swiss")
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--pace", type=float, default=1.0, help="average seconds before an action")
    parser.add_argument("--profile", type=Path, help="where to write the time of each function of the room")
    given = parser.parse_args(argv)
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 65_536)), hard))
    wishes = {
        "arena": (given.arena, {"kind": "arena", "minutes": max(1, round(given.minutes)), "boards": 1}, given.minutes),
        "swiss": (given.swiss, {"kind": "swiss", "rounds": given.rounds, "boards": 1}, 0.0),
    }
    met = True
    for kind, (people, wish, minutes) in wishes.items():
        if not people:
            continue
        with (
            tempfile.TemporaryDirectory(prefix="dealt-crowd-") as folder,
            open_room(Path(folder), SETTINGS, given.profile) as room,
        ):
            found = asyncio.run(crowd(room, people, given.pace, wish, minutes))
        met &= told(kind, people, found)
    print(f"load average {os.getloadavg()[0]:.1f}; pairings below {GOAL:.0f} ms: {'yes' if met else 'NO'}")
    return 0 if met else 1
