"""All that a room keeps of one person, read a little at a time: what is exported to them."""

from __future__ import annotations

import asyncio
import json
import zlib
from collections.abc import AsyncIterator, Iterator
from typing import Any, Final

import msgspec
from sqlalchemy import Select, and_, select

from dealt.server.store import database as db
from dealt.server.store.archive import Stored, unpack
from dealt.server.store.core import Repository
from dealt.server.store.database import events as loose
from dealt.session import events
from dealt.tournament import events as tournament

TOGETHER: Final = 500
"""The number of short rows that are read at a time."""
PACKED: Final = 20
"""The same of deals."""

ASSIGNED: Final = ("title", "game", "deals", "won", "day", "since", "until")
"""What is told of an assignment; how far somebody is with it, their results tell."""

Row = dict[str, Any]


class Personal(Repository):
    """What a store knows of somebody. All of it is theirs alone, but for the records of deals."""

    async def person(self, person: str) -> Row:
        """Who they are; empty if they are known no more."""
        columns = db.people.c.id, db.people.c.name, db.people.c.created, db.people.c.seen, db.people.c.avatar
        rows = await self._core.read(
            select(*columns, db.people.c.words.is_not(None).label("has_words")).where(db.people.c.id == person)
        )
        return rows[0] if rows else {}

    async def entries(self, person: Row) -> AsyncIterator[tuple[str, str]]:
        """What is kept besides, as JSON with the name of the list that it belongs to: one list after the other."""
        for name, wanted in _lists(person["id"]).items():
            first = 0
            while some := await self._core.read(wanted.offset(first).limit(TOGETHER)):
                first += len(some)
                for row in some:
                    yield name, _text(row)
        for row in await self._boards(person["name"]):
            yield "boards", _text(row)
        for row in await self._core.read(_in_tournaments(person["id"])):
            if (own := _entered(row.pop("payload"), person["id"])) is not None:
                yield "tournaments", _text({**row, **own})
        for table in await self._visited(person["id"]):
            async for happened in self._events(table):
                for each in _said(happened, person["id"]):
                    yield "tables", _text({"table": table, **each})
        async for table, dealt, record in self._records(person["id"]):
            yield "records", f'{{"table":"{table}","dealt":{dealt},"record":{record}}}'

    async def _boards(self, name: str) -> list[Row]:
        """How deals of sets and boards of a day came out, of which the names of players are kept."""
        mine = db.set_results.c.names.contains(name, autoescape=True)
        rows = await self._core.read(
            select(
                db.sets.c.name, db.sets.c.game, db.set_results.c.deal, db.set_results.c.names, db.set_results.c.scores
            )
            .add_columns(db.set_results.c.at)
            .join(db.sets, db.sets.c.id == db.set_results.c.set_id)
            .where(mine)
            .order_by(db.set_results.c.at, db.set_results.c.table_id, db.set_results.c.deal)
        )
        found = []
        for row in rows:
            names, scores = json.loads(row.pop("names")), json.loads(row.pop("scores"))
            if name in names:
                found.append({"set": row.pop("name"), **row, "score": scores[names.index(name)] if scores else None})
        return found

    async def _visited(self, person: str) -> list[str]:
        """The tables where somebody has been, as far as they are kept."""
        wanted = select(db.visits.c.table_id, db.tables.c.created).join(
            db.tables, db.tables.c.id == db.visits.c.table_id
        )
        rows = await self._core.read(
            wanted.where(db.visits.c.person_id == person).order_by(db.tables.c.created).distinct()
        )
        return [row["table_id"] for row in rows]

    async def _events(self, table: str) -> AsyncIterator[list[Stored]]:
        """The events of a table that are packed, and then the others, some at a time."""
        after, one = 0, select(db.archive.c.first, db.archive.c.packed).order_by(db.archive.c.first).limit(1)
        while rows := await self._core.read(one.where(db.archive.c.table_id == table, db.archive.c.first > after)):
            after = rows[0]["first"]
            yield await asyncio.to_thread(unpack, rows[0]["packed"])
        rest = select(loose.c.n, loose.c.at, loose.c.payload).where(loose.c.table_id == table).order_by(loose.c.n)
        yield [Stored(**row) for row in await self._core.read(rest)]

    async def _records(self, person: str) -> AsyncIterator[tuple[str, int, str]]:
        """The records of the deals that they finished and that are kept, as text: table, number and record."""
        both = and_(db.deals.c.table_id == db.results.c.table_id, db.deals.c.dealt == db.results.c.dealt)
        own = select(db.deals.c.table_id, db.deals.c.dealt, db.deals.c.packed).join(db.results, both)
        ordered = own.where(db.results.c.person_id == person).order_by(db.deals.c.table_id, db.deals.c.dealt)
        first = 0
        while some := await self._core.read(ordered.offset(first).limit(PACKED)):
            first += len(some)
            for row in some:
                yield row["table_id"], row["dealt"], json.loads(zlib.decompress(row["packed"]))["record"]


def _lists(person: str) -> dict[str, Select[Any]]:
    """The rows that are somebody's alone, by the name of their list."""
    own = (db.results, db.mistakes, db.ratings, db.rated_deals, db.foresights)
    theirs = {
        kind.name: select(*(each for each in kind.c if each.name not in ("person_id", "partner_id")))
        .where(kind.c.person_id == person)
        .order_by(*kind.primary_key.columns)
        for kind in own
    }
    others = select(db.people.c.name, db.relations.c.kind, db.relations.c.at).join(
        db.relations, db.people.c.id == db.relations.c.other_id
    )
    told = select(db.people.c.name, db.reports.c.at, db.reports.c.note).join(
        db.reports, db.people.c.id == db.reports.c.person_id
    )
    return {
        "friends": others.where(db.relations.c.person_id == person).order_by(db.relations.c.other_id),
        "clubs": select(db.clubs.c.name, db.clubs.c.kind, db.members.c.leads, db.members.c.at)
        .join(db.members, db.members.c.club_id == db.clubs.c.id)
        .where(db.members.c.person_id == person)
        .order_by(db.clubs.c.id),
        "assignments": select(db.clubs.c.name.label("club"), *(db.assignments.c[each] for each in ASSIGNED))
        .join(db.clubs, db.clubs.c.id == db.assignments.c.club_id)
        .join(db.members, db.members.c.club_id == db.clubs.c.id)
        .where(db.members.c.person_id == person)
        .order_by(db.assignments.c.since, db.assignments.c.id),
        "reports": told.where(db.reports.c.by_id == person).order_by(db.reports.c.n),
        "devices": select(db.devices.c.name, db.devices.c.since, db.devices.c.seen, db.devices.c.push)
        .where(db.devices.c.person_id == person)
        .order_by(db.devices.c.since, db.devices.c.token),
        "passkeys": select(db.passkeys.c.name, db.passkeys.c.since, db.passkeys.c.used)
        .where(db.passkeys.c.person_id == person)
        .order_by(db.passkeys.c.since, db.passkeys.c.id),
        "sanctions": select(db.sanctions.c.kind, db.sanctions.c.at, db.sanctions.c.until)
        .where(db.sanctions.c.person == person)
        .order_by(db.sanctions.c.at, db.sanctions.c.id),
        **theirs,
    }


def _in_tournaments(person: str) -> Select[Any]:
    """The events of tournaments in which somebody is spoken of."""
    row = db.tournament_events.c
    wanted = select(row.tournament_id.label("tournament"), row.at, row.payload).where(row.payload.contains(person))
    return wanted.order_by(row.tournament_id, row.n)


def _entered(payload: str, person: str) -> Row | None:
    """What an event of a tournament says of somebody alone; None if it is about their table."""
    match tournament.decode(payload):
        case tournament.Opened(by=who, name=name) if who == person:
            return {"opened": name}
        case tournament.Enrolled(person=who, name=name) if who == person:
            return {"enrolled": name}
        case tournament.Withdrew(person=who) if who == person:
            return {"withdrew": True}
        case tournament.Adjusted(person=who, n=n, percent=percent, reason=reason) if who == person:
            return {"result": n, "percent": percent, "reason": reason}
        case _:
            return None


def _said(rows: list[Stored], person: str) -> Iterator[Row]:
    """When somebody came, left, and what they said, among the events of a table."""
    for each in rows:
        event = events.decode(each.payload) if person in each.payload else None
        match event:
            case events.Came(person=who, name=name) if who == person:
                yield {"at": each.at, "came": name}
            case events.Went(person=who) if who == person:
                yield {"at": each.at, "left": True}
            case events.Spoke(person=who, text=text) if who == person:
                yield {"at": each.at, "said": text}
            case _:
                pass


def _text(row: Row) -> str:
    return msgspec.json.encode(row).decode()
