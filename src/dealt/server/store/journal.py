"""What happens at a table: it is stored first, and then it changes the session."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import structlog

from dealt.server.base.trouble import Conflict, StoreError
from dealt.server.store.sets import DealSet
from dealt.server.store.tables import Tables
from dealt.session import events, fold
from dealt.session.events import Event
from dealt.session.session import Session
from dealt.wire.refusal import Refused

log = structlog.get_logger("dealt.table")


class Broken(Exception):  # noqa: N818 - everybody has been told
    """The table's game failed, and the table is no more."""


class Journal:
    """Stores what happens at a table, before it is carried out and before anybody is told."""

    def __init__(
        self,
        tables: Tables,
        session: Session,
        joined: DealSet | None,
        at_odds: Callable[[Sequence[str]], None],
        foresees: Callable[[Event], None],
        heeds: Mapping[type[Event], Callable[[Any], None]],
        failed: Callable[[Exception], None],
    ):
        """``at_odds`` hears of people whom the database has at another table.

        Of each event ``foresees`` hears before it is carried out, and afterwards what ``heeds`` has for its kind.
        ``failed`` hears that the game fails at it.
        """
        self._tables, self._session, self._at_odds = tables, session, at_odds
        self._foresees, self._heeds, self._failed = foresees, heeds, failed
        self._set = joined.id if joined else ""
        self.unsure = False
        """Has a commit failed, so that nobody knows whether the database took it?"""
        self.untold: set[type[Event]] = set()
        """The kinds of events that have been carried out since somebody emptied this."""

    async def take(self, happened: Sequence[Event], at: float) -> None:
        """Store what has happened at that time, and carry it out; Refused or StoreError if it can't be stored."""
        if not happened:
            return
        session = self._session
        came = {each.person: each.name for each in happened if isinstance(each, events.Came)}
        counted = [each for each in happened if isinstance(each, events.Counted)]
        try:
            await self._tables.append(
                session.id,
                session.n + 1,
                at,
                [events.encode(each).decode() for each in happened],
                ended=any(isinstance(each, events.Ended) for each in happened),
                game=session.settings.game,
                scored=[row for each in counted for row in each.results],
                standard=session.settings.standard,
                set_id=self._set,
                finished=[row for each in counted for row in each.finished] or self._begun(happened, at),
                rated=[row for each in counted for row in each.rated],
                came=came,
                went=[each.person for each in happened if isinstance(each, events.Went)],
            )
        except StoreError as error:
            if isinstance(error, Conflict) and "guests" in error.about:
                self._at_odds([*came])
                raise Refused("at_table") from None  # by another process; nothing is stored
            self.unsure = True
            raise
        self.carry_out((each, at) for each in happened)

    def _begun(self, happened: Sequence[Event], at: float) -> list[events.Finished]:
        """A board of a day that begins is stored at once, without scores: nobody begins it twice."""
        session = self._session
        begins = session.settings.daily and any(isinstance(each, events.DealBegan) for each in happened)
        return [events.Finished(session.dealt + 1, session.names, [], at)] if begins else []

    async def catch_up(self) -> None:
        """Carry out what the database took of a commit that failed, so that both agree again; StoreError otherwise."""
        rows = await self._tables.own_events(self._session.id, self._session.n) if self.unsure else []
        self.unsure = False
        self.carry_out((events.decode(row.payload), row.at) for row in rows)

    def carry_out(self, happened: Iterable[tuple[Event, float]]) -> None:
        """Carry out what is stored already. Broken: the game fails at it."""
        try:
            for event, at in happened:
                self._foresees(event)
                fold.apply(self._session, event, at)
                self.untold.add(type(event))
                if heed := self._heeds.get(type(event)):
                    heed(event)
        except Exception as error:
            self._failed(error)
            raise Broken from error

    async def end(self, at: float) -> None:
        """The table has ended without an event."""
        try:
            await self._tables.end(self._session.id, at)
        except StoreError as error:
            log.warning("the end of a table is not stored", table=self._session.id, why=str(error))
