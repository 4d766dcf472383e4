"""People and their connections as the room sees them, whatever carries these, and how they are refused something."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

import structlog

from dealt.game import Listing
from dealt.server.base import logs
from dealt.server.base.limits import Bucket, address_group
from dealt.server.base.trouble import Busy, StoreError
from dealt.server.room.audience import Viewer
from dealt.server.room.live_table import LiveTable
from dealt.session.refused import error_of
from dealt.table import Illegal
from dealt.texts import sentence
from dealt.wire import protocol
from dealt.wire.refusal import Refused

VERSION_CLOSE: Final = 4002
TURNED_OUT: Final = 4003
"""The close code of a connection that the host does not want here, or that does not bring what it needs."""

log = structlog.get_logger("dealt.connection")


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


class Link(Reader, Viewer, Protocol):
    """A connection, as the room sees it. Only ``deliver`` waits: the others put a message into the link's queue."""

    contributes: bool = False
    person: Person | None = None
    live: LiveTable | None = None
    relay: Elsewhere | None = None
    """What leads to their table, if another process has it."""
    remote: bool = False
    """Is the connection at another process?"""
    address: str = ""
    """The address of the client, empty if it is not known."""
    device: str = ""
    """What the device calls itself."""
    token_hash: str = ""
    """The hash of the token by which the person came, empty before and where the connection is at another process."""

    @property
    def home(self) -> str:
        """The address by which the client is counted."""
        return address_group(self.address)

    @property
    def gone(self) -> bool:
        """Is the connection lost, though the room has not heard of it yet?"""
        return False

    def send_frame(self, frame: bytes) -> None:
        """Send a lobby that is encoded already; a newer one replaces it if it is still waiting."""

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

    greeted: bool = False
    """Has the client said which version it speaks, and is it let in?"""
    limits: dict[str, Bucket]
    """The limits on messages of this connection, as long as it has no person."""

    def refuse(self, refused: Refused, op: str | None, *, trying: bool = False) -> None:
        """Say what is wrong. ``trying``: no honest client sends this; after some of them the connection is closed."""

    @property
    def waiting(self) -> int:
        """The number of frames that are not sent yet."""


@dataclass(slots=True, eq=False)
class Person:
    """Somebody with a name."""

    id: str
    name: str
    tokens: set[str]
    """The SHA-256 of the tokens of their devices, in hex."""
    seen: float
    """The time of day at which their last connection was lost, in seconds since 1970."""
    away_since: float
    """The same by the room's clock that only runs forward; for who was loaded, when the room opened."""
    has_results: bool = False
    """Have they finished a deal that counts? Once true it stays so; false may be out of date: ask the store."""
    avatar: int = 0
    """The number of the picture that they have chosen; 0 is the one that follows from the name."""
    address: str = ""
    """The address group of their newest connection. It is never stored."""
    link: Link | None = None
    """Their connection; None while they are away."""
    live: LiveTable | None = None
    """The table where they sit or watch."""
    stored_at: str = ""
    """The id of the table where they sit or watch, if it has not been restored yet."""
    limits: dict[str, Bucket] | None = None
    """Their limits on messages, which a new connection does not renew."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held while they come to a table or leave it, so that two tabs can't sit at two tables."""

    @property
    def here(self) -> Link | None:
        """Their connection, if it is at this process."""
        return None if self.link is None or self.link.remote else self.link

    @property
    def at_table(self) -> bool:
        """Are they at a table, restored or not?"""
        return self.live is not None or bool(self.stored_at)

    def come_anew(self) -> None:
        """Close the connection of who was left in the lobby, though they are at a table: they come back by themselves.

        That is so after a commit whose answer was lost: the room believed that nothing was stored.
        """
        link = self.here
        if link is not None and link.live is None and link.relay is None:
            link.close(1013, "at_table")


Commands = dict[type[protocol.Incoming], Callable[[Link, Any], Coroutine[Any, Any, None]]]
"""What carries out each kind of message. Refused, Illegal or StoreError: it can't be done, and nothing has changed."""


def turn_out(link: Link, why: Refused) -> None:
    """Tell somebody why they may not be here, and close their connection."""
    link.send(error_of(why))
    link.close(TURNED_OUT, why.code)


def limits_of(link: Connected) -> dict[str, Bucket]:
    """The limits on messages of a person, which all their connections share; without a name, those of this one."""
    if link.person is None:
        return link.limits
    link.person.limits = link.person.limits or link.limits
    return link.person.limits


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


def refusal(error: Exception, op: str) -> Refused:
    """Why a message was refused, from what was raised as it was carried out; what nobody expects is logged."""
    match error:
        case Illegal():
            return Refused("illegal", error.say)
        case Refused():
            return error
        case Busy():
            return Refused("busy")  # counted among what is refused
        case StoreError():
            log.error("an action was refused: it can't be stored", op=op, why=str(error))
            return Refused("storage")
        case _:
            log.error("a message could not be handled", op=op, why=logs.where(error))
            return Refused("internal")


def wording(refused: Refused, games: Mapping[str, Listing], live: LiveTable | None) -> str:
    """A refusal in English, in the words of the game at the table."""
    if refused.text:
        return refused.text
    if live is None:
        return sentence(refused.say)
    return sentence(refused.say, games[live.session.settings.game].texts, names=live.session.names)
