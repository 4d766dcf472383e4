"""The lobby: it tells everybody who is at no table which public tables there are."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from typing import Final

from dealt.server.base.deflate import Alone
from dealt.server.room.alone import Listings
from dealt.server.room.link import Link
from dealt.server.room.people import People
from dealt.server.room.runtime import Runtime
from dealt.wire import protocol

EVERY: Final = 0.25
"""The least number of seconds between two lists."""
FRESH: Final = 0.05
"""The age in seconds up to which a newcomer gets the last list, if a newer one is about to be sent."""
BYTES: Final = 4_000_000
"""The number of bytes a second that the lobby may send to all; with many readers or tables it is sent less often."""
MOST_SHOWN: Final = 200
"""The number of tables that a list holds at most."""


class Lobby:
    """The links that are at no table. They get the list of tables, encoded once for all, when it has changed."""

    def __init__(
        self,
        rows: Callable[[], Iterable[protocol.LobbyTable]],
        tournaments: Callable[[], list[protocol.LobbyTournament]],
        people: People,
        listings: Listings,
        runtime: Runtime,
    ):
        """``rows`` are the public tables of this process."""
        self._tournaments = tournaments
        self._rows, self._people, self._listings, self._runtime = rows, people, listings, runtime
        self._links: dict[Link, None] = {}  # whoever came first is told first
        self._timer: asyncio.TimerHandle | None = None
        self._frame = Alone()
        self._made = 0.0
        self._told = b""
        self.when_changed: Callable[[], None] = lambda: None
        """Called soon after something has changed that is listed, here or elsewhere."""

    def enter(self, link: Link) -> None:
        """Add a link that is at no table, and send it the list at once; a remote one has a lobby elsewhere."""
        if link.remote:
            link.went()
            return
        self._links[link] = None
        if not self._frame or (self._timer and asyncio.get_running_loop().time() - self._made > FRESH):
            self._make()
        link.send_frame(self._frame)
        if self._frame != self._told:  # else all would hear nothing if things are soon as they were told before
            self._told = Alone(b"")
        self.changed()

    def leave(self, link: Link) -> None:
        """Take out a link that is at a table now, or closed."""
        self._links.pop(link, None)

    def changed(self) -> None:
        """Send the list to everybody soon, because something in it has changed."""
        self._listings.changed()
        self.told_of_change()

    def told_of_change(self) -> None:
        """The same, if it was another process that said so."""
        if self._timer is None and not self._runtime.closing:
            delay = max(EVERY, len(self._links) * len(self._frame) / BYTES)
            self._timer = asyncio.get_running_loop().call_later(delay, self._tell)

    def close(self) -> None:
        """Send nothing any more."""
        if self._timer:
            self._timer.cancel()

    def _tell(self) -> None:
        self._timer = None
        self.when_changed()
        if not self._links:  # the next one who enters gets a new list
            self._frame = self._told = Alone()
            return
        self._make()
        if self._frame != self._told:
            self._told = self._frame
            for link in self._links:
                link.send_frame(self._frame)

    def _make(self) -> None:
        shown = [*self._rows(), *self._listings.rows()]
        shown.sort(key=lambda table: (table.free == 0, table.phase == "playing"))
        here = self._people.here + self._listings.here
        self._frame = Alone(protocol.encode(protocol.Lobby(shown[:MOST_SHOWN], here, self._tournaments())))
        self._made = asyncio.get_running_loop().time()
