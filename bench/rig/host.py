"""A room that watches itself: how late its event loop is, how long garbage collections take, what it spends time on.

``python -m bench.rig.host --watch FILE [--profile FILE] -- --port 4000 ...``: what follows are the settings of the
room. On SIGUSR1 it begins to measure, on SIGUSR2 it writes what it found as JSON.
"""

from __future__ import annotations

import argparse
import asyncio
import cProfile
import gc
import json
import pstats
import signal
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bench.rig.load import percentiles
from dealt.server import run as rooms
from dealt.tournament import commands
from dealt.tournament.events import Paired
from dealt.tournament.state import Tournament

EVERY = 0.01
"""Seconds between two looks at the event loop."""


class Watch:
    """What is measured between the two signals."""

    def __init__(self, file: Path, profile: Path | None) -> None:
        self.file, self.to = file, profile
        self.lags: list[float] = []
        self.stops: list[tuple[int, float]] = []
        """The generation and the seconds of each garbage collection."""
        self.pairings: list[dict[str, Any]] = []
        """When tables of a tournament were made up, for how many people, and the seconds of processor that it took."""
        self._collecting = 0.0
        self._task: asyncio.Task[None] | None = None
        self._profile = cProfile.Profile(time.thread_time)  # others on this machine count for nothing

    def start(self, _: list[str]) -> None:
        """The room is open."""
        loop = asyncio.get_running_loop()
        loop.add_signal_handler(signal.SIGUSR1, self._begin)
        loop.add_signal_handler(signal.SIGUSR2, self._end)
        self._task = loop.create_task(self._look())
        self._watch_pairings()
        gc.callbacks.append(self._collect)

    async def _look(self) -> None:
        while True:
            before = time.perf_counter()
            await asyncio.sleep(EVERY)
            self.lags.append(time.perf_counter() - before - EVERY)

    def _watch_pairings(self) -> None:
        follow = commands.follow

        def timed(tournament: Tournament, *args: Any, **kwargs: Any) -> Any:
            began = time.thread_time()  # what others do on this machine counts for nothing
            happened = follow(tournament, *args, **kwargs)
            took = time.thread_time() - began
            for each in happened:
                if isinstance(each, Paired):
                    tables = {one.table: sum(map(bool, one.places)) for one in each.tables}
                    self.pairings.append({"at": time.time(), "took": took, "tables": tables})
            return happened

        commands.follow = timed

    def _collect(self, phase: str, info: dict[str, int]) -> None:
        if phase == "start":
            self._collecting = time.thread_time()  # what others do on this processor meanwhile counts for nothing
        else:
            self.stops.append((info["generation"], time.thread_time() - self._collecting))

    def _generation(self, n: int) -> dict[str, Any]:
        took = [each for generation, each in self.stops if generation == n]
        return {"collections": len(took), **percentiles(took)}

    def _begin(self) -> None:
        self.lags.clear()
        self.stops.clear()
        self.pairings.clear()
        if self.to:
            self._profile.enable()

    def _end(self) -> None:
        if self.to:
            self._profile.disable()
            with self.to.open("w", encoding="utf-8") as file:
                pstats.Stats(self._profile, stream=file).sort_stats("tottime").print_stats(70)
                pstats.Stats(self._profile, stream=file).sort_stats("cumtime").print_stats(110)
        found = {
            "lag_ms": percentiles(self.lags),
            "collections": len(self.stops),
            "collection_ms": percentiles(took for _, took in self.stops),
            "pairings": self.pairings,
            "generations": [self._generation(n) for n in range(3)],
        }
        beside = self.file.with_suffix(".part")
        beside.write_text(json.dumps(found))
        beside.replace(self.file)


def main(argv: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description="A room that measures itself between SIGUSR1 and SIGUSR2.")
    parser.add_argument("--watch", type=Path, required=True)
    parser.add_argument("--profile", type=Path, help="where to write the time of each function; everything is slower")
    parser.add_argument("settings", nargs="*", help="settings of the room, after --")
    given = parser.parse_args(argv)
    return rooms.main(given.settings, on_ready=Watch(given.watch, given.profile).start)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
