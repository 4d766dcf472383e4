"""Deleting people for good: they are gone at once, and from the tables where they have been as these are gone through.

``visits`` says where somebody has been and under which names. Who is in ``erasures`` is to be taken out there; a visit
that is done with is deleted, so that it can be broken off anywhere and go on after a restart.
"""

from __future__ import annotations

import asyncio
import json
from functools import partial
from typing import Any, Final

from sqlalchemy import Connection, delete, exists, insert, select, update

from dealt.server.store import database as db
from dealt.server.store.archive import Stored, pack, unpack
from dealt.server.store.core import Repository, in_transaction
from dealt.session import events as happened
from dealt.session.erasing import SOMEBODY, Erasing
from dealt.tournament import events as in_tournaments
from dealt.tournament.state import renamed

LATE: Final = 60.0
"""The seconds after its end in which a table may still be putting things away."""


_DUE: Final = select(db.visits).join(db.erasures, db.erasures.c.person_id == db.visits.c.person_id)


class Erasures(Repository):
    """What a store does to forget somebody."""

    @in_transaction
    def begin(self, connection: Connection, person: str) -> None:
        """Delete somebody with all that is theirs alone; their tables are due from now on."""
        name = connection.scalar(select(db.people.c.name).where(db.people.c.id == person))
        if name is None:
            return
        connection.execute(delete(db.people).where(db.people.c.id == person))
        if connection.scalar(select(db.visits.c.table_id).where(db.visits.c.person_id == person).limit(1)) is not None:
            connection.execute(insert(db.erasures), {"person_id": person})
        happened = select(db.tournament_events).where(db.tournament_events.c.payload.contains(person))
        for row in connection.execute(happened).all():
            event = renamed(in_tournaments.decode(row.payload), person, SOMEBODY)
            here = db.tournament_events.c.tournament_id == row.tournament_id, db.tournament_events.c.n == row.n
            connection.execute(
                update(db.tournament_events).where(*here).values(payload=in_tournaments.encode(event).decode())
            )
        _replace(connection, db.reports, "lines", name, json.loads, partial(json.dumps, ensure_ascii=False))
        _replace(connection, db.set_results, "names", name, json.loads, partial(json.dumps, ensure_ascii=False))
        _replace(connection, db.audit, "target", name, lambda text: text.split(", "), ", ".join)

    async def due(self, now: float) -> list[tuple[Erasing, bool]]:
        """The visits that are still to be gone through: who at which table, and has that ended?"""
        rows = await self._core.read(
            _DUE.add_columns(db.tables.c.ended).join(db.tables, db.tables.c.id == db.visits.c.table_id)
        )
        ended = {row["table_id"]: row["ended"] for row in rows}
        return [
            (who, ended[who.table] is not None)
            for who in _erasings(rows)
            if ended[who.table] is None or ended[who.table] < now - LATE
        ]

    async def of(self, table: str) -> list[Erasing]:
        """Who is still to be taken out of a table: an erasure that was broken off has changed some of its events."""
        return _erasings(await self._core.read(_DUE.where(db.visits.c.table_id == table)))

    async def put_away(self, who: Erasing, after: int = 0) -> int:
        """Take somebody out of the events of a table that are packed, after the row that begins with that number.

        Returns the number with which the last row begins. These rows never change otherwise.
        """
        here = db.archive.c.table_id == who.table
        one = select(db.archive.c.first, db.archive.c.packed).order_by(db.archive.c.first).limit(1)
        while rows := await self._core.read(one.where(here, db.archive.c.first > after)):
            after, packed = rows[0]["first"], await asyncio.to_thread(_repacked, rows[0]["packed"], who)
            if packed is not None:
                row = update(db.archive).where(here, db.archive.c.first == after)
                await self._core.writer.put(row.values(packed=packed))
        return after

    async def deals(self, who: Erasing, after: int = 0) -> int:
        """Take somebody out of the deals of a table that are over, after that number; returns that of the last one."""
        here = db.deals.c.table_id == who.table
        one = select(db.deals.c.dealt, db.deals.c.packed).order_by(db.deals.c.dealt).limit(1)
        while rows := await self._core.read(one.where(here, db.deals.c.dealt > after)):
            after, packed = rows[0]["dealt"], await asyncio.to_thread(who.deal, rows[0]["packed"])
            row = update(db.deals).where(here, db.deals.c.dealt == after)
            await self._core.writer.put(row.values(packed=packed))
        return after

    @in_transaction
    def rest(self, connection: Connection, who: Erasing) -> None:
        """Take somebody out of what else is kept of a table. What can be made again is deleted, its snapshot too."""
        for kept in (db.snapshots, db.analyses):
            connection.execute(delete(kept).where(kept.c.table_id == who.table))
        connection.execute(update(db.tables).where(db.tables.c.id == who.table).values(summary=None))
        at_table = db.set_results.c.table_id == who.table
        for each in connection.execute(select(db.set_results).where(at_table)).all():
            names = json.dumps([*map(who.name, json.loads(each.names))], ensure_ascii=False)
            if names != each.names:
                here = db.set_results.c.set_id == each.set_id, db.set_results.c.deal == each.deal, at_table
                connection.execute(update(db.set_results).where(*here).values(names=names))
        loose = select(db.events.c.n, db.events.c.payload).where(db.events.c.table_id == who.table)
        for n, payload in connection.execute(loose).all():
            if who.concerns(payload):
                row = update(db.events).where(db.events.c.table_id == who.table, db.events.c.n == n)
                connection.execute(row.values(payload=_rewritten(payload, who)))

    async def done(self, who: Erasing) -> None:
        """Nothing of a table names them any more."""
        here = db.visits.c.table_id == who.table, db.visits.c.person_id == who.person
        left = exists().where(db.visits.c.person_id == who.person)
        over = delete(db.erasures).where(db.erasures.c.person_id == who.person, ~left)
        await self._core.writer.put(delete(db.visits).where(*here), over)


def _erasings(rows: list[dict[str, Any]]) -> list[Erasing]:
    names: dict[tuple[str, str], set[str]] = {}
    for row in rows:
        names.setdefault((row["table_id"], row["person_id"]), set()).add(row["name"])
    return [Erasing(table, person, frozenset(some)) for (table, person), some in names.items()]


def _replace(connection: Connection, table: Any, column: str, name: str, read: Any, write: Any) -> None:
    """Put somebody in place of a name wherever it stands in the lists of a column."""
    keys, written = list(table.primary_key.columns), table.c[column]
    for *key, text in connection.execute(select(*keys, written).where(written.contains(name, autoescape=True))).all():
        some = read(text)
        left = [each for each in some if not (isinstance(each, list) and each[1] == name)]  # lines of talk of theirs
        changed = write([SOMEBODY if each == name else each for each in left])
        if changed != text:
            here = [each == value for each, value in zip(keys, key, strict=True)]
            connection.execute(update(table).where(*here).values({column: changed}))


def _repacked(packed: bytes, who: Erasing) -> bytes | None:
    """A row of the archive without somebody; None if they aren't in it."""
    rows = unpack(packed)
    if not any(who.concerns(each.payload) for each in rows):
        return None
    return pack(Stored(each.n, each.at, _rewritten(each.payload, who), each.term) for each in rows)


def _rewritten(payload: str, who: Erasing) -> str:
    return happened.encode(who.event(happened.decode(payload))).decode() if who.concerns(payload) else payload
