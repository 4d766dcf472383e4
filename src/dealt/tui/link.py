"""The connection to a room: it sends and receives messages, and connects again when it breaks."""

from __future__ import annotations

import asyncio
import contextlib
import json
import urllib.error
import urllib.request
from collections.abc import Callable
from typing import Any, Final, TypeVar, get_args
from urllib.parse import quote

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage, InvalidStatus

from dealt.tui.address import Address
from dealt.tui.paint import clean
from dealt.tui.words import Words
from dealt.wire.protocol import VERSION, FromRoom, Hello, House, Incoming, Lesson, Outgoing

T = TypeVar("T")
RESTARTS: Final = 1012
"""The close code of a server that ends."""
PATIENCE: Final = 300.0
"""The seconds for which a lost connection is tried again."""
FIRST_WAIT: Final = 0.3
MOVED_WAIT: Final = 0.1
"""Seconds before the first try to come back, and before that to another server of the room that goes on at once."""
FRAME: Final = 4 * 1024 * 1024


KNOWN: Final = {each.__struct_config__.tag for each in get_args(FromRoom)}
"""The messages that are read; a newer room may send others."""


class Lost(Outgoing, tag="lost"):
    """The connection is lost, and is tried again."""


class Connected(Outgoing, tag="connected"):
    """There is a connection."""


class RemoteError(Exception):
    """The room can't be played at; the message says what to do."""


class Link:
    """A sitting at a room that survives lost connections: :class:`Lost` and :class:`Connected` stand between them."""

    def __init__(self, address: Address, words: Words) -> None:
        self.address = address
        self.words = words
        self.inbox: asyncio.Queue[Outgoing | RemoteError] = asyncio.Queue()
        self.token: str | None = None
        self.kept: Callable[[], str | None] = lambda: None
        """The newest token that is kept, which another terminal of the same person may have got."""
        self.done = False
        self._socket: ClientConnection | None = None
        self._moved = False
        """Has the server ended the connection because another one of the room goes on with the table?"""

    async def send(self, message: Incoming) -> bool:
        """Send a message to the room; False if there is no connection now."""
        if self._socket is None:
            return False
        try:
            await self._socket.send(msgspec.json.encode(message).decode())
        except ConnectionClosed:
            return False
        return True

    async def hear(self) -> Outgoing:
        """What the room says next; RemoteError if there is no room any more."""
        found = await self.inbox.get()
        if isinstance(found, RemoteError):
            raise found
        return found

    async def run(self) -> None:
        """Connect, and again after every loss, until ``done`` or there is no room any more."""
        try:
            await self._stay()
        except RemoteError as error:
            self.inbox.put_nowait(error)

    async def _stay(self) -> None:
        loop = asyncio.get_running_loop()
        first, wait, lost_at = True, FIRST_WAIT, 0.0
        while not self.done:
            try:
                await self._converse()
                first, wait, lost_at = False, FIRST_WAIT, 0.0
                if self._moved:
                    wait = MOVED_WAIT
                elif not self.done:
                    self.inbox.put_nowait(Lost())
            except (OSError, InvalidHandshake, InvalidMessage, TimeoutError) as error:
                if first:
                    raise RemoteError(self._trouble(error)) from None
                if self._moved:  # it isn't there at once after all
                    self._moved = False
                    self.inbox.put_nowait(Lost())
                lost_at = lost_at or loop.time()
                if loop.time() - lost_at > PATIENCE:
                    raise RemoteError(self.words("remote.trouble.gave_up", server=self.address)) from None
            if not self.done:
                await asyncio.sleep(wait)
                wait = min(5.0, wait * 1.7)

    async def _converse(self) -> None:
        async with connect(
            self.address.socket, max_size=FRAME, open_timeout=10, compression=None, proxy=None
        ) as socket:
            self._socket = socket
            try:
                self.token = (self.kept() or self.token) if self.token else None
                await self.send(Hello(VERSION, self.token or None, self.address.invite or None, contributes=True))
                self.inbox.put_nowait(Connected())
                async for frame in socket:
                    self._take(frame)
            except ConnectionClosed:
                pass
            finally:
                self._socket = None
                self._moved = socket.close_code == RESTARTS and socket.close_reason == "moved"

    def _take(self, frame: str | bytes) -> None:
        try:
            sent = json.loads(frame)
            if sent["op"] in KNOWN:
                self.inbox.put_nowait(msgspec.convert(sent if sent["op"] == "record" else cleaned(sent), FromRoom))
        except (ValueError, LookupError, TypeError) as error:
            why = f"no message: {error}"[:120]
            raise RemoteError(self.words("remote.trouble.not_room", server=self.address, why=why)) from None

    def _trouble(self, error: Exception) -> str:
        if isinstance(error, InvalidStatus):
            why = f"HTTP {error.response.status_code}"
            return self.words("remote.trouble.not_room", server=self.address, why=why)
        if isinstance(error, InvalidHandshake | InvalidMessage):
            return self.words("remote.trouble.not_room", server=self.address, why=error)
        return self.words("remote.trouble.refused", server=self.address)

    async def close(self) -> None:
        """Close the connection."""
        self.done = True
        if self._socket is not None:
            with contextlib.suppress(Exception):
                await asyncio.wait_for(self._socket.close(), 2)


def read_house(address: Address) -> House:
    """The games of a room and their texts; none if they can't be read, and then keys are shown for texts."""
    return _read_as(address, "games", House) or House([], {})


def read_lesson(address: Address, game: str) -> Lesson | None:
    """The first lesson of a game; None if it has none."""
    return _read_as(address, f"lesson/{quote(game, safe='')}", Lesson)


def read_rules(address: Address, game: str, language: str) -> str | None:
    """A game's page of rules as Markdown; None if it has none."""
    found = _read(address, f"rules/{quote(game, safe='')}/{language}", "text/markdown")
    return None if found is None else clean(found.decode("utf-8", "replace"))


def _read_as(address: Address, page: str, kind: type[T]) -> T | None:
    try:
        return msgspec.convert(cleaned(json.loads(_read(address, page, "application/json") or b"")), kind)
    except ValueError:
        return None


def _read(address: Address, page: str, kind: str) -> bytes | None:
    """The content of a page of a room's API, if it has that media type; else None."""
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    headers = {"accept": kind, **({"authorization": f"Bearer {address.invite}"} if address.invite else {})}
    request = urllib.request.Request(f"{address.api}/{page}", headers=headers)  # noqa: S310 - an Address is HTTP
    try:
        with opener.open(request, timeout=10) as answer:
            return answer.read(FRAME) if answer.headers.get_content_type() == kind else None
    except (OSError, ValueError, urllib.error.URLError):
        return None


def cleaned(value: Any) -> Any:
    """The same value with control characters taken out of every text."""
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, list):
        return [cleaned(each) for each in value]
    if isinstance(value, dict):
        return {clean(key): cleaned(each) for key, each in value.items()}
    return value
