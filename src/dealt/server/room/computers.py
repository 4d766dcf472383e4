"""The computers of a table: their thoughts and hints, what they say of the log, and who replaces one that fails."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple

import structlog

from dealt import daily
from dealt.game import LEVELS, Action, Odds, Say, Seat, View, find
from dealt.players.levels import levels_of
from dealt.server.base.background import attended
from dealt.server.base.metrics import Metrics
from dealt.server.room.runtime import Runtime
from dealt.server.room.workshop import Workshop
from dealt.server.workers.workers import Workers
from dealt.session import dealing, view
from dealt.session.events import By, Event, Failure
from dealt.session.session import Session
from dealt.session.settings import LAST_RESORT, MOST_FAILURES
from dealt.table import Illegal, Table
from dealt.wire.protocol import WireOption
from dealt.wire.refusal import Refused
from dealt.work import reviews, work
from dealt.work.work import GameKey, WorkFailed, game_key

log = structlog.get_logger("dealt.table")


class Thought(NamedTuple):
    """What a computer wants to do."""

    action: Action
    name: str
    """The level or the name of the computer."""
    step: int
    """The position of which it thought: others may have acted meanwhile."""


class Computers:
    """What workers find out for one table."""

    def __init__(self, workers: Workers, workshop: Workshop, metrics: Metrics, runtime: Runtime, session: Session):
        self._workers, self._workshop, self._metrics = workers, workshop, metrics
        self._runtime, self._session = runtime, session
        self.failures: Counter[str] = Counter()
        """How often each computer of the table has failed."""
        self._why: dict[str, Failure] = {}
        """How each failed last."""
        self._failing: set[str] = set()
        self._thoughts: dict[Seat, tuple[int, asyncio.Task[Thought]]] = {}
        self._known_odds: dict[tuple[int, Seat | None], tuple[Odds, ...]] = {}
        self._rng = Random(runtime.randomness())

    @property
    def key(self) -> GameKey:
        """The table's game, for workers."""
        return game_key(self._session.settings.game, self._session.settings.options)

    async def find_out(self) -> bool:
        """Find out whether the table's computer can explain actions, which waits for a worker; is it another answer?"""
        found = await self._workshop.explaining(self._session.plays(0), self.key)
        before, self._session.explained = self._session.explained, found
        return found != before

    def forget_thoughts(self, begun: Mapping[Seat, int]) -> None:
        """Keep the thoughts of turns that go on; ``begun`` says at which step each turn began."""
        for seat, (step, thought) in self._thoughts.items():
            if begun.get(seat) != step:
                thought.cancel()  # nobody waits for it any more
        self._thoughts = {seat: one for seat, one in self._thoughts.items() if begun.get(seat) == one[0]}

    def think(self, seat: Seat, step: int) -> asyncio.Task[Thought]:
        """The thought of the table's computer for a turn that began at ``step``; each is thought once."""
        _, known = self._thoughts.get(seat, (0, None))
        if known is None or (known.done() and (known.cancelled() or known.exception())):
            self._thoughts[seat] = step, attended(self._decide(seat))
        return self._thoughts[seat][1]

    async def choose(self, seat: Seat, by: str) -> Action:
        """What the table's computer would do there: a hint for an address, which never keeps a computer from its move.

        Refused where there is none in time, or the computer fails at it. That tells nothing of how it plays: computers
        that play have workers of their own, and nobody is replaced for a hint.
        """
        seen, name = self.seen(seat), self._session.plays(seat)
        best = LEVELS[-1] if name in LEVELS else name  # advice is no easier to beat than it can be
        try:
            return await self._workers.ask(work.hint, self.key, best, seen, self._rng.random(), by=by)
        except WorkFailed as error:
            if error.say is not None:  # waiting for one is no use
                raise Refused("no_answer", error.say) from None
            self._metrics.hints_late.inc()
            log.warning("no hint in time", table=self._session.id, computer=best, why=str(error))
            raise Refused("hint_late") from None

    def seen(self, seat: Seat, *, log: bool = True) -> View:
        """What a seat on turn sees; Refused if it is on turn no more."""
        table = self._session.table
        if table is None or seat not in self._session.turn:
            raise Refused("stale")
        return table.view(seat, log=log)

    async def _decide(self, seat: Seat) -> Thought:
        """What the table's computer does there. One that fails plays the weakest legal action instead.

        Illegal if there is none.
        """
        session, seen = self._session, self.seen(seat)
        chance: float = self._rng.random()
        name, step = session.plays(seat), session.step
        if session.settings.by_board and session.table is not None:
            seen, chance = daily.asked(session.table, seat)
        try:
            action = await self._workers.think(self.key, name, seen, chance, session.id)
        except WorkFailed as error:
            if name == session.plays(seat):
                self._failed(name, error.how, str(error))
            action = _weakest(seen)
        return Thought(action, name, step)

    def act(self, seat: Seat, step: int, thought: Thought, by: By) -> Sequence[Event]:
        """Carry a thought out, for a turn that began at ``step``; the table's lock is held.

        If others have acted meanwhile so that it is not legal any more, it is thought anew. Otherwise the computer has
        failed, and plays the weakest legal action. Illegal if there is none.
        """
        session = self._session
        try:
            return dealing.act_for(session, seat, step, str(thought.action), by)
        except Illegal as error:
            if thought.step != session.step:
                self._thoughts.pop(seat, None)
                return ()
            self._failed(thought.name, "raised", str(error))
        return dealing.act_for(session, seat, step, str(_weakest(self.seen(seat))), by)

    def _failed(self, name: str, how: Failure, why: str) -> None:
        if self._runtime.closing:
            return
        self.failures[name] += 1
        self._why[name] = how
        self._metrics.computers_failed.labels(how).inc()
        if self.failures[name] == 1:  # once is enough: it may fail at every turn
            log.error("a computer failed", table=self._session.id, computer=name, why=why)

    async def replace_failing(self, replace: Callable[[str, str, Failure], Awaitable[None]]) -> None:
        """A computer that failed too often is replaced by the next best one, and everybody at the table is told."""
        name = max(self.failures, key=self.failures.__getitem__, default=LAST_RESORT)
        if self.failures[name] < MOST_FAILURES or name == LAST_RESORT or self._runtime.closing:
            return
        del self.failures[name]
        self._failing.add(name)
        if name in LEVELS:  # who plays a level would fail in its place, too
            self._failing.add(levels_of(self._session.game)[name].player)
        try:
            some = await self._workers.ask(work.possible, self.key)
        except WorkFailed:
            some = ()
        found = next((each for each in some if each not in self._failing), LAST_RESORT)
        why = self._why.get(name, "raised")
        await replace(name, found, why)
        await self.find_out()
        self._metrics.computers_replaced.inc()
        log.error("a computer was replaced", table=self._session.id, computer=name, by=found)

    async def meaning(self, seen: View, line: int, by: str) -> Say | None:
        """What a line of a view's log says, as the computer of its seat reads it; None if nothing.

        WorkFailed if it fails or takes too long.
        """
        computer = self._session.plays(seen.log[line].seat)
        return await self._workers.ask(work.meaning, self.key, computer, seen, line, by=by)

    async def odds(self, seen: View, by: str) -> tuple[Odds, ...]:
        """What the game knows exactly about what is seen now; worked out once for all who ask.

        WorkFailed if it takes too long, or the game fails.
        """
        key = self._session.step, seen.seat
        if key not in self._known_odds:
            found = await self._workers.ask(work.odds, self.key, seen, by=by)
            now = {each: known for each, known in self._known_odds.items() if each[0] == key[0]}
            self._known_odds = {**now, key: found}
        return self._known_odds[key]


@dataclass(frozen=True, slots=True)
class Advice:
    """What they tell somebody at an address; Refused if the host lets no computer help at this table."""

    _computers: Computers
    _workers: Workers
    _session: Session
    _allowed: str
    """The setting ``hints``."""
    _by: str

    async def hint(self, table: Table[Any], seat: Seat, *, worths: bool) -> tuple[Action, list[WireOption], str]:
        self._check()
        computers = self._computers
        action = await computers.choose(seat, self._by)
        if find(computers.seen(seat, log=False), action) is None:  # somebody else has taken what it was about
            action = await computers.choose(seat, self._by)
        if not worths:
            return action, [], ""
        about = computers.key, computers.seen(seat, log=False), action
        return action, *await reviews.in_time(self._workers.judge(reviews.reasons, *about, by=self._by, spare=True))

    async def odds(self, seen: View) -> tuple[Odds, ...]:
        self._check()
        return await self._computers.odds(seen, self._by)

    async def meaning(self, seen: View, line: int) -> Say | None:
        return await self._computers.meaning(seen, line, self._by)

    def _check(self) -> None:
        people = sum(each.kind == "person" for each in self._session.chairs)
        if self._allowed == "never" or (self._allowed == "alone" and people > 1):
            raise Refused("no_hints" if self._allowed == "never" else "hints_alone")


def _weakest(seen: View) -> Action:
    if not seen.legal:
        raise Illegal("nothing is legal for a seat on turn", Say("illegal.action"))
    return view.weakest(seen)
