"""The host's orders and questions, which one process gets and all carry out."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable, Iterable
from typing import Final

import structlog

from dealt.server.base.trouble import StoreError
from dealt.server.cluster import notes
from dealt.server.cluster.bus import Bus
from dealt.server.cluster.part import Part
from dealt.server.room import alone

WITHIN: Final = 3.0
"""The longest that the host waits for the answers of other processes, in seconds."""

log = structlog.get_logger("dealt.cluster")


class Orders(Part, alone.Orders):
    """What this process tells the others of the host, and hears from them."""

    def __init__(self, bus: Bus, others: Callable[[], Iterable[int]]):
        """``others`` are the other processes that live."""
        self._bus, self._others = bus, others
        self._questions = itertools.count(1)
        self._asked: dict[int, asyncio.Future[bytes]] = {}
        self.hears: notes.Hears = {
            notes.Orders: self._ordered,
            notes.HostAsked: lambda sender, note: self.room.runtime.start(self._answer(sender, note)),
            notes.HostAnswered: self._answered,
        }

    def tell(self, *, sanctions: bool = False) -> None:
        self._bus.tell_all(self.now(sanctions=sanctions))

    def now(self, *, sanctions: bool) -> notes.Orders:
        """The orders as they are; ``sanctions``: bans or mutes may have changed."""
        hosting = self.room.hosting
        return notes.Orders(hosting.says, hosting.until, hosting.ordered_at, sanctions)

    def _ordered(self, sender: int, note: notes.Orders) -> None:
        self.room.hosting.adopt(note.says, note.until, note.at)
        if note.sanctions:
            self.room.runtime.start(self._read_sanctions())

    async def _read_sanctions(self) -> None:
        try:
            await self.room.hosting.sanctions.load()
            await self.room.hosting.send_out_banned()
        except StoreError as error:
            log.warning("bans could not be read; they are read again with the next order", why=str(error))

    async def ask(self, question: bytes) -> list[bytes]:
        asked = {next(self._questions): each for each in self._others()}
        answers = {n: asyncio.get_running_loop().create_future() for n in asked}
        self._asked |= answers
        for n, each in asked.items():
            self._bus.send(each, notes.HostAsked(n, question))
        if answers:
            await asyncio.wait(answers.values(), timeout=WITHIN)
        for n in answers:
            del self._asked[n]
        return [each.result() for each in answers.values() if each.done()]

    async def _answer(self, sender: int, note: notes.HostAsked) -> None:
        self._bus.send(sender, notes.HostAnswered(note.n, await self.answer(note.question)))

    def _answered(self, sender: int, note: notes.HostAnswered) -> None:
        answer = self._asked.get(note.n)
        if answer is not None and not answer.done():
            answer.set_result(note.answer)
