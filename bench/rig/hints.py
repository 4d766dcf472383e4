"""People who ask for hints as fast as a room lets them, and one who makes a table meanwhile, again and again.

A part of ``bench/rig/load.py``: ``python -m bench room --only hints``.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from typing import Any

from bench.rig.client import Heard, Player
from dealt.server.base.config import Config
from dealt.server.door.connection import MOST_LONG

__all__ = ["Asker", "make_tables"]

PAUSE = 0.1
"""Seconds between two tables that somebody makes, and two looks whether it is one's turn."""


class Asker(Player):
    """Somebody on turn who never plays, and asks for as many hints as a connection may."""

    took: list[float]

    def begin(self) -> None:
        """Ask from now on."""
        self.took, self._asked = [], list[float]()
        for _ in range(MOST_LONG):
            self._ask()

    def _ask(self) -> None:
        last = self._last
        if last is None or last.view is None or last.seat not in last.view.turn:
            asyncio.get_running_loop().call_later(PAUSE, self._ask)  # computers go first
            return
        self._asked.append(time.perf_counter())
        self.say(op="hint", step=last.step)

    def answered(self, heard: Heard) -> None:
        if heard.op not in ("hinted", "error") or not self._asked:
            return
        now, asked = time.perf_counter(), self._asked.pop(0)
        if heard.op == "hinted":
            self.took.append(now - asked)
        rate = Config().ask_rate
        asyncio.get_running_loop().call_later(max(0.0, asked + MOST_LONG / rate - now), self._ask)


async def make_tables(maker: Player, game: str, until: float) -> Sequence[float]:
    """The seconds that each table took to be there."""
    took: list[float] = []
    while time.perf_counter() < until:
        began = time.perf_counter()
        await maker.ask("table", op="create", game=game)
        took.append(time.perf_counter() - began)
        await maker.ask("left", op="leave")
        await asyncio.sleep(PAUSE)
    return took


def hinted(people: Sequence[Any]) -> list[float]:
    """The seconds that each hint took."""
    return [each for one in people if isinstance(one, Asker) for each in one.took]
