"""Deleting what is too old, a little at a time: a clock that is set wrong must not empty a room.

Nothing is deleted in the first hour, or within an hour of a leap of the clock. After that a day takes a tenth at most.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import structlog

if TYPE_CHECKING:
    from dealt.server.room.room import Room

__all__ = ["Tidying"]

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
    """Deletes people, tables, sets, bans and mutes whose time is over."""

    def __init__(self, room: Room):
        self._room = room
        self._trusted_after = room.now() + HOUR
        self._offset = room.time() - room.now()
        self._people, self._tables, self._sets = DailyShare(), DailyShare(), DailyShare()

    def trusts_the_clock(self) -> bool:
        """Has the time of day run for an hour without a leap?"""
        now = self._room.now()
        offset = self._room.time() - now
        if abs(offset - self._offset) > LEAP:
            log.warning("the clock has leapt: nothing is deleted for an hour", seconds=round(offset - self._offset))
            self._offset, self._trusted_after = offset, now + HOUR
        return now >= self._trusted_after

    async def run(self) -> None:
        """Delete what is too old, within today's share; StoreError if the database fails."""
        room = self._room
        if living := list({live.joined.id for live in room.live_tables.values() if live.joined}):
            await room.store.sets.saw(living, room.time())
        here = [each for each in room.people if each.link and room.time() - each.seen > DAY]
        for person in here:
            person.seen = room.time()
        if here:
            await room.store.people.saw([each.id for each in here], room.time())
        if not self.trusts_the_clock() or not room.cluster.tidies:
            return
        await room.hosting.sanctions.expire(room.time())
        await self._forget_people()
        room.count()
        store, now, today = room.store, room.now(), room.time()
        if (most := self._tables.left(await store.tables.count(), now)) > 0:
            self._tables.spend(await store.tables.forget(today - room.config.keep_tables, most))
        if (most := self._sets.left(await store.sets.count(), now)) > 0:
            self._sets.spend(await store.sets.forget(today - room.config.forget_after, most))

    async def _forget_people(self) -> None:
        room, before = self._room, self._room.time() - self._room.config.forget_after
        most = self._people.left(len(room.people), room.now())
        old = [each for each in room.people if not each.link and not each.at_table and each.seen < before]
        old = sorted(old, key=lambda person: person.seen)[: max(0, most)]
        if not old:
            return
        for person in old:
            room.people.remove(person)
        gone: list[str] = []
        try:
            ids = [person.id for person in old]
            gone = await room.store.people.forget(ids, away_since=None if room.cluster.owns_all else before)
        finally:
            for person in old:
                if person.id in gone:
                    room.cluster.presence.forgot(person)
                elif not room.people.by_name(person.name):
                    room.people.add(person)
        self._people.spend(len(gone))
        log.info("people were forgotten", people=len(gone))
