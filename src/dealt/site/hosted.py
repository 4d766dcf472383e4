"""The one table of a browser's room: it is opened, goes on, is kept, and what comes of its deals is noted."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Any, Final
from warnings import warn

from dealt.faults import where
from dealt.game import Game
from dealt.session.deals import pack_deal
from dealt.session.events import Counted, Event, Opened
from dealt.session.near import ME, Near
from dealt.session.session import Session
from dealt.session.settings import seed_drawn, table_id
from dealt.site import keeping
from dealt.site.boards import today
from dealt.site.people import Person
from dealt.site.thinking import Thoughts
from dealt.wire import protocol
from dealt.wire.protocol import Outgoing
from dealt.work.work import game_key

if TYPE_CHECKING:
    from dealt.site.room import Room

AFTER: Final = 0.2
"""Seconds until a new table is on the screen, so that whoever works for it may begin."""


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
            self.open(session.settings, session.game, session)

    def open(self, opened: Opened, game: Game[Any], session: Session | None = None, then: Sequence[Event] = ()) -> Near:
        """Open a table and sit down, or go on with one."""
        room, soon = self._room, asyncio.get_running_loop().call_soon
        key, chance = game_key(opened.game, opened.options), Random(room.chance.random())
        thoughts = Thoughts(room.work, key, opened, game.seats, chance)
        self._packed.clear()

        def count(counted: Counted) -> None:  # a moment later: a first deal may be over before its table is there
            soon(lambda: self._note(near.session, counted))

        near = self.near = Near(
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
            counts=count,
            then=then,
        )
        thoughts.replace = near.replace
        self._going_on = room.start(self._follow(near))
        room.start(self._find_out(near, thoughts))
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
            people = [self._room.people[each] for each in near.here]
            self.close()
            for person in people:
                person.send(protocol.Left(why="gone"))
                person.send(self._room.arrivals.lobby())

    def _pass_on(self, near: Near, to: str, message: Outgoing) -> None:
        """Tell somebody what the table tells; it is stored when all of that is told."""
        room = self._room
        if (person := room.people.get(to)) is not None:
            person.send(message)
            if isinstance(message, protocol.Left):
                if near.session.ended:
                    self.close()
                person.send(room.arrivals.lobby())
        self._unsaved |= isinstance(message, protocol.TableState)
        if self._unsaved and not near.told and self.near is near:
            self._unsaved = False
            guests = {each: room.people[each].kept for each in near.session.guests if each != ME}
            room.keep("table", keeping.write_table(near.session, self._packed, guests))
            room.arrivals.relist()

    def leave(self, person: Person) -> None:
        """Somebody leaves the table, which is done when this returns."""
        if (near := self.near) is not None:
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
        self._room.arrivals.relist()

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
        self._room.me.kept.note(keeping.Board(board, session.id, names, scores, **about), today())
        self._room.save()
