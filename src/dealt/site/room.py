"""The room of one: a person alone, at a table of their own or in a lobby without others. It tells what a room tells."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from functools import partial
from random import Random
from typing import Any, Final, Literal
from warnings import warn

import msgspec

from dealt import __version__, players
from dealt.faults import where
from dealt.game import LEVELS, Game, Listing, OptionError
from dealt.session.events import Opened, Scored
from dealt.session.near import Near
from dealt.session.session import Session
from dealt.session.settings import asked_computers, table_id
from dealt.site import keeping
from dealt.site.finished import Finished
from dealt.site.thinking import Thoughts, Work
from dealt.table import seed_of
from dealt.texts import sentence
from dealt.wire import protocol
from dealt.wire.names import check_name
from dealt.wire.protocol import Incoming, Outgoing
from dealt.wire.refusal import Refused, said
from dealt.work.work import House, game_key

__all__ = ["Room"]

AFTER: Final = 0.2
"""Seconds until a new table is on the screen, so that whoever works for it may begin."""
Told = Callable[[str], None]
Place = Literal["room", "table"]
Answer = Callable[[Any], Awaitable[None]]


class Room:
    """What a page talks to as to a room; what it says comes in frames, and so does what it hears."""

    def __init__(
        self,
        house: House,
        work: Work,
        tell: Told,
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
        self.kept = keeping.read(kept)
        self.near: Near | None = None
        self._tell, self._keep = tell, keep
        self._chance = chance or Random(secrets.token_bytes(16))
        self._seed = seed or (lambda deal: secrets.token_bytes(32))
        self._table: asyncio.Task[None] | None = None
        self._before = table
        """The table that was kept, until it is known whether its person is back."""
        self._packed: dict[int, bytes] = {}
        self._running: set[asyncio.Task[None]] = set()
        self._greeted = False
        self._commands: dict[type[Incoming], Answer] = {
            protocol.Hello: self._hello,
            protocol.Name: self._name,
            protocol.ChooseAvatar: self._choose_avatar,
            protocol.Bye: self._bye,
            protocol.Create: self._create,
            protocol.Quick: self._quick,
            protocol.Join: self._join,
            protocol.Leave: self._leave,
            protocol.Ping: self._ping,
        }
        self._questions = Finished(self).commands

    @property
    def games(self) -> Mapping[str, Listing]:
        """What can be played here."""
        return self.house.games

    # --- frames

    def hear(self, frame: str) -> None:
        """Carry out what somebody says; what takes its time is answered later."""
        try:
            message = protocol.decode(frame)
        except (msgspec.DecodeError, RecursionError) as error:
            self._refuse(Refused("bad_message", why=str(error)[:160]), None)
            return
        self.start(self._carry_out(message))

    def start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Let something go on by itself."""
        task = asyncio.get_running_loop().create_task(work)
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return task

    def send(self, message: Outgoing) -> None:
        """Tell the page something."""
        self._tell(protocol.encode(message).decode())

    async def _carry_out(self, message: Incoming) -> None:
        op = str(message.__struct_config__.tag)
        try:
            if type(message) is not protocol.Hello and not self._greeted:
                raise Refused("hello_first")
            if (command := self._commands.get(type(message))) is not None:
                await command(message)
            elif not self.kept.token:
                raise Refused("no_name")
            elif (question := self._questions.get(type(message))) is not None:
                await question(message)
            else:
                await self._at_table().send(message)
        except Refused as refused:
            self._refuse(refused, op)
        except OptionError as error:
            self._refuse(Refused("bad_option", why=str(error)[:200]), op)
        except Exception as error:  # noqa: BLE001 - whatever fails must not leave its asker waiting
            warn(f"{op} could not be carried out: {where(error)}", RuntimeWarning, stacklevel=1)
            self._refuse(Refused("internal"), op)

    def _refuse(self, refused: Refused, op: str | None) -> None:
        self.send(protocol.Error(code=refused.code, say=said(refused.say), text=sentence(refused.say), re=op))

    def save(self) -> None:
        """Store what is to be known the next time."""
        self._keep("room", self.kept.written())

    # --- coming and going

    async def _hello(self, message: protocol.Hello) -> None:
        if message.v != protocol.VERSION:
            raise Refused("version", v=protocol.VERSION)
        self._greeted = True
        back = bool(message.token) and message.token == self.kept.token
        self.send(
            protocol.Welcome(
                v=protocol.VERSION,
                room="",
                greeting="",
                software=f"dealt {__version__}",
                stale=bool(message.token) and not back,
                alone=True,
            )
        )
        if not back:
            self._lobby()
            return
        if self.near is None and (session := keeping.resumed(self._before, self.house)) is not None:
            self._sit(session.settings, session.game, session)
        self._before = ""
        self._arrive()

    async def _name(self, message: protocol.Name) -> None:
        name = check_name(message.name)
        self.kept = msgspec.structs.replace(self.kept, name=name, token=self.kept.token or secrets.token_urlsafe(24))
        self.save()
        self._arrive()

    def _arrive(self) -> None:
        table = self.near.session.id if self.near else None
        self.send(protocol.You(name=self.kept.name, token=self.kept.token, table=table, avatar=self.kept.avatar))
        if self.near is not None:
            self.near.tell_anew()
        else:
            self._lobby()

    def _lobby(self) -> None:
        self.send(protocol.Lobby(tables=[], people=1))

    async def _choose_avatar(self, message: protocol.ChooseAvatar) -> None:
        self.kept.avatar = message.avatar
        self.save()
        self.send(protocol.AvatarChosen(avatar=message.avatar))

    async def _bye(self, message: protocol.Bye) -> None:
        self._end_table()
        self.kept = keeping.Kept()
        self.save()
        self.send(protocol.Left(why="left"))
        self._lobby()

    async def _ping(self, message: protocol.Ping) -> None:
        self.send(protocol.Pong(n=message.n))

    # --- the table

    def _at_table(self) -> Near:
        if self.near is None:
            raise Refused("not_at_table")
        return self.near

    async def _create(self, message: protocol.Create) -> None:
        if not self.kept.token:
            raise Refused("no_name")
        if self.near is not None:
            raise Refused("at_table")
        if message.game not in self.games:
            raise Refused("no_game", game=message.game, games=", ".join(self.games))
        if message.set or message.clock or message.private:
            raise Refused("alone")
        near = self._sit(*self._wanted(message))
        if message.now and near.session.phase == "waiting":
            await near.send(protocol.Start())

    def _wanted(self, message: protocol.Create) -> tuple[Opened, Game[Any]]:
        """The settings of a table and its game; Refused says what is wrong with them."""
        word = (message.seed or "").strip()
        if message.seed is not None and not (word and word.isprintable()):
            raise Refused("bad_seed")
        made = self.games[message.game].make_from(message.preset, message.options)
        game = self.house.game(game_key(message.game, made.options))
        asked = message.computers or ""
        possible = () if {*asked.split(",")} <= {*LEVELS} else players.possible(game)  # to look takes a second
        computers = asked_computers(asked or possible[0], game.seats, possible)
        options, pace = dict(game.options), message.pace
        return Opened(message.game, game.version, options, False, 0, pace, computers, "", word, takeovers=False), game

    def _sit(self, opened: Opened, game: Game[Any], session: Session | None = None) -> Near:
        """Sit down at a new table, or at one that goes on."""
        key = game_key(opened.game, opened.options)
        thoughts = Thoughts(self.work, key, opened, game.seats, Random(self._chance.random()))
        self._packed.clear()
        near = self.near = Near(
            opened,
            game,
            thoughts,
            self.kept.name,
            session=session,
            id=table_id(self._chance),
            texts=self.games[opened.game].texts,
            seed=partial(seed_of, opened.seed) if opened.seed else self._seed,
            pace=None,
            counts=self._count,
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
            near.tell_anew()

    async def _follow(self, near: Near) -> None:
        try:
            while True:
                message = await near.hear()
                self.send(message)
                if isinstance(message, protocol.TableState):
                    self._keep("table", keeping.write_table(near.session, self._packed))
        except Exception as error:  # noqa: BLE001 - whatever fails must not leave somebody at a table that stands still
            warn(f"a table can't go on: {where(error)}", RuntimeWarning, stacklevel=1)
            self.near = self._table = None
            self._keep("table", "")
            self.send(protocol.Left(why="gone"))
            self._lobby()

    def _count(self, scored: Scored) -> None:
        session = self._at_table().session
        shown = protocol.OldDeal(
            session.id, scored.dealt, session.settings.game, scored.score, scored.won, scored.at, kept=True
        )
        self.kept.add(session.game, shown, next(each for each in session.played if each.dealt == scored.dealt))
        self.save()

    async def _quick(self, message: protocol.Quick) -> None:
        game = message.game or next(iter(self.games))
        await self._create(protocol.Create(game, pace=message.pace, computers=message.computers, now=True))

    async def _join(self, message: protocol.Join) -> None:
        if self.near is None or self.near.session.id != message.table:
            raise Refused("alone")
        self.near.tell_anew()

    async def _leave(self, message: protocol.Leave) -> None:
        self._at_table()
        self._end_table()
        self.send(protocol.Left(why="left"))
        self._lobby()

    def _end_table(self) -> None:
        if self._table is not None:
            self._table.cancel()
            self._keep("table", "")
        self.near = self._table = None
