"""What the strongest computers call is compiled in the background once the room is open; how far that is, is told."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cache
from typing import Final

import msgspec
import structlog

from dealt.game import LEVELS
from dealt.games import GAMES
from dealt.players.levels import packages
from dealt.server.metrics import Metrics

__all__ = ["COMPILER", "Readying"]

COMPILER: Final = "numba"
COMMAND: Final = (sys.executable, "-m", "dealt", "compile", "--background", "--jobs", "1")

log = structlog.get_logger("dealt.readying")


class _Line(msgspec.Struct):
    """A line of ``dealt compile --background``; it says more than is read here."""

    left: list[str]


class Readying:
    """Runs ``dealt compile`` behind everything else, so that no person waits for a compiler.

    It is a process of its own with the lowest priority. Computers that need what is not compiled yet think less until
    then, which ``levels`` says of each game.
    """

    def __init__(self, metrics: Metrics, changed: Callable[[], None], command: Iterable[str] = COMMAND):
        self.levels: dict[str, list[str]] = {}
        """The levels that think less for now, of each game that is not ready."""
        self._metrics, self._changed, self._command = metrics, changed, tuple(command)
        self._told = False

    async def run(self) -> None:
        """Compile until all is done; whoever cancels it ends the process, and what is compiled by then is kept."""
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(*self._command, stdin=pipe, stdout=pipe, stderr=pipe)
        try:
            assert process.stdout  # noqa: S101 - they are pipes
            assert process.stderr  # noqa: S101
            await self._follow(process.stdout)
            why = (await process.stderr.read()).decode(errors="replace").strip()
            if await process.wait():
                log.warning("the strongest computers could not get ready: they go on to think less", why=why[-500:])
            elif self._told:
                log.info("the strongest computers are ready")
        finally:
            if process.returncode is None:
                with suppress(ProcessLookupError):
                    process.terminate()
            await process.wait()

    async def _follow(self, lines: asyncio.StreamReader) -> None:
        async for line in lines:
            left = msgspec.json.decode(line, type=_Line).left
            if left and not self._told:
                self._told = True
                log.info(
                    "the strongest computers get ready in the background; until then they think less", games=len(left)
                )
            self._now(await asyncio.to_thread(_slow_ones, left))

    def _now(self, now: dict[str, list[str]]) -> None:
        self._metrics.games_not_ready.set(len(now))
        if now != self.levels:
            self.levels = now
            self._changed()


def _slow_ones(left: Iterable[str]) -> dict[str, list[str]]:
    """The levels of each game that need the compiler for their full strength. To make a game takes a moment."""
    return {name: some for name in left if (some := _slow(name))}


@cache
def _slow(name: str) -> list[str]:
    game = GAMES[name].make()
    return [level for level in LEVELS if COMPILER in packages(game, level)]
