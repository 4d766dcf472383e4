"""The room of a browser: its person, at a table of their own or in a lobby, and friends whom they let in.

It tells what a room tells. One person alone is the usual case; who else comes does so by a line of their own.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Coroutine
from random import Random
from typing import Any, Literal
from warnings import warn

from dealt import players
from dealt.faults import where
from dealt.game import LEVELS, Game, OptionError
from dealt.session.events import Opened
from dealt.session.near import ME
from dealt.session.settings import asked_computers, asked_word
from dealt.site import keeping
from dealt.site.arrivals import Arrivals
from dealt.site.hosted import Hosted
from dealt.site.people import Answer, Line, Person
from dealt.site.thinking import Work
from dealt.wire import protocol
from dealt.wire.protocol import Incoming
from dealt.wire.refusal import Refused, bad_option, check_game
from dealt.work.work import House, WorkFailed, game_key

Place = Literal["room", "table"]


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
        seed: Callable[[int], bytes] = lambda deal: secrets.token_bytes(32),
    ) -> None:
        """``work`` does what takes its time; ``keep`` stores what is then ``kept`` the next time, and ``table``.

        ``seed`` draws 32 bytes for a deal; by chance unless that is said.
        """
        self.house, self.work, self.keep, self.seed = house, work, keep, seed
        self.chance = chance or Random(secrets.token_bytes(16))
        self.own = Line(self, tell, own=True)
        """The line of the page beside the room."""
        self.lines = [self.own]
        self.me = Person(self, ME, keeping.read(kept))
        self.people = {ME: self.me}
        self.table, self.arrivals = Hosted(self, table), Arrivals(self)
        self._running: set[asyncio.Task[None]] = set()
        self._commands: dict[type[Incoming], Answer] = {
            **self.arrivals.commands,
            protocol.Create: self._create,
            protocol.PlayDaily: self._play_daily,
            protocol.Quick: self._quick,
            protocol.Join: self._join,
            protocol.Leave: self._leave,
            protocol.Ping: self._ping,
        }

    def admit(self, tell: Callable[[str], None]) -> Line:
        """A line for a friend, who has still to say who they are."""
        self.lines.append(line := Line(self, tell))
        return line

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

    async def carry_out(self, line: Line, message: Incoming) -> None:
        """Do what somebody wants, and answer."""
        op = str(message.__struct_config__.tag)
        try:
            if type(message) is not protocol.Hello and not line.greeted:
                raise Refused("hello_first")
            if (command := self._commands.get(type(message))) is not None:
                await command(line, message)
            elif (answer := (person := line.known()).answers.get(type(message))) is not None:
                if (told := await answer(message)) is not None:
                    person.send(told)
            else:
                await line.at_table().send(message, person.id)
        except Refused as refused:
            line.refuse(refused, op)
        except WorkFailed as error:
            line.refuse(Refused("no_answer", error.say), op)
        except OptionError as error:
            line.refuse(bad_option(error), op)
        except Exception as error:  # noqa: BLE001 - whatever fails must not leave its asker waiting
            warn(f"{op} could not be carried out: {where(error)}", RuntimeWarning, stacklevel=1)
            line.refuse(Refused("internal"), op)

    # --- what is said

    async def _ping(self, line: Line, message: protocol.Ping) -> None:
        line.send(protocol.Pong(n=message.n))

    def _check_opens(self, person: Person) -> None:
        """Refused if somebody can't open a table now."""
        if person.near is not None:
            raise Refused("at_table")
        if person is not self.me:
            raise Refused("not_holder", name=self.me.kept.name)
        if self.table.near is not None:
            raise Refused("one_table")

    async def _play_daily(self, line: Line, message: protocol.PlayDaily) -> None:
        self._check_opens(line.known())
        opened, game, then = self.me.boards.wanted(message)
        near = self.table.open(opened, game, then=then)
        if not then:
            await near.send(protocol.Start())

    async def _create(self, line: Line, message: protocol.Create) -> None:
        self._check_opens(line.known())
        check_game(message.game, self.house.games)
        if message.set or message.clock or message.private or message.rated:
            raise Refused("alone")
        near = self.table.open(*self._wanted(message))
        if message.now and near.session.phase == "waiting":
            await near.send(protocol.Start())

    def _wanted(self, message: protocol.Create) -> tuple[Opened, Game[Any]]:
        """The settings of a table and its game; Refused says what is wrong with them."""
        word = asked_word(message)
        listing = self.house.games[message.game]
        made = listing.make_from(message.preset, message.options)
        game = self.house.game(game_key(message.game, made.options))
        asked = message.computers or ""
        levels = {*asked.split(",")} <= {*LEVELS}
        possible = () if levels else players.names(listing, game)  # to look takes a second
        computers = asked_computers(asked or possible[0], game.seats, possible)
        options, pace = dict(game.options), message.pace
        return Opened(message.game, game.version, options, False, 0, pace, computers, "", word, takeovers=False), game

    async def _quick(self, line: Line, message: protocol.Quick) -> None:
        person, near = line.known(), self.table.near
        if near is not None and person.near is None:
            near.come(person.id, person.kept.name, line)
            return
        game = message.game or next(iter(self.house.games))
        await self._create(line, protocol.Create(game, pace=message.pace, computers=message.computers, now=True))

    async def _join(self, line: Line, message: protocol.Join) -> None:
        person, near = line.known(), self.table.near
        if near is None or near.session.id != message.table:
            raise Refused("alone" if line.own else "no_table")
        near.come(person.id, person.kept.name, line, watch=message.watch, now=message.now)

    async def _leave(self, line: Line, message: protocol.Leave) -> None:
        line.at_table()
        self.table.leave(line.known())
