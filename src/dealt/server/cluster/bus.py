"""The bus: it carries notes between the processes of a room, over the publish/subscribe of a Redis server.

Notes to one process in one turn of the loop travel as one parcel, and all parcels of a turn in one pipeline. Redis
forgets what nobody hears: so every pair of processes counts its parcels, and every process tells once a second how many
it has sent to whom. Who finds that something is missing says so (``on_gap``), and the two begin anew.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from typing import Any, Final

import structlog

from dealt.server.base.background import attended, unattended
from dealt.server.base.config import ConfigError
from dealt.server.cluster.notes import Beat, Note, pack, unpack

ALL: Final = 0
"""The number that stands for all processes."""
BEAT_EVERY: Final = 1.0
DEAF_AFTER: Final = 3.0
"""Who has not heard their own beats for so many seconds has lost the connection, whatever the system says."""
HEARS: Final = 1.5
"""Whose beat has not come back for so long beats no more, so that others miss them soon."""
WRITE_WITHIN: Final = 3.0
OPEN_WITHIN: Final = 1.0
MOST_NOTES: Final = 50_000
"""The number of notes to one process that wait at most: beyond it they are dropped, which is a gap."""
PAUSES: Final = (0.05, 0.1, 0.25, 0.5)
"""Seconds between two tries to reach the Redis server."""

log = structlog.get_logger("dealt.cluster")


def _nothing(*_: Any) -> None:
    """Until somebody listens."""


class Bus:
    """Carries notes. Two processes hear each other's in the order in which they were sent."""

    def __init__(self, address: str, room: str, number: int, client: Callable[[str], Any] | None = None):
        """``room`` tells rooms apart that share a server; ``number`` is that of this process.

        ``client`` makes a client of the server at an address.
        """
        client = client or client_of
        self.up = False
        """Can the server of the bus be reached?"""
        self.on_notes: Callable[[int, Sequence[Note]], None] = _nothing
        """Gets what came, with the number of its sender; it raises nothing."""
        self.on_gap: Callable[[int], None] = _nothing
        """Is told of a process with which notes were lost, in either direction."""
        self.on_state: Callable[[bool], None] = _nothing
        """Is told when ``up`` changes."""
        self.number = number
        self._prefix = f"dealt:{room}:"
        self._own, self._all = f"{self._prefix}{number}", f"{self._prefix}all"
        self._talking, self._hearing = client(address), client(address)
        self._out: dict[int, list[Note]] = {}
        self._sent: dict[int, int] = {}
        self._got: dict[tuple[int, bool], int] = {}
        self._writing = self._closed = False
        self._beat_is_due = False
        self._unanswered: float | None = None
        """When the first beat was sent that has not come back."""
        self._own_at = self._hearing_since = float("-inf")
        """When this process heard itself last, and since when it has done so again and again."""
        self._others_at: dict[int, float] = {}
        self._subscribed = self._writes = False
        self._works = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._writer: asyncio.Task[None] | None = None
        self._listener: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Begin to listen; it goes on trying if the server can't be reached."""
        self._tasks = [unattended(self._listen(), name="bus"), unattended(self._beat(), name="beats")]
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._works.wait(), OPEN_WITHIN)

    async def close(self) -> None:
        """Send what waits, and hear nothing any more."""
        await asyncio.sleep(0)  # what was sent in this turn of the loop is still to be begun
        if self._writer is not None and not self._writer.done():
            await asyncio.wait([self._writer], timeout=1.0)
        self._closed = True
        tasks = [*self._tasks, *([self._writer] if self._writer else ())]
        for each in tasks:
            each.cancel()
        if tasks:
            await asyncio.wait(tasks, timeout=1.0)
        for client in (self._talking, self._hearing):
            with contextlib.suppress(Exception):
                await client.aclose()

    # --- out

    def send(self, number: int, note: Note) -> None:
        box = self._out.get(number)
        if box is None:
            box = self._out[number] = []
        box.append(note)
        if len(box) > MOST_NOTES:
            del self._out[number]
            self._sent[number] = self._sent.get(number, 0) + 1  # the others see that something is missing
            asyncio.get_running_loop().call_soon(self.on_gap, number)
        self._wake()

    def tell_all(self, note: Note) -> None:
        self.send(ALL, note)

    def forget(self, number: int) -> None:
        """A process is dead for good."""
        self._out.pop(number, None)
        self._others_at.pop(number, None)
        self._sent.pop(number, None)
        self._got.pop((number, False), None)
        self._got.pop((number, True), None)

    def silent(self, seconds: float) -> set[int]:
        """The processes that were heard before and not for so long, although this one was: they are cut off."""
        now = asyncio.get_running_loop().time()
        if not self.up or now - self._own_at > HEARS:
            return set()
        return {each for each, at in self._others_at.items() if now - max(at, self._hearing_since) > seconds}

    def _wake(self) -> None:
        if not self._writing and not self._closed:
            self._writing = True
            asyncio.get_running_loop().call_soon(self._begin)

    def _begin(self) -> None:
        if not self._closed:
            self._writer = unattended(self._write())

    async def _write(self) -> None:
        try:
            while self._out or self._beat_is_due:
                await self._write_some()
        finally:
            self._writing = False

    async def _write_some(self) -> None:
        some, self._out = self._out, {}
        pipe = self._talking.pipeline(transaction=False)
        order = sorted(some, key=lambda to: to == ALL)  # a beat tells of all that was sent before
        if self._beat_is_due:
            self._beat_is_due = False
            for to in order:
                self._sent[to] = self._sent.get(to, 0)  # so that the beat can name it
            order = [*(to for to in order if to != ALL), ALL]
        beat = bool(order) and order[-1] == ALL
        for to in order:
            notes = some.get(to, [])
            n = self._sent[to] = self._sent.get(to, 0) + 1
            if to == ALL and beat:
                notes = [*notes, Beat({number: count for number, count in self._sent.items() if number != ALL})]
            pipe.publish(self._all if to == ALL else f"{self._prefix}{to}", pack(self.number, to, n, notes))
        if beat and self._unanswered is None:
            self._unanswered = asyncio.get_running_loop().time()
        try:
            async with asyncio.timeout(WRITE_WITHIN):
                heard = await pipe.execute()
        except Exception as error:  # noqa: BLE001 - whatever the client raises, the notes are lost
            self._trouble("the bus can't be written to", error)
            self._writes, self._unanswered = False, None
            self._look()
            with contextlib.suppress(Exception):  # an answer that still comes belongs to no question any more
                await self._talking.connection_pool.disconnect()
            for to in some:
                if to != ALL:
                    self.on_gap(to)
            await asyncio.sleep(PAUSES[0])
            return
        self._writes = True
        self._look()
        for to, count in zip(order, heard, strict=True):
            if not count and to != ALL:
                self.on_gap(to)  # nobody listens there

    async def _beat(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            deaf = 0.0 if self._unanswered is None else loop.time() - self._unanswered
            if deaf < HEARS:
                self._beat_is_due = True
                self._wake()
            elif deaf > DEAF_AFTER and self._subscribed and self._listener:
                self._listener.cancel()  # it connects anew
            await asyncio.sleep(BEAT_EVERY)

    # --- in

    async def _listen(self) -> None:
        tries = 0
        while True:
            self._listener = attended(self._hear(), name="bus listener")
            began = asyncio.get_running_loop().time()
            try:
                await asyncio.wait([self._listener])
            finally:
                self._listener.cancel()
            if not self._listener.cancelled() and (error := self._listener.exception()):
                self._trouble("the bus can't be heard", error)
            self._subscribed = False
            self._look()
            tries = tries + 1 if asyncio.get_running_loop().time() - began < 1.0 else 0
            await asyncio.sleep(PAUSES[min(tries, len(PAUSES) - 1)])

    async def _hear(self) -> None:
        async with self._hearing.pubsub() as subscription:
            async with asyncio.timeout(WRITE_WITHIN):
                await subscription.subscribe(self._own, self._all)
            while True:
                kind, _, data = await subscription.parse_response(block=True)
                if kind == b"message":
                    self._take(data)
                elif kind == b"subscribe" and data == 2:
                    self._subscribed, self._unanswered = True, None
                    self._beat_is_due = True
                    self._wake()
                    self._look()

    def _take(self, data: bytes) -> None:
        parcel, now = unpack(data), asyncio.get_running_loop().time()
        if parcel is None:
            return
        if parcel.sender == self.number:
            if now - self._own_at > HEARS:
                self._hearing_since = now
            self._own_at, self._unanswered = now, None
            return
        self._others_at[parcel.sender] = now
        sender, key = parcel.sender, (parcel.sender, parcel.to == ALL)
        before = self._got.get(key, parcel.n - 1 if parcel.to == ALL else 0)
        self._got[key] = parcel.n
        if parcel.n != before + 1:
            self.on_gap(sender)
        notes: list[Note] = []
        for each in parcel.notes:
            if isinstance(each, Beat):
                self._check(sender, each.sent.get(self.number, 0))
            else:
                notes.append(each)
        self.on_notes(sender, notes)

    def _check(self, sender: int, sent: int) -> None:
        """Has everything come that a process has sent to this one?"""
        if self._got.get((sender, False), 0) != sent:
            self._got[sender, False] = sent
            self.on_gap(sender)

    def _look(self) -> None:
        up = self._subscribed and self._writes
        if up != self.up:
            self.up = up
            if up:
                self._works.set()
            (log.info if up else log.error)("the bus works" if up else "the bus does not work: Redis can't be reached")
            self.on_state(up)

    def _trouble(self, what: str, error: BaseException) -> None:
        if self.up:
            log.warning(what, why=f"{type(error).__name__}: {error}"[:200])


def client_of(address: str) -> Any:
    """A client of the Redis server at an address; ConfigError if it is none, or if the client isn't installed."""
    try:
        from redis import asyncio as redis
        from redis.asyncio.retry import Retry
        from redis.backoff import NoBackoff
    except ImportError:
        raise ConfigError("cluster needs the package redis: pip install 'dealt[cluster]'") from None
    try:
        return redis.Redis.from_url(
            address, protocol=2, socket_connect_timeout=WRITE_WITHIN, socket_keepalive=True, retry=Retry(NoBackoff(), 0)
        )
    except ValueError as error:
        raise ConfigError(f"cluster can't be {address!r}: {error}") from None
