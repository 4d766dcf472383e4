"""What takes its time, done elsewhere: the computers of a table, hints with reasons, what is known exactly."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from random import Random
from typing import Any, Final, Literal, TypeVar
from warnings import warn

from dealt import daily
from dealt.game import LEVELS, Action, Odds, Say, Seat, View
from dealt.session import view
from dealt.session.near import Near
from dealt.session.settings import LAST_RESORT, MOST_FAILURES
from dealt.table import Table
from dealt.wire.protocol import WireOption
from dealt.work import reviews, work
from dealt.work.work import GameKey, WorkFailed, game_key

AFTER: Final = 0.2
"""Seconds until a new table is on the screen, so that whoever works for it may begin."""
Lane = Literal["play", "study"]
Tell = Callable[[int, int], None]
Result = TypeVar("Result")


class Work:
    """What carries functions of :mod:`dealt.work` out elsewhere."""

    def __init__(self, carry: Callable[[Lane, bytes, Tell], Awaitable[bytes]], stop: Callable[[], None]) -> None:
        """``carry`` takes a request there and brings the reply; ``stop`` ends what is studied."""
        self._carry, self.stop = carry, stop

    async def ask(
        self, what: Callable[..., Result], *arguments: Any, lane: Lane = "play", tell: Tell = lambda done, of: None
    ) -> Result:
        """Its result; WorkFailed if there is none. ``tell`` hears how far it is. What waits in one lane holds up no
        other."""
        found: Result = work.result(await self._carry(lane, work.request(what, *arguments), tell))
        return found


class Thoughts:
    """The computers of a table. One that fails plays the weakest legal action, and is replaced if it fails again."""

    explains = False
    near: Near
    """The sitting at the table."""

    def __init__(self, work: Work, chance: Random) -> None:
        self._work, self._chance, self._failures = work, chance, Counter[str]()

    @property
    def _key(self) -> GameKey:
        settings = self.near.session.settings
        return game_key(settings.game, settings.options)

    async def find_out(self) -> None:
        """Can they tell what actions mean? The cards are shown first."""
        await asyncio.sleep(AFTER)
        session = self.near.session
        with suppress(WorkFailed):
            session.explained = await self._work.ask(work.explains, self._key, session.plays(0))
        for person in [*self.near.here] if session.explained else ():
            self.near.tell_anew(person)

    async def choose(self, table: Table[Any], seat: Seat) -> Action:
        session = self.near.session
        name, seen, chance = session.plays(seat), table.view(seat), self._chance.random()
        if session.settings.by_board:
            seen, chance = daily.asked(table, seat)
        try:
            return await self._work.ask(work.choose, self._key, name, seen, chance)
        except WorkFailed as error:
            warn(f"{name} did not choose: {error}", RuntimeWarning, stacklevel=1)
            self._failures[name] += 1
            if self._failures[name] == MOST_FAILURES and name != LAST_RESORT:
                self.near.replace(name, LAST_RESORT)
            return view.weakest(seen)

    async def hint(self, table: Table[Any], seat: Seat, *, worths: bool) -> tuple[Action, list[WireOption], str]:
        name, chance = self.near.session.plays(seat), self._chance.random()
        best = LEVELS[-1] if name in LEVELS else name
        action = await self._work.ask(work.hint, self._key, best, table.view(seat), chance)
        if not worths:
            return action, [], ""
        asking = self._work.ask(reviews.reasons, self._key, table.view(seat, log=False), action, lane="study")
        return action, *await reviews.in_time(asking)

    async def odds(self, seen: View) -> tuple[Odds, ...]:
        return await self._work.ask(work.odds, self._key, seen)

    async def meaning(self, seen: View, line: int) -> Say | None:
        computer = self.near.session.plays(seen.log[line].seat)
        return await self._work.ask(work.meaning, self._key, computer, seen, line)
