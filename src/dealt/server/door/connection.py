"""One WebSocket: it checks and limits the frames that come in, and says what is to be sent.

An invalid frame is answered with what is wrong about it; after ``PATIENCE`` of them the connection is closed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

import msgspec
from starlette.websockets import WebSocket

from dealt.server.base.background import Background
from dealt.server.base.deflate import Alone
from dealt.server.base.limits import Bucket, too_fast
from dealt.server.door.outbox import Mark, Outbox, Passed
from dealt.server.room.link import Connected, wording
from dealt.server.room.room import Room
from dealt.session.refused import error_of
from dealt.session.view import LogPart
from dealt.wire import protocol
from dealt.wire.protocol import FRAME_LIMIT
from dealt.wire.refusal import Refused, unreadable
from dealt.wire.values import Long

PATIENCE: Final = 60
PATIENCE_RATE: Final = 1.0
MOST_LONG: Final = 4


class Connection(Connected):
    """A link to the room over a WebSocket."""

    def __init__(self, room: Room, socket: WebSocket, address: str = ""):
        self.room, self.address, self._socket = room, address, socket
        self.opened = room.runtime.now()
        self.out = Outbox(socket, address, room.runtime.now, room.metrics.closed)
        self._table, self._lobby = Mark("table", self._make_table), Mark("lobby", self._make_lobby)
        self._answers = Background()
        self._delivering = asyncio.Lock()
        self._known: LogPart | None = None
        self._lobby_frame = b""
        self._handling = self._over = False
        self._retrying: asyncio.TimerHandle | None = None
        config = room.config
        self._messages = Bucket(config.rate, config.burst)
        self.limits = {kind: Bucket(*config.ration(kind)) for kind in ("chat", "ask", "costly")}
        self._patience = Bucket(PATIENCE_RATE if config.rate else 0, PATIENCE)

    # --- out

    def send(self, message: protocol.Outgoing) -> None:
        frame = protocol.encode(message)
        long = isinstance(message, protocol.Talk) and message.history
        self.out.push(Alone(frame) if long else frame)

    async def deliver(self, *messages: protocol.Outgoing) -> None:
        async with self._delivering:
            for message in messages:
                await self.out.push_long(protocol.encode(message))

    def send_frame(self, frame: bytes) -> None:
        self._lobby_frame = frame
        self.out.push(self._lobby)

    def refresh(self, *, anew: bool = False) -> None:
        if anew:
            self._known = None
            self.out.take_back(self._table)
        self.out.push(self._table)

    def pass_on(self, frame: bytes, taken: Callable[[], None] | None = None) -> None:
        self.out.push(frame if taken is None else Passed(frame, taken))

    async def pass_long(self, frame: bytes) -> None:
        async with self._delivering:
            await self.out.push_long(frame)

    def went(self) -> None:
        self.room.lobby.enter(self)

    def close(self, code: int, reason: str) -> None:
        self.out.close(code, reason)

    @property
    def gone(self) -> bool:
        return self.out.carrier.gone()

    @property
    def waiting(self) -> int:
        return len(self.out)

    def _make_lobby(self) -> bytes:
        return b"" if self.live or self.relay else self._lobby_frame

    def _make_table(self) -> bytes:
        if self.live is None or self.person is None:
            return b""
        frame, self._known = self.live.frame(self.person.id, self._known)
        return frame

    # --- in

    async def serve(self) -> None:
        """Serve the connection from the handshake to its end."""
        await self._socket.accept()
        self.out.open()
        reader = self.room.runtime.start(self._read())
        try:
            await asyncio.shield(reader)
        finally:
            self._over = True
            if not self._handling:  # a message that is being handled is handled to its end
                reader.cancel()
            self.room.drop(self)
            if self._retrying:
                self._retrying.cancel()
            self._answers.cancel()
            self.out.end()

    async def _read(self) -> None:
        while not self._over:
            event = await self._socket.receive()
            if event["type"] == "websocket.disconnect":
                return
            if self.out.closing:
                continue
            self._handling = True
            try:
                await self._heard(event.get("text"))
            finally:
                self._handling = False
        self.room.drop(self)  # somebody may have come by it while it was lost

    async def _heard(self, frame: str | None) -> None:
        now = self.room.runtime.now()
        if not self._messages.take(now):
            self.refuse(too_fast(self._messages.wait(now)), None)
        elif frame is None:
            self.refuse(Refused("not_text"), None, trying=True)
        elif len(frame) > FRAME_LIMIT:
            self.close(1009, "too long")
        else:
            await self._take(frame, now)

    async def _take(self, frame: str, now: float) -> None:
        try:
            message = protocol.decode(frame)
        except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
            self.refuse(unreadable(error), None, trying=True)
            return
        if not isinstance(message, Long):
            await self.room.answer(self, message, now)
        elif len(self._answers) >= MOST_LONG:
            self.refuse(too_fast(0), str(message.__struct_config__.tag))
        else:
            self._answers.start(self.room.answer(self, message, now))

    def refuse(self, refused: Refused, op: str | None, *, trying: bool = False) -> None:
        self.send(error_of(refused, op, wording(refused, self.room.games, self.live)))
        wait = refused.retry_after
        if wait is not None and (self.live or self.relay) and self._retrying is None:
            self._retrying = asyncio.get_running_loop().call_later(wait, self._retry)
        self.room.metrics.refused.labels(refused.code).inc()
        if refused.code == "stale" and self.live:
            self.refresh(anew=True)
        if (trying or refused.code == "slow_down") and not self._patience.take(self.room.runtime.now()):
            self.close(1008, "slow_down" if refused.code == "slow_down" else "rubbish")

    def _retry(self) -> None:
        """The time to wait is over: a bot that acts whenever it gets a table now acts again."""
        self._retrying = None
        if self.relay:
            self.relay.refresh()
        elif self.live:
            self.refresh()
