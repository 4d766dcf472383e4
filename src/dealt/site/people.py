"""Who is in the room of a browser: its own person, friends whom they have let in, and the lines that lead to them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

import msgspec

from dealt.session.refused import error_of
from dealt.site.boards import Boards
from dealt.site.finished import Finished
from dealt.site.keeping import Kept
from dealt.wire import protocol
from dealt.wire.protocol import Outgoing
from dealt.wire.refusal import Refused, unreadable

if TYPE_CHECKING:
    from dealt.session.near import Near
    from dealt.site.room import Room


class Line:
    """A line to the room: the page's own, or a friend's. ``tell`` takes frames to its other end."""

    def __init__(self, room: Room, tell: Callable[[str], None], *, own: bool = False) -> None:
        self._room, self._tell, self.own = room, tell, own
        self.greeted = False
        self.contributes = False
        self.person: Person | None = None

    def hear(self, frame: str) -> None:
        """Carry out what somebody says, as soon as may be; what takes its time is answered later."""
        try:
            message = protocol.decode(frame)
        except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
            self.refuse(unreadable(error), None)
        else:
            self._room.start(self._room.carry_out(self, message))

    def send(self, message: Outgoing) -> None:
        """Tell who is at the other end something."""
        self._tell(protocol.encode(message).decode())

    def refuse(self, refused: Refused, op: str | None) -> None:
        """Tell why something can't be done."""
        self.send(error_of(refused, op))

    def known(self) -> Person:
        """Who is here by this line; Refused if nobody is yet."""
        if self.person is None:
            raise Refused("no_name")
        return self.person

    def at_table(self) -> Near:
        """The table at which they are; Refused if they are at none."""
        if (near := self.known().near) is None:
            raise Refused("not_at_table")
        return near


Answer = Callable[[Line, Any], Awaitable[None]]
"""What carries out a message that came by a line."""


class Person:
    """Somebody with a name, connected or not. The room knows of a friend only what they do while it is open."""

    def __init__(self, room: Room, id: str, kept: Kept) -> None:  # noqa: A002
        self.room, self.id, self.kept = room, id, kept
        self.line: Line | None = None
        self.boards = Boards(self)
        self.answers = Finished(self).answers | {protocol.GetDaily: self.boards.told}

    @property
    def near(self) -> Near | None:
        """The table, if they are at it."""
        near = self.room.table.near
        return near if near is not None and self.id in near.session.guests else None

    def send(self, message: Outgoing) -> None:
        """Tell them something, if they are here."""
        if self.line is not None:
            self.line.send(message)
