"""The tables of tournaments: they are opened for those who are to sit there, who are brought to them."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable

import structlog

from dealt.server.base.trouble import Conflict, StoreError
from dealt.server.room.alone import Cluster
from dealt.server.room.link import Link, Person
from dealt.server.room.live_table import LiveTable, Surroundings
from dealt.server.room.people import People
from dealt.server.room.tables import Tables
from dealt.server.store.sets import DealSet, key_of
from dealt.session import seats
from dealt.session.events import TOURNAMENT, Opened, encode
from dealt.session.session import Session
from dealt.tournament.state import Meeting, Tournament
from dealt.wire import protocol
from dealt.wire.refusal import Refused

log = structlog.get_logger("dealt.tournaments")


class Ushers:
    """Opens the tables that a tournament has made up, and brings people there."""

    def __init__(
        self,
        around: Surroundings,
        tables: Tables,
        people: People,
        bring: Callable[[Person, str], Awaitable[None]],
        cluster: Cluster,
    ):
        """``bring`` brings somebody to a table that is theirs."""
        self._store, self._runtime = around.store, around.runtime
        self._tables, self._people, self._bring, self._cluster = tables, people, bring, cluster
        self._locks: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._there: set[str] = set()
        """The tables of which is known that they are open, or were."""
        self._brought: dict[str, tuple[str, Link]] = {}
        """To which table each person was brought last, and by which connection."""
        self._called: dict[str, tuple[str, Link]] = {}
        """To which table each person was called last who sat at another one."""

    def miss(self, state: Tournament) -> bool:
        """Are there tables of which nobody knows here whether they are open?"""
        return bool(state.open_tables.keys() - self._there)

    async def is_lost(self, table: str) -> bool:
        """Can a table not be restored here, and is no other process's?"""
        if table not in self._tables.left_out:
            return False
        return self._cluster.owns_all or not await self._store.tables.is_owned(table)

    async def attend(self, state: Tournament) -> None:
        """Open the tables that are not there yet, and bring people to them."""
        async with self._locks[state.id]:
            await self._open_all(state)
        for table in [each for each in state.open_tables if each in self._there]:  # more may have been made up
            await asyncio.sleep(0)  # whoever acts elsewhere does not wait until all are brought
            for each in state.meetings[table].people if table in state.open_tables else ():
                self._call(state, each, table)

    async def _open_all(self, state: Tournament) -> None:
        missing = [each for each in state.open_tables if each not in self._there]
        if missing:
            there = await self._store.tournaments.known(missing)
            new = [_opened(state, state.meetings[each]) for each in missing if each not in there]
            if new:
                key = key_of(new[0][1])
                joined = await self._store.sets.join(key, self._runtime.time(), self._runtime.chance)
                for failed in await asyncio.gather(
                    *(self._open(state, meeting, opened, joined) for meeting, opened in new), return_exceptions=True
                ):  # all at once: they are stored together
                    if failed is not None:
                        raise failed
            await self._find([each for each in missing if there.get(each) is False])
            self._there.update(missing)

    async def _find(self, tables: list[str]) -> None:
        """Go on with tables that were stored though it seemed to fail; of a cluster, their owner does."""
        strays = [each for each in tables if each not in [*self._tables.ids(), *self._tables.left_out]]
        if strays and self._cluster.owns_all:
            await self._tables.adopt(strays)
            self._runtime.start(self._tables.restore_all(strays))

    async def _open(self, state: Tournament, meeting: Meeting, opened: Opened, joined: DealSet) -> None:
        at = self._runtime.time()
        try:
            await self._store.tables.open(meeting.table, at, [encode(opened).decode()])
        except Conflict:
            return  # another process has opened it
        session = Session(meeting.table, opened, state.game, at)
        live = self._tables.opened(session, joined)
        self._runtime.start(live.go_on())
        self._runtime.start(live.find_out())

    def _call(self, state: Tournament, person: str, table: str) -> None:
        """Bring somebody to their table, once by each connection; who plays at another one is told of it."""
        known = self._people.get(person)
        link = known.here if known else None
        if known is None or link is None or self._brought.get(person) == (table, link):
            return
        if not state.entrants[person].here:
            return
        there = known.live.session if known.live else None
        done = there is not None and there.settings.tournament == state.id and there.phase == "over"
        if (known.at_table or link.relay is not None) and not done:
            if self._called.get(person) != (table, link) and not (there and there.id == table):
                self._called[person] = table, link
                link.send(protocol.TournamentCall(id=state.id, name=state.settings.name, table=table))
            return
        self._brought[person] = table, link
        self._runtime.start(self._lead(known, table))

    async def _lead(self, person: Person, table: str) -> None:
        """Bring somebody to a table, from one whose boards are over if need be."""
        try:
            if person.live is not None and person.live.session.id != table:
                await self._leave(person, person.live)
            await self._bring(person, table)
        except (Refused, StoreError) as error:
            self._brought.pop(person.id, None)
            log.warning("somebody could not be brought to their table", table=table, why=str(error))

    async def _leave(self, person: Person, live: LiveTable) -> None:
        try:
            await live.do(seats.leave, person.id)
        except Refused:
            if not live.session.ended:  # it ends by itself as soon as all have looked at the result
                raise


def _opened(state: Tournament, meeting: Meeting) -> tuple[Meeting, Opened]:
    """What a table of a tournament is to be."""
    settings = state.settings
    return meeting, Opened(
        settings.game, state.game.version, settings.options, True, settings.clock, "fast", settings.computers,
        TOURNAMENT + state.id, takeovers=False, boards=meeting.first - 1, places=meeting.places,
        last=meeting.first + meeting.boards - 1,
    )  # fmt: skip
