"""A table under way in the room: it carries commands out one at a time, stores before it tells, and keeps the clock.

A command's events are stored, then applied, then everybody there is told. Computers and clocks are one alarm a table.
A table where nobody is connected rests: no computer moves, no clock runs, only the time of who is away.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Concatenate, Final, ParamSpec

import structlog

from dealt.game import Say, Seat
from dealt.server.base import logs
from dealt.server.base.deflate import Compressible
from dealt.server.base.trouble import Conflict, StoreError
from dealt.server.room import encoded
from dealt.server.room.computers import Computers
from dealt.server.room.keeping import Keeper
from dealt.server.room.link import Link
from dealt.server.store.sets import DealSet, seed_in
from dealt.server.work.work import GameKey, game_key
from dealt.session import dealing, events, fold, seats, seeds, view
from dealt.session.events import By, Event
from dealt.session.mixing import WITHIN
from dealt.session.session import Session
from dealt.session.view import LogPosition
from dealt.table import Illegal, commitment, seed_of
from dealt.texts import sentence
from dealt.wire import protocol
from dealt.wire.protocol import ChatLine, Left
from dealt.wire.refusal import HandedOver, Refused, said

if TYPE_CHECKING:
    from dealt.server.room.room import Room

__all__ = ["PACE", "LiveTable"]

PACE: Final = {"instant": 0.0, "fast": 0.4, "normal": 0.9, "slow": 1.6}
"""The pause before a computer acts, in seconds."""
LOOK: Final = 30.0
"""With a turn clock, the least time for which a result is shown before the next deal, in seconds."""
GOES_ON: Final = 10.0
"""The seconds after which a table that came from another process rests if nobody is connected to it."""
CUT_OFF: Final = 5.0
"""The least number of seconds that a turn lasts from the moment at which a table came from another process."""
RETRY: Final = 1.0
NEWS_AFTER: Final = 1.0
"""In a crowd, the seconds after which people see who else is back."""
DEALS_UNAWAITED: Final = 5
"""The number of deals that do not wait for somebody whose contribution to a seed was waited for in vain."""

BEGINNINGS: Final = (events.DealDue, events.DealBegan)
UNSEEN: Final = (events.Sealed, events.Contributed)
"""Events of which nobody at the table sees anything."""

P = ParamSpec("P")

log = structlog.get_logger("dealt.table")


class _Broken(Exception):  # noqa: N818 - everybody has been told
    """The table's game failed, and the table is no more."""


class LiveTable:
    """A session with its people's connections, a lock and an alarm."""

    def __init__(
        self,
        room: Room,
        session: Session,
        joined: DealSet | None = None,
        since: float | None = None,
        *,
        goes_on: bool = False,
    ):
        """``since`` is when the people of a restored table were lost, by the room's clock that only runs forward.

        ``goes_on``: another process had it until then, and its clocks go on; otherwise they begin anew.
        """
        self.room = room
        self.session = session
        self.joined = joined
        """The set that the table belongs to."""
        self.links: dict[str, Link] = {}
        self._away: dict[str, float] = {}
        self._lock = asyncio.Lock()
        self._unsure = False
        self._turns: dict[Seat, tuple[int, float]] = {}
        self._handed_over = False
        self._over_since = 0.0
        self._alarm: asyncio.TimerHandle | None = None
        self._busy = False
        self._told = session.talked
        self._telling: asyncio.TimerHandle | None = None
        """Soon everybody here is told of what they have not been told yet."""
        self._new: set[str] = set()
        self._away.update(dict.fromkeys(session.guests, room.now() if since is None else since))
        self.row = view.lobby_table(session, self._away, self._avatars())
        """The table as the lobby lists it."""
        self._row_is_old = False
        self.keeper = Keeper(room, session)
        self._broken = False
        self._closed = False
        """Has the host closed it?"""
        self._frames: dict[tuple[Seat | None, Seat | None, LogPosition | None], tuple[Compressible, LogPosition]] = {}
        self._frames_of = 0
        self._shared: encoded.Shared | None = None
        self._hands: dict[Seat, encoded.Arranged] = {}
        self._waits_until = 0.0
        """How long a deal that is due waits for contributions."""
        self._expected = set(session.guests)
        """Who was here before a restart, or at another process, and is still to come back: the next deal waits a moment
        for what they give, or whoever is back first would begin without the others."""
        self._silent: dict[tuple[str, bool], int] = {}
        """Who was waited for in vain, before or after the seals were closed: so many deals don't wait for them."""
        self._unseen = False
        """Has anything happened that people see?"""
        self.computers = Computers(self)
        self._goes_on_until = 0.0
        """Until then clocks go on although nobody is connected yet."""
        if goes_on:
            self._go_on()

    def _go_on(self) -> None:
        """Clocks run on from where another process has left them, unless they have stood still there for long."""
        session, room = self.session, self.room
        clock, began = session.settings.clock, session.times.get(session.step)
        passed = 0.0 if began is None else max(0.0, room.time() - began)
        if not clock or began is None or passed > max(clock, LOOK) + GOES_ON:
            return
        self._goes_on_until = room.now() + GOES_ON
        self._turns = {seat: (session.since(seat), self._moment(session.since(seat))) for seat in session.turn}
        self._over_since = room.now() - passed if session.phase == "over" else 0.0

    def _moment(self, step: int) -> float:
        """When the turn of that step began, by the room's clock; whoever was cut off has some seconds left."""
        room = self.room
        passed = max(0.0, room.time() - self.session.times.get(step, room.time()))
        return room.now() - min(passed, max(0.0, self.session.settings.clock - CUT_OFF))

    # --- commands

    async def do(
        self, command: Callable[Concatenate[Session, P], Sequence[Event]], *args: P.args, **kwargs: P.kwargs
    ) -> None:
        """Carry a command out: Refused, Illegal or StoreError if it can't be, and then nothing has changed."""
        await self.room.unbroken(self._do(lambda session: command(session, *args, **kwargs)))

    async def _do(self, command: Callable[[Session], Sequence[Event]]) -> None:
        async with self._lock:
            try:
                if self._handed_over:
                    raise HandedOver
                await self._catch_up()
                if self.session.ended:
                    raise Refused("no_table")
                happened = command(self.session)
                if self._begins(happened):
                    self.room.hosting.check_new()
                await self._commit(happened)
                await self._follow()
            except _Broken:
                return
            finally:
                if self._unseen:
                    self._unseen = False
                    self._tell()
                    self.keeper.keep()
                else:
                    self._arm()

    async def follow(self) -> None:
        """Do what is left to do by itself, after a restart or a failure of the database."""
        await self.do(lambda _: ())
        self._arm()  # even if nothing was left to do, the time of who is away runs

    async def _follow(self) -> None:
        while happened := self._returned() or self._next():
            try:
                await self._commit(happened)
            except StoreError:
                return  # what was asked for is stored and done; the alarm tries the rest again

    def _next(self) -> Sequence[Event]:
        """What happens by itself now. No deal begins while the room is read only."""
        happened = dealing.follow(self.session, self._seed, self.awaits)
        return () if self.room.hosting.read_only and self._begins(happened) else happened

    def _begins(self, happened: Sequence[Event]) -> bool:
        """Is a deal asked for now? One that has been asked for before goes on to wait for seeds, and begins."""
        return not self.session.mixing.due and any(isinstance(each, BEGINNINGS) for each in happened)

    async def resume(self) -> None:
        """The room is read only no more: deal, if all are ready."""
        with contextlib.suppress(Refused, StoreError):  # the table has ended, or its alarm tries again
            await self.follow()

    async def close(self) -> None:
        """The host closes the table: whoever is there goes to the lobby. StoreError if it can't be stored."""
        self._closed = True
        try:
            await self.do(seats.close)
        finally:
            self._closed = self.session.ended

    async def hand_over(self, release: Callable[[], Awaitable[None]]) -> bool:
        """Leave the table to another process, between two actions; False if it has ended.

        ``release`` gives it away; after a StoreError nobody may own it, and whoever asks first takes it.
        """
        async with self._lock:
            if self.session.ended or self._handed_over:
                return False
            self._handed_over = True
            self._arm()
            await release()
        return True

    def is_handed_over(self) -> bool:
        """Does another process carry the table on?"""
        return self._handed_over

    def awaits(self, person: str) -> bool:
        """Does a deal wait for somebody's contribution? A table where nobody is connected waits until somebody is."""
        link = self.links.get(person)
        in_time = not self.session.mixing.due or self.room.now() < self._waits_until
        gives = person in self._expected if link is None else link.contributes
        return self.resting or (gives and in_time and not self._is_silent(person))

    def _is_silent(self, person: str) -> bool:
        return (person, self.session.mixing.closed is not None) in self._silent

    def _note_silence(self, event: Event) -> None:
        """Who said that they contribute, and don't, must not hold up every deal."""
        if self.session.mixing.due and self.room.now() >= self._waits_until:
            closed = self.session.mixing.closed is not None
            for each in seeds.missing(self.session):
                if each in self.links and self.links[each].contributes and (each, closed) not in self._silent:
                    self._silent[each, closed] = DEALS_UNAWAITED + 1
        if isinstance(event, events.DealBegan):
            self._expected.clear()
            self._silent = {each: left - 1 for each, left in self._silent.items() if left > 1}

    def _seed(self) -> bytes:
        """The seed of the next deal: by chance, as all tables of the set get it, or by a word that is known."""
        drawn, known = self.session.drawn, self.session.settings.seed
        if known:
            return seed_of(known, drawn)
        return self.room.randomness() if self.joined is None else seed_in(self.joined.secret, drawn + 1)

    def _returned(self) -> Sequence[Event]:
        """Who came back while it was being stored that a computer plays on for them."""
        if not any(chair.standin for chair in self.session.chairs):
            return ()
        return next((back for person in self.links if (back := seats.come_back(self.session, person))), ())

    async def _commit(self, happened: Sequence[Event]) -> None:
        if not happened:
            return
        session, at = self.session, self.room.time()
        ended = any(isinstance(each, events.Ended) for each in happened)
        came = [each.person for each in happened if isinstance(each, events.Came)]
        went = [each.person for each in happened if isinstance(each, events.Went)]
        try:
            payloads = [events.encode(each) for each in happened]
            scored = [row for each in happened if isinstance(each, events.Counted) for row in each.results]
            finished = [row for each in happened if isinstance(each, events.Counted) for row in each.finished]
            await self.room.store.tables.append(
                session.id,
                session.n + 1,
                at,
                payloads,
                ended=ended,
                game=session.settings.game,
                scored=scored,
                set=self.joined.id if self.joined else "",
                finished=finished,
                came=came,
                went=went,
            )
        except StoreError as error:
            if isinstance(error, Conflict) and "guests" in error.about:
                self.room.cluster.claims.at_odds(came)
                raise Refused("at_table") from None  # by another process; nothing is stored
            self._unsure = True
            raise
        self._carry_out((each, at) for each in happened)

    async def _catch_up(self) -> None:
        """After a failed commit nobody knows whether the database took it: look, so that both agree again."""
        if self._unsure:
            rows = await self.room.store.tables.events(self.session.id, self.session.n)
            self._carry_out((events.decode(row.payload), row.at) for row in rows)
            self._unsure = False

    def _carry_out(self, happened: Iterable[tuple[Event, float]]) -> None:
        try:
            for event, at in happened:
                self._apply(event, at)
        except Exception as error:
            self._break(error)
            raise _Broken from error

    def _apply(self, event: Event, at: float) -> None:
        if isinstance(event, (events.SealsClosed, events.DealBegan)):
            self._note_silence(event)
        fold.apply(self.session, event, at)
        self._forget_frames()
        self._row_is_old |= not isinstance(event, events.Acted)
        self._unseen = self._unseen or not isinstance(event, UNSEEN)
        match event:
            case events.DealDue() | events.SealsClosed():
                self._waits_until = self.room.now() + WITHIN
                self._send_seals(self.links.values())
            case events.Went():
                link = self.links.pop(event.person, None)
                self._away.pop(event.person, None)
                self.room.went(event.person, self, link, Left(why="gone" if event.lost else "left"))
            case events.Came() if event.person not in self.links:
                link = self.room.came(event.person, self)
                if link is None:
                    self._away[event.person] = self.room.now()
                else:
                    self._greet(event.person, link)
            case _:
                pass

    def begin(self, came: events.Came, at: float) -> None:
        """The one who opened the table sits down; both are stored already."""
        self._apply(came, at)
        self._tell()
        self.keeper.summarise()

    # --- a game that fails

    def is_broken(self) -> bool:
        """Has the game failed? It may do so whenever it is shown."""
        return self._broken

    def _break(self, error: Exception) -> None:
        """A game that raises where it must not, one from outside, ends its table: nobody could play there any more."""
        if self._broken:
            return
        self._broken = self.session.ended = True
        log.error("a game failed, and its table is closed", table=self.session.id, why=logs.where(error))
        notice = Refused("table_broken")
        for link in self.links.values():
            link.send(protocol.Error(code=notice.code, say=said(notice.say), text=sentence(notice.say)))
        self._end()
        self._arm()
        self.room.spawn(self._store_end())

    async def _store_end(self) -> None:
        try:
            await self.room.store.tables.end(self.session.id, self.room.time())
        except StoreError as error:
            log.warning("the end of a table is not stored", table=self.session.id, why=str(error))

    # --- who is here

    def _greet(self, person: str, link: Link) -> None:
        if not self.links:
            if self.room.now() >= self._goes_on_until:
                self._turns.clear()  # the table rested: every clock begins anew
            self._waits_until = self.room.now() + WITHIN
        self.links[person] = link
        self._expected.discard(person)
        self._row_is_old |= self._away.pop(person, None) is not None
        self._new.add(person)

    async def back(self, person: str, link: Link) -> None:
        """Somebody of this table is connected again, or by another tab; everybody sees it.

        When many come back at once, after a restart, all of them see their tables before anybody sees who else is back.
        """
        self._greet(person, link)
        if self.room.crowded() and not self.is_broken():
            self._forget_frames()
            self._mind_turns()
            self._show_new()
            self._arm()
            self._telling = self._telling or asyncio.get_running_loop().call_later(NEWS_AFTER, self._tell_news)
        else:
            self._tell()
        if seats.come_back(self.session, person):
            with contextlib.suppress(Refused):
                await self.do(seats.come_back, person)

    def _tell_news(self) -> None:
        """Tell who is back once the crowd is over, or at the next change of the table."""
        if self.room.crowded():
            self._telling = asyncio.get_running_loop().call_later(NEWS_AFTER, self._tell_news)
        else:
            self._tell()

    def tell_stalled(self) -> None:
        """Storing fails, or works again: everybody here sees it."""
        self._forget_frames()
        for person, link in self.links.items():
            link.refresh(anew=person in self._new)

    def tell_avatars(self) -> None:
        """Somebody here has chosen another picture: everybody sees it."""
        self._row_is_old = True
        self._tell()

    def _avatars(self) -> dict[str, int]:
        """The pictures that people of this table have chosen, by person."""
        known = map(self.room.people.get, self.session.guests)
        return {each.id: each.avatar for each in known if each is not None and each.avatar}

    async def go_on(self) -> None:
        """Storing works again: do what was left to do."""
        with contextlib.suppress(Refused, StoreError):
            await self.follow()

    def lose(self, person: str) -> None:
        """Somebody's connection is lost; everybody sees it."""
        if self.links.pop(person, None) is not None and not self.session.ended:
            self._away[person] = self.room.now()
            self._row_is_old = True
            self._tell()

    @property
    def deals_soon(self) -> bool:
        """Does the next deal wait for nobody who is away, but for a last player, or until the result was looked at?"""
        session = self.session
        people = [chair for chair in session.chairs if chair.kind == "person"]
        if session.phase == "playing" or any(chair.person not in self.links and not chair.standin for chair in people):
            return False
        if session.phase == "waiting":
            return len(people) == len(session.chairs) - 1
        return session.free > 0 and self.room.time() - session.times.get(session.step, 0.0) < LOOK

    @property
    def resting(self) -> bool:
        """Is nobody connected?"""
        return not self.links

    def frame(self, person: str, known: LogPosition | None = None) -> tuple[bytes, LogPosition | None]:
        """What a person sees now, encoded; those who see the same share the work. Nothing if the game can't show it."""
        try:
            return self._frame(person, known)
        except Exception as error:  # noqa: BLE001 - games are anybody's code
            self._break(error)
            return b"", None

    def _frame(self, person: str, known: LogPosition | None) -> tuple[Compressible, LogPosition]:
        moment, key = int(self.room.now() * 20), (self.session.seat_of(person), self.session.takeable(person), known)
        if moment != self._frames_of:
            self._frames_of = moment
            self._forget_frames()
        if key not in self._frames:
            if self._shared is None:
                stalled = self.room.store.writer.failing
                self._shared = encoded.share(
                    self.session, self._away, self._clock_ms(), self._hands, stalled=stalled, avatars=self._avatars()
                )
            self._frames[key] = encoded.frame(self.session, person, known, self._shared)
        return self._frames[key]

    def _forget_frames(self) -> None:
        """What was made for viewers is of yesterday: something happened, or the clock went on."""
        self._frames.clear()
        self._shared = None

    def _clock_ms(self) -> int | None:
        clock, now = self.session.settings.clock, self.room.now()
        if not clock or self.resting:
            return None
        if self.session.phase == "over":
            left = self._over_since + max(clock, LOOK) - now
        else:
            begun = [since for seat, (_, since) in self._turns.items() if self.session.chairs[seat].kind == "person"]
            if not begun:
                return None
            left = min(begun) + clock - now
        return max(0, round(left * 1000))

    def _tell(self) -> None:
        """Everybody here gets the newest state, the lobby too if it shows; then the alarm is set anew."""
        session = self.session
        if self._telling:
            self._telling.cancel()
            self._telling = None
        if self.is_broken():
            return
        self._forget_frames()
        self._mind_turns()
        news = view.talk(session, self._told) if session.talked > self._told else None
        others = [link for person, link in self.links.items() if person not in self._new]
        self._show_new()
        for link in others:
            if self.is_broken():
                return
            link.refresh()
            if news is not None:
                link.send(news)
        self._told = session.talked
        if self.is_broken():
            return
        if self._row_is_old or session.phase != self.row.phase:  # actions alone change nothing that the lobby lists
            self._row_is_old, before = False, self.row
            self.row = view.lobby_table(session, self._away, self._avatars())
            if self.row != before:
                self.room.lobby.changed()
                if not view.lists_alike(self.row, before):
                    self.keeper.summarise()
        if session.ended:
            self._end()
        self._arm()

    def _show_new(self) -> None:
        """Whoever has just come gets the whole table, and all that was said there."""
        for person in [each for each in self.links if each in self._new]:
            if self.is_broken():
                return
            link = self.links[person]
            link.refresh(anew=True)
            link.send(view.talk(self.session, welcome=self._welcome(person)))
            self._send_seals([link])
        self._new.clear()

    def _send_seals(self, links: Iterable[Link]) -> None:
        """Ask for the contributions, once no more seals are taken."""
        session = self.session
        if session.promised is None or session.mixing.closed is None:
            return
        for link in links:
            link.send(protocol.Sealed(promise=commitment(session.promised), seals=session.mixing.closed))

    def _welcome(self, person: str) -> ChatLine | None:
        """The line that welcomes somebody to the table, in the words of the room's host or in ours."""
        guest, config = self.session.guests.get(person), self.room.config
        if guest is None:
            return None
        if config.welcome:
            say = Say("notice.welcome_own", {"text": config.welcome})
        else:
            say = Say("notice.welcome", {"room": config.room, "name": guest.name})
        return ChatLine(guest.line, guest.at, "", say=said(say))

    def _end(self) -> None:
        for person in list(self.session.guests):
            why = Left(why="closed" if self._closed else "gone")
            self.room.went(person, self, self.links.pop(person, None), why)
        self._away.clear()
        self.room.ended(self)

    # --- time

    def _mind_turns(self) -> None:
        session, now = self.session, self.room.now()
        begun = {seat: session.since(seat) for seat in session.turn}
        kept = {seat: turn for seat, turn in self._turns.items() if begun.get(seat) == turn[0]}
        self._turns = {seat: kept.get(seat, (since, now)) for seat, since in begun.items()}
        self.computers.forget_thoughts(begun)
        if session.phase != "over":
            self._over_since = 0.0
        elif not self._over_since:
            self._over_since = now

    def _due(self) -> list[tuple[float, Callable[[], Awaitable[None]]]]:
        """What time will bring, and when."""
        session, config = self.session, self.room.config
        due: list[tuple[float, Callable[[], Awaitable[None]]]] = []
        for person, since in self._away.items():
            due.append((since + config.leave_after, partial(self.do, self._gone, person)))
            seat = session.seat_of(person)
            if not self.resting and seat is not None and not session.chairs[seat].standin:
                due.append((since + config.standin_after, partial(self.do, self._stand_in, person)))
        if self.resting:
            return due
        if session.mixing.due:
            due.append((self._waits_until, self.follow))
        clock = session.settings.clock
        for seat, (step, since) in self._turns.items():
            chair = session.chairs[seat]
            if chair.kind == "computer" or chair.standin:
                by: By = "computer" if chair.kind == "computer" else "standin"
                self.computers.think(seat, step)  # during the pause, so that its length tells nothing
                due.append((since + PACE[session.settings.pace] * config.pace_factor, self._thinking(seat, step, by)))
            elif clock:
                due.append((since + clock, self._thinking(seat, step, "clock")))
        if self._over_since and clock and not self.room.hosting.read_only:
            due.append((self._over_since + max(clock, LOOK), partial(self.do, dealing.mark_all)))
        return due

    def _gone(self, session: Session, person: str) -> Sequence[Event]:
        return seats.leave(session, person, lost=True) if person in self._away else ()  # they may have just come back

    def _stand_in(self, session: Session, person: str) -> Sequence[Event]:
        return seats.stand_in(session, person) if person in self._away else ()

    def _arm(self) -> None:
        if self._alarm:
            self._alarm.cancel()
            self._alarm = None
        if self._busy or self.session.ended or self._handed_over or self.room.closing:
            return
        loop = asyncio.get_running_loop()
        if self._unsure:
            self._alarm = loop.call_later(RETRY, self._ring, self.follow)
        elif due := self._due():
            when, what = min(due, key=lambda each: each[0])
            self._alarm = loop.call_later(max(0.0, when - self.room.now()), self._ring, what)

    def _ring(self, what: Callable[[], Awaitable[None]]) -> None:
        self._alarm = None
        self._busy = True
        self.room.spawn(self._run(what))

    async def _run(self, what: Callable[[], Awaitable[None]]) -> None:
        pause = 0.0
        try:
            await what()
        except Refused:
            pass
        except StoreError as error:
            log.warning("the table waits for the database", table=self.session.id, why=str(error))
            pause = RETRY
        except Exception as error:  # noqa: BLE001 - a table that fails must not stop its clock for good
            log.error("a table can't go on", table=self.session.id, why=logs.where(error))
            pause = 10 * RETRY
        if pause:
            await asyncio.sleep(pause)
        self._busy = False
        self._arm()

    def stop(self) -> None:
        """No alarm any more: the room closes."""
        for each in (self._alarm, self._telling):
            if each:
                each.cancel()

    # --- computers

    @property
    def key(self) -> GameKey:
        """The table's game, for workers."""
        return game_key(self.session.settings.game, self.session.settings.options)

    async def find_out(self) -> None:
        """Find out whether the computer of a restored table can explain actions, which waits for a worker."""
        explained = await self.room.explaining(self.session.plays(0), self.key)
        if explained != self.session.explained and not self.session.ended:
            self.session.explained = explained
            self._tell()

    def _thinking(self, seat: Seat, step: int, by: By) -> Callable[[], Awaitable[None]]:
        async def think() -> None:
            thinking = self.computers.think(seat, step)
            await asyncio.wait([thinking])
            if self.room.closing or thinking.cancelled():
                return  # the workers end, and what it would play then is no thought; or nobody waits for it any more
            try:
                thought = thinking.result()
                await self.computers.replace_failing()
                await self.do(lambda _: self.computers.act(seat, step, thought, by))
            except Illegal as error:  # nothing is legal for a seat on turn: nobody could go on
                self._break(error)

        return think
