"""Finished deals, found for those who may see every card of them: the one right that replays and analyses share.

Who is at a table may see the deals of its match that are over. Who finished a deal may see it later, as long as it is
kept; deals of sets, and those that could be known beforehand, are in nobody's history. Boards of a day are seen by who
has finished them, as all of the field have played them.
"""

from __future__ import annotations

from functools import partial

from dealt.server.room.boards import Boards
from dealt.server.room.link import Link, person_of, table_of
from dealt.server.room.workshop import Workshop
from dealt.server.store.store import Store
from dealt.session.deals import unpack_deal
from dealt.session.finished import deals_over, place, played_deal
from dealt.work.finished import Asked, FinishedDeal, find, recall, seat_in


class FinishedDeals:
    """Finds them. WorkFailed if a game can't be made."""

    def __init__(self, store: Store, workshop: Workshop, boards: Boards):
        self._store, self._workshop, self._boards = store, workshop, boards

    async def find(self, link: Link, asked: Asked) -> FinishedDeal:
        """The deal that somebody asks about; Refused if they can't be answered."""
        return await find(asked, partial(self.of_table, link), partial(self.of_history, link))

    async def of_table(self, link: Link, number: int) -> FinishedDeal:
        """Deal ``number`` of the match of the table at which somebody is, from 0; Refused if it isn't over."""
        live = table_of(link)
        session = live.session
        played = played_deal(session, number)
        if played is None:
            match, index = place(session, number)
            (row,) = await self._store.tables.deals(session.id, match, after=index, most=1)
            played = unpack_deal(session.game, row.dealt, index, row.match, row.packed)
        deals, seat = deals_over(session), seat_in(played, person_of(link).name)
        return FinishedDeal(session.id, live.computers.key, session.game, played, deals, seat)

    async def of_history(self, link: Link, table: str, dealt: int) -> FinishedDeal:
        """Deal number ``dealt`` of a table that may be gone, for one who finished it; Refused if it is kept no more."""
        person = person_of(link)
        own = await self._store.statistics.deal(person.id, table, dealt)
        row = await self._boards.finished(person, table, dealt, link.home) if own is None else own
        if isinstance(row, FinishedDeal):
            return row

        make = partial(self._workshop.game, by=link.home)
        return await recall(make, self._workshop.games, person.name, table, dealt, row.match, row.packed)
