"""Analyses of finished deals: who asks for one, in which order they are worked out, and what is kept of them.

A deal is analysed once, whoever asks and however many do: what is found lies with the deal in the database. One
analysis at a time is under way, in a worker of its own that lets everybody else go first, and addresses take turns. It
goes on if those who asked have gone, unless they said that they wait no longer.
"""

from __future__ import annotations

import asyncio
from collections.abc import Container
from dataclasses import dataclass, field
from typing import Final

import structlog

from dealt.analysis import VERSION
from dealt.server.base.background import unattended
from dealt.server.room.alone import Presence
from dealt.server.room.finished import FinishedDeals
from dealt.server.room.link import Commands, Link, person_of, refusal
from dealt.server.room.people import People
from dealt.server.room.runtime import Runtime
from dealt.server.store.stored_analyses import StoredAnalyses
from dealt.server.workers.workers import Workers
from dealt.session.erasing import Erasing
from dealt.session.refused import error_of
from dealt.wire import protocol
from dealt.wire.refusal import Refused
from dealt.work import reviews
from dealt.work.finished import FinishedDeal, seat_in
from dealt.work.work import WorkFailed

MOST_WAITING: Final = 20
"""The number of analyses that wait for their turn at most, of one address."""

Key = tuple[str, int]
"""The id of a table, and the number of a deal there."""

log = structlog.get_logger("dealt.analyses")


@dataclass(eq=False)
class _Run:
    """An analysis that is under way or waits: who waits for it, with the number of the deal that each asked for."""

    found: FinishedDeal
    by: str
    """The address that asked first."""
    askers: dict[str, int | None] = field(default_factory=dict)
    done: tuple[int, int] = (0, 0)
    task: asyncio.Task[None] | None = None


@dataclass(eq=False)
class Analyses:
    """The room's analyses, and what people ask about finished deals."""

    _longest: float
    """The number of seconds that one may take; 0: there are none."""
    _stored: StoredAnalyses
    _workers: Workers
    _finished: FinishedDeals
    _games: Container[str]
    _people: People
    _presence: Presence
    _runtime: Runtime
    _runs: dict[Key, _Run] = field(default_factory=dict)

    @property
    def commands(self) -> Commands:
        return {protocol.GetMistakes: self._mistakes}

    @property
    def at_table(self) -> Commands:
        """The same where the table is: a deal may be one of it."""
        return {
            protocol.Analyse: self._analyse,
            protocol.StopAnalysis: self._stop,
            protocol.GetPosition: self._position,
            protocol.TryAction: self._try,
        }

    def close(self) -> None:
        """The room closes: what is under way ends, and is worked out again when somebody asks."""
        for run in self._runs.values():
            if run.task:
                run.task.cancel()

    def erase(self, who: Erasing) -> None:
        """Somebody who was deleted is named in no answer that is still to come."""
        for (table, _), run in self._runs.items():
            if table == who.table:
                run.found = run.found._replace(played=who.played(run.found.played))

    # --- asking for one

    async def _analyse(self, link: Link, message: protocol.Analyse) -> None:
        person = person_of(link)
        if not self._longest:
            raise Refused("no_analyses")
        found = await self._finished.find(link, message)
        written = await self._stored.find(found.table, found.played.dealt, VERSION)
        if written is not None:
            await link.deliver(await self._shown(link, found, written, message.deal))
            return
        key = found.table, found.played.dealt
        other = next((each for each, run in self._runs.items() if person.id in run.askers and each != key), None)
        if other is not None:
            raise Refused("analysis_other")
        if key not in self._runs:
            by = link.home
            if sum(run.by == by for run in self._runs.values()) > MOST_WAITING:
                raise Refused("analysis_full")
            run = self._runs[key] = _Run(found, by)
            run.task = unattended(self._carry_out(key, run))
        run = self._runs[key]
        run.askers[person.id] = message.deal
        link.send(protocol.Analysing(table=key[0], dealt=key[1], done=run.done[0], of=run.done[1]))

    async def _stop(self, link: Link, message: protocol.StopAnalysis) -> None:
        person = person_of(link)
        for (table, dealt), run in list(self._runs.items()):
            if run.askers.pop(person.id, self) is not self:
                link.send(protocol.Analysing(table=table, dealt=dealt, stopped=True))
                if not run.askers and run.task:
                    del self._runs[table, dealt]  # who asks now begins anew
                    run.task.cancel()

    # --- working it out

    async def _carry_out(self, key: Key, run: _Run) -> None:
        refused: Refused | None = None
        try:
            await self._review(key, run)
        except WorkFailed as error:
            log.error("a deal could not be analysed", table=key[0], dealt=key[1], why=str(error))
            refused = Refused("no_analysis", error.say)
        except Exception as error:  # noqa: BLE001 - whoever waits is to hear of it
            refused = refusal(error, "analyse")
        finally:
            if self._runs.get(key) is run:
                del self._runs[key]
        if refused and not self._runtime.closing:
            self._tell(run, error_of(refused, "analyse"))

    async def _review(self, key: Key, run: _Run) -> None:
        found, workers = run.found, self._workers
        deal = found.played.deal

        def tell(done: int, of: int) -> None:
            run.done = done, of
            self._tell(run, protocol.Analysing(table=key[0], dealt=key[1], done=done, of=of))

        made = await workers.analyse(reviews.review, *found.about, by=run.by, within=self._longest, tell=tell)
        mistakes = [(deal.players[each.seat], each.step, each.cost, each.kind) for each in made.mistakes]
        await self._stored.put(*key, VERSION, made.written, found.key.name, made.unit, mistakes)
        shown = await workers.ask(reviews.shown, *run.found.about, made.written, by=run.by)
        for person, number in run.askers.items():
            known, reader = self._people.get(person), self._presence.reader(self._people, person)
            if known and reader:
                seat = seat_in(found.played, known.name)
                self._runtime.start(reader.deliver(found.placed(shown, seat=seat, deal=number)))

    def _tell(self, run: _Run, message: protocol.Outgoing) -> None:
        """Tell those who wait for an analysis and are here."""
        for person in run.askers:
            if reader := self._presence.reader(self._people, person):
                reader.send(message)

    # --- what is known of it

    async def _shown(self, link: Link, found: FinishedDeal, written: str, number: int | None) -> protocol.Analysis:
        shown: protocol.Analysis = await self._workers.ask(reviews.shown, *found.about, written, by=link.home)
        return found.placed(shown, seat=found.seat, deal=number)

    async def _position(self, link: Link, message: protocol.GetPosition) -> None:
        found = await self._finished.find(link, message)
        written = await self._stored.find(found.table, found.played.dealt, VERSION)
        asked = *found.about, message.step, written
        await link.deliver(found.placed(await self._workers.ask(reviews.position, *asked, by=link.home)))

    async def _try(self, link: Link, message: protocol.TryAction) -> None:
        if not self._longest:
            raise Refused("no_analyses")
        found = await self._finished.find(link, message)
        asked = *found.about, message.step, message.action
        shown = await self._workers.judge(reviews.tried, *asked, by=link.home)
        await link.deliver(found.placed(shown))

    async def _mistakes(self, link: Link, message: protocol.GetMistakes) -> None:
        found = await self._stored.mistakes(person_of(link).id, message.game)
        some = [each for each in found if each.game in self._games]
        await link.deliver(protocol.Mistakes(mistakes=some, game=message.game))
