"""A table under way in the room: it carries commands out one at a time, and stores before it tells.

A command's events are stored, then applied, then everybody there is told.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Concatenate, Final, Literal, ParamSpec, Protocol

import structlog

from dealt.server.base import logs
from dealt.server.base.config import Config
from dealt.server.base.trouble import StoreError
from dealt.server.room.audience import Audience, Viewer
from dealt.server.room.computers import Computers
from dealt.server.room.keeping import Keeper
from dealt.server.room.next_deal import NextDeal, Orders
from dealt.server.room.runtime import Runtime
from dealt.server.room.table_clock import TableClock
from dealt.server.store.journal import Broken, Journal
from dealt.server.store.sets import DealSet
from dealt.server.store.store import Store
from dealt.session import dealing, events, seats, view
from dealt.session.events import Event, Finished
from dealt.session.refused import error_of
from dealt.session.session import Session
from dealt.session.view import LogPart
from dealt.wire.protocol import Left
from dealt.wire.refusal import HandedOver, Refused

NEWS_AFTER: Final = 1.0
"""In a crowd, the seconds after which people see who else is back."""
UNSEEN: Final = frozenset({events.Sealed, events.Contributed})
"""Events of which nobody at the table sees anything."""

P = ParamSpec("P")

log = structlog.get_logger("dealt.table")


class Company(Protocol):
    """The people of the room, and where they are."""

    def came(self, person: str, live: LiveTable) -> Viewer | None:
        """Somebody is at a table now; their connection, if they are here."""

    def went(self, person: str, live: LiveTable, left: Left) -> None:
        """Somebody is at a table no more."""

    def crowded(self) -> bool:
        """Do many people come back at once, as after a restart?"""

    def avatars(self, people: Iterable[str]) -> dict[str, int]:
        """The pictures that some of these people have chosen, by person."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What the tables of a room stand on, and whom they tell."""

    config: Config
    store: Store
    runtime: Runtime
    orders: Orders
    company: Company
    computers: Callable[[Session], Computers]
    changed: Callable[[], None]
    """The lobby lists another thing of a table."""
    ended: Callable[[LiveTable], None]
    """A table is gone."""
    finished: Callable[[Session, Sequence[Finished]], None]
    """It is stored how deals of a table's set came out."""
    at_odds: Callable[[Sequence[str]], None]
    """The database has these people at another table."""


class LiveTable:
    """A session with its people's connections, a lock and an alarm."""

    clock: TableClock

    def __init__(
        self,
        around: Surroundings,
        session: Session,
        joined: DealSet | None = None,
        since: float | None = None,
        *,
        goes_on: bool = False,
    ):
        """``joined`` is the set of deals that it belongs to, ``since`` when the people of a restored table were lost.

        ``goes_on``: another process had it until then, and its clocks go on; otherwise they begin anew.
        """
        self.session, self.joined, self._around = session, joined, around
        store, self._runtime, self._company = around.store, around.runtime, around.company
        self.keeper = Keeper(store.tables, session, self._runtime)
        since = self._runtime.now() if since is None else since
        left, stalled = lambda: self.clock.left(), lambda: store.writer.failing
        self.audience = Audience(session, around.config, self._runtime, since, self._company.avatars, left, stalled)
        self.links = self.audience.links
        self.next_deal = NextDeal(session, joined, self.links, around.orders, self._runtime)
        self.computers = around.computers(session)
        heeds: dict[type[Event], Callable[[Any], None]] = {
            events.SealsClosed: lambda _: self.audience.send_seals(self.links.values()),
            events.Came: self._came,
            events.Went: self._went,
            events.Counted: lambda counted: around.finished(session, counted.finished),
        }
        self._journal = Journal(store.tables, session, joined, around.at_odds, self.next_deal.foresee, heeds, self.fail)
        self.clock = TableClock(self, around.config, around.orders, self._runtime, goes_on=goes_on)
        self._lock = asyncio.Lock()
        self._telling: asyncio.TimerHandle | None = None
        """Soon everybody here is told of what they have not been told yet."""
        self.handed_over = False
        """Does another process carry the table on?"""
        self._broken = self._closed = False

    # --- commands

    async def do(
        self, command: Callable[Concatenate[Session, P], Sequence[Event]], *args: P.args, **kwargs: P.kwargs
    ) -> None:
        """Carry a command out: Refused, Illegal or StoreError if it can't be, and then nothing has changed."""
        await self._runtime.outlive(self._do(lambda session: command(session, *args, **kwargs)))

    async def _do(self, command: Callable[[Session], Sequence[Event]]) -> None:
        async with self._lock:
            try:
                await self._catch_up()
                happened = command(self.session)
                if dealing.begins(self.session, happened):
                    self._around.orders.check_new()
                await self._journal.take(happened, self._runtime.time())
                with contextlib.suppress(StoreError):  # what was asked for is done; the alarm tries the rest again
                    while happened := self.audience.returned() or self.next_deal.follow():
                        await self._journal.take(happened, self._runtime.time())
            except Broken:
                return
            finally:
                kinds, self._journal.untold = self._journal.untold, set()
                self.audience.row_is_old |= bool(kinds - {events.Acted})
                if kinds - UNSEEN:
                    self._tell()
                    self.keeper.keep()
                else:
                    self.clock.set()

    async def _catch_up(self) -> None:
        """See that things may happen here: HandedOver if the table is another process's, Refused if it has ended."""
        if self.handed_over:
            raise HandedOver
        await self._journal.catch_up()
        if self.session.ended:
            raise Refused("no_table")

    async def follow(self) -> None:
        """Do what is left to do by itself, after a restart or a failure of the database."""
        await self.do(lambda _: ())
        self.clock.set()  # even if nothing was left to do, the time of who is away runs

    async def go_on(self) -> None:
        """What held the table up is over: do what was left to do."""
        with contextlib.suppress(Refused, StoreError):  # the table has ended, or its alarm tries again
            await self.follow()

    async def close(self) -> None:
        """The host closes the table: whoever is there goes to the lobby. StoreError if it can't be stored."""
        self._closed = True
        try:
            await self.do(seats.close)
        finally:
            self._closed = self.session.ended

    async def hand_over(self, release: Callable[[], Awaitable[None]]) -> None:
        """Leave the table to another process, between two actions, unless it has ended.

        ``release`` gives it away; after a StoreError nobody may own it, and whoever asks first takes it.
        """
        async with self._lock:
            if not (self.session.ended or self.handed_over):
                self.handed_over = True
                self.clock.stop()
                await release()

    async def revise(self, stored: Callable[[], Awaitable[None]], remembered: Callable[[Session], None]) -> None:
        """Change what is ``stored`` of the table, and then what it has ``remembered``, between two actions.

        HandedOver or Refused: it is another process's, or has ended. StoreError: it may be changed in part.
        """
        async with self._lock:
            await self._catch_up()
            await self.keeper.settle()
            await stored()
            remembered(self.session)
            self.audience.row_is_old = True
            self._tell()
            self.keeper.keep(now=True)

    @property
    def state(self) -> Literal["goes", "unsure", "over"]:
        """Whether it goes on: ``over`` if it has ended or is another process's, ``unsure`` if storing has failed."""
        return "over" if self.session.ended or self.handed_over else "unsure" if self._journal.unsure else "goes"

    # --- what follows from an event, once it is carried out

    def _came(self, event: events.Came) -> None:
        if event.person not in self.links:
            self._greet(event.person, self._company.came(event.person, self))

    def _went(self, event: events.Went) -> None:
        self.audience.leave(event.person)
        self._company.went(event.person, self, Left(why="gone" if event.lost else "left"))

    def begin(self, happened: Iterable[Event], at: float) -> None:
        """The one who opened the table sits down, and what else begins it happens; it is stored already."""
        self._journal.carry_out((each, at) for each in happened)
        self.audience.row_is_old = True
        self._tell()
        self.keeper.summarise()

    # --- a game that fails

    def is_broken(self) -> bool:
        """Has the game failed? It may do so whenever it is shown."""
        return self._broken

    def fail(self, error: Exception) -> None:
        """A game that raises where it must not, one from outside, ends its table: nobody could play there any more."""
        if self._broken:
            return
        self._broken = self.session.ended = True
        log.error("a game failed, and its table is closed", table=self.session.id, why=logs.where(error))
        for link in self.links.values():
            link.send(error_of(Refused("table_broken")))
        self._end()
        self.clock.stop()
        self._runtime.start(self._journal.end(self._runtime.time()))

    # --- who is here, and what they see

    def _greet(self, person: str, link: Viewer | None) -> None:
        if link is not None:
            if self.audience.resting:
                self.clock.wake()
            self.next_deal.back(person)
        self.audience.come(person, link)

    async def back(self, person: str, link: Viewer) -> None:
        """Somebody of this table is connected again, or by another tab; everybody sees it.

        When many come back at once, after a restart, all of them see their tables before anybody sees who else is back.
        """
        self._greet(person, link)
        if self._company.crowded() and not self.is_broken():
            self.audience.forget_frames()
            self.clock.mind_turns()
            self.audience.show_new()
            self.clock.set()
            self._telling = self._telling or asyncio.get_running_loop().call_later(NEWS_AFTER, self._tell_news)
        else:
            self._tell()
        if seats.come_back(self.session, person):
            with contextlib.suppress(Refused):
                await self.do(seats.come_back, person)

    def lose(self, person: str) -> None:
        """Somebody's connection is lost; everybody sees it."""
        if self.audience.lose(person):
            self._tell()

    def frame(self, person: str, known: LogPart | None = None) -> tuple[bytes, LogPart | None]:
        """What a person sees now, encoded; those who see the same share the work. Nothing if the game can't show it."""
        try:
            return self.audience.frame(person, known)
        except Exception as error:  # noqa: BLE001 - games are anybody's code
            self.fail(error)
            return b"", None

    def tell_avatars(self) -> None:
        """Somebody here has chosen another picture: everybody sees it."""
        self.audience.row_is_old = True
        self._tell()

    async def find_out(self) -> None:
        """Find out whether the computer of a restored table can explain actions, which waits for a worker."""
        if await self.computers.find_out() and not self.session.ended:
            self._tell()

    def _tell_news(self) -> None:
        """Tell who is back once the crowd is over, or at the next change of the table."""
        if self._company.crowded():
            self._telling = asyncio.get_running_loop().call_later(NEWS_AFTER, self._tell_news)
        else:
            self._tell()

    def _tell(self) -> None:
        """Everybody here gets the newest state, the lobby too if it shows; then the alarm is set anew."""
        self.stop()
        if not self.is_broken():
            self.audience.forget_frames()
            self.clock.mind_turns()
            self.audience.tell()
        if self.is_broken():
            return
        if before := self.audience.relist():
            self._around.changed()
            if not view.lists_alike(self.audience.row, before):
                self.keeper.summarise()
        if self.session.ended:
            self._end()
        self.clock.set()

    def _end(self) -> None:
        for person in list(self.session.guests):
            self.audience.leave(person)
            self._company.went(person, self, Left(why="closed" if self._closed else "gone"))
        self.audience.away.clear()
        self._around.ended(self)

    def stop(self) -> None:
        """Nothing happens by itself until it is set going anew."""
        self.clock.stop()
        if self._telling:
            self._telling.cancel()
            self._telling = None
