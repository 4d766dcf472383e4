"""Clubs and classes, and who is in them."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import Connection, Select, and_, bindparam, delete, func, insert, or_, select, update

from dealt.server.store.core import Repository, check_number, count, in_transaction, lock
from dealt.server.store.database import clubs, members, people
from dealt.wire.refusal import Refused

MOST_CLUBS: Final = 20
"""The number of clubs in which somebody may be."""
MOST_MEMBERS: Final = 200

Row = dict[str, Any]


def _of() -> Select[Any]:
    other = members.alias()
    others = select(other.c.person_id).where(other.c.club_id == clubs.c.id)
    count = select(func.count()).select_from(others.subquery()).scalar_subquery()
    oldest = others.order_by(other.c.at, other.c.person_id).limit(1).scalar_subquery()
    leads = or_(members.c.leads, and_(~others.where(other.c.leads).exists(), oldest == bindparam("person")))
    columns = clubs.c.id, clubs.c.name, clubs.c.kind, clubs.c.code, count.label("members"), leads.label("leads")
    mine = select(*columns).join(members, members.c.club_id == clubs.c.id)
    return mine.where(members.c.person_id == bindparam("person")).order_by(clubs.c.created, clubs.c.id)


OF: Final = _of()
MEMBERS: Final = (
    select(people.c.id, people.c.name, people.c.avatar, members.c.leads, members.c.at)
    .join(members, members.c.person_id == people.c.id)
    .where(members.c.club_id == bindparam("club"))
    .order_by(members.c.at, people.c.id)
)


class Clubs(Repository):
    """What a store keeps of them. Of several who change one club at once, one comes after the other."""

    async def of(self, person: str) -> list[Row]:
        """The clubs of somebody: ``id``, ``name``, ``kind``, ``code``, ``members``, how many, ``leads``: they do."""
        return await self._core.read(OF, person=person)

    async def name(self, club: str) -> str | None:
        """What a club is called; None if there is none."""
        return next(iter(await self._core.column(select(clubs.c.name).where(clubs.c.id == club))), None)

    async def members(self, club: str) -> list[Row]:
        """Who is in a club, the longest there first: ``id``, ``name``, ``avatar``, ``leads``, ``at``."""
        rows = await self._core.read(MEMBERS, club=club)
        if rows and not any(row["leads"] for row in rows):  # whoever led it was deleted
            rows[0]["leads"] = True
        return rows

    async def all(self, most: int) -> tuple[list[Row], int]:
        """The newest clubs as ``members`` tells of them, with ``leaders``, and the number of those left out."""
        rows = await self._core.read(select(clubs).order_by(clubs.c.created.desc(), clubs.c.id).limit(most))
        for row in rows:
            people = await self.members(row["id"])
            row |= {"members": len(people), "leaders": [each["name"] for each in people if each["leads"]]}
        return rows, await self._core.count(clubs) - len(rows)

    @in_transaction
    def open(self, connection: Connection, row: Row, person: str) -> None:
        """Keep a new club, which somebody leads. Refused: they are in too many."""
        _may_enter(connection, person)
        connection.execute(insert(clubs), row)
        connection.execute(insert(members), _member(row["id"], person, row["created"], leads=True))

    @in_transaction
    def join(self, connection: Connection, code: str, person: str, at: float) -> str:
        """Come in by the code of a club, whose id is returned. Refused: there is none, or too many are there."""
        club: str | None = connection.scalar(select(clubs.c.id).where(clubs.c.code == code).with_for_update())
        if club is None:
            raise Refused("no_club")
        if connection.scalar(select(members.c.at).where(_in(club, person))) is None:
            _may_enter(connection, person)
            check_number(connection, members.c.club_id == club, MOST_MEMBERS, "club_full")
            connection.execute(insert(members), _member(club, person, at, leads=False))
        return club

    @in_transaction
    def leave(self, connection: Connection, club: str, person: str) -> None:
        """Take somebody out of a club, which ends with its last member."""
        lock(connection, clubs.c.id, club)
        connection.execute(delete(members).where(_in(club, person)))
        if not count(connection, members.c.club_id == club):
            connection.execute(delete(clubs).where(clubs.c.id == club))

    @in_transaction
    def lead(self, connection: Connection, club: str, person: str, leads: bool) -> bool:
        """Let somebody in a club lead it, or lead it no more; False: they are not there. Refused: nobody else leads."""
        lock(connection, clubs.c.id, club)
        if not count(connection, and_(members.c.club_id == club, members.c.leads)):
            _let_the_oldest_lead(connection, club)
        others = and_(members.c.club_id == club, members.c.leads, members.c.person_id != person)
        if not leads and not count(connection, others):
            raise Refused("last_leader")
        return connection.execute(update(members).where(_in(club, person)).values(leads=leads)).rowcount > 0

    async def renew(self, club: str, code: str) -> None:
        """The old code is good no more."""
        await self._core.writer.put(update(clubs).where(clubs.c.id == club).values(code=code))

    async def end(self, club: str) -> None:
        """There is no such club any more."""
        await self._core.writer.put(delete(clubs).where(clubs.c.id == club))

    async def expire(self) -> None:
        """Delete the clubs whose members were all deleted."""
        empty = clubs.c.id.not_in(select(members.c.club_id))
        await self._core.writer.put(delete(clubs).where(empty))


def _let_the_oldest_lead(connection: Connection, club: str) -> None:
    """What ``members`` shows where nobody leads is stored, before somebody else leads as well."""
    oldest = select(members.c.person_id).where(members.c.club_id == club).order_by(members.c.at, members.c.person_id)
    connection.execute(update(members).where(_in(club, connection.scalar(oldest.limit(1)) or "")).values(leads=True))


def _may_enter(connection: Connection, person: str) -> None:
    lock(connection, people.c.id, person)  # they may ask twice at once
    check_number(connection, members.c.person_id == person, MOST_CLUBS, "many_clubs")


def _in(club: str, person: str) -> Any:
    return and_(members.c.club_id == club, members.c.person_id == person)


def _member(club: str, person: str, at: float, *, leads: bool) -> Row:
    return {"club_id": club, "person_id": person, "leads": leads, "at": at}
