"""The clock of a table: whose turn it is since when, and one alarm for all that time brings.

A table where nobody is connected rests: no computer moves, no clock runs, only the time of who is away.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Concatenate, Final, Literal, ParamSpec, Protocol

import structlog

from dealt.game import Seat
from dealt.server.base import logs
from dealt.server.base.config import Config
from dealt.server.base.trouble import StoreError
from dealt.server.room import next_deal
from dealt.server.room.audience import Audience
from dealt.server.room.computers import Computers
from dealt.server.room.next_deal import NextDeal, Orders
from dealt.server.room.runtime import Runtime
from dealt.session import dealing, seats, settings
from dealt.session.events import By, Event
from dealt.session.session import Session
from dealt.table import Illegal
from dealt.wire.refusal import Refused

GOES_ON: Final = 10.0
"""The seconds after which a table that came from another process rests if nobody is connected to it."""
CUT_OFF: Final = 5.0
"""The least number of seconds that a turn lasts from the moment at which a table came from another process."""
RETRY: Final = 1.0
GATHERING: Final = 20.0
"""The seconds for which a table of a tournament waits for those who are to sit there."""

P = ParamSpec("P")
Work = Callable[[], Awaitable[None]]

log = structlog.get_logger("dealt.table")


class Table(Protocol):
    """What a clock sets going."""

    session: Session
    audience: Audience
    next_deal: NextDeal
    computers: Computers

    @property
    def state(self) -> Literal["goes", "unsure", "over"]:
        """Whether it goes on: ``over`` if it has ended or is another process's, ``unsure`` if storing has failed."""

    async def do(
        self, command: Callable[Concatenate[Session, P], Sequence[Event]], *args: P.args, **kwargs: P.kwargs
    ) -> None:
        """Carry a command out."""

    async def follow(self) -> None:
        """Do what is left to do by itself."""

    def fail(self, error: Exception) -> None:
        """The game has failed."""


class TableClock:
    """Turns and the alarm of a table."""

    def __init__(self, table: Table, config: Config, orders: Orders, runtime: Runtime, *, goes_on: bool):
        """``goes_on``: another process had the table until now, and its clocks go on; otherwise they begin anew."""
        self._table, self._config, self._orders, self._runtime = table, config, orders, runtime
        self._session = table.session
        self.turns: dict[Seat, tuple[int, float]] = {}
        """The step at which each turn began, and when that was."""
        self._over_since = 0.0
        self._alarm: asyncio.TimerHandle | None = None
        self._busy = False
        self._gathers_until = 0.0
        """Until then a table of a tournament waits for who is to sit there."""
        self._goes_on_until = 0.0
        """Until then clocks go on although nobody is connected yet."""
        if goes_on:
            self._go_on()
        self.mind_turns()  # if computers sit alone at a table of a tournament, nobody comes who would wake it

    def _go_on(self) -> None:
        """Clocks run on from where another process has left them, unless they have stood still there for long."""
        session, now = self._session, self._runtime.now()
        clock, began = session.settings.clock, session.times.get(session.step)
        passed = self._passed(session.step)
        if not clock or began is None or passed > max(clock, next_deal.LOOK) + GOES_ON:
            return
        self._goes_on_until = now + GOES_ON
        most = max(0.0, clock - CUT_OFF)  # whoever was cut off has some seconds left
        for seat in session.turn:
            since = session.since(seat)
            self.turns[seat] = since, now - min(self._passed(since), most)
        self._over_since = now - passed if session.phase == "over" else 0.0

    def _passed(self, step: int) -> float:
        """The seconds since a step, none if nobody knows."""
        time = self._runtime.time()
        return max(0.0, time - self._session.times.get(step, time))

    # --- turns

    def wake(self) -> None:
        """Somebody is here again: if the table rested, every clock begins anew."""
        if self._runtime.now() >= self._goes_on_until:
            self.turns.clear()
            self._over_since = 0.0

    def mind_turns(self) -> None:
        """See which turns have begun, and which are over."""
        session, now = self._session, self._runtime.now()
        begun = {seat: session.since(seat) for seat in session.turn}
        kept = {seat: turn for seat, turn in self.turns.items() if begun.get(seat) == turn[0]}
        self.turns = {seat: kept.get(seat, (since, now)) for seat, since in begun.items()}
        self._table.computers.forget_thoughts(begun)
        if session.phase != "over":
            self._over_since = 0.0
        elif not self._over_since:
            self._over_since = now

    def left(self) -> float | None:
        """The seconds until a person's turn, or the look at a result, is over; None if no clock runs."""
        session = self._session
        clock, now = session.settings.clock, self._runtime.now()
        if not clock:
            return None
        if session.phase == "over":
            return self._over_since + max(clock, next_deal.LOOK) - now
        begun = [since for seat, (_, since) in self.turns.items() if session.chairs[seat].kind == "person"]
        return min(begun) + clock - now if begun else None

    # --- what time brings

    def _due(self) -> list[tuple[float, Work]]:
        """What time will bring, and when."""
        session, config, table = self._session, self._config, self._table
        audience, clock = table.audience, session.settings.clock
        rests = audience.resting and not session.settings.tournament  # which waits for nobody
        after, anybody = (config.standin_after, config.leave_after), not rests
        absences = seats.absences(session, audience.away, *after, anybody=anybody)
        due: list[tuple[float, Work]] = [(when, partial(table.do, command)) for when, command in absences]
        if rests:
            return due
        if session.settings.tournament and session.phase == "waiting":
            if not self._gathers_until:  # a clock that is set back later makes nobody wait longer
                waited = min(max(0.0, self._runtime.time() - session.opened_at), GATHERING)
                self._gathers_until = self._runtime.now() + GATHERING - waited
            due.append((self._gathers_until, partial(table.do, dealing.start_board)))
        if session.mixing.due:
            due.append((table.next_deal.waits_until, table.follow))
        for seat, (step, since) in self.turns.items():
            if by := session.chairs[seat].by:
                table.computers.think(seat, step)  # during the pause, so that its length tells nothing
                pause = settings.PACE[session.settings.pace] * config.pace_factor
                due.append((since + pause, partial(self._play, seat, step, by)))
            elif clock:
                due.append((since + clock, partial(self._play, seat, step, "clock")))
        if self._over_since and clock and not self._orders.read_only:
            due.append((self._over_since + max(clock, next_deal.LOOK), partial(table.do, dealing.mark_all)))
        return due

    async def _play(self, seat: Seat, step: int, by: By) -> None:
        """Play what the table's computer thinks of for a seat."""
        table = self._table
        thinking = table.computers.think(seat, step)
        await asyncio.wait([thinking])
        if self._runtime.closing or thinking.cancelled():
            return  # the workers end, and what it would play then is no thought; or nobody waits for it any more
        try:
            thought = thinking.result()
            await table.computers.replace_failing(lambda *how: table.do(settings.replace_computer, *how))
            await table.do(lambda _: table.computers.act(seat, step, thought, by))
        except Illegal as error:  # nothing is legal for a seat on turn: nobody could go on
            table.fail(error)

    # --- the alarm

    def set(self) -> None:
        """Set the alarm anew, for what comes next."""
        self.stop()
        state = self._table.state
        if self._busy or state == "over" or self._runtime.closing:
            return
        loop = asyncio.get_running_loop()
        if state == "unsure":
            self._alarm = loop.call_later(RETRY, self._ring, self._table.follow)
        elif due := self._due():
            when, what = min(due, key=lambda each: each[0])
            self._alarm = loop.call_later(max(0.0, when - self._runtime.now()), self._ring, what)

    def stop(self) -> None:
        """No alarm any more."""
        if self._alarm:
            self._alarm.cancel()
            self._alarm = None

    def _ring(self, what: Work) -> None:
        self._alarm = None
        self._busy = True
        self._runtime.start(self._run(what))

    async def _run(self, what: Work) -> None:
        pause = 0.0
        try:
            await what()
        except Refused:
            pass
        except StoreError as error:
            log.warning("the table waits for the database", table=self._session.id, why=str(error))
            pause = RETRY
        except Exception as error:  # noqa: BLE001 - a table that fails must not stop its clock for good
            log.error("a table can't go on", table=self._session.id, why=logs.where(error))
            pause = 10 * RETRY
        if pause:
            await asyncio.sleep(pause)
        self._busy = False
        self.set()
