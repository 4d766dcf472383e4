"""One WebSocket: it checks and limits the frames that come in, and sends messages in order as fast as they are read.

A slow reader gets only the newest state of the table, but every line of chat. A reader that takes nothing is cut off.
An invalid frame is answered with what is wrong about it; after ``PATIENCE`` of them the connection is closed.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Final

import msgspec
import structlog
from starlette.websockets import WebSocket, WebSocketDisconnect

from dealt.server.base import logs
from dealt.server.base.background import unattended
from dealt.server.base.deflate import Alone
from dealt.server.base.limits import Bucket, RateLimits, too_fast
from dealt.server.room.answering import refusal, wording
from dealt.server.room.link import TURNED_OUT, Elsewhere
from dealt.server.room.live_table import LiveTable
from dealt.server.room.people import Person
from dealt.server.room.room import Room
from dealt.session.view import LogPosition
from dealt.wire import protocol
from dealt.wire.costs import LONG
from dealt.wire.protocol import FRAME_LIMIT
from dealt.wire.refusal import Refused, said

__all__ = ["ABORT", "SEND", "TAKES", "UNREAD", "WRITE", "Connection"]

ABORT: Final = "dealt.abort"
"""The ASGI extension with the function that drops a connection at once."""
UNREAD: Final = "dealt.unread"
"""The ASGI extension with the function that returns the number of bytes that wait to be read."""
SEND: Final = "dealt.send"
"""The ASGI extension with the function that sends an encoded text as soon as the reader takes it."""
TAKES: Final = "dealt.takes"
"""The ASGI extension with the function that tells whether the reader takes more now."""
WRITE: Final = "dealt.write"
"""The ASGI extension with the function that sends an encoded text at once."""

MOST_WAITING: Final = 500
MOST_WAITING_BYTES: Final = 2_000_000
PATIENCE: Final = 60
PATIENCE_RATE: Final = 1.0
MOST_LONG: Final = 4
VERSION_CLOSE: Final = 4002

log = structlog.get_logger("dealt.connection")


@dataclass(frozen=True, slots=True)
class _Mark:
    """Stands in the queue for a frame that is made only when its turn comes, from the newest state."""

    what: str


@dataclass(frozen=True, slots=True, eq=False)
class _Long:
    """A frame that does not count as waiting, because its sender waits until it is sent."""

    frame: bytes
    on_its_way: asyncio.Event

    def went(self) -> None:
        """It is on its way."""
        self.on_its_way.set()


@dataclass(frozen=True, slots=True, eq=False)
class _Passed:
    """A table's frame that another process has made; it hears when the frame is on its way."""

    frame: bytes
    went: Callable[[], None]


@dataclass(frozen=True, slots=True)
class _Close:
    code: int
    reason: str


_Item = bytes | _Mark | _Long | _Passed | _Close

_TABLE, _LOBBY = _Mark("table"), _Mark("lobby")


class Connection:
    """A link to the room over a WebSocket.

    What there is to say is sent at once as long as the reader takes it: there is a task for writing only while somebody
    waits for the reader.
    """

    relay: Elsewhere | None = None
    remote = False

    def __init__(self, room: Room, socket: WebSocket, address: str = ""):
        self.room = room
        self.person: Person | None = None
        self.live: LiveTable | None = None
        self.address = address
        self.contributes = False
        self.opened = room.now()
        self.greeted = False
        self.sending_since: float | None = None
        self._socket = socket
        extensions: dict[str, Any] = socket.scope.get("extensions", {})
        self._takes: Callable[[], bool] = extensions.get(TAKES, lambda: False)
        self._write_now: Callable[[bytes], None] = extensions.get(WRITE, lambda _: None)
        self._out: list[_Item] = []  # a deque takes 700 bytes even if it is empty
        self._unread = 0
        self._answers: set[asyncio.Task[None]] = set()
        self._delivering = asyncio.Lock()
        self._waiting = 0
        self._busy = True
        """Is something being sent? Then what comes meanwhile is sent after it; what comes before the handshake too."""
        self._writer: asyncio.Task[None] | None = None
        self._known: LogPosition | None = None
        self._lobby_frame = b""
        self._closing = False
        self._handling = self._over = False
        self._retrying: asyncio.TimerHandle | None = None
        config = room.config
        self._messages = Bucket(config.rate, config.burst)
        self._own = RateLimits(
            Bucket(config.chat_rate, config.chat_burst),
            Bucket(config.ask_rate, config.ask_burst),
            Bucket(config.costly_rate, config.costly_burst),
        )
        self._patience = Bucket(PATIENCE_RATE if config.rate else 0, PATIENCE)

    # --- out

    def send(self, message: protocol.Outgoing) -> None:
        frame = protocol.encode(message)
        long = isinstance(message, protocol.Talk) and message.history
        self._push(Alone(frame) if long else frame)

    async def deliver(self, *messages: protocol.Outgoing) -> None:
        async with self._delivering:
            for message in messages:
                await self._push_long(protocol.encode(message))

    async def _push_long(self, frame: bytes) -> None:
        long = _Long(Alone(frame), asyncio.Event())
        self._push(long)
        if not self._closing:
            await long.on_its_way.wait()

    def send_frame(self, frame: bytes) -> None:
        self._lobby_frame = frame
        if _LOBBY not in self._out:
            self._push(_LOBBY)

    def refresh(self, *, anew: bool = False) -> None:
        if anew:
            self._known = None
            with contextlib.suppress(ValueError):
                self._out.remove(_TABLE)
        if anew or _TABLE not in self._out:
            self._push(_TABLE)

    def pass_on(self, frame: bytes, taken: Callable[[], None] | None = None) -> None:
        self._push(frame if taken is None else _Passed(frame, taken))

    async def pass_long(self, frame: bytes) -> None:
        async with self._delivering:
            await self._push_long(frame)

    def went(self) -> None:
        self.room.lobby.enter(self)

    def close(self, code: int, reason: str) -> None:
        if not self._closing:
            self._push(_Close(code, reason))
            self._closing = True
            self.room.metrics.closed.labels(reason).inc()

    @property
    def waiting(self) -> int:
        """The number of messages that wait to be sent."""
        return len(self._out)

    def stuck(self, now: float, within: float) -> bool:
        """Has the reader taken nothing for ``within`` seconds?"""
        if self.sending_since is None:
            return False
        count: Callable[[], int] | None = self._socket.scope.get("extensions", {}).get(UNREAD)
        unread = count() if count else 0
        if unread < self._unread:
            self.sending_since = now  # a long frame takes its time
        self._unread = unread
        return now - self.sending_since > within

    def _push(self, item: _Item) -> None:
        if self._closing:
            return
        self._out.append(item)
        self._waiting += len(item) if isinstance(item, bytes) else 0
        self._wake()
        if len(self._out) > MOST_WAITING or self._waiting > MOST_WAITING_BYTES:
            self.abort("too slow")

    def abort(self, why: str) -> None:
        """Drop the connection at once: its reader takes nothing, so it could not hear a goodbye either."""
        self._closing = True
        self._out.clear()
        self.room.metrics.closed.labels(why).inc()
        log.info("a connection was dropped", why=why, address=self.address)
        abort: Callable[[], None] | None = self._socket.scope.get("extensions", {}).get(ABORT)
        if abort:
            abort()
        else:
            self._out.append(_Close(1008, why))
            self._wake()

    def _wake(self) -> None:
        """Send what waits: at once as far as the reader takes it, the rest in a task."""
        if self._busy:
            return
        self._busy = True
        try:
            while self._out and self._takes():
                item = self._out[0]
                if isinstance(item, _Close):
                    break  # saying goodbye takes a task
                del self._out[0]
                if frame := self._next(item):
                    self._write_now(frame)
                if isinstance(item, (_Long, _Passed)):
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
                self.sending_since = self.room.now()
                item = self._out.pop(0)
                if isinstance(item, _Close):
                    await self._socket.close(item.code, item.reason)
                    return
                if frame := self._next(item):
                    await self._send(frame)
                if isinstance(item, (_Long, _Passed)):
                    item.went()
                self.sending_since = None
        except (WebSocketDisconnect, RuntimeError, OSError):
            self._out.clear()  # they are gone: the reading side ends it
        finally:
            self._busy = False

    def _next(self, item: bytes | _Mark | _Long | _Passed) -> bytes:
        """The frame to send; empty if there is none any more."""
        if isinstance(item, _Mark):
            try:
                return self._make(item)
            except Exception as error:  # noqa: BLE001 - a connection that can't be told anything must not look alive
                log.error("a message could not be made", what=item.what, why=logs.where(error))
                self.abort("internal")
                return b""
        if isinstance(item, (_Long, _Passed)):
            return item.frame
        self._waiting -= len(item)
        return item

    async def _send(self, frame: bytes) -> None:
        send: Callable[[bytes], Awaitable[None]] | None = self._socket.scope.get("extensions", {}).get(SEND)
        await (send(frame) if send else self._socket.send_text(frame.decode()))

    def _make(self, mark: _Mark) -> bytes:
        """The frame that a mark stands for, from the newest state; empty if the person has left."""
        if mark is _LOBBY:
            return b"" if self.live or self.relay else self._lobby_frame
        if self.live is None or self.person is None:
            return b""
        frame, self._known = self.live.frame(self.person.id, self._known)
        return frame

    # --- in

    async def serve(self) -> None:
        """Serve the connection from the handshake to its end."""
        await self._socket.accept()
        self._busy = False
        self._wake()
        reader = self.room.spawn(self._read())
        try:
            await asyncio.shield(reader)
        finally:
            self._over = True
            if not self._handling:  # a message that is being handled is handled to its end
                reader.cancel()
            self.room.drop(self)
            if self._retrying:
                self._retrying.cancel()
            for each in (*self._answers, *([self._writer] if self._writer else ())):
                each.cancel()

    async def _read(self) -> None:
        while not self._over:
            event = await self._socket.receive()
            if event["type"] == "websocket.disconnect":
                return
            if self._closing:
                continue
            self._handling = True
            try:
                await self._heard(event.get("text"))
            finally:
                self._handling = False
        self.room.drop(self)  # somebody may have come by it while it was lost

    async def _heard(self, frame: str | None) -> None:
        now = self.room.now()
        if not self._messages.take(now):
            self._refuse(too_fast(self._messages.wait(now)), None)
        elif frame is None:
            self._refuse(Refused("not_text"), None, trying=True)
        elif len(frame) > FRAME_LIMIT:
            self.close(1009, "too long")
        else:
            await self._take(frame)

    async def _take(self, frame: str) -> None:
        try:
            message = protocol.decode(frame)
        except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
            self._refuse(Refused("bad_message", why=_why(error)), None, trying=True)
            return
        if not isinstance(message, LONG):
            await self._answer(message)
        elif len(self._answers) >= MOST_LONG:
            self._refuse(too_fast(0), str(message.__struct_config__.tag))
        else:
            answer = unattended(self._answer(message))
            self._answers.add(answer)
            answer.add_done_callback(self._answers.discard)

    async def _answer(self, message: protocol.FromFace) -> None:
        op = str(message.__struct_config__.tag)
        began = self.room.now()
        try:
            await self._do(message)
        except Exception as error:  # noqa: BLE001 - whatever fails must not close the connection
            refused = refusal(error, op)
            self._refuse(refused, op, trying=refused.code == "internal")
        self.room.metrics.count_message(op, self.room.now() - began)

    async def _do(self, message: protocol.FromFace) -> None:
        if isinstance(message, protocol.Hello):
            await self._greet(message)
            return
        if not self.greeted:
            raise Refused("hello_first")
        now, limits = self.room.now(), self._limits()
        bucket = limits.of(message)
        if bucket is not None and not bucket.take(now):
            raise too_fast(bucket.wait(now))
        await self.room.handle(self, message)

    def _limits(self) -> RateLimits:
        """The limits of the person, which all their connections share; without a name, those of this connection."""
        if self.person is None:
            return self._own
        self.person.limits = self.person.limits or self._own
        return self.person.limits

    async def _greet(self, message: protocol.Hello) -> None:
        if self.greeted:
            raise Refused("hello_once")
        if message.v != protocol.VERSION:
            self._refuse(Refused("version", v=protocol.VERSION), "hello")
            self.close(VERSION_CLOSE, "version")
            return
        self.greeted = True
        try:
            await self.room.hello(self, message)
        except Refused as refused:
            self._refuse(refused, "hello")
            self.close(TURNED_OUT, refused.code)

    def _refuse(self, refused: Refused, op: str | None, *, trying: bool = False) -> None:
        """Say what is wrong. ``trying``: no honest client sends this; after some of them the connection is closed."""
        text = wording(refused, self.room.games, self.live)
        wait = refused.retry_after
        self.send(protocol.Error(code=refused.code, say=said(refused.say), text=text, re=op, retry_after=wait))
        if wait is not None and (self.live or self.relay) and self._retrying is None:
            self._retrying = asyncio.get_running_loop().call_later(wait, self._retry)
        self.room.metrics.refused.labels(refused.code).inc()
        if refused.code == "stale" and self.live:
            self.refresh(anew=True)
        if (trying or refused.code == "slow_down") and not self._patience.take(self.room.now()):
            self.close(1008, "slow_down" if refused.code == "slow_down" else "rubbish")

    def _retry(self) -> None:
        """The time to wait is over: a bot that acts whenever it gets a table now acts again."""
        self._retrying = None
        if self.relay:
            self.relay.refresh()
        elif self.live:
            self.refresh()


def _why(error: BaseException) -> str:
    """What is wrong with a frame, short and without line breaks."""
    written = "it is too deep" if isinstance(error, RecursionError) else str(error)
    return " ".join(written.split())[:160]
