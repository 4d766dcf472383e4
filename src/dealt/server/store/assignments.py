"""Assignments of classes, and how far their members are: that is counted from their results each time."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import Connection, and_, case, delete, func, insert, select, update

from dealt.server.store.core import Repository, check_number, in_transaction, lock
from dealt.server.store.database import assignments, clubs, members, mistakes, results
from dealt.wire.refusal import Refused

MOST_ASSIGNMENTS: Final = 20
"""The number of assignments that a class has at once."""

Row = dict[str, Any]
Done = dict[tuple[str, str], Row]
"""By the id of an assignment and somebody's: ``deals``, ``won``, ``mean``, ``last``, and ``mistakes`` by their kind."""


class Assignments(Repository):
    async def of(self, club: str) -> list[Row]:
        """The assignments of a class, the newest first."""
        wanted = select(assignments).where(assignments.c.club_id == club)
        return await self._core.read(wanted.order_by(assignments.c.since.desc(), assignments.c.id))

    @in_transaction
    def put(self, connection: Connection, row: Row) -> None:
        """Keep a new one. Refused: there is no such class, or it has too many."""
        club = row["club_id"]
        if not lock(connection, clubs.c.id, club):
            raise Refused("no_club")
        check_number(connection, assignments.c.club_id == club, MOST_ASSIGNMENTS, "many_assignments")
        connection.execute(insert(assignments), row)

    async def change(self, club: str, id: str, values: Row) -> bool:  # noqa: A002
        """Change one; was it still there?"""
        here = assignments.c.club_id == club, assignments.c.id == id
        changed = update(assignments).where(*here).values(values)
        return await self._core.writer.do(lambda connection: connection.execute(changed).rowcount > 0)

    async def end(self, club: str, id: str) -> None:  # noqa: A002
        """There is no such assignment any more."""
        here = assignments.c.club_id == club, assignments.c.id == id
        await self._core.writer.put(delete(assignments).where(*here))

    async def done(self, club: str, person: str | None = None) -> Done:
        """How far the members of a class are, or one of them alone, where no boards of a day are meant."""
        row, each = results.c, assignments.c
        known = members.join(results, row.person_id == members.c.person_id).join(assignments, each.game == row.game)
        here = [members.c.club_id == club, each.club_id == club, each.day == "", row.standard]
        here += [row.at >= each.since, row.at <= each.until, *([row.person_id == person] if person else [])]
        whose = each.id, row.person_id
        won = func.sum(case((row.won, 1), else_=0))
        counted = select(*whose, func.count(), won, func.avg(row.score), func.max(row.at)).select_from(known)
        same = [mistakes.c[key] == row[key] for key in ("person_id", "table_id", "dealt")]
        kinds = select(*whose, mistakes.c.kind, func.count()).select_from(known.join(mistakes, and_(*same)))
        found: Done = {}
        for there, who, *rest in await self._core.look_up(counted.where(*here).group_by(*whose)):
            found[there, who] = {**dict(zip(("deals", "won", "mean", "last"), rest, strict=True)), "mistakes": {}}
        for there, who, kind, number in await self._core.look_up(kinds.where(*here).group_by(*whose, mistakes.c.kind)):
            if (there, who) in found:  # the first deal may have ended between both
                found[there, who]["mistakes"][kind] = number
        return found
