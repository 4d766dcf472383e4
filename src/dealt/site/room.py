"""The room of a browser: its person, at a table of their own or in a lobby, and friends whom they let in.

It tells what a room tells. One person alone is the usual case; who else comes does so by a line of their own.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from random import Random
from typing import Any, Final, Literal
from warnings import warn

import msgspec

from dealt import __version__, players
from dealt.faults import where
from dealt.game import LEVELS, Game, Listing, OptionError
from dealt.session.deals import pack_deal
from dealt.session.events import Counted, Event, Finished, Opened, Scored
from dealt.session.near import ME, Near
from dealt.session.session import Session
from dealt.session.settings import asked_computers, asked_word, seed_drawn, table_id
from dealt.session.view import lobby_table
from dealt.site import keeping
from dealt.site.boards import today
from dealt.site.people import Line, Person
from dealt.site.thinking import Thoughts, Work
from dealt.wire import protocol
from dealt.wire.names import check_name, numbered
from dealt.wire.protocol import Incoming, Outgoing
from dealt.wire.refusal import Refused
from dealt.work.work import House, WorkFailed, game_key

AFTER: Final = 0.2
"""Seconds until a new table is on the screen, so that whoever works for it may begin."""
FOR_STRANGERS: Final = frozenset({protocol.Hello, protocol.Name, protocol.Ping})
"""What is answered to one without a name."""
MOST_PEOPLE: Final = 12
"""The number of people whom the room knows at a time."""
Place = Literal["room", "table"]
Answer = Callable[[Line, Any], Awaitable[None]]


class Room:
    """What a page talks to as to a room; what it says comes in frames by a line, and so does what it hears."""

    def __init__(
        self,
        house: House,
        work: Work,
        tell: Callable[[str], None],
        keep: Callable[[Place, str], None],
        kept: str = "",
        table: str = "",
        *,
        chance: Random | None = None,
        seed: Callable[[int], bytes] | None = None,
    ) -> None:
        """``work`` does what takes its time; ``keep`` stores what is then ``kept`` the next time, and ``table``.

        ``seed`` draws 32 bytes for a deal; by chance unless that is said.
        """
        self.house, self.work = house, work
        self.near: Near | None = None
        self.own = Line(self, tell, own=True)
        """The line of the page beside the room."""
        self._me = Person(self, ME, keeping.read(kept))
        self._people = {ME: self._me}
        self._lines = [self.own]
        self._keep = keep
        self._chance = chance or Random(secrets.token_bytes(16))
        self._seed = seed or (lambda deal: secrets.token_bytes(32))
        self._table: asyncio.Task[None] | None = None
        self._before = table
        """The table that was kept, until it is known whether its person is back."""
        self._packed: dict[int, bytes] = {}
        self._listed: protocol.Lobby | None = None
        """What the lobby shows, as last told."""
        self._unsaved = False
        self._running: set[asyncio.Task[None]] = set()
        self._commands: dict[type[Incoming], Answer] = {
            protocol.Hello: self._hello,
            protocol.Name: self._name,
            protocol.ChooseAvatar: self._choose_avatar,
            protocol.Bye: self._bye,
            protocol.Create: self._create,
            protocol.PlayDaily: self._play_daily,
            protocol.Quick: self._quick,
            protocol.Join: self._join,
            protocol.Leave: self._leave,
            protocol.Ping: self._ping,
        }

    @property
    def games(self) -> Mapping[str, Listing]:
        """What can be played here."""
        return self.house.games

    # --- lines

    def hear(self, frame: str) -> None:
        """Carry out what the page beside the room says."""
        self.own.hear(frame)

    def admit(self, tell: Callable[[str], None]) -> Line:
        """A line for a friend, who has still to say who they are."""
        self._lines.append(line := Line(self, tell))
        return line

    def lose(self, line: Line) -> None:
        """A friend's line is lost; their seat is kept for a while."""
        self._lines.remove(line)
        person, line.person = line.person, None
        if person is None or person.line is not line:
            return
        person.line = None
        if person.near is not None:
            person.near.lose(person.id)
        self._relist()

    def take(self, written: str) -> str:
        """Put what a file holds in the place of all that is kept; what is wrong with the file, or nothing."""
        try:
            kept, table = keeping.taken(written, self.house)
        except keeping.FileError as error:
            return str(error)
        self._close()
        self._me.kept = kept
        self.save()
        self._keep("table", table)
        return ""

    def start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Let something go on by itself."""
        task = asyncio.get_running_loop().create_task(work)
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return task

    def carry_out(self, line: Line, message: Incoming) -> None:
        """Do what somebody wants, as soon as may be."""
        self.start(self._carry_out(line, message))

    async def _carry_out(self, line: Line, message: Incoming) -> None:
        op = str(message.__struct_config__.tag)
        try:
            if type(message) is not protocol.Hello and not line.greeted:
                raise Refused("hello_first")
            if line.person is None and type(message) not in FOR_STRANGERS:
                raise Refused("no_name")
            if (command := self._commands.get(type(message))) is not None:
                await command(line, message)
            elif (question := _person(line).questions.get(type(message))) is not None:
                await question(message)
            else:
                await _table(line).send(message, _person(line).id)
        except Refused as refused:
            line.refuse(refused, op)
        except WorkFailed as error:
            line.refuse(Refused("no_answer", error.say), op)
        except OptionError as error:
            line.refuse(Refused("bad_option", error.say, why=str(error)[:200]), op)
        except Exception as error:  # noqa: BLE001 - whatever fails must not leave its asker waiting
            warn(f"{op} could not be carried out: {where(error)}", RuntimeWarning, stacklevel=1)
            line.refuse(Refused("internal"), op)

    def save(self) -> None:
        """Store what is to be known the next time."""
        self._keep("room", self._me.kept.written())

    # --- coming and going

    async def _hello(self, line: Line, message: protocol.Hello) -> None:
        if message.v != protocol.VERSION:
            raise Refused("version", v=protocol.VERSION)
        line.greeted, line.contributes = True, message.contributes
        if line.own and self._before:
            self._resume(back=message.token == self._me.kept.token)
        known = [self._me] if line.own else [each for each in self._people.values() if each is not self._me]
        back = next((each for each in known if message.token and each.kept.token == message.token), None)
        line.send(
            protocol.Welcome(
                v=protocol.VERSION,
                room="",
                greeting="",
                software=f"dealt {__version__}",
                stale=bool(message.token) and back is None,
                alone=True,
            )
        )
        if back is None:
            line.send(self._lobby())
        else:
            self._arrive(line, back)

    def _resume(self, *, back: bool) -> None:
        """Go on with the table that was kept, if its person is back."""
        written, self._before = self._before, ""
        if back and self.near is None and (found := keeping.resumed(written, self.house)) is not None:
            session, people = found
            self._people |= {each: Person(self, each, kept) for each, kept in people.items()}
            self._open(session.settings, session.game, session)

    async def _name(self, line: Line, message: protocol.Name) -> None:
        if line.person is not None and not line.own:
            raise Refused("named", name=line.person.kept.name)
        name, person = check_name(message.name), self._me if line.own else None
        names = {each.kept.name.casefold() for each in self._people.values() if each is not person}
        if name.casefold() in names:
            free = next(each for each in numbered(name) if each.casefold() not in names)
            raise Refused("name_taken", name=name, free=free)
        if person is None:
            person = self._newcomer()
        token = person.kept.token or secrets.token_urlsafe(24)
        person.kept = msgspec.structs.replace(person.kept, name=name, token=token)
        person.save()
        self._arrive(line, person)

    def _newcomer(self) -> Person:
        """A new person; who is away and at no table is forgotten if there are many."""
        if len(self._people) >= MOST_PEOPLE:
            idle = (each for each in self._people.values() if each is not self._me and not each.line and not each.near)
            if (gone := next(idle, None)) is None:
                raise Refused("too_many_people")
            del self._people[gone.id]
        person = Person(self, secrets.token_hex(8), keeping.Kept())
        self._people[person.id] = person
        return person

    def _arrive(self, line: Line, person: Person) -> None:
        """A person is here by this line from now on, and by no other."""
        other, person.line, line.person = person.line, line, person
        if other is not None and other is not line:
            other.person = None
            other.send(protocol.Left(why="elsewhere"))
        line.send(person.you())
        if person.near is not None:
            person.near.back(person.id, line)
        else:
            line.send(self._lobby())
        self._relist()

    def _lobby(self) -> protocol.Lobby:
        near = self.near
        tables = [lobby_table(near.session, near.away, near.avatars)] if near is not None else []
        return protocol.Lobby(tables=tables, people=len(self._lines))

    def _relist(self) -> None:
        """Who is at no table sees what has changed in the lobby."""
        now = self._lobby()
        if now != self._listed:
            self._listed = now
            for line in self._lines:
                if line.greeted and (line.person is None or line.person.near is None) and len(self._lines) > 1:
                    line.send(now)

    async def _choose_avatar(self, line: Line, message: protocol.ChooseAvatar) -> None:
        person = _person(line)
        person.kept.avatar = message.avatar
        person.save()
        if self.near is not None:
            self.near.choose_avatar(person.id, message.avatar)
        line.send(protocol.AvatarChosen(avatar=message.avatar))

    async def _bye(self, line: Line, message: protocol.Bye) -> None:
        person = _person(line)
        if person.near is not None:
            self._go(person)
        else:
            line.send(protocol.Left(why="left"))
            line.send(self._lobby())
        person.line = line.person = None
        if person is self._me:
            person.kept = keeping.Kept()
            person.save()
        else:
            del self._people[person.id]

    async def _ping(self, line: Line, message: protocol.Ping) -> None:
        line.send(protocol.Pong(n=message.n))

    # --- the table

    def _check_opens(self, person: Person) -> None:
        """Refused if somebody can't open a table now."""
        if person.near is not None:
            raise Refused("at_table")
        if person is not self._me:
            raise Refused("not_holder", name=self._me.kept.name)
        if self.near is not None:
            raise Refused("one_table")

    async def _play_daily(self, line: Line, message: protocol.PlayDaily) -> None:
        self._check_opens(_person(line))
        opened, game, then = self._me.boards.wanted(message)
        near = self._open(opened, game, then=then)
        if not then:
            await near.send(protocol.Start())

    async def _create(self, line: Line, message: protocol.Create) -> None:
        self._check_opens(_person(line))
        if message.game not in self.games:
            raise Refused("no_game", game=message.game, games=", ".join(self.games))
        if message.set or message.clock or message.private or message.rated:
            raise Refused("alone")
        near = self._open(*self._wanted(message))
        if message.now and near.session.phase == "waiting":
            await near.send(protocol.Start())

    def _wanted(self, message: protocol.Create) -> tuple[Opened, Game[Any]]:
        """The settings of a table and its game; Refused says what is wrong with them."""
        word = asked_word(message)
        listing = self.games[message.game]
        made = listing.make_from(message.preset, message.options)
        game = self.house.game(game_key(message.game, made.options))
        asked = message.computers or ""
        levels = {*asked.split(",")} <= {*LEVELS}
        possible = () if levels else players.names(listing, game)  # to look takes a second
        computers = asked_computers(asked or possible[0], game.seats, possible)
        options, pace = dict(game.options), message.pace
        return Opened(message.game, game.version, options, False, 0, pace, computers, "", word, takeovers=False), game

    def _open(
        self, opened: Opened, game: Game[Any], session: Session | None = None, then: Sequence[Event] = ()
    ) -> Near:
        """Open a table and sit down, or go on with one."""
        key = game_key(opened.game, opened.options)
        thoughts = Thoughts(self.work, key, opened, game.seats, Random(self._chance.random()))
        self._packed.clear()

        soon = asyncio.get_running_loop().call_soon

        def count(counted: Counted) -> None:  # a moment later: a first deal may be over before its table is there
            soon(lambda: self._note(near, counted))

        def seed(drawn: int) -> bytes:
            return seed_drawn(opened, drawn, lambda: self._seed(drawn))

        near = self.near = Near(
            opened,
            game,
            thoughts,
            self._me.kept.name,
            session=session,
            id=table_id(self._chance),
            texts=self.games[opened.game].texts,
            seed=seed,
            pace=None,
            avatars={each.id: each.kept.avatar for each in self._people.values() if each.kept.avatar},
            by=self.own,
            counts=count,
            then=then,
        )
        thoughts.replace = near.replace
        self._table = self.start(self._follow(near))
        self.start(self._find_out(near, thoughts))
        return near

    async def _find_out(self, near: Near, thoughts: Thoughts) -> None:
        """Can the table's computer tell what actions mean? The cards are shown first."""
        await asyncio.sleep(AFTER)
        if await thoughts.find_out():
            near.session.explained = True
            for person in list(near.here):
                near.tell_anew(person)

    async def _follow(self, near: Near) -> None:
        try:
            while self.near is near:
                self._pass_on(near, *await near.next())
        except Exception as error:  # noqa: BLE001 - whatever fails must not leave somebody at a table that stands still
            warn(f"a table can't go on: {where(error)}", RuntimeWarning, stacklevel=1)
            people = [self._people[each] for each in near.here]
            self._close()
            for person in people:
                person.send(protocol.Left(why="gone"))
                person.send(self._lobby())

    def _pass_on(self, near: Near, to: str, message: Outgoing) -> None:
        """Tell somebody what the table tells; it is stored when all of that is told."""
        if (person := self._people.get(to)) is not None:
            person.send(message)
            if isinstance(message, protocol.Left):
                if near.session.ended:
                    self._close()
                person.send(self._lobby())
        self._unsaved |= isinstance(message, protocol.TableState)
        if self._unsaved and not near.told and self.near is near:
            self._unsaved = False
            guests = {each: self._people[each].kept for each in near.session.guests if each != ME}
            self._keep("table", keeping.write_table(near.session, self._packed, guests))
            self._relist()

    def _note(self, near: Near, counted: Counted) -> None:
        for scored in counted.results:
            self._count(near, scored)
        for finished in counted.finished if near.session.settings.daily else ():
            self._finish(near, finished)

    def _count(self, near: Near, scored: Scored) -> None:
        if (person := self._people.get(scored.person)) is None:
            return
        session = near.session
        shown = protocol.OldDeal(
            session.id, scored.dealt, session.settings.game, scored.score, scored.won, scored.at, kept=True
        )
        person.kept.add(session.game, shown, next(each for each in session.played if each.dealt == scored.dealt))
        person.save()

    def _finish(self, near: Near, finished: Finished) -> None:
        """A board of a day is over."""
        session, deal = near.session, finished.deal
        packed = pack_deal(session.game, next(each for each in session.played if each.dealt == deal))
        about = session.settings.set, session.settings.game, deal, session.id
        self._me.kept.note(keeping.Board(*about, finished.names, finished.scores, packed), today())
        self.save()

    def _note_left(self, session: Session) -> None:
        """A board of a day that is left is kept, so that it goes on where it stood."""
        if session.settings.daily and session.table is not None and session.phase == "playing":
            about = session.settings.set, session.settings.game, session.dealt, session.id
            board = keeping.Board(*about, [self._me.kept.name], [], acted=[*session.table.lines])
            self._me.kept.note(board, today())
            self.save()

    async def _quick(self, line: Line, message: protocol.Quick) -> None:
        near = self.near
        if near is not None and _person(line).near is None:
            near.come(_person(line).id, _person(line).kept.name, line)
            return
        game = message.game or next(iter(self.games))
        await self._create(line, protocol.Create(game, pace=message.pace, computers=message.computers, now=True))

    async def _join(self, line: Line, message: protocol.Join) -> None:
        person, near = _person(line), self.near
        if near is None or near.session.id != message.table:
            raise Refused("alone" if line.own else "no_table")
        near.come(person.id, person.kept.name, line, watch=message.watch, now=message.now)

    async def _leave(self, line: Line, message: protocol.Leave) -> None:
        _table(line)
        self._go(_person(line))

    def _go(self, person: Person) -> None:
        """Somebody leaves the table, which is done when this returns."""
        near = self.near
        if near is not None:
            near.leave(person.id)
            while near.told:
                self._pass_on(near, *near.told.popleft())

    def _close(self) -> None:
        """The table is no more."""
        if self._table is not None and self._table is not asyncio.current_task():
            self._table.cancel()
        if self.near is not None:
            self._note_left(self.near.session)
        self.near = self._table = None
        self._keep("table", "")
        self._relist()


def _person(line: Line) -> Person:
    """Who is here by a line; Refused if nobody is yet."""
    if line.person is None:
        raise Refused("no_name")
    return line.person


def _table(line: Line) -> Near:
    """The table at which somebody is; Refused if they are at none."""
    near = _person(line).near
    if near is None:
        raise Refused("not_at_table")
    return near
