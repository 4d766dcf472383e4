"""Deleting what is too old, a little at a time: a clock that is set wrong must not empty a room.

Nothing is deleted in the first hour, or within an hour of a leap of the clock. After that a day takes a tenth at most.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import structlog

from dealt.server.base.config import Config
from dealt.server.room.alone import Cluster
from dealt.server.room.people import People
from dealt.server.room.runtime import Runtime
from dealt.server.store.core import Aging
from dealt.server.store.sanctions import Sanctions
from dealt.server.store.store import Store

HOUR, DAY = 3600.0, 86400.0
LEAP: Final = 60.0
"""Seconds by which the time of day may differ from the time that has passed before it counts as a leap."""
SHARE, LEAST = 0.1, 20
"""The part of all that a day may delete, and the number that it may delete however few there are."""

log = structlog.get_logger("dealt.tidying")


class DailyShare:
    """Counts what was deleted within a day, by the clock that only runs forward."""

    def __init__(self) -> None:
        self._began = float("-inf")
        self._left = 0

    def left(self, total: int, now: float) -> int:
        """The number that may still be deleted today, of ``total`` that there are."""
        if now - self._began >= DAY:
            self._began = now
            self._left = max(LEAST, int(total * SHARE))
        return self._left

    def spend(self, number: int) -> None:
        """Count what was deleted."""
        self._left -= number


class Tidying:
    """Deletes people, tables, sets, tournaments, bans and mutes whose time is over."""

    def __init__(
        self,
        config: Config,
        store: Store,
        people: People,
        sanctions: Sanctions,
        sets: Callable[[], set[str]],
        cluster: Cluster,
        runtime: Runtime,
    ):
        """``sets`` are those of which tables are under way."""
        self._config, self._store, self._known, self._sanctions = config, store, people, sanctions
        self._living, self._cluster, self._runtime = sets, cluster, runtime
        self._trusted_after = runtime.now() + HOUR
        self._offset = runtime.time() - runtime.now()
        self._people = DailyShare()
        self._aging: list[tuple[Aging, float, DailyShare]] = [
            (store.tables, config.keep_tables, DailyShare()),
            (store.sets, config.forget_after, DailyShare()),
            (store.tournaments, config.keep_tables, DailyShare()),
        ]
        """What is kept besides, for how many seconds."""

    def trusts_the_clock(self) -> bool:
        """Has the time of day run for an hour without a leap?"""
        now = self._runtime.now()
        offset = self._runtime.time() - now
        if abs(offset - self._offset) > LEAP:
            log.warning("the clock has leapt: nothing is deleted for an hour", seconds=round(offset - self._offset))
            self._offset, self._trusted_after = offset, now + HOUR
        return now >= self._trusted_after

    async def run(self) -> None:
        """Delete what is too old, within today's share; StoreError if the database fails."""
        store, now, today = self._store, self._runtime.now(), self._runtime.time()
        if living := self._living():
            await store.sets.saw(list(living), today)
        here = [each for each in self._known if each.link and today - each.seen > DAY]
        for person in here:
            person.seen = today
        if here:
            await store.people.saw([each.id for each in here], today)
        if not self.trusts_the_clock() or not self._cluster.tidies:
            return
        await self._sanctions.expire(today)
        await store.clubs.expire()
        await store.relations.expire(today - self._config.keep_tables)
        await self._forget_people(now, today - self._config.forget_after)
        for kept, seconds, share in self._aging:
            if (most := share.left(await kept.count(), now)) > 0:
                share.spend(await kept.forget(today - seconds, most))

    async def _forget_people(self, now: float, before: float) -> None:
        people, cluster = self._known, self._cluster
        most = self._people.left(len(people), now)
        old = [each for each in people if not each.link and not each.at_table and each.seen < before]
        old = sorted(old, key=lambda person: person.seen)[: max(0, most)]
        if not old:
            return
        for person in old:
            people.remove(person)
        gone: list[str] = []
        try:
            ids = [person.id for person in old]
            gone = await self._store.people.forget(ids, away_since=None if cluster.owns_all else before)
        finally:
            for person in old:
                if person.id in gone:
                    cluster.presence.forgot(person)
                elif not people.by_name(person.name):
                    people.add(person)
        self._people.spend(len(gone))
        log.info("people were forgotten", people=len(gone))
