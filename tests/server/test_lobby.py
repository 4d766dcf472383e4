"""The list of tables: whoever watches it ends with what is true."""

from __future__ import annotations

import asyncio
import json
from types import SimpleNamespace
from typing import Any

import pytest

from dealt.server.room import lobby
from dealt.server.room.alone import Listings


class Watcher:
    remote = False

    def __init__(self) -> None:
        self.people = -1

    def send_frame(self, frame: bytes) -> None:
        self.people = json.loads(bytes(frame))["people"]


@pytest.mark.slow
async def test_who_comes_while_another_goes_hears_how_many_are_here() -> None:
    people: Any = SimpleNamespace(here=1)
    runtime: Any = SimpleNamespace(closing=False)
    listed, first, second = lobby.Lobby(list, list, people, Listings(), runtime), Watcher(), Watcher()
    listed.enter(first)  # type: ignore[arg-type]
    await asyncio.sleep(2 * lobby.EVERY + lobby.FRESH)
    assert first.people == 1
    listed.leave(first)  # type: ignore[arg-type]
    people.here = 0
    listed.changed()
    await asyncio.sleep(lobby.FRESH * 1.2)
    listed.enter(second)  # type: ignore[arg-type]
    people.here = 1
    listed.changed()
    await asyncio.sleep(2 * lobby.EVERY)
    listed.close()
    assert second.people == 1
