"""What is to be sent over a socket: in its order, at once as far as the reader takes it, the rest when it is read.

A slow reader gets only the newest state of the table, but every line of chat. A reader that takes nothing is cut off.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final, NamedTuple

import structlog
from prometheus_client import Counter
from starlette.websockets import WebSocket, WebSocketDisconnect

from dealt.server.base import logs
from dealt.server.base.background import unattended
from dealt.server.base.deflate import Alone

CARRIER: Final = "dealt.carrier"
"""The ASGI extension of a WebSocket with its :class:`Carrier`."""

MOST_WAITING: Final = 500
MOST_WAITING_BYTES: Final = 2_000_000

log = structlog.get_logger("dealt.connection")


class Carrier(NamedTuple):
    """How encoded texts get to the reader of a socket."""

    takes: Callable[[], bool]
    """Does the reader take more now?"""
    write: Callable[[bytes], None]
    """Send a text at once."""
    send: Callable[[bytes], Awaitable[None]]
    """Send a text as soon as the reader takes it."""
    unread: Callable[[], int]
    """The number of bytes that wait to be read."""
    abort: Callable[[], None]
    """Drop the connection at once."""
    gone: Callable[[], bool]
    """Is the connection lost, though that is still to be heard?"""


@dataclass(frozen=True, slots=True, eq=False)
class Mark:
    """Stands in the queue for a frame that is made only when its turn comes, from the newest state."""

    what: str
    make: Callable[[], bytes]
    """The frame; empty if there is none any more."""


@dataclass(frozen=True, slots=True, eq=False)
class Passed:
    """A frame whose sender hears when it is on its way, and lets no other wait before: it does not count as waiting."""

    frame: bytes
    went: Callable[[], object]


@dataclass(frozen=True, slots=True)
class _Close:
    code: int
    reason: str


class Outbox:
    """The queue of one socket. There is a task for writing only while somebody waits for the reader."""

    def __init__(self, socket: WebSocket, address: str, now: Callable[[], float], closed: Counter):
        """``closed`` counts why the room closes connections."""
        self._socket, self._address, self._now, self._closed = socket, address, now, closed
        self.closing = False
        self.sending_since: float | None = None
        self.carrier: Carrier = socket.scope["extensions"][CARRIER]
        self._out: list[bytes | Mark | Passed | _Close] = []  # a deque takes 700 bytes even if it is empty
        self._unread = self._waiting = 0
        self._busy = True
        """Is something being sent? Then what comes meanwhile is sent after it; what comes before the handshake too."""
        self._writer: asyncio.Task[None] | None = None

    def __len__(self) -> int:
        """The number of messages that wait to be sent."""
        return len(self._out)

    def open(self) -> None:
        """The handshake is over: what has come before is sent."""
        self._busy = False
        self._wake()

    def end(self) -> None:
        """The connection is lost."""
        if self._writer:
            self._writer.cancel()

    # --- what is to be sent

    def push(self, item: bytes | Mark | Passed) -> None:
        """Send something after what waits already; a mark that waits already stands for what is new, too."""
        if not self.closing and not (isinstance(item, Mark) and item in self._out):
            self._push(item)

    def take_back(self, mark: Mark) -> None:
        """What a mark stands for is not to be sent at its place."""
        if mark in self._out:
            self._out.remove(mark)

    async def push_long(self, frame: bytes) -> None:
        """Send a long message, and wait until it is on its way."""
        on_its_way = asyncio.Event()
        self.push(Passed(Alone(frame), on_its_way.set))
        if not self.closing:
            await on_its_way.wait()

    def close(self, code: int, reason: str) -> None:
        """Say goodbye after what waits."""
        if not self.closing:
            self._push(_Close(code, reason))
            self.closing = True
            self._closed.labels(reason).inc()

    def stuck(self, now: float, within: float) -> bool:
        """Has the reader taken nothing for ``within`` seconds?"""
        if self.sending_since is None:
            return False
        unread = self.carrier.unread()
        if unread < self._unread:
            self.sending_since = now  # a long frame takes its time
        self._unread = unread
        return now - self.sending_since > within

    def _push(self, item: bytes | Mark | Passed | _Close) -> None:
        self._out.append(item)
        self._waiting += len(item) if isinstance(item, bytes) else 0
        self._wake()
        if len(self._out) > MOST_WAITING or self._waiting > MOST_WAITING_BYTES:
            self.abort("too slow")

    def abort(self, why: str) -> None:
        """Drop the connection at once: its reader takes nothing, so it could not hear a goodbye either."""
        self.closing = True
        self._out.clear()
        self._closed.labels(why).inc()
        log.info("a connection was dropped", why=why, address=self._address)
        self.carrier.abort()

    def _wake(self) -> None:
        """Send what waits: at once as far as the reader takes it, the rest in a task."""
        if self._busy:
            return
        self._busy = True
        try:
            while self._out and self.carrier.takes():
                item = self._out[0]
                if isinstance(item, _Close):
                    break  # saying goodbye takes a task
                del self._out[0]
                if frame := self._next(item):
                    self.carrier.write(frame)
                if isinstance(item, Passed):
                    item.went()
        except OSError:
            self._out.clear()  # they are gone: the reading side ends it
        if self._out:
            self._writer = unattended(self._write())
        else:
            self._busy = False

    async def _write(self) -> None:
        try:
            while self._out:
                self.sending_since = self._now()
                item = self._out.pop(0)
                if isinstance(item, _Close):
                    await self._socket.close(item.code, item.reason)
                    return
                if frame := self._next(item):
                    await self.carrier.send(frame)
                if isinstance(item, Passed):
                    item.went()
                self.sending_since = None
        except (WebSocketDisconnect, RuntimeError, OSError):
            self._out.clear()  # they are gone: the reading side ends it
        finally:
            self._busy = False

    def _next(self, item: bytes | Mark | Passed) -> bytes:
        """The frame to send; empty if there is none any more."""
        if isinstance(item, Mark):
            try:
                return item.make()
            except Exception as error:  # noqa: BLE001 - a connection that can't be told anything must not look alive
                log.error("a message could not be made", what=item.what, why=logs.where(error))
                self.abort("internal")
                return b""
        if isinstance(item, Passed):
            return item.frame
        self._waiting -= len(item)
        return item
