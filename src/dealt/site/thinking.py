"""What takes its time, done elsewhere: the computers of a table, hints with reasons, what is known exactly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Literal
from warnings import warn

from dealt import daily
from dealt.game import LEVELS, Action, Odds, Say, Seat, View
from dealt.players import seated
from dealt.session import view
from dealt.session.events import Opened
from dealt.session.settings import LAST_RESORT, MOST_FAILURES
from dealt.table import Table
from dealt.wire.protocol import WireOption
from dealt.work import reviews, work
from dealt.work.work import GameKey, WorkFailed

Lane = Literal["play", "study"]


class Work:
    """What carries a function of :mod:`dealt.work` out elsewhere; this one does none."""

    async def ask(
        self,
        what: Callable[..., Any],
        *arguments: Any,
        lane: Lane = "play",
        tell: Callable[[int, int], None] = lambda done, of: None,
    ) -> Any:
        """Its result; WorkFailed if there is none. ``tell`` hears how far it is. What waits in one lane holds up no
        other."""
        raise WorkFailed("nobody works here")

    def stop(self) -> None:
        """End what is studied."""


class Thoughts:
    """The computers of a table. One that fails plays the weakest legal action, and is replaced if it fails again.

    ``replace`` is told which one, and by whom.
    """

    explains = False
    replace: Callable[[str, str], None]

    def __init__(self, work: Work, key: GameKey, opened: Opened, seats: int, chance: Random) -> None:
        self._work, self._key, self._chance = work, key, chance
        self._names: Sequence[str] = seated(opened.computers, seats)
        self._daily = daily.day_of(opened.set) is not None
        self._failures: Counter[str] = Counter()

    async def find_out(self) -> bool:
        """Does the computer know what actions say?"""
        try:
            self.explains = await self._work.ask(work.explains, self._key, self._names[0])
        except WorkFailed:
            return False
        return self.explains

    async def choose(self, table: Table[Any], seat: Seat) -> Action:
        name = self._names[seat]
        seen, chance = daily.asked(table, seat) if self._daily else (table.view(seat), self._chance.random())
        try:
            return await self._chosen(name, seen, chance)
        except WorkFailed as error:
            warn(f"{name} did not choose: {error}", RuntimeWarning, stacklevel=1)
            self._failures[name] += 1
            if self._failures[name] == MOST_FAILURES and name != LAST_RESORT:
                self._names = [LAST_RESORT if each == name else each for each in self._names]
                self.replace(name, LAST_RESORT)
            return view.weakest(seen)

    async def _chosen(self, name: str, seen: View, chance: float) -> Action:
        found: Action = await self._work.ask(work.choose, self._key, name, seen, chance)
        return found

    async def hint(self, table: Table[Any], seat: Seat, *, worths: bool) -> tuple[Action, list[WireOption], str]:
        name, seen = self._names[seat], table.view(seat)
        action = await self._chosen(LEVELS[-1] if name in LEVELS else name, seen, self._chance.random())
        if not worths:
            return action, [], ""
        asking = self._work.ask(reviews.reasons, self._key, table.view(seat, log=False), action, lane="study")
        return action, *await reviews.in_time(asking)

    async def odds(self, seen: View) -> tuple[Odds, ...]:
        found: tuple[Odds, ...] = await self._work.ask(work.odds, self._key, seen)
        return found

    async def meaning(self, seen: View, line: int) -> Say | None:
        found: Say | None = await self._work.ask(work.meaning, self._key, self._names[seen.log[line].seat], seen, line)
        return found
