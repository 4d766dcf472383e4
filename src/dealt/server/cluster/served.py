"""What the processes of a cluster ask of the room that they serve."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Mapping
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from dealt.game import Listing
    from dealt.server.room.link import Link
    from dealt.server.room.lobby import Lobby
    from dealt.server.room.people import People
    from dealt.wire import protocol

__all__ = ["Links", "Running"]


class Running(Protocol):
    """A room that is open."""

    closing: bool

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]: ...

    def time(self) -> float: ...

    def now(self) -> float: ...


class Links(Running, Protocol):
    """A room with its people and their connections."""

    people: People
    lobby: Lobby
    games: Mapping[str, Listing]

    async def handle(self, link: Link, message: protocol.Incoming) -> None: ...

    def send_away(self, other: Link) -> None: ...

    def drop(self, link: Link) -> None: ...
