"""How long people wait for the table after an action: a bound that only a room with something wrong misses.

What the room can do is measured by ``python -m bench room`` on a machine that has nothing else to do.
"""

from __future__ import annotations

import asyncio
import os
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from bench.rig import load
from bench.rig.engines import free_port
from bench.room import SETTINGS
from tests.rooms import database, room_process

PEOPLE = 40
BUDGET = 250
"""Milliseconds for the 99th percentile. It is some 10 on a quiet machine."""
TRIES = 6
"""The machine may be busy with something else: the best try counts."""


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """A room in a process of its own, without limits."""
    port = free_port()
    clean = {key: value for key, value in os.environ.items() if not key.startswith("DEALT_")}
    wanted = {**SETTINGS, "port": port, "database": database(tmp_path / "room.db"), "config": os.devnull}
    ours = {f"DEALT_{key.upper()}": str(value) for key, value in wanted.items()}
    process = room_process(tmp_path / "room.log", environment={**clean, **ours})
    try:
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz", timeout=1):
                    break
            except OSError:
                time.sleep(0.05)
        yield f"ws://127.0.0.1:{port}/ws"
    finally:
        process.terminate()
        process.join(20)


@pytest.mark.slow
def test_forty_people_are_answered_within_the_budget(address: str) -> None:
    tries = []
    for n in range(TRIES):
        wanted = ["--people", str(PEOPLE), "--pace", "0.5", "--warm", "0.5", "--seconds", "2", "--prefix", f"t{n}"]
        found = asyncio.run(load.run(load.read([address, *wanted, "--deflate", "--silent"])))
        assert found["errors"] == {}
        tries.append(found["act_ms"]["p99"])
        if tries[-1] < BUDGET and found["acts"] > PEOPLE / 4:  # else hardly anybody has played
            return
    pytest.fail(f"the 99th percentile is {tries} ms, over {BUDGET}")
