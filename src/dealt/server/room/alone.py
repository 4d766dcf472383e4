"""What a room asks of the other processes that serve it, by subject, and the answers of a room served by one alone.

Each class is what a room has that is served by one process; where there are several, `dealt.server.cluster` fulfils it.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Container, Iterable, Sequence
from typing import Any

from dealt.server.room.link import Link, Person, Reader
from dealt.server.room.people import People
from dealt.wire import protocol
from dealt.wire.refusal import Refused


class Presence:
    """Who is connected at which process."""

    def came(self, person: Person) -> None:
        """Somebody has connected here."""

    def left(self, person: Person) -> None:
        """Their connection here is lost."""

    def forgot(self, person: Person) -> None:
        """They were deleted."""

    def link_to(self, person: str) -> Reader | None:
        """What reaches somebody who is connected at another process; None if they are at none."""
        return None

    def reader(self, people: People, person: str) -> Reader | None:
        """What reaches somebody, here or at another process; None if they are connected nowhere."""
        known = people.get(person)
        return (known.link if known else None) or self.link_to(person)


class Identities:
    """Who people are, by the database, to which other processes write too."""

    async def by_token(self, token: str) -> Person | None:
        """Somebody whom this process does not know yet."""
        return None

    async def named(self, name: str) -> Person | None:
        """The person of that name or id, if this process does not know them."""
        return None

    async def meet(self, name: str) -> bool:
        """Get to know who has a name, or one like it, that seemed to be free; False if that can't be. StoreError."""
        return False

    async def is_outdated(self, person: Person) -> bool:
        """Was what is known here of somebody not true any more? It is now. StoreError."""
        return False

    def changed(self, person: Person) -> None:
        """Their name or picture is another one."""

    async def look_again(self) -> None:
        """Forget here whom other processes have deleted, if nobody could tell it."""


class Listings:
    """What the lobbies of all processes show of each other's tables."""

    @property
    def here(self) -> int:
        """The number of people who are connected at others."""
        return 0

    @property
    def tables(self) -> int:
        """The number of tables that others have."""
        return 0

    def rows(self) -> Iterable[protocol.LobbyTable]:
        """The public tables of others, as the lobby lists them."""
        return ()

    def of_clubs(self, clubs: Container[str]) -> Iterable[protocol.LobbyTable]:
        """The tables of others to which the members of some clubs alone may come."""
        return ()

    def changed(self) -> None:
        """Something that others list has changed here."""

    def invitation(self, table: str) -> tuple[protocol.Invitation, bool] | None:
        """What a link to a table of others tells, and whether it is private; None if they have no such table."""
        return None


class Claims:
    """Which tables are this process's: all, if it is the only one."""

    async def fetch(self, table: str) -> None:
        """Take a table, if nobody has it: it is restored then. StoreError."""

    def cannot_restore(self, table: str) -> None:
        """A table can't be restored here."""

    def at_odds(self, people: Sequence[str]) -> None:
        """The database has these people at another table than this process."""


class Passage:
    """The way to tables of other processes."""

    async def attach(self, link: Link, person: Person) -> str | None:
        """Lead somebody who has connected to their table at another process; None if they are at none there."""
        return None

    async def join(self, link: Link, person: Person, message: protocol.Join) -> None:
        """Come to a table of another process; Refused if there is none, or as it refuses."""
        raise Refused("no_table")

    async def quick(self, link: Link, person: Person, game: str, *, soon: bool) -> bool:
        """Come to an open table of another process; False if there is none."""
        return False


class Shared:
    """What the processes tell each other of what belongs to none of them."""

    def tournament(self, id: str) -> None:  # noqa: A002
        """More has been stored of a tournament."""

    def club(self, id: str) -> None:  # noqa: A002
        """Others are in a club than before, or others lead it."""


class Orders:
    """What the host orders and asks, which concerns all processes."""

    answer: Callable[[bytes], Awaitable[bytes]]
    """Answers what another process asks for the host: question and answer as JSON."""

    def tell(self, *, sanctions: bool = False) -> None:
        """The host has ordered something here; ``sanctions``: bans or mutes, which are stored."""

    async def ask(self, question: bytes) -> list[bytes]:
        """What the host asks of all other processes, and their answers, as JSON."""
        return []


class Cluster:
    """This process of a room, among the others."""

    number = 0
    """This process; 0 if it is the only one."""
    owns_all = True
    """Are all tables this process's?"""

    def __init__(self, time: Callable[[], float] = time.time) -> None:
        self.time = time
        """The time of day, in seconds since 1970: the same for all."""
        self.presence, self.identities, self.listings = Presence(), Identities(), Listings()
        self.claims, self.passage, self.orders = Claims(), Passage(), Orders()
        self.shared = Shared()
        self.on_drain: Callable[[], None] = lambda: None
        """Called when the host wants this process to hand its tables over and end."""

    async def open(self, room: Any) -> None:
        """Begin to hear the others: ``room``, which is a :class:`Room`, has read what is stored."""

    async def close(self) -> None:
        """Tell the others that this process serves nobody any more."""

    @property
    def tidies(self) -> bool:
        """Is it this process that deletes what is too old?"""
        return True

    @property
    def reachable(self) -> bool:
        """Can notes travel between the processes?"""
        return True

    def living(self) -> list[tuple[int, str, bool]]:
        """All processes that live: number, label, and whether they hand their tables over; none but in a cluster."""
        return []

    async def drain(self, connections: Callable[[], Iterable[Link]], stop_listening: Callable[[], None]) -> None:
        """Hand the tables over to others, and send the people after them; the process ends then."""
