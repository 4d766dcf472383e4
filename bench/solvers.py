"""Bridge tables whose computers are the double-dummy solver: nobody dies, no answer is wrong, and people do not wait.

``python -m bench solvers [--tables 50] [--minutes 10]`` needs the extra ``bridge``. One person plays at each table and
three solvers with them; in the end all that is stored is judged by the game's list of legal actions.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import tempfile
import time
from pathlib import Path
from random import Random

from bench.rig.honest import percentile
from bench.rig.judging import Broken
from bench.rig.process import Crowd, RoomProcess


async def solvers(folder: Path, tables: int, seconds: float, seed: int, think: float) -> str:
    """Let them play; Broken if the room dies, a computer fails, or anything stored is not legal."""
    room = RoomProcess(folder, pace_factor=0.3)
    crowd = Crowd(room, Random(seed))
    crowd.think = think
    try:
        await room.start()
        for _ in range(tables):
            crowd.seat("bridge", computers="solver")
        await crowd.all_play(180)
        crowd.forget_delays()
        began = time.perf_counter()
        while time.perf_counter() - began < seconds:
            await crowd.play(min(30.0, seconds))
            delays = crowd.delays()
            print(
                f"  {time.perf_counter() - began:.0f} s: {sum(person.step for person in crowd.people)} actions, "
                f"{sum(person.deals for person in crowd.people)} deals, p99 {percentile(delays, 0.99):.0f} ms, "
                f"RSS {room.rss():.0f} MB, load average {os.getloadavg()[0]:.1f}",
                flush=True,
            )
        lost, replaced = [
            await room.metric(f"dealt_{each}_total") for each in ("worker_restarts", "computers_replaced")
        ]
        thought = await room.metric("dealt_thinking_seconds_count"), await room.metric("dealt_thinking_seconds_sum")
        await crowd.end()
        status, failed = await room.stop(), room.log.read_text().count("a computer failed")
        told = await crowd.judge()
        if status or lost or replaced or failed:
            raise Broken(f"status {status}, {lost} workers lost, {replaced} computers replaced, {failed} failed")
        delays = crowd.delays()
        p50, p95, p99 = (percentile(delays, share) for share in (0.5, 0.95, 0.99))
        return (
            f"{tables} tables, {seconds / 60:.1f} minutes: no death, no worker lost, no computer failed; "
            f"{thought[0]:.0f} thoughts of {1000 * thought[1] / max(1, thought[0]):.0f} ms on average; "
            f"{told} actions told and stored once; people p50 {p50:.1f} p95 {p95:.1f} p99 {p99:.1f} ms"
        )
    finally:
        await crowd.end()
        room.kill()


def main(argv: list[str]) -> int:
    """Let the solvers play and print what was found."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--think", type=float, default=1.0, help="seconds that a person takes for an action")
    parser.add_argument("--seed", type=int, default=int.from_bytes(os.urandom(4), "big"))
    arguments = parser.parse_args(argv)
    print(f"seed {arguments.seed}, load average {os.getloadavg()[0]:.1f}", flush=True)
    with tempfile.TemporaryDirectory(prefix="dealt-solvers-") as folder:
        given = Path(folder), arguments.tables, 60 * arguments.minutes, arguments.seed, arguments.think
        try:
            print(asyncio.run(solvers(*given)))
        except Broken as broken:
            print(f"BROKEN: {broken}")
            return 1
    return 0
