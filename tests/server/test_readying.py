"""What is compiled in the background is told: in the lobby, in the log and as a figure. No one waits for it."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from dealt.server.metrics import Metrics
from dealt.server.readying import Readying
from dealt.server.room import Room
from tests.server.helpers import FakeLink, until

SAYS = """
import json, sys
print(json.dumps({"left": ["hearts", "bigtwo", "elevens"], "parts": 4, "compiled": 0}), flush=True)
sys.stdin = open(sys.argv[1]); sys.stdin.readline()
print(json.dumps({"left": ["bigtwo"], "parts": 1, "compiled": 3}), flush=True)
print(json.dumps({"left": [], "parts": 0, "compiled": 9}), flush=True)
"""


def value(metrics: Metrics) -> float | None:
    return metrics.registry.get_sample_value("dealt_games_not_ready")


async def test_levels_that_get_ready_are_known_until_they_are(tmp_path: Path) -> None:
    seen: list[dict[str, list[str]]] = []
    gate = tmp_path / "gate"
    os.mkfifo(gate)
    metrics = Metrics()
    readying = Readying(metrics, lambda: seen.append(readying.levels), (sys.executable, "-c", SAYS, str(gate)))
    running = asyncio.create_task(readying.run())
    await until(lambda: readying.levels)
    assert readying.levels == {"hearts": ["expert"], "bigtwo": ["expert"]}
    assert value(metrics) == 2
    await asyncio.to_thread(gate.write_text, "go on\n")
    await running
    assert readying.levels == {}
    assert value(metrics) == 0
    assert seen[-1] == {}


async def test_who_is_in_the_lobby_is_told(room: Room) -> None:
    ann = await FakeLink(room).come("Ann")
    assert ann.last("lobby").get("readying", {}) == {}
    for levels in ({"hearts": ["expert"]}, {}):
        room.readying.levels = levels
        room.lobby.changed()
        await until(lambda now=levels: ann.last("lobby").get("readying", {}) == now)  # type: ignore[misc]


async def test_a_compiler_that_fails_is_said_and_the_levels_stay_marked() -> None:
    line = json.dumps({"left": ["spades"], "parts": 1, "compiled": 0})
    program = f"import sys; print('{line}'); sys.exit('no space left')"
    readying = Readying(Metrics(), lambda: None, (sys.executable, "-c", program))
    with capture_logs() as said:
        await readying.run()
    assert readying.levels == {"spades": ["expert"]}
    assert [each["why"] for each in said if each["log_level"] == "warning"] == ["no space left"]


async def test_the_process_ends_with_the_room() -> None:
    program = 'import time\nprint(\'{"left": ["spades"]}\', flush=True)\ntime.sleep(600)'
    readying = Readying(Metrics(), lambda: None, (sys.executable, "-c", program))
    running = asyncio.create_task(readying.run())
    await until(lambda: readying.levels)
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
