"""The one table of a browser's room: it is opened, goes on, is kept, and what comes of its deals is noted."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any
from warnings import warn

from dealt import players
from dealt.faults import where
from dealt.game import Game
from dealt.session.deals import pack_deal
from dealt.session.events import Counted, Event, Opened
from dealt.session.near import ME, Near
from dealt.session.session import Session
from dealt.session.settings import asked_computers, asked_word, seed_drawn, table_id
from dealt.site import keeping
from dealt.site.people import Line, Person
from dealt.site.thinking import Thoughts
from dealt.wire import protocol
from dealt.wire.protocol import Outgoing
from dealt.wire.refusal import Refused, check_game
from dealt.work.work import game_key

if TYPE_CHECKING:
    from dealt.site.room import Room


class Hosted:
    """The table, if there is one; ``near`` is its sitting."""

    def __init__(self, room: Room, before: str) -> None:
        """``before`` is the table that was kept, until it is known whether its person is back."""
        self._room, self._before = room, before
        self.near: Near | None = None
        self._going_on: asyncio.Task[None] | None = None
        self._packed: dict[int, bytes] = {}
        self._unsaved = False

    def resume(self, *, back: bool) -> None:
        """Go on with the table that was kept, if its person is back."""
        room, written, self._before = self._room, self._before, ""
        if written and back and self.near is None and (found := keeping.resumed(written, room.house)) is not None:
            session, people = found
            room.people |= {each: Person(room, each, kept) for each, kept in people.items()}
            self.open(session.settings, session.game, session=session)

    async def create(self, person: Person, message: protocol.Create | protocol.PlayDaily) -> None:
        """Open a table for somebody, and deal there if they want it; Refused if they can't."""
        if person.near is not None:
            raise Refused("at_table")
        if person is not self._room.me:
            raise Refused("not_holder", name=self._room.me.kept.name)
        if self.near is not None:
            raise Refused("one_table")
        if isinstance(message, protocol.PlayDaily):
            near, now = self.open(*person.boards.wanted(message)), True
        else:
            near, now = self.open(*self._wanted(message)), message.now
        if now and near.session.phase == "waiting":
            await near.send(protocol.Start())

    def _wanted(self, message: protocol.Create) -> tuple[Opened, Game[Any]]:
        """The settings of a table and its game; Refused says what is wrong with them."""
        check_game(message.game, self._room.house.games)
        if message.set or message.clock or message.private or message.rated:
            raise Refused("alone")
        word = asked_word(message)
        listing = self._room.house.games[message.game]
        options = dict(listing.make_from(message.preset, message.options).options)
        game = self._room.house.game(game_key(message.game, options))
        computers = asked_computers(message.computers, game.seats, partial(players.names, listing, game))
        name, pace = message.game, message.pace
        return Opened(name, game.version, options, False, 0, pace, computers, seed=word, takeovers=False), game

    async def quick(self, line: Line, message: protocol.Quick) -> None:
        """Bring somebody to the table, or open one for them where they are at it or there is none."""
        person, near = line.known(), self.near
        if near is not None and person.near is None:
            near.come(person.id, person.kept.name, line)
            return
        game = message.game or next(iter(self._room.house.games))
        await self.create(person, protocol.Create(game, pace=message.pace, computers=message.computers, now=True))

    def join(self, line: Line, message: protocol.Join) -> None:
        """Bring somebody to the table; Refused if it is not there."""
        person, near = line.known(), self.near
        if near is None or near.session.id != message.table:
            raise Refused("alone" if line.own else "no_table")
        near.come(person.id, person.kept.name, line, watch=message.watch, now=message.now)

    def open(self, opened: Opened, game: Game[Any], then: Sequence[Event] = (), session: Session | None = None) -> Near:
        """Open a table and sit down, or go on with one."""
        room, soon = self._room, asyncio.get_running_loop().call_soon
        thoughts = Thoughts(room.work, Random(room.chance.random()))
        self._packed.clear()
        near = self.near = thoughts.near = Near(
            opened,
            game,
            thoughts,
            room.me.kept.name,
            session=session,
            id=table_id(room.chance),
            texts=room.house.games[opened.game].texts,
            seed=lambda drawn: seed_drawn(opened, drawn, lambda: room.seed(drawn)),
            pace=None,
            avatars={each.id: each.kept.avatar for each in room.people.values() if each.kept.avatar},
            by=room.own,
            # a moment later: a first deal may be over before its table is there
            counts=lambda counted: soon(lambda: self._note(near.session, counted)),
            then=then,
        )
        self._going_on = room.start(self._follow(near))
        room.start(thoughts.find_out())
        return near

    async def _follow(self, near: Near) -> None:
        try:
            while self.near is near:
                self._pass_on(near, *await near.next())
        except Exception as error:  # noqa: BLE001 - whatever fails must not leave somebody at a table that stands still
            warn(f"a table can't go on: {where(error)}", RuntimeWarning, stacklevel=1)
            people = [self._room.people[each] for each in near.here]
            self.close()
            for person in people:
                person.send(protocol.Left(why="gone"))
                person.send(self._room.lobby())

    def _pass_on(self, near: Near, to: str, message: Outgoing) -> None:
        """Tell somebody what the table tells; it is stored when all of that is told."""
        room = self._room
        if (person := room.people.get(to)) is not None:
            person.send(message)
            if isinstance(message, protocol.Left):
                if near.session.ended:
                    self.close()
                person.send(room.lobby())
        self._unsaved |= isinstance(message, protocol.TableState)
        if self._unsaved and not near.told and self.near is near:
            self._unsaved = False
            guests = {each: room.people[each].kept for each in near.session.guests if each != ME}
            room.keep("table", keeping.write_table(near.session, self._packed, guests))
            room.relist()

    def leave(self, person: Person) -> None:
        """Somebody leaves the table, which is done when this returns; Refused if they are at none."""
        near = person.at_table()
        near.leave(person.id)
        while near.told:
            self._pass_on(near, *near.told.popleft())

    def close(self) -> None:
        """The table is no more. A board of a day that is left is kept, so that it goes on where it stood."""
        if self._going_on is not None and self._going_on is not asyncio.current_task():
            self._going_on.cancel()
        session = self.near and self.near.session
        if session and session.settings.daily and session.table is not None and session.phase == "playing":
            self._board(session, session.dealt, [self._room.me.kept.name], [], acted=[*session.table.lines])
        self.near = self._going_on = None
        self._room.keep("table", "")
        self._room.relist()

    def _note(self, session: Session, counted: Counted) -> None:
        """Deals are over."""
        played, game = {each.dealt: each for each in session.played}, session.settings.game
        for each in counted.results:
            if (person := self._room.people.get(each.person)) is not None:
                shown = protocol.OldDeal(session.id, each.dealt, game, each.score, each.won, each.at, kept=True)
                person.kept.add(session.game, shown, played[each.dealt])
                self._room.save()
        for over in counted.finished if session.settings.daily else ():
            packed = pack_deal(session.game, played[over.deal])
            self._board(session, over.deal, over.names, over.scores, packed=packed)

    def _board(self, session: Session, board: int, names: list[str], scores: list[float], **more: Any) -> None:
        about = {"set": session.settings.set, "game": session.settings.game, **more}
        self._room.me.kept.note(keeping.Board(board, session.id, names, scores, **about))
        self._room.save()
