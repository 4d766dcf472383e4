"""The room of a browser: its person, at a table of their own or in a lobby, and friends whom they let in.

It tells what a room tells. One person alone is the usual case; who else comes does so by a line of their own.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Coroutine
from random import Random
from typing import Any, Final, Literal
from warnings import warn

import msgspec

from dealt import __version__
from dealt.faults import where
from dealt.game import OptionError
from dealt.session.near import ME
from dealt.session.view import lobby_table
from dealt.site import keeping
from dealt.site.hosted import Hosted
from dealt.site.people import Line, Person
from dealt.site.thinking import Work
from dealt.wire import protocol
from dealt.wire.names import check_name, numbered
from dealt.wire.protocol import Incoming
from dealt.wire.refusal import Refused, bad_option, unreadable
from dealt.work.work import House, WorkFailed

Place = Literal["room", "table"]
MOST_PEOPLE: Final = 12
"""The number of people whom the room knows at a time."""


class Room:
    """What a page talks to as to a room; what it says comes in frames by a line, and so does what it hears."""

    def __init__(
        self,
        house: House,
        work: Work,
        tell: Callable[[str, int], None],
        keep: Callable[[Place, str], None],
        kept: str = "",
        table: str = "",
        *,
        chance: Random | None = None,
        seed: Callable[[int], bytes] = lambda deal: secrets.token_bytes(32),
    ) -> None:
        """``work`` does what takes its time; ``tell`` takes a frame to the other end of the line of a number; ``keep``
        stores what is then ``kept`` the next time, and ``table``.

        ``seed`` draws 32 bytes for a deal; by chance unless that is said.
        """
        self.house, self.work, self.tell, self.keep, self.seed = house, work, tell, keep, seed
        self.chance = chance or Random(secrets.token_bytes(16))
        self.own = Line(self, 0)
        """The line of the page beside the room."""
        self.lines = {0: self.own}
        self.me = Person(self, ME, keeping.read(kept))
        self.people = {ME: self.me}
        self.table = Hosted(self, table)
        self._listed: protocol.Lobby | None = None
        """What the lobby shows, as last told."""
        self._running: set[asyncio.Task[None]] = set()

    def hear(self, frame: str, n: int = 0) -> None:
        """Carry out what is said by line ``n``, as soon as may be; what takes its time is answered later."""
        line = self.lines.setdefault(n, Line(self, n))
        try:
            self.start(self._carry_out(line, protocol.decode(frame)))
        except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
            line.refuse(unreadable(error), None)

    def take(self, written: str) -> str:
        """Put what a file holds in the place of all that is kept; what is wrong with the file, or nothing."""
        try:
            kept, table = keeping.taken(written, self.house)
        except keeping.FileError as error:
            return str(error)
        self.table.close()
        self.me.kept = kept
        self.save()
        self.keep("table", table)
        return ""

    def save(self) -> None:
        """Store what is to be known the next time."""
        self.keep("room", self.me.kept.written())

    def start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Let something go on by itself."""
        task = asyncio.get_running_loop().create_task(work)
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return task

    async def _carry_out(self, line: Line, message: Incoming) -> None:
        """Do what somebody wants, and answer."""
        op = str(message.__struct_config__.tag)
        try:
            await self._do(line, message)
        except Refused as refused:
            line.refuse(refused, op)
        except WorkFailed as error:
            line.refuse(Refused("no_answer", error.say), op)
        except OptionError as error:
            line.refuse(bad_option(error), op)
        except Exception as error:  # noqa: BLE001 - whatever fails must not leave its asker waiting
            warn(f"{op} could not be carried out: {where(error)}", RuntimeWarning, stacklevel=1)
            line.refuse(Refused("internal"), op)

    async def _do(self, line: Line, message: Incoming) -> None:
        match message:
            case protocol.Hello():
                self.hello(line, message)
            case _ if not line.greeted:
                raise Refused("hello_first")
            case protocol.Ping(n):
                line.send(protocol.Pong(n=n))
            case protocol.Name(name):
                self.name(line, name)
            case protocol.ChooseAvatar(avatar):
                self.choose_avatar(line, avatar)
            case protocol.Bye():
                self.bye(line)
            case protocol.Create() | protocol.PlayDaily():
                await self.table.create(line.known(), message)
            case protocol.Quick():
                await self.table.quick(line, message)
            case protocol.Join():
                self.table.join(line, message)
            case protocol.Leave():
                self.table.leave(line.known())
            case _:
                person = line.known()
                if (told := await person.finished.answer(message)) is not None:
                    person.send(told)

    # --- coming and going

    def hello(self, line: Line, message: protocol.Hello) -> None:
        """Somebody speaks for the first time by a line, and may be known."""
        if message.v != protocol.VERSION:
            raise Refused("version", v=protocol.VERSION)
        line.greeted, line.contributes = True, message.contributes
        if line.own:
            self.table.resume(back=message.token == self.me.kept.token)
        known = [self.me] if line.own else [each for each in self.people.values() if each is not self.me]
        back = next((each for each in known if message.token and each.kept.token == message.token), None)
        stale = bool(message.token) and back is None
        version, software = protocol.VERSION, f"dealt {__version__}"
        line.send(protocol.Welcome(v=version, room="", greeting="", software=software, stale=stale, alone=True))
        if back is None:
            line.send(self.lobby())
        else:
            self._arrive(line, back)

    def name(self, line: Line, wanted: str) -> None:
        """Somebody says what they are called, or has another name from now on."""
        if line.person is not None and not line.own:
            raise Refused("named", name=line.person.kept.name)
        name, person = check_name(wanted), self.me if line.own else None
        names = {each.kept.name.casefold() for each in self.people.values() if each is not person}
        if name.casefold() in names:
            free = next(each for each in numbered(name) if each.casefold() not in names)
            raise Refused("name_taken", name=name, free=free)
        person = person or self._newcomer()
        token = person.kept.token or secrets.token_urlsafe(24)
        person.kept = msgspec.structs.replace(person.kept, name=name, token=token)
        self.save()
        self._arrive(line, person)

    def _newcomer(self) -> Person:
        """A new person; who is away and at no table is forgotten if there are many."""
        people = self.people
        if len(people) >= MOST_PEOPLE:
            idle = (each for each in people.values() if each is not self.me and not each.line and not each.near)
            if (gone := next(idle, None)) is None:
                raise Refused("too_many_people")
            del people[gone.id]
        person = Person(self, secrets.token_hex(8), keeping.Kept())
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

    def lose(self, n: int) -> None:
        """A friend's line is lost; their seat is kept for a while."""
        line = self.lines.pop(n, None)
        if line is None or (person := line.person) is None:
            return
        line.person = None
        person.line = None
        if person.near is not None:
            person.near.lose(person.id)
        self.relist()

    def lobby(self) -> protocol.Lobby:
        """What is seen of the room at no table."""
        near = self.table.near
        tables = [lobby_table(near.session, near.away, near.avatars)] if near is not None else []
        return protocol.Lobby(tables=tables, people=len(self.lines))

    def relist(self) -> None:
        """Who is at no table sees what has changed in the lobby."""
        now, before = self.lobby(), self._listed
        self._listed = now
        for line in self.lines.values() if now != before and now.people > 1 else ():
            if line.greeted and (line.person is None or line.person.near is None):
                line.send(now)

    def choose_avatar(self, line: Line, avatar: int) -> None:
        """Somebody has chosen their picture."""
        person, near = line.known(), self.table.near
        person.kept.avatar = avatar
        self.save()
        if near is not None:
            near.choose_avatar(person.id, avatar)
        line.send(protocol.AvatarChosen(avatar=avatar))

    def bye(self, line: Line) -> None:
        """Somebody is to be forgotten."""
        person = line.known()
        if person.near is not None:
            self.table.leave(person)
        else:
            line.send(protocol.Left(why="left"))
            line.send(self.lobby())
        person.line = line.person = None
        if person is self.me:
            person.kept = keeping.Kept()
            self.save()
        else:
            del self.people[person.id]
        line.send(protocol.Forgotten())
