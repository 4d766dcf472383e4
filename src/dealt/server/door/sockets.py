"""What uvicorn's protocols lack against hostile clients: limits on sockets before anything else is done for them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable
from typing import Any, Final

import structlog
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState

from dealt.server.base import logs
from dealt.server.base.deflate import DeflateFactory
from dealt.server.base.limits import Bucket, Gate, address_group
from dealt.server.door.outbox import CARRIER, Carrier

MOST_UNREAD: Final = 256 * 1024
"""Bytes: with more of them unread no ping is answered."""
MOST_UNHANDLED: Final = 8
"""The number of messages of one client that wait to be handled before no more are read."""
MOST_READ: Final = 256
"""Bytes of one client that are read in one turn of the loop: enough for any ordinary message, and for 42 pings."""
MOST_LATE: Final = 64
"""The number of messages that may have been on their way when a client was told goodbye."""
MOST_PARTS: Final = 64
"""The number of frames that one message may come in."""
PINGS, PING_BURST = 2.0, 20
"""Pings a second that are answered, and how many at once."""
HTTP_WITHIN: Final = 60.0
"""Seconds after which a connection that only reads over HTTP is closed; a browser opens another when it needs one."""
DEFLATE: Final = DeflateFactory()
RESERVE: Final = 96
"""File descriptors that sockets of clients never get: for the database, logs, computers and the page's files."""


class Door:
    """Counts the sockets that are open, in all and by address, whatever they do or don't do."""

    def __init__(self, most: int, most_each: int, within: float, refused: Callable[[], None] = lambda: None) -> None:
        """``within``: seconds in which a socket has to bring a whole request; ``refused`` is told of each refusal."""
        self._gate = Gate(min(most, _most_files() - RESERVE), most_each)
        self.within = within
        self._homes: dict[Hashable, str] = {}
        self._refused = refused

    @property
    def inside(self) -> int:
        """The number of sockets that are open."""
        return self._gate.inside

    def enter(self, socket: Hashable, address: str) -> bool:
        """May this socket stay? If so it is counted until it leaves."""
        home = address_group(address)
        if not self._gate.enter(home):
            self._refused()
            return False
        self._homes[socket] = home
        return True

    def leave(self, socket: Hashable) -> None:
        """It is closed; a socket that was not let in is none."""
        if (home := self._homes.pop(socket, None)) is not None:
            self._gate.leave(home)


def _most_files() -> int:
    """The number of files that may be open, raised as far as the system lets us."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return 10_000
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 65_536 if hard == resource.RLIM_INFINITY else min(hard, 65_536)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        soft = wanted
    return 65_536 if soft == resource.RLIM_INFINITY else soft


def is_handshake(data: bytes) -> bool:
    """Is this the whole request of a client that wants a WebSocket, with nothing in it that HTTP would have to judge?

    >>> lines = b"GET /ws HTTP/1.1", b"Host: a", b"Connection: Upgrade", b"Upgrade: websocket", b"", b""
    >>> is_handshake(b"\\r\\n".join(lines)), is_handshake(b"\\r\\n".join(lines[:-1]))
    (True, False)
    """
    if not (data.startswith(b"GET ") and data.endswith(b"\r\n\r\n") and data.count(b"\r\n\r\n") == 1):
        return False
    head = data.lower()
    return (
        b"\r\nupgrade: websocket\r\n" in head
        and head.count(b"\r\nhost:") == 1
        and b"\r\ncontent-length:" not in head
        and b"\r\ntransfer-encoding:" not in head
    )


class Requests(H11Protocol):
    """Uvicorn's HTTP, which a socket has to use in time and may not keep for ever.

    A handshake goes to the WebSocket's side as it came: that reads it by itself, and reading it twice takes longer than
    all else that a newcomer costs.
    """

    def __init__(self, *args: Any, door: Door, **more: Any) -> None:
        super().__init__(*args, **more)
        self._door = door
        self._fresh = True
        self._deadlines: list[asyncio.TimerHandle] = []

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if not self._door.enter(transport, self.client[0] if self.client else ""):
            transport.abort()
            return
        self._deadlines = [
            self.loop.call_later(self._door.within, self._is_late),
            self.loop.call_later(HTTP_WITHIN, transport.abort),
        ]

    def data_received(self, data: bytes) -> None:
        fresh, self._fresh = self._fresh, False
        if not (fresh and is_handshake(data)) or self.ws_protocol_class is None:
            super().data_received(data)
            return
        self._forget_deadlines()
        self.connections.discard(self)
        protocol: Any = self.ws_protocol_class
        socket = protocol(config=self.config, server_state=self.server_state, app_state=self.app_state)
        socket.connection_made(self.transport)
        socket.data_received(data)
        self.transport.set_protocol(socket)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._forget_deadlines()
        self._door.leave(self.transport)

    def send_400_response(self, msg: str) -> None:
        if self.cycle is not None:  # a request whose body makes no sense: its answer could not be sent any more
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        super().send_400_response(msg)

    def handle_websocket_upgrade(self, event: Any) -> None:
        self._forget_deadlines()
        super().handle_websocket_upgrade(event)

    def _is_late(self) -> None:
        """Time is up for the first request: nothing of it came, or half."""
        if getattr(self, "cycle", None) is None:
            self.transport.abort()

    def _forget_deadlines(self) -> None:
        for each in self._deadlines:
            each.cancel()


class Inbox:
    """What one reader has not read yet: what uvicorn needs of an ``asyncio.Queue``, which takes 3 KB of memory."""

    __slots__ = ("_events", "_reader")

    def __init__(self) -> None:
        self._events: list[Any] = []
        self._reader: asyncio.Future[None] | None = None

    def __len__(self) -> int:
        return len(self._events)

    def empty(self) -> bool:
        return not self._events

    def put_nowait(self, event: Any) -> None:
        """Add something, and wake the reader."""
        self._events.append(event)
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(None)

    async def get(self) -> Any:
        """The oldest that is there; waits for it."""
        while not self._events:
            self._reader = asyncio.get_running_loop().create_future()
            await self._reader
        return self._events.pop(0)


class Sockets(WebSocketsSansIOProtocol):
    """Uvicorn's WebSocket with what it lacks against hostile clients.

    It reads little of one client before it is the turn of the others, hands over a way to see and to drop a connection
    whose reader takes nothing, answers no more pings than are read
    and no flood of them, takes no message in endlessly many parts, and waits for the answer to its own ping while a
    long message before that is still being read.
    """

    unread = _late = 0

    def __init__(self, *args: Any, door: Door, deflate: bool = True, **more: Any) -> None:
        super().__init__(*args, **more)
        self._door = door
        self._pings = Bucket(PINGS, PING_BURST)
        self._rest = b""
        """What has come and is still to be read, in the turns to come; nothing more is taken from the socket before."""
        self._reading: asyncio.Handle | None = None
        self.queue = Inbox()  # type: ignore[assignment]
        if deflate:
            self.conn.available_extensions = [DEFLATE]

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._door.leave(self.transport)

    def data_received(self, data: bytes) -> None:
        if self._rest or (len(data) > MOST_READ and self.handshake_initiated):
            self._rest += data
            self.transport.pause_reading()
            self._read_soon()
        else:
            super().data_received(data)

    def _read_soon(self) -> None:
        if self._reading is None:
            self._reading = self.loop.call_soon(self._read_some)

    def _read_some(self) -> None:
        """Read a little of what has come, unless whoever handles it has enough to do."""
        self._reading = None
        if self.transport.is_closing():
            self._rest = b""
        elif not self.read_paused:
            some, self._rest = self._rest[:MOST_READ], self._rest[MOST_READ:]
            super().data_received(some)
            if self._rest:
                self._read_soon()
            else:
                self._take_more()

    def _take_more(self) -> None:
        """Take more from the socket, unless whoever handles it has enough to do."""
        if not (self.read_paused or self.transport.is_closing()):
            self.transport.resume_reading()

    async def receive(self) -> Any:
        """The next message. Whoever has handled all that came hears on from where that had to stop."""
        event = await self.queue.get()
        if self.read_paused and self.queue.empty():
            self.read_paused = False
            if self._rest:
                self._read_soon()
            else:
                self._take_more()
        return event

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        scope: dict[str, Any] = getattr(self, "scope", {})
        scope["headers"] = [(name.lower(), value) for name, value in scope.get("headers", ())]
        unread, abort = self.transport.get_write_buffer_size, self.transport.abort
        gone = self.transport.is_closing
        carrier = Carrier(self.writable.is_set, self.write_text, self.send_text, unread, abort, gone)
        scope.setdefault("extensions", {})[CARRIER] = carrier

    async def send_text(self, message: bytes) -> None:
        """Send a text that is encoded already, as soon as the reader takes it."""
        await self.writable.wait()
        self.write_text(message)

    def write_text(self, message: bytes) -> None:
        """Send a text that is encoded; one of :mod:`dealt.server.base.deflate` compressed, if the client likes."""
        if self.disconnected or self.close_sent:
            raise ClientDisconnected
        try:
            self.conn.send_text(message)
        except InvalidState:
            raise ClientDisconnected from None
        for each in self.conn.data_to_send():
            self.transport.write(each)

    def send_receive_event_to_app(self) -> None:
        """Hand a whole message over; reading stops only when several wait, as each stop costs two system calls."""
        data = self.frames[0] if len(self.frames) == 1 else b"".join(self.frames)
        self.frames = []
        if self.close_sent:  # read on until the client's answer to the goodbye
            self._late += 1
            if self._late > MOST_LATE:
                self.transport.abort()
            return
        if self.curr_msg_data_type == "bytes":
            self.queue.put_nowait({"type": "websocket.receive", "bytes": data})
        else:
            try:
                self.queue.put_nowait({"type": "websocket.receive", "text": data.decode()})
            except UnicodeDecodeError:
                self.conn.send_close(1007)
                self.handle_parser_exception()
                return
        if not self.read_paused and len(self.queue) > MOST_UNHANDLED:  # type: ignore[arg-type]
            self.read_paused = True
            self.transport.pause_reading()

    async def send(self, message: Any) -> None:
        await super().send(message)
        if self._rest:  # a goodbye lifts the pause: the client's answer to it is to be read
            self._read_soon()
        if message["type"] == "websocket.accept":
            del self.request, self.response  # 2 KB of headers that nobody needs any more
        if message["type"] == "websocket.http.response.body" and not message.get("more_body", False):
            self.handshake_complete = True  # it was refused; else uvicorn logs an error for each refusal

    def handle_ping(self) -> None:
        if self.transport.get_write_buffer_size() > MOST_UNREAD or not self._pings.take(self.loop.time()):
            self.transport.abort()
        else:
            super().handle_ping()

    def send_keepalive_ping(self) -> None:
        super().send_keepalive_ping()
        self.unread = self.transport.get_write_buffer_size()

    def keepalive_timeout(self) -> None:
        before, self.unread = self.unread, self.transport.get_write_buffer_size()
        if 0 < self.unread < before and self.ping_timeout:
            self.pong_timer = self.loop.call_later(self.ping_timeout, self.keepalive_timeout)
        else:
            super().keepalive_timeout()

    def handle_cont(self, event: Any) -> None:
        if len(self.frames) > MOST_PARTS:
            self.transport.abort()
        else:
            super().handle_cont(event)


def repeated(log: structlog.typing.BindableLogger) -> Callable[[asyncio.AbstractEventLoop, dict[str, Any]], None]:
    """A handler of the event loop's troubles that writes the same one seldom, with a count.

    When files run out asyncio reports each of thousands of failed accepts.
    """
    seldom = logs.Seldom(log.error)  # type: ignore[attr-defined]

    def handle(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception")
        why = f"{context['message']} ({type(error).__name__})" if error else str(context["message"])
        seldom("the event loop reports trouble", loop.time(), reason=why, why=why)

    return handle
