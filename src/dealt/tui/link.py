"""The connection to a room: it sends and receives messages, and connects again when it breaks."""

from __future__ import annotations

import asyncio
import contextlib
import json
import urllib.error
import urllib.request
from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import quote

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage, InvalidStatus

from dealt.tui.address import Address
from dealt.tui.paint import clean
from dealt.tui.words import Words

__all__ = ["VERSION", "Link", "RemoteError", "read_house", "read_lesson", "read_rules"]

VERSION: Final = 1
"""The version of the protocol that this program speaks."""
RESTARTS: Final = 1012
"""The close code of a server that ends."""
PATIENCE: Final = 300.0
"""The seconds for which a lost connection is tried again."""
FIRST_WAIT: Final = 0.3
MOVED_WAIT: Final = 0.1
"""Seconds before the first try to come back, and before that to another server of the room that goes on at once."""
FRAME: Final = 4 * 1024 * 1024


class RemoteError(Exception):
    """The room can't be played at; the message says what to do."""


class Link:
    """A session with a room that survives lost connections.

    What comes in is put into ``inbox``; ``{"op": "lost"}`` and ``{"op": "connected"}`` stand between connections.
    """

    def __init__(self, address: Address, words: Words) -> None:
        self.address = address
        self.words = words
        self.inbox: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.token: str | None = None
        self.done = False
        self._socket: ClientConnection | None = None
        self._moved = False
        """Has the server ended the connection because another one of the room goes on with the table?"""

    async def send(self, op: str, **fields: Any) -> bool:
        """Send a message to the room; False if there is no connection now."""
        if self._socket is None:
            return False
        try:
            await self._socket.send(json.dumps({"op": op, **fields}, ensure_ascii=False))
        except ConnectionClosed:
            return False
        return True

    async def run(self) -> None:
        """Connect, and again after every loss, until ``done``. RemoteError if there is no room any more."""
        loop = asyncio.get_running_loop()
        first, wait, lost_at = True, FIRST_WAIT, 0.0
        while not self.done:
            try:
                await self._converse()
                first, wait, lost_at = False, FIRST_WAIT, 0.0
                if self._moved:
                    wait = MOVED_WAIT
                elif not self.done:
                    self.inbox.put_nowait({"op": "lost"})
            except (OSError, InvalidHandshake, InvalidMessage, TimeoutError) as error:
                if first:
                    raise RemoteError(self._trouble(error)) from None
                if self._moved:  # it isn't there at once after all
                    self._moved = False
                    self.inbox.put_nowait({"op": "lost"})
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
                secrets = {"token": self.token, "invite": self.address.invite}
                await self.send(
                    "hello", v=VERSION, contributes=True, **{name: each for name, each in secrets.items() if each}
                )
                self.inbox.put_nowait({"op": "connected"})
                async for frame in socket:
                    self._take(frame)
            except ConnectionClosed:
                pass
            finally:
                self._socket = None
                self._moved = socket.close_code == RESTARTS and socket.close_reason == "moved"

    def _take(self, frame: str | bytes) -> None:
        try:
            message = json.loads(frame)
        except ValueError:
            message = None
        if not isinstance(message, dict) or "op" not in message:
            raise RemoteError(self.words("remote.trouble.not_room", server=self.address, why="no message"))
        self.inbox.put_nowait(message if message["op"] == "record" else cleaned(message))

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


def read_house(address: Address) -> Mapping[str, Any]:
    """The games of a room and their texts; empty if they can't be read, and then keys are shown for texts."""
    return _read_object(address, "games")


def read_lesson(address: Address, game: str) -> Mapping[str, Any]:
    """The first lesson of a game; empty if it has none."""
    return _read_object(address, f"lesson/{quote(game, safe='')}")


def read_rules(address: Address, game: str, language: str) -> str | None:
    """A game's page of rules as Markdown; None if it has none."""
    found = _read(address, f"rules/{quote(game, safe='')}/{language}", "text/markdown")
    return None if found is None else clean(found.decode("utf-8", "replace"))


def _read_object(address: Address, page: str) -> Mapping[str, Any]:
    try:
        found = json.loads(_read(address, page, "application/json") or b"")
    except ValueError:
        return {}
    return cleaned(found) if isinstance(found, dict) else {}


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
