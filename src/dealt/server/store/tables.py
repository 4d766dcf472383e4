"""Tables as the database keeps them: their events, who is at them, and the deals at them that are over."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping, Sequence
from functools import partial
from typing import Any, Final

from sqlalchemy import Connection, String, and_, bindparam, delete, exists, func, insert, select, update

from dealt.server.base.trouble import NotOwned, StoreError
from dealt.server.store import archive, sets
from dealt.server.store.archive import DealRow, Stored, TableRow
from dealt.server.store.core import CHUNK, Aging, Core
from dealt.server.store.database import deals as kept_deals
from dealt.server.store.database import events, guests, tables, terms, visits
from dealt.server.store.ratings import rating
from dealt.server.store.tallies import counting
from dealt.server.store.writer import Step
from dealt.session.events import Finished, Rated, Scored

NEW_EVENTS: Final = insert(events)
OPEN, BEGIN = insert(tables), insert(terms)
LOOSE: Final = select(func.count()).where(events.c.table_id == bindparam("table"), events.c.n <= bindparam("last"))
"""The number of events of a table up to one that are not packed."""
SUMMARISE: Final = update(tables).where(tables.c.id == bindparam("table"))
COME: Final = insert(guests)
VISITED: Final = {
    visits.c.person_id: bindparam("new_person", type_=String),
    visits.c.table_id: bindparam("new_table", type_=String),
    visits.c.name: bindparam("new_name", type_=String),
}
VISIT: Final = insert(visits).from_select(
    [*VISITED], select(*VISITED.values()).where(~exists().where(*(column == new for column, new in VISITED.items())))
)
ELSEWHERE: Final = delete(guests).where(guests.c.person_id.in_(bindparam("people", expanding=True)))
THERE: Final = ELSEWHERE.where(guests.c.table_id == bindparam("table"))
KEPT_OWNED: Final = 60.0
"""The seconds for which a table that has ended stays this process's: its last snapshot comes after its end."""


class Tables(Aging):
    """What a store keeps of tables. NotOwned if another process stores what happens at one."""

    rows, since = tables, tables.c.ended

    def __init__(self, core: Core):
        super().__init__(core)
        self._owned = core.hold.owned

    async def open(
        self,
        table: str,
        at: float,
        payloads: Sequence[str],
        came: Mapping[str, str] = {},
        *,
        set_id: str = "",
        begun: Sequence[Finished] = (),
    ) -> None:
        """Store a new table with its first events, numbered from 1, and who is there: ids and names.

        ``begun`` are boards of the set of that id that go on there. In a cluster it is this process's. Conflict:
        somebody is at another table.
        """
        boards = sets.finishing(set_id, table, begun) if begun else []
        row: dict[str, Any] = {"id": table, "created": at}
        put, number = self._core.writer.put, self._core.hold.number
        if self._owned is None:
            await put((OPEN, row), (NEW_EVENTS, _rows(table, 1, at, payloads)), *_coming(table, came), *boards)
            return
        began = {"table_id": table, "term": 1, "owner": number, "at": at}
        self._owned[table] = 1
        try:
            await put(
                (OPEN, row | {"owner": number, "term": 1}),
                (BEGIN, began),
                (NEW_EVENTS, _rows(table, 1, at, payloads, 1)),
                *_coming(table, came, alone=False),
                *boards,
            )
        except StoreError:
            del self._owned[table]
            raise

    def _term(self, table: str) -> int | None:
        """Under which term a table's events are stored; NotOwned if another process stores them."""
        if self._owned is None:
            return None
        if table not in self._owned:
            raise NotOwned(f"table {table} is another process's")
        return self._owned[table]

    async def append(
        self,
        table: str,
        n: int,
        at: float,
        payloads: Sequence[str],
        *,
        ended: bool = False,
        game: str = "",
        scored: Sequence[Scored] = (),
        standard: bool = False,
        set_id: str = "",
        finished: Sequence[Finished] = (),
        rated: Sequence[Rated] = (),
        came: Mapping[str, str] = {},
        went: Sequence[str] = (),
    ) -> None:
        """Store the next events of a table, numbered from ``n``, and with them how deals of its ``game`` came out.

        ``standard``: these are its standard rules.
        ``finished`` are deals of the set of that id, ``rated`` those that count for ratings; ``came`` and ``went`` are
        people: ids, and names.

        After a StoreError they may still be there: look. Conflict about ``guests``: somebody is at another table.
        """
        statements: list[Step] = [(NEW_EVENTS, _rows(table, n, at, payloads, self._term(table)))]
        if scored:
            statements.append(counting(table, game, scored, standard=standard))
        if set_id and finished:
            statements += sets.finishing(set_id, table, finished)
        statements += rating(table, game, rated)
        statements += _coming(table, came, alone=self._owned is None)
        if went:
            statements.append((THERE, {"table": table, "people": went}))
        if ended:
            statements += _ending(table, at)
        await self._core.writer.put(*statements)
        if ended:
            self._let_go_of(table)

    def _let_go_of(self, table: str) -> None:
        if self._owned is not None:
            asyncio.get_running_loop().call_later(KEPT_OWNED, self._owned.pop, table, None)

    async def end(self, table: str, at: float) -> None:
        """End a table that can't go on; its events stay as they are."""
        self._term(table)
        await self._core.writer.put(*_ending(table, at))
        self._let_go_of(table)

    async def put_away(self, table: str, n: int, snapshot: bytes, over: Sequence[DealRow], *, kept: int = 0) -> None:
        """Pack the events of a table up to number ``n``, after which its session is the snapshot, and store deals.

        ``kept`` is the number of an event up to which all are packed, as far as is known.
        """
        most = archive.MOST_PACKED
        while n - kept > most and (await self._core.column(LOOSE, table=table, last=n))[0] > most:
            self._term(table)
            await self._core.writer.do(partial(archive.pack_events, table=table, n=n))
        self._term(table)
        await self._core.writer.do(partial(archive.put_away, table=table, n=n, snapshot=snapshot, over=over))

    async def put_deals(self, table: str, over: Sequence[DealRow]) -> None:
        """Store deals that are over; the snapshot that goes without them is to follow."""
        self._term(table)
        await self._core.writer.do(partial(archive.put_deals, table=table, over=over))

    async def summarise(self, table: str, summary: str) -> None:
        """Store what the lobby shows of a table."""
        self._term(table)
        await self._core.writer.put((SUMMARISE, {"table": table, "summary": summary}))

    # --- reading

    async def living(self, ids: Collection[str] | None = None) -> list[TableRow]:
        """The tables that have not ended, or some of them, oldest first."""
        return await self._core.ask(_living, ids)

    async def is_owned(self, table: str) -> bool:
        """In a cluster: is a table some process's?"""
        return (await self._core.column(select(tables.c.owner).where(tables.c.id == table))) not in ([None], [])

    async def last_used(self) -> list[str]:
        """The tables in whose newest deal something has happened, those first where it happened last."""
        newest = func.max(events.c.at)
        return await self._core.column(select(events.c.table_id).group_by(events.c.table_id).order_by(newest.desc()))

    async def stored(self, ids: Sequence[str]) -> dict[str, archive.StoredTable]:
        """The newest snapshots of some tables and the events after them, read together."""
        return await self._core.ask(archive.stored, ids)

    async def events(self, table: str, after: int = 0) -> list[Stored]:
        """The events of a table in order, those up to ``after`` left out."""
        return await self._core.ask(archive.events_of, table, after)

    async def own_events(self, table: str, after: int) -> list[Stored]:
        """The same of a table of this process; NotOwned if another one goes on with it, whose events are not news."""
        found = await self.events(table, after)
        if self._owned is not None:
            term = self._term(table)
            if await self._core.column(select(tables.c.term).where(tables.c.id == table)) != [term]:
                raise NotOwned("the table is another process's")
        return found

    async def deals(self, table: str, match: int, after: int = 0, most: int = CHUNK) -> list[DealRow]:
        """Deals of a table's match that are over, in order: ``most`` of them, the first ``after`` ones left out."""
        here = select(kept_deals.c.dealt, kept_deals.c.match, kept_deals.c.packed).where(
            kept_deals.c.table_id == table, kept_deals.c.match == match
        )
        wanted = here.order_by(kept_deals.c.dealt).offset(after).limit(most)
        return [DealRow(*row) for row in await self._core.look_up(wanted)]

    async def all_deals(self, table: str, match: int) -> list[DealRow]:
        """All deals of a table's match that are in rows of their own, in order."""
        found: list[DealRow] = []
        while rows := await self.deals(table, match, after=len(found)):
            found += rows
        return found

    async def deal(self, table: str, dealt: int) -> DealRow | None:
        """The deal of that number at a table, None if it is not kept."""
        here = kept_deals.c.table_id == table, kept_deals.c.dealt == dealt
        rows = await self._core.look_up(select(kept_deals.c.match, kept_deals.c.packed).where(*here))
        return DealRow(dealt, *rows[0]) if rows else None


def _living(connection: Connection, ids: Collection[str] | None) -> list[TableRow]:
    living = tables.c.ended.is_(None) if ids is None else and_(tables.c.ended.is_(None), tables.c.id.in_(ids))
    who = select(guests.c.table_id, guests.c.person_id).join(tables, tables.c.id == guests.c.table_id).where(living)
    there: dict[str, list[str]] = {}
    for table, person in connection.execute(who):
        there.setdefault(table, []).append(person)
    rows = connection.execute(select(tables.c.id, tables.c.summary).where(living).order_by(tables.c.created))
    return [TableRow(table, summary or "", tuple(there.get(table, ()))) for table, summary in rows]


def _rows(table: str, n: int, at: float, payloads: Sequence[str], term: int | None = None) -> list[dict[str, Any]]:
    rows = [{"table_id": table, "n": n + i, "at": at, "payload": payload} for i, payload in enumerate(payloads)]
    return rows if term is None else [{**row, "term": term} for row in rows]


def _coming(table: str, people: Mapping[str, str], *, alone: bool = True) -> list[Step]:
    """The statements after which people are at a table, where they may have been before.

    A room that is ``alone`` knows that they are at no other one; where they were at one that it can't restore, they
    are no more.
    """
    if not people:
        return []
    rows = [{"table_id": table, "person_id": each} for each in people]
    before = (ELSEWHERE, {"people": [*people]}) if alone else (THERE, {"table": table, "people": [*people]})
    names = [{"new_table": table, "new_person": person, "new_name": name} for person, name in people.items()]
    return [before, (COME, rows), (VISIT, names)]


def _ending(table: str, at: float) -> list[Step]:
    """The statements that end a table."""
    return [
        update(tables).where(tables.c.id == table).values(ended=at, summary=None),
        delete(guests).where(guests.c.table_id == table),
    ]
