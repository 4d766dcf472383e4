"""Who is in the room of a browser: its own person, friends whom they have let in, and the lines that lead to them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

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
        """Carry out what somebody says; what takes its time is answered later."""
        try:
            message = protocol.decode(frame)
        except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
            self.refuse(unreadable(error), None)
            return
        self._room.carry_out(self, message)

    def send(self, message: Outgoing) -> None:
        """Tell who is at the other end something."""
        self._tell(protocol.encode(message).decode())

    def refuse(self, refused: Refused, op: str | None) -> None:
        """Tell why something can't be done."""
        self.send(error_of(refused, op))


class Person:
    """Somebody with a name, connected or not. The room knows of a friend only what they do while it is open."""

    def __init__(self, room: Room, id: str, kept: Kept) -> None:  # noqa: A002
        self.room, self.id, self.kept = room, id, kept
        self.house, self.games, self.work = room.house, room.games, room.work
        self.line: Line | None = None
        self.boards = Boards(self)
        self.questions = Finished(self).commands | self.boards.commands

    @property
    def near(self) -> Near | None:
        """The table, if they are at it."""
        near = self.room.near
        return near if near is not None and self.id in near.session.guests else None

    def send(self, message: Outgoing) -> None:
        """Tell them something, if they are here."""
        if self.line is not None:
            self.line.send(message)

    def save(self) -> None:
        """What is kept of them has changed."""
        self.room.save()

    def you(self) -> protocol.You:
        """Who they are."""
        near, kept = self.near, self.kept
        return protocol.You(
            name=kept.name, token=kept.token, table=near.session.id if near else None, avatar=kept.avatar
        )
