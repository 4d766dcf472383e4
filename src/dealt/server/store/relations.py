"""Friends, whom somebody has asked to be one, whom they have blocked; and what was reported to the host."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import Connection, and_, delete, func, insert, or_, select, update

from dealt.server.store.core import Repository, check_number, in_transaction
from dealt.server.store.database import people, relations, reports
from dealt.wire.refusal import Refused

MOST_RELATIONS: Final = 200
"""The number of people whom somebody may have as friends, have asked, or have blocked."""
MOST_REPORTS: Final = 1000
"""The number of reports that are kept: the newest."""

Row = dict[str, Any]
Line = tuple[float, str, str]
"""A line of talk: its time, whose it is, and its text."""


class Relations(Repository):
    async def of(self, person: str) -> list[Row]:
        """Everybody with whom somebody has to do: ``id``, ``name``, ``avatar``, and ``state``: friend, asked, blocked;
        ``asks``: the other one has asked."""
        shown = people.c.id, people.c.name, people.c.avatar
        own = select(*shown, relations.c.kind.label("state")).join(people, people.c.id == relations.c.other_id)
        theirs = select(*shown).join(relations, people.c.id == relations.c.person_id)
        asks = theirs.where(relations.c.other_id == person, relations.c.kind == "asked")
        found = await self._core.read(own.where(relations.c.person_id == person))
        blocked = {row["id"] for row in found if row["state"] == "blocked"}
        more = [{**row, "state": "asks"} for row in await self._core.read(asks) if row["id"] not in blocked]
        return sorted(found + more, key=lambda row: (row["state"], row["name"].casefold()))

    async def friends_of(self, person: str) -> list[str]:
        """The ids of somebody's friends."""
        theirs = relations.c.person_id == person, relations.c.kind == "friend"
        return await self._core.column(select(relations.c.other_id).where(*theirs))

    @in_transaction
    def ask(self, connection: Connection, person: str, other: str, at: float) -> None:
        """Ask somebody to be a friend, or agree to be theirs. Refused: they have blocked that, or are many."""
        there = select(people.c.id, people.c.name).where(people.c.id.in_((person, other))).order_by(people.c.id)
        rows = connection.execute(there.with_for_update()).all()  # both may ask at once, at two processes
        both = or_(_pair(person, other), _pair(other, person))
        wanted = select(relations.c.person_id, relations.c.kind).where(both)
        known: dict[str, str] = {who: kind for who, kind in connection.execute(wanted)}  # noqa: C416 - rows are no pairs
        if known.get(other) == "blocked":
            raise Refused("not_asked", name=next(row.name for row in rows if row.id == other))
        if known.get(other) == "asked":
            connection.execute(update(relations).where(_pair(other, person)).values(kind="friend", at=at))
        kind = "friend" if other in known else "asked"
        _put(connection, person, other, kind, at)

    async def end(self, person: str, other: str) -> None:
        """Be no friends, take back what was asked, decline it, or block nobody any more."""
        theirs = _pair(other, person), relations.c.kind != "blocked"
        await self._core.writer.put(delete(relations).where(_pair(person, other)), delete(relations).where(*theirs))

    @in_transaction
    def block(self, connection: Connection, person: str, other: str, at: float) -> None:
        """Have nothing to do with somebody. Refused: there are many already."""
        connection.execute(delete(relations).where(_pair(other, person), relations.c.kind != "blocked"))
        _put(connection, person, other, "blocked", at)

    async def blocks(self, person: str, other: str) -> bool:
        """Has somebody blocked another one?"""
        wanted = select(relations.c.kind).where(_pair(person, other), relations.c.kind == "blocked")
        return bool(await self._core.column(wanted))

    # --- reports

    async def report(self, person: str, by: str, at: float, table: str, note: str, lines: Sequence[Line]) -> None:
        """Keep what somebody reports of a person, with the last lines of talk."""
        row = {"person_id": person, "by_id": by, "at": at, "table_id": table, "note": note}
        row["lines"] = json.dumps(lines, ensure_ascii=False)
        newest = select(func.max(reports.c.n)).scalar_subquery()
        old = delete(reports).where(reports.c.n <= newest - MOST_REPORTS)
        await self._core.writer.put((insert(reports), row), old)

    async def reports(self, most: int) -> list[Row]:
        """The newest reports: ``n``, ``at``, ``name``, ``by``, ``table``, ``note``, ``lines``."""
        one, other = people.alias("one"), people.alias("other")
        wanted = (
            select(reports.c.n, reports.c.at, one.c.name, other.c.name.label("by"), reports.c.table_id.label("table"))
            .add_columns(reports.c.note, reports.c.lines)
            .join(one, one.c.id == reports.c.person_id)
            .join(other, other.c.id == reports.c.by_id)
        )
        rows = await self._core.read(wanted.order_by(reports.c.n.desc()).limit(most))
        return [{**row, "lines": json.loads(row["lines"])} for row in rows]

    async def settle(self, n: int) -> bool:
        """A report is done with; False if there is none of that number."""
        gone = delete(reports).where(reports.c.n == n).returning(reports.c.n)
        return await self._core.writer.do(lambda connection: connection.scalar(gone) is not None)

    async def expire(self, before: float) -> None:
        """Delete reports from before a time."""
        await self._core.writer.put(delete(reports).where(reports.c.at < before))


def _pair(person: str, other: str) -> Any:
    return and_(relations.c.person_id == person, relations.c.other_id == other)


def _put(connection: Connection, person: str, other: str, kind: str, at: float) -> None:
    connection.execute(delete(relations).where(_pair(person, other)))
    check_number(connection, relations.c.person_id == person, MOST_RELATIONS, "many_friends")
    row = {"person_id": person, "other_id": other, "kind": kind, "at": at}
    connection.execute(insert(relations), row)
