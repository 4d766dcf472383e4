"""The lobby: whoever is at no table reads here which tables there are."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from dealt.server import protocol, view
from dealt.server.link import Link

if TYPE_CHECKING:
    from dealt.server.live_table import LiveTable
    from dealt.server.room import Room

__all__ = ["Lobby"]

EVERY: Final = 0.25
FRESH: Final = 0.05
"""So many seconds old may be what a newcomer reads, while there is news on the way."""
BYTES: Final = 4_000_000
"""The most that news may take a second; with many readers of many tables they come less often."""
MOST_SHOWN: Final = 200


class Lobby:
    """The links that are at no table, and the news for them: a few times a second at most, made once for all."""

    def __init__(self, room: Room):
        self._room = room
        self._links: set[Link] = set()
        self._timer: asyncio.TimerHandle | None = None
        self._frame = ""
        self._made = 0.0
        self._told = ""

    def enter(self, link: Link) -> None:
        """A link is at no table now, and reads at once what there is."""
        self._links.add(link)
        if not self._frame or (self._timer and asyncio.get_running_loop().time() - self._made > FRESH):
            self._make()
        link.send_frame(self._frame)
        self.changed()

    def leave(self, link: Link) -> None:
        """A link is at a table now, or gone."""
        self._links.discard(link)

    def changed(self) -> None:
        """Tell everybody soon."""
        if self._timer is None and not self._room.closing:
            delay = max(EVERY, len(self._links) * len(self._frame) / BYTES)
            self._timer = asyncio.get_running_loop().call_later(delay, self._tell)

    def close(self) -> None:
        """No news any more."""
        if self._timer:
            self._timer.cancel()

    def public(self) -> Iterator[LiveTable]:
        """The tables that everybody may see."""
        live_tables = self._room.live_tables.values()
        return (live for live in live_tables if not live.session.settings.private and not live.session.ended)

    def _tell(self) -> None:
        self._timer = None
        self._make()
        if self._frame != self._told:
            self._told = self._frame
            for link in self._links:
                link.send_frame(self._frame)

    def _make(self) -> None:
        shown = [view.lobby_table(live.session) for live in self.public()]
        shown.sort(key=lambda table: (table.free == 0, table.phase == "playing"))
        here = sum(person.link is not None for person in self._room.people)
        self._frame = protocol.encode(protocol.Lobby(tables=shown[:MOST_SHOWN], people=here)).decode()
        self._made = asyncio.get_running_loop().time()
