"""What the parts of a cluster ask of the room that they serve, as `dealt.server.room.alone` is what it asks of them."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Mapping
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from dealt.game import Listing
    from dealt.server.room.hosting import Hosting
    from dealt.server.room.link import Link
    from dealt.server.room.live_table import LiveTable
    from dealt.server.room.lobby import Lobby
    from dealt.server.room.people import People
    from dealt.server.room.stored_tables import StoredTables
    from dealt.server.room.tables import Tables
    from dealt.server.store.store import Store
    from dealt.wire import protocol

__all__ = ["Part", "Served"]


class Served(Protocol):
    """A room that is open."""

    closing: bool
    draining: bool
    games: Mapping[str, Listing]
    store: Store
    people: People
    lobby: Lobby
    hosting: Hosting
    live_tables: dict[str, LiveTable]
    stored_tables: StoredTables
    tables: Tables

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]: ...

    def time(self) -> float: ...

    def now(self) -> float: ...

    async def handle(self, link: Link, message: protocol.Incoming) -> None: ...

    def send_away(self, other: Link) -> None: ...

    def drop(self, link: Link) -> None: ...


class Part:
    """A part of a cluster; it has its room as soon as that opens."""

    room: Served
