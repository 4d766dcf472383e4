"""People for measurements: a WebSocket client that costs little, and tables of players who answer every position."""

from __future__ import annotations

import asyncio
import base64
import os
import struct
import time
import zlib
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any
from urllib.parse import urlsplit

import msgspec

from dealt.server.base.config import Config

RATES = tuple(each for each in Config.__struct_fields__ if each == "rate" or each.endswith("_rate"))
"""The settings that say how often something may be done; 0 is no limit."""
TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
TAIL = b"\0\0\xff\xff"
"""What a compressed message leaves out at its end (RFC 7692)."""
PATIENCE = 120.0
"""Seconds after which an answer that does not come is a failure."""


class Socket(asyncio.Protocol):
    """One WebSocket: ``hear`` gets the payload of each text, ``lost`` is called at its end."""

    def __init__(self, url: str, hear: Callable[[bytes], None], lost: Callable[[], None], *, deflate: bool) -> None:
        self.url = urlsplit(url)
        self.hear, self.lost = hear, lost
        self.offer = deflate
        self.inflate: Any = None
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.received = 0
        self.closed = False
        self.code: int | None = None
        self._buffer = bytearray()
        self._upgraded = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        key = base64.b64encode(os.urandom(16)).decode()
        offer = "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n" if self.offer else ""
        transport.write(
            f"GET {self.url.path} HTTP/1.1\r\nHost: {self.url.netloc}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n{offer}\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        self.received += len(data)
        self._buffer += data
        if not self._upgraded and not self._upgrade():
            return
        while (found := self._frame()) is not None:
            kind, payload = found
            if kind == TEXT:
                self.hear(payload)
            elif kind == PING:
                self.write(payload, PONG)
            elif kind == CLOSE:
                self.code = struct.unpack(">H", payload[:2])[0] if len(payload) >= 2 else None
                self.write(payload, CLOSE)
                self.transport.close()

    def _upgrade(self) -> bool:
        head, end, rest = bytes(self._buffer).partition(b"\r\n\r\n")
        if not end:
            return False
        self._buffer, self._upgraded = bytearray(rest), True
        status, *fields = head.split(b"\r\n")
        if b" 101 " not in status:
            self.transport.abort()
            if not self.ready.done():
                self.ready.set_exception(ConnectionError(status.decode()))
            return False
        if any(each.lower().startswith(b"sec-websocket-extensions") for each in fields):
            self.inflate = zlib.decompressobj(-15)
        if not self.ready.done():
            self.ready.set_result(None)
        return True

    def _frame(self) -> tuple[int, bytes] | None:
        """The next whole frame. The room sends each message in one."""
        buffer = self._buffer
        if len(buffer) < 2:
            return None
        size, start = buffer[1] & 127, 2
        if size == 126:
            if len(buffer) < 4:
                return None
            (size,), start = struct.unpack_from(">H", buffer, 2), 4
        elif size == 127:
            if len(buffer) < 10:
                return None
            (size,), start = struct.unpack_from(">Q", buffer, 2), 10
        if len(buffer) < start + size:
            return None
        first, payload = buffer[0], bytes(buffer[start : start + size])
        del buffer[: start + size]
        if first & 0x40:
            payload = self.inflate.decompress(payload + TAIL)
        return first & 15, payload

    def write(self, payload: bytes, kind: int = TEXT) -> None:
        """Send a frame; its mask is nought, which hides nothing and costs nothing."""
        size = len(payload)
        head = bytes((0x80 | kind, 0x80 | size)) if size < 126 else struct.pack(">BBH", 0x80 | kind, 0xFE, size)
        self.transport.write(head + b"\0\0\0\0" + payload)

    def connection_lost(self, exc: Exception | None) -> None:
        self.closed = True
        if not self.ready.done():
            self.ready.set_exception(exc or ConnectionError("closed"))
        self.lost()


class Choice(msgspec.Struct):
    """A legal action, as far as a player here needs it."""

    name: str
    verb: str = ""
    amount: int | None = None
    upto: int | None = None


class Seen(msgspec.Struct):
    """What a player sees of the deal."""

    turn: list[int]
    legal: list[Choice]


class Heard(msgspec.Struct):
    """Any message of the room; only what players here need is read."""

    op: str
    step: int = -1
    seat: int | None = None
    phase: str = ""
    id: str = ""
    view: Seen | None = None
    token: str = ""
    code: str = ""


_decoder = msgspec.json.Decoder(Heard)
UNREAD = (b'{"op":"talk"', b'{"op":"lobby"')
"""How frames begin that players here don't read."""


@dataclass
class Counts:
    """What the players have met, for as long as somebody counts."""

    answered: list[float] = field(default_factory=list)
    """Seconds from an action to its table, for the one who acted."""
    told: list[float] = field(default_factory=list)
    """The same for everybody at the table."""
    acts: int = 0
    deals: int = 0
    frames: int = 0
    size: int = 0
    """The bytes of all frames before compression."""
    errors: Counter[str] = field(default_factory=Counter)
    closed: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True)
class Habits:
    """How people play: they wait ``pace`` seconds on average before each action, from half to one and a half of it."""

    url: str
    pace: float = 0.0
    deflate: bool = False


class Seats:
    """A table and the people who play there."""

    def __init__(self) -> None:
        self.id = ""
        self.people: list[Player] = []
        self.sent: dict[int, tuple[float, Player]] = {}
        """When the action was sent that leads to a step, and by whom."""


class Player:
    """Somebody who comes in by name or token, and plays at random once ``playing``."""

    def __init__(self, name: str, seats: Seats, habits: Habits, counts: Counts) -> None:
        self.name, self.seats, self.habits, self.counts = name, seats, habits, counts
        self.token = ""
        self.playing = False
        self.socket: Socket
        self._rng = Random(name)
        self._step = self._answered = -1
        self._last: Heard | None = None
        self._waiting: dict[str, asyncio.Future[Heard]] = {}

    async def connect(self, source: str | None = None) -> None:
        """Open the connection, from this address of our own if one is given."""
        loop, habits = asyncio.get_running_loop(), self.habits
        self.socket = Socket(habits.url, self._hear, self._lost, deflate=habits.deflate)
        url, local = self.socket.url, (source, 0) if source else None
        await loop.create_connection(lambda: self.socket, url.hostname, url.port, local_addr=local)
        try:
            await asyncio.wait_for(self.socket.ready, PATIENCE)
        except BaseException:
            self.socket.transport.abort()
            raise

    def say(self, **message: Any) -> None:
        """Send a message."""
        if not self.socket.closed:
            self.socket.write(msgspec.json.encode(message))

    async def ask(self, answer: str, **message: Any) -> Heard:
        """Send a message and wait for the next one with the op ``answer``."""
        self._waiting[answer] = future = asyncio.get_running_loop().create_future()
        self.say(**message)
        return await asyncio.wait_for(future, PATIENCE)

    async def arrive(self, source: str | None = None) -> None:
        """Come in under one's name."""
        await self.connect(source)
        self.say(op="hello", v=1)
        self.token = (await self.ask("you", op="name", name=self.name)).token

    def begin(self) -> None:
        """Play from now on."""
        self.playing = True
        if self._last is not None:
            self._play(self._last)

    def _lost(self) -> None:
        self.counts.closed[str(self.socket.code)] += 1

    def _hear(self, payload: bytes) -> None:
        now, counts = time.perf_counter(), self.counts
        counts.frames += 1
        counts.size += len(payload)
        if payload.startswith(UNREAD):
            return
        heard = _decoder.decode(payload)
        if heard.op == "error":
            counts.errors[heard.code] += 1
        elif heard.op == "table":
            self._see(heard, now)
        waiting = self._waiting.pop(heard.op, None)
        if waiting is not None and not waiting.done():
            waiting.set_result(heard)
        self.answered(heard)

    def answered(self, heard: Heard) -> None:
        """Hear any message; most people do nothing about it."""

    def _see(self, heard: Heard, now: float) -> None:
        self.seats.id, self._last = heard.id, heard
        if self.playing:
            for step in range(self._step + 1, heard.step + 1):
                if (sent := self.seats.sent.get(step)) is not None:
                    began, who = sent
                    self.counts.told.append(now - began)
                    if who is self:
                        self.counts.answered.append(now - began)
            if self._answered < heard.step:
                self._play(heard)
        self._step = max(self._step, heard.step)

    def _play(self, heard: Heard) -> None:
        if heard.phase in ("over", "final"):
            self._answered = heard.step
            self.counts.deals += self is self.seats.people[0]
            self._later(lambda: self.say(op="ready", step=heard.step))
        elif heard.view and heard.seat in heard.view.turn and heard.view.legal:
            self._answered = heard.step
            legal = heard.view.legal
            one = self._rng.choice([each for each in legal if each.name != "pass"] or legal)
            name = one.name if one.upto is None else f"{one.verb} {one.amount}"
            self._later(lambda: self._act(heard.step, name))

    def _act(self, step: int, name: str) -> None:
        if len(self.seats.sent) > 64:
            self.seats.sent.clear()
        self.seats.sent[step + 1] = time.perf_counter(), self
        self.counts.acts += 1
        self.say(op="act", step=step, action=name)

    def _later(self, what: Callable[[], None]) -> None:
        pace = self.habits.pace
        asyncio.get_running_loop().call_later(self._rng.uniform(0.5 * pace, 1.5 * pace) if pace else 0, what)
