"""Who is in the room of a browser: its own person, friends whom they have let in, and the lines that lead to them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dealt.session.refused import error_of
from dealt.site.boards import Boards
from dealt.site.finished import Finished
from dealt.site.keeping import Kept
from dealt.wire import protocol
from dealt.wire.protocol import Outgoing
from dealt.wire.refusal import Refused

if TYPE_CHECKING:
    from dealt.session.near import Near
    from dealt.site.room import Room


class Line:
    """A line to the room: the page's own, which is number 0, or a friend's, who has still to say who they are."""

    def __init__(self, room: Room, n: int) -> None:
        self._room, self._n, self.own = room, n, n == 0
        self.greeted = False
        self.contributes = False
        self.person: Person | None = None

    def send(self, message: Outgoing) -> None:
        """Tell who is at the other end something."""
        self._room.tell(protocol.encode(message).decode(), self._n)

    def refuse(self, refused: Refused, op: str | None) -> None:
        """Tell why something can't be done."""
        self.send(error_of(refused, op))

    def known(self) -> Person:
        """Who is here by this line; Refused if nobody is yet."""
        if self.person is None:
            raise Refused("no_name")
        return self.person


class Person:
    """Somebody with a name, connected or not. The room knows of a friend only what they do while it is open."""

    def __init__(self, room: Room, id: str, kept: Kept) -> None:  # noqa: A002
        self.room, self.id, self.kept = room, id, kept
        self.line: Line | None = None
        self.boards = Boards(self)
        self.finished = Finished(self)

    @property
    def near(self) -> Near | None:
        """The table, if they are at it."""
        near = self.room.table.near
        return near if near is not None and self.id in near.session.guests else None

    def at_table(self) -> Near:
        """The same; Refused if they are at none."""
        if (near := self.near) is None:
            raise Refused("not_at_table")
        return near

    def send(self, message: Outgoing) -> None:
        """Tell them something, if they are here."""
        if self.line is not None:
            self.line.send(message)
