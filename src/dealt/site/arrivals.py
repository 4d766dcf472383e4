"""Coming to the room of a browser and going: names, tokens, and what those see of it who are at no table."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Final

import msgspec

from dealt import __version__
from dealt.session.view import lobby_table
from dealt.site import keeping
from dealt.site.people import Answer, Line, Person
from dealt.wire import protocol
from dealt.wire.names import check_name, numbered
from dealt.wire.protocol import Incoming
from dealt.wire.refusal import Refused

if TYPE_CHECKING:
    from dealt.site.room import Room

MOST_PEOPLE: Final = 12
"""The number of people whom the room knows at a time."""


class Arrivals:
    """Lets people in."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._listed: protocol.Lobby | None = None
        """What the lobby shows, as last told."""
        self.commands: dict[type[Incoming], Answer] = {
            protocol.Hello: self._hello,
            protocol.Name: self._name,
            protocol.ChooseAvatar: self._choose_avatar,
            protocol.Bye: self._bye,
        }

    async def _hello(self, line: Line, message: protocol.Hello) -> None:
        room = self._room
        if message.v != protocol.VERSION:
            raise Refused("version", v=protocol.VERSION)
        line.greeted, line.contributes = True, message.contributes
        if line.own:
            room.table.resume(back=message.token == room.me.kept.token)
        known = [room.me] if line.own else [each for each in room.people.values() if each is not room.me]
        back = next((each for each in known if message.token and each.kept.token == message.token), None)
        stale = bool(message.token) and back is None
        software = f"dealt {__version__}"
        line.send(
            protocol.Welcome(v=protocol.VERSION, room="", greeting="", software=software, stale=stale, alone=True)
        )
        if back is None:
            line.send(self.lobby())
        else:
            self._arrive(line, back)

    async def _name(self, line: Line, message: protocol.Name) -> None:
        if line.person is not None and not line.own:
            raise Refused("named", name=line.person.kept.name)
        name, person = check_name(message.name), self._room.me if line.own else None
        names = {each.kept.name.casefold() for each in self._room.people.values() if each is not person}
        if name.casefold() in names:
            free = next(each for each in numbered(name) if each.casefold() not in names)
            raise Refused("name_taken", name=name, free=free)
        person = person or self._newcomer()
        token = person.kept.token or secrets.token_urlsafe(24)
        person.kept = msgspec.structs.replace(person.kept, name=name, token=token)
        self._room.save()
        self._arrive(line, person)

    def _newcomer(self) -> Person:
        """A new person; who is away and at no table is forgotten if there are many."""
        people = self._room.people
        if len(people) >= MOST_PEOPLE:
            idle = (each for each in people.values() if each is not self._room.me and not each.line and not each.near)
            if (gone := next(idle, None)) is None:
                raise Refused("too_many_people")
            del people[gone.id]
        person = Person(self._room, secrets.token_hex(8), keeping.Kept())
        people[person.id] = person
        return person

    def _arrive(self, line: Line, person: Person) -> None:
        """A person is here by this line from now on, and by no other."""
        other, person.line, line.person = person.line, line, person
        if other is not None and other is not line:
            other.person = None
            other.send(protocol.Left(why="elsewhere"))
        near, kept = person.near, person.kept
        table = near.session.id if near else None
        line.send(protocol.You(name=kept.name, token=kept.token, table=table, avatar=kept.avatar))
        if near is not None:
            near.back(person.id, line)
        else:
            line.send(self.lobby())
        self.relist()

    def lose(self, line: Line) -> None:
        """A friend's line is lost; their seat is kept for a while."""
        self._room.lines.remove(line)
        person, line.person = line.person, None
        if person is None or person.line is not line:
            return
        person.line = None
        if person.near is not None:
            person.near.lose(person.id)
        self.relist()

    def lobby(self) -> protocol.Lobby:
        """What is seen of the room at no table."""
        near = self._room.table.near
        tables = [lobby_table(near.session, near.away, near.avatars)] if near is not None else []
        return protocol.Lobby(tables=tables, people=len(self._room.lines))

    def relist(self) -> None:
        """Who is at no table sees what has changed in the lobby."""
        now, before = self.lobby(), self._listed
        self._listed = now
        for line in self._room.lines if now != before and now.people > 1 else ():
            if line.greeted and (line.person is None or line.person.near is None):
                line.send(now)

    async def _choose_avatar(self, line: Line, message: protocol.ChooseAvatar) -> None:
        person, near = line.known(), self._room.table.near
        person.kept.avatar = message.avatar
        self._room.save()
        if near is not None:
            near.choose_avatar(person.id, message.avatar)
        line.send(protocol.AvatarChosen(avatar=message.avatar))

    async def _bye(self, line: Line, message: protocol.Bye) -> None:
        person = line.known()
        if person.near is not None:
            self._room.table.leave(person)
        else:
            line.send(protocol.Left(why="left"))
            line.send(self.lobby())
        person.line = line.person = None
        if person is self._room.me:
            person.kept = keeping.Kept()
            self._room.save()
        else:
            del self._room.people[person.id]
