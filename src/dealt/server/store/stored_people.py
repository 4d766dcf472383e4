"""What the database does for people: it keeps their names apart, by all that makes two names look alike."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import Connection, Delete, Executable, Select, Update, and_, delete, exists, insert, or_, select, update

from dealt.server.base.names import looks as looks_of
from dealt.server.base.trouble import Conflict
from dealt.server.store.database import guests, looks, people, processes, results

__all__ = ["HAS_RESULTS", "adding", "away", "known", "left_over", "named", "nowhere", "rename_if_away", "renaming"]

HAS_RESULTS: Final = exists().where(results.c.person_id == people.c.id)
"""Has this row of ``people`` finished a deal that counts?"""

Statements = list[tuple[Executable, Any]]


def known() -> Select[Any]:
    """People as rows; ``has_results`` says whether they have finished a deal that counts."""
    return select(people, HAS_RESULTS.label("has_results"))


def named(name: str) -> Select[Any]:
    """First the person of that name, then those of names like it: one look of several people is the oldest one's."""
    same = people.c.folded == name.casefold()
    alike = people.c.id.in_(select(looks.c.person_id).where(looks.c.look.in_(looks_of(name))))
    return known().where(or_(same, alike)).order_by(same.desc())


def adding(row: dict[str, Any]) -> Statements:
    """The statements that store a new person, whose name nobody else may have."""
    return [(insert(people), row), *_looking(row["id"], row["name"])]


def renaming(person: str, name: str) -> Statements:
    """The statements that give somebody another name."""
    return [
        (update(people).where(people.c.id == person).values(name=name, folded=name.casefold()), None),
        (delete(looks).where(looks.c.person_id == person), None),
        *_looking(person, name),
    ]


def _looking(person: str, name: str) -> Statements:
    return [(insert(looks), [{"look": each, "person_id": person} for each in sorted(looks_of(name))])]


def away(since: float) -> Any:
    """Where somebody is connected nowhere since that time, and at no table: for rooms of many processes."""
    there = exists().where(guests.c.person_id == people.c.id)
    return and_(people.c.process.is_(None), people.c.seen <= since, ~there)


def rename_if_away(connection: Connection, person: str, name: str, since: float) -> None:
    """Give somebody who is ``away`` another name; Conflict if they are not."""
    there = select(people.c.id).where(people.c.id == person, away(since)).with_for_update()
    if connection.scalar(there) is None:
        raise Conflict("somebody is back")
    for statement, rows in renaming(person, name):
        connection.execute(statement, rows)


def nowhere(at: Any) -> Update:
    """The statement after which nobody is connected to a process that is dead; they were until that time."""
    dead = people.c.process.is_not(None) & ~exists().where(processes.c.number == people.c.process)
    some = select(people.c.id).where(dead).with_for_update(of=people, key_share=True, skip_locked=True)
    return update(people).where(people.c.id.in_(some)).values(process=None, seen=at)


def left_over(name: str, among: Sequence[str] | None) -> Delete:
    """Delete whom a failed commit left under this name, or one like it, if they have no results.

    ``among`` are the ids of those whose commits failed; None: whoever has the name, which the room knows to be free.
    """
    chosen = delete(people).where(~HAS_RESULTS)
    if among is not None:
        return chosen.where(people.c.id.in_(among))
    alike = select(looks.c.person_id).where(looks.c.look.in_(looks_of(name)))
    return chosen.where(or_(people.c.folded == name.casefold(), people.c.id.in_(alike)))
