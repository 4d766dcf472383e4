"""A connection as the room sees it, whatever carries it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, Protocol

from dealt.texts import sentence
from dealt.wire import protocol
from dealt.wire.refusal import Refused, said

if TYPE_CHECKING:
    from dealt.server.room.live_table import LiveTable
    from dealt.server.room.people import Person

__all__ = ["TURNED_OUT", "Connected", "Elsewhere", "Link", "Reader", "person_of", "table_of", "turn_out"]

TURNED_OUT: Final = 4003
"""The close code of a connection that the host does not want here, or that does not bring what it needs."""


class Elsewhere(Protocol):
    """What leads to a table that another process has."""

    def takes(self, message: protocol.Incoming) -> bool:
        """Is it the other process that carries this message out?"""

    def begin(self) -> None:
        """Ask the other process to let the person in."""

    async def carry_out(self, message: protocol.Incoming) -> None:
        """Let the other process carry a message out; Refused as it refuses, or if it can't be reached in time."""

    def refresh(self) -> None:
        """The connection wants the newest state."""

    def close(self) -> None:
        """The connection needs the other process no more."""


class Reader(Protocol):
    """Somebody who can be told something, whatever leads to them."""

    def send(self, message: protocol.Outgoing) -> None:
        """Send a message in its turn."""

    async def deliver(self, *messages: protocol.Outgoing) -> None:
        """Send messages that may be long, one at a time, as the reader takes them; no other long one comes between."""


class Link(Reader, Protocol):
    """A connection, as the room sees it. Only ``deliver`` waits: the others put a message into the link's queue."""

    person: Person | None
    live: LiveTable | None
    relay: Elsewhere | None
    """What leads to their table, if another process has it."""
    remote: bool
    """Is the connection at another process?"""
    address: str
    """The address of the client, empty if it is not known."""
    contributes: bool
    """Does the client contribute to seeds by itself?"""

    def send_frame(self, frame: bytes) -> None:
        """Send a lobby that is encoded already; a newer one replaces it if it is still waiting."""

    def refresh(self, *, anew: bool = False) -> None:
        """Send the table's newest state when there is room for it; ``anew`` with the whole log."""

    def pass_on(self, frame: bytes, taken: Callable[[], None] | None = None) -> None:
        """Send what another process has encoded, in its turn; ``taken`` is called when it is on its way."""

    async def pass_long(self, frame: bytes) -> None:
        """Send a long message that another process has encoded, as the reader takes it."""

    def went(self) -> None:
        """A remote link alone: its person is at no table here any more, and goes to the lobby of their own process."""

    def close(self, code: int, reason: str) -> None:
        """Say goodbye after what is still to be sent."""


class Connected(Link, Protocol):
    """A link whose connection is at this process."""

    greeted: bool
    """Has the client said which version it speaks, and is it let in?"""

    @property
    def waiting(self) -> int:
        """The number of frames that are not sent yet."""


def turn_out(link: Link, why: Refused) -> None:
    """Tell somebody why they may not be here, and close their connection."""
    link.send(protocol.Error(code=why.code, say=said(why.say), text=sentence(why.say)))
    link.close(TURNED_OUT, why.code)


def person_of(link: Link) -> Person:
    """Who is here by a connection; Refused if nobody is yet."""
    if link.person is None:
        raise Refused("no_name")
    return link.person


def table_of(link: Link) -> LiveTable:
    """The table at which somebody is; Refused if they are at none."""
    person_of(link)
    if link.live is None:
        raise Refused("not_at_table")
    return link.live
