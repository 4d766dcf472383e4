"""Who is here, and by which connection: a person is here by their newest one, at the table where they left."""

from __future__ import annotations

from collections import deque
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from typing import Final

import structlog

from dealt.server.base.trouble import StoreError
from dealt.server.room.alone import Cluster
from dealt.server.room.link import Link, Person
from dealt.server.room.live_table import LiveTable
from dealt.server.room.lobby import Lobby
from dealt.server.room.people import People
from dealt.server.room.runtime import Runtime
from dealt.server.store.stored_devices import StoredDevices, token_hash
from dealt.server.store.stored_people import StoredPeople
from dealt.wire import protocol

CROWD: Final = 20
"""The number of people who come back in one second from which on they are a crowd."""

log = structlog.get_logger("dealt.room")


@dataclass(eq=False)
class Attendance:
    """Brings people and connections together, and to their tables or the lobby."""

    _people: People
    _stored: StoredPeople
    _devices: StoredDevices
    _table_of: Callable[[Person], Awaitable[LiveTable | None]]
    """Their table, restored if it has to be."""
    _lobby: Lobby
    _cluster: Cluster
    _runtime: Runtime
    _came_back: deque[float] = field(default_factory=lambda: deque(maxlen=CROWD))
    """When the last people came back."""
    sat: Callable[[Person, LiveTable], None] = lambda person, live: None
    """Called when somebody has come to a table, to sit or to watch."""
    left: Callable[[Person, LiveTable], None] = lambda person, live: None
    """Called when somebody at a table has lost their connection."""

    async def attach(self, link: Link, person: Person, token: str, device: str = "") -> None:
        """A person is here by this link from now on, and comes back by this token; another tab of theirs is closed.

        ``device`` is the hash of the token that their device has, if it is another one still.
        """
        await self._table_of(person)
        elsewhere = await self._cluster.passage.attach(link, person) if person.live is None else None
        self._came_back.append(self._runtime.now())
        link.token_hash = device or token_hash(token)
        self.take_over(link, person)
        self._cluster.presence.came(person)
        live = link.live = person.live
        table = live.session.id if live else elsewhere
        link.send(protocol.You(name=person.name, token=token, table=table, avatar=person.avatar))
        if live is not None:
            await live.back(person.id, link)
        elif elsewhere is None:
            self._lobby.enter(link)
        elif link.relay:
            link.relay.begin()

    def crowded(self) -> bool:
        """Do many people come back at once, as after a restart?"""
        return len(self._came_back) == CROWD and self._runtime.now() - self._came_back[0] < 1.0

    def take_over(self, link: Link, person: Person) -> None:
        """From now on a person is here by this link, and by no other."""
        other, person.link, link.person = person.link, link, person
        person.address = link.home
        if other is not None and other is not link:
            self.send_away(other)

    def send_away(self, other: Link) -> None:
        """Close the connection of somebody who is here by a newer one."""
        self._lobby.leave(other)
        if other.relay:
            other.relay.close()
        other.person = other.live = None
        other.send(protocol.Left(why="elsewhere"))
        other.close(4001, "elsewhere")

    def drop(self, link: Link) -> None:
        """A connection is lost."""
        self._lobby.leave(link)
        person, live = link.person, link.live
        if link.relay:
            link.relay.close()
        link.person = link.live = None
        if person is None or person.link is not link:
            return
        person.link, person.seen, person.away_since = None, self._runtime.time(), self._runtime.now()
        if self._runtime.closing:
            return
        if live is not None:
            live.lose(person.id)
            self.left(person, live)
        else:
            self._lobby.changed()
        if not link.remote:
            self._cluster.presence.left(person)
            self._runtime.start(self._saw(person, link.token_hash, link.device))

    async def _saw(self, person: Person, token: str, device: str) -> None:
        try:
            await self._stored.left(person.id, person.seen)
            await self._devices.saw(token, device, person.seen)
        except StoreError as error:
            log.warning("it isn't stored when somebody was last here", why=str(error))

    # --- what tables ask and tell

    def came(self, person: str, live: LiveTable) -> Link | None:
        """Somebody is at a table now; their connection, if they are here."""
        found = self._people.get(person)
        if found is None:
            return None
        found.live = live
        if found.link:
            found.link.live = live
            self._lobby.leave(found.link)
            self.sat(found, live)
        return found.link

    def went(self, person: str, live: LiveTable, left: protocol.Left) -> None:
        """Somebody is at a table no more."""
        found = self._people.get(person)
        if found is None:
            return
        if found.live is live:
            found.live = None
        if (link := found.link) is not None and link.live is live:
            link.live = None
            link.send(left)
            self._lobby.enter(link)

    def avatars(self, people: Iterable[str]) -> dict[str, int]:
        """The pictures that some of these people have chosen, by person."""
        known = map(self._people.get, people)
        return {each.id: each.avatar for each in known if each is not None and each.avatar}
