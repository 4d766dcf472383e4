"""What a room asks of the other processes that serve it, and the answers of a room that is served by one alone."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Protocol

from dealt.wire import protocol
from dealt.wire.refusal import Refused

if TYPE_CHECKING:
    from dealt.server.room.link import Link, Reader
    from dealt.server.room.live_table import LiveTable
    from dealt.server.room.people import Person
    from dealt.server.room.room import Room

__all__ = ["Alone", "Cluster"]


class Cluster(Protocol):
    """The other processes of a room. Where several processes serve one, ``clustered.Clustered`` answers."""

    owns_all: bool
    """Are all tables this process's?"""

    def time(self) -> float:
        """The time of day, in seconds since 1970: the same for all."""

    async def open(self, room: Room) -> None:
        """Begin to hear the others; the room has read what is stored."""

    async def close(self) -> None:
        """Tell the others that this process serves nobody any more."""

    # --- people

    async def by_token(self, token: str) -> Person | None:
        """Somebody whom this process does not know yet."""

    def came(self, person: Person) -> None:
        """Somebody has connected here."""

    def left(self, person: Person) -> None:
        """Their connection here is lost."""

    def changed(self, person: Person) -> None:
        """Their name or picture is another one."""

    def forgot(self, person: Person) -> None:
        """They were deleted."""

    def is_elsewhere(self, person: Person) -> bool:
        """Is somebody connected at another process?"""

    async def is_outdated(self, person: Person) -> bool:
        """Was what is known here of somebody not true any more? It is now. StoreError."""

    async def meet(self, name: str) -> bool:
        """Get to know who has a name, or one like it, that seemed to be free; False if that can't be. StoreError."""

    @property
    def tidies(self) -> bool:
        """Is it this process that deletes what is too old?"""

    def link_to(self, person: str) -> Reader | None:
        """What reaches somebody who is connected at another process; None if they are at none."""

    @property
    def here(self) -> int:
        """The number of people who are connected at others."""

    # --- tables

    @property
    def tables(self) -> int:
        """The number of tables that others have."""

    def rows(self) -> Iterable[protocol.LobbyTable]:
        """The public tables of others, as the lobby lists them."""

    def tables_changed(self) -> None:
        """Something that others list has changed here."""

    def invitation(self, table: str) -> tuple[protocol.Invitation, bool] | None:
        """What a link to a table of others tells, and whether it is private; None if they have no such table."""

    async def attach(self, link: Link, person: Person) -> str | None:
        """Lead somebody who has connected to their table at another process; None if they are at none there."""

    def cannot_restore(self, table: str) -> None:
        """A table can't be restored here."""

    def at_odds(self, people: Sequence[str]) -> None:
        """The database has these people at another table than this process."""

    async def fetch(self, table: str) -> LiveTable | None:
        """A table that nobody owned and that this process has taken now; None if it is no such table."""

    async def join(self, link: Link, person: Person, message: protocol.Join) -> None:
        """Come to a table of another process; Refused if there is none, or as it refuses."""

    async def quick(self, link: Link, person: Person, game: str, *, soon: bool) -> bool:
        """Come to an open table of another process; False if there is none."""

    # --- the host

    host: Callable[[bytes], Awaitable[bytes]]
    """Answers what another process asks for the host: question and answer as JSON."""

    def ordered(self, *, sanctions: bool = False) -> None:
        """The host has ordered something here; ``sanctions``: bans or mutes, which are stored."""

    async def ask_others(self, question: bytes) -> list[bytes]:
        """What the host asks of all other processes, and their answers, as JSON."""

    async def named(self, name: str) -> Person | None:
        """The person of that name or id, if this process does not know them."""

    number: int
    """This process; 0 if it is the only one."""

    @property
    def reachable(self) -> bool:
        """Can notes travel between the processes?"""

    def living(self) -> list[tuple[int, str, bool]]:
        """All processes that live: number, label, and whether they hand their tables over; none but in a cluster."""

    # --- the end of this process

    on_drain: Callable[[], None]
    """Called when the host wants this process to hand its tables over and end."""

    async def drain(self, connections: Callable[[], Iterable[Link]], stop_listening: Callable[[], None]) -> None:
        """Hand the tables over to others, and send the people after them; the process ends then."""


class Alone:
    """There are no other processes."""

    owns_all = tidies = True
    host: Callable[[bytes], Awaitable[bytes]]
    here = tables = number = 0
    reachable = True

    def __init__(self, time: Callable[[], float] = time.time) -> None:
        self.time = time
        self.on_drain: Callable[[], None] = lambda: None

    async def open(self, room: Room) -> None: ...

    async def close(self) -> None: ...

    async def by_token(self, token: str) -> Person | None:
        return None

    def came(self, person: Person) -> None: ...

    def left(self, person: Person) -> None: ...

    def changed(self, person: Person) -> None: ...

    def forgot(self, person: Person) -> None: ...

    def is_elsewhere(self, person: Person) -> bool:
        return False

    async def is_outdated(self, person: Person) -> bool:
        return False

    async def meet(self, name: str) -> bool:
        return False

    def link_to(self, person: str) -> Reader | None:
        return None

    def rows(self) -> Iterator[protocol.LobbyTable]:
        return iter(())

    def tables_changed(self) -> None: ...

    def invitation(self, table: str) -> tuple[protocol.Invitation, bool] | None:
        return None

    async def attach(self, link: Link, person: Person) -> str | None:
        return None

    def cannot_restore(self, table: str) -> None: ...

    def at_odds(self, people: Sequence[str]) -> None: ...

    async def fetch(self, table: str) -> LiveTable | None:
        return None

    async def join(self, link: Link, person: Person, message: protocol.Join) -> None:
        raise Refused("no_table")

    async def quick(self, link: Link, person: Person, game: str, *, soon: bool) -> bool:
        return False

    def ordered(self, *, sanctions: bool = False) -> None: ...

    async def drain(self, connections: Callable[[], Iterable[Link]], stop_listening: Callable[[], None]) -> None: ...

    async def ask_others(self, question: bytes) -> list[bytes]:
        return []

    def living(self) -> list[tuple[int, str, bool]]:
        return []

    async def named(self, name: str) -> Person | None:
        return None
