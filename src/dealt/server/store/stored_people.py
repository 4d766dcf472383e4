"""People as the database keeps them: it keeps their names apart, by all that makes two names look alike."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial
from typing import Any, Final

from sqlalchemy import (
    Connection,
    Executable,
    Insert,
    Select,
    Update,
    and_,
    bindparam,
    delete,
    exists,
    func,
    insert,
    or_,
    select,
    update,
)

from dealt.server.base.names import looks as looks_of
from dealt.server.base.trouble import Conflict, StoreError
from dealt.server.store.core import Core, chunks
from dealt.server.store.database import devices, erasures, guests, looks, people, processes, results, visits
from dealt.server.store.stored_devices import device_row
from dealt.server.store.writer import Step

HAS_RESULTS: Final = exists().where(results.c.person_id == people.c.id)
"""Has this row of ``people`` finished a deal that counts?"""

TOKENS: Final = (
    select(func.aggregate_strings(devices.c.token, " ")).where(devices.c.person_id == people.c.id).scalar_subquery()
)
"""The hashes of the tokens of all devices of this row of ``people``."""

ARRIVED: Final = update(people).where(people.c.id == bindparam("person")).returning(people.c.id)
LEFT: Final = (
    update(people).where(people.c.id == bindparam("person"), people.c.process == bindparam("mine")).values(process=None)
)
NEW, NEW_DEVICE, NEW_LOOKS = insert(people), insert(devices), insert(looks)
KNOWN: Final = select(people, HAS_RESULTS.label("has_results"), TOKENS.label("tokens"))


class StoredPeople:
    """What a store keeps of people, who are read as rows.

    ``has_results``: have they finished a deal that counts? ``tokens`` are the hashes of those of their devices.
    """

    def __init__(self, core: Core):
        self._core, self._alone = core, core.hold.owned is None
        self._doubtful: set[str] = set()
        """The ids of people who may be stored although that failed."""

    async def add(self, person: str, name: str, folded: str, token: str, at: float, device: str = "") -> None:
        """Store a person with their first device; ``token`` is its token's hash, ``device`` what it calls itself.

        Conflict: the name, or one like it, is taken.

        A row without results that a failed commit left under this name is replaced; one with results is an error.
        """
        row: dict[str, Any] = {"id": person, "name": name, "folded": folded, "created": at, "seen": at}
        among = None
        if not self._alone:
            row, among = row | {"process": self._core.hold.number}, list(self._doubtful)
        try:
            await self._core.writer.put(
                *_left_over(name, among),
                (NEW, row),
                (NEW_DEVICE, device_row(token, person, device, at)),
                _looking(person, name),
            )
        except Conflict:
            raise
        except StoreError:
            self._doubtful.add(person)
            raise
        self._doubtful.difference_update(among or ())

    async def rename(self, person: str, name: str, *, away_since: float | None = None) -> None:
        """Give a person another name; with ``away_since`` only if they are at no process since then, else Conflict."""
        check = [] if away_since is None else [partial(_check_away, person=person, since=away_since)]
        await self._core.writer.put(*check, *_renaming(person, name))

    async def choose_avatar(self, person: str, avatar: int) -> None:
        await self._core.writer.put(update(people).where(people.c.id == person).values(avatar=avatar))

    async def arrived(self, person: str) -> bool:
        """In a cluster: somebody is connected to this process now. False: they are known no more."""
        return bool(await self._done(ARRIVED, {"person": person, "process": self._core.hold.number}))

    async def _done(self, returning: Executable, values: dict[str, Any] | None = None) -> list[str]:
        """Carry out a statement; what it returns."""
        return await self._core.writer.do(lambda connection: list(connection.execute(returning, values).scalars()))

    async def left(self, person: str, at: float) -> None:
        """Remember when a person was last here; in a cluster unless they are connected to another process by now."""
        if self._alone:
            await self.saw([person], at)
            return
        await self._core.writer.put((LEFT, {"person": person, "mine": self._core.hold.number, "seen": at}))

    async def saw(self, ids: Sequence[str], at: float) -> None:
        """Remember that people were here at a time."""
        for some in chunks(ids):
            await self._core.writer.put(update(people).where(people.c.id.in_(some)).values(seen=at))

    async def without_results(self, ids: Sequence[str]) -> set[str]:
        """Those of some people who have no results."""
        return set(await self._core.column(select(people.c.id).where(people.c.id.in_(ids), ~HAS_RESULTS)))

    async def ids(self) -> set[str]:
        """Those of all people that there are."""
        return set(await self._core.column(select(people.c.id)))

    async def forget(
        self, ids: Sequence[str], *, with_results: bool = True, away_since: float | None = None
    ) -> list[str]:
        """Delete people and their results; without ``with_results`` only those who have none. Returns who is gone.

        With ``away_since`` only those are deleted who are at no process since then, and at no table.
        """
        gone: list[str] = []
        for some in chunks(ids):
            chosen = delete(people).where(people.c.id.in_(some))
            chosen = chosen if with_results else chosen.where(~HAS_RESULTS)
            if away_since is None:
                await self._core.writer.put(chosen)
                gone += some
            else:
                gone += await self._done(chosen.where(_away(away_since)).returning(people.c.id))
            await self._core.writer.put(_due(some))
        return gone

    # --- reading

    async def all(self, ids: Collection[str] | None = None) -> list[dict[str, Any]]:
        return await self._known(KNOWN if ids is None else KNOWN.where(people.c.id.in_(ids)))

    async def of_id(self, person: str) -> dict[str, Any] | None:
        return await self._first(KNOWN.where(people.c.id == person))

    async def of_token(self, token: str) -> dict[str, Any] | None:
        """The person of a token, or None; ``token`` is the hash of the real one."""
        owner = select(devices.c.person_id).where(devices.c.token == token).scalar_subquery()
        return await self._first(KNOWN.where(people.c.id == owner))

    async def of_name(self, name: str) -> dict[str, Any] | None:
        """The person of that name, else of one that looks like it; None if there is none.

        One look of several people is the oldest one's.
        """
        same = people.c.folded == name.casefold()
        return await self._first(KNOWN.where(or_(same, people.c.id.in_(_alike(name)))).order_by(same.desc()).limit(1))

    async def _first(self, wanted: Select[Any]) -> dict[str, Any] | None:
        return next(iter(await self._known(wanted)), None)

    async def _known(self, wanted: Select[Any]) -> list[dict[str, Any]]:
        rows = await self._core.read(wanted)
        return [{**row, "tokens": {*(row["tokens"] or "").split()}} for row in rows]


def _alike(name: str) -> Select[Any]:
    return select(looks.c.person_id).where(looks.c.look.in_(looks_of(name)))


def _renaming(person: str, name: str) -> list[Step]:
    return [
        update(people).where(people.c.id == person).values(name=name, folded=name.casefold()),
        delete(looks).where(looks.c.person_id == person),
        _looking(person, name),
    ]


def _looking(person: str, name: str) -> Step:
    return NEW_LOOKS, [{"look": each, "person_id": person} for each in sorted(looks_of(name))]


def _away(since: float) -> Any:
    """Where somebody is connected nowhere since that time, and at no table: for rooms of many processes."""
    there = exists().where(guests.c.person_id == people.c.id)
    return and_(people.c.process.is_(None), people.c.seen <= since, ~there)


def _check_away(connection: Connection, person: str, since: float) -> None:
    """Conflict if somebody is not ``away``."""
    there = select(people.c.id).where(people.c.id == person, _away(since)).with_for_update()
    if connection.scalar(there) is None:
        raise Conflict("somebody is back")


def _due(some: Sequence[str]) -> Insert:
    """The statement after which those of some people who are no more are to be taken out of tables."""
    known = exists().where(people.c.id == visits.c.person_id)
    due = exists().where(erasures.c.person_id == visits.c.person_id)
    there = select(visits.c.person_id).where(visits.c.person_id.in_(some), ~known, ~due).distinct()
    return insert(erasures).from_select([erasures.c.person_id], there)


def nowhere(at: Any) -> Update:
    """The statement after which nobody is connected to a process that is dead; they were until that time."""
    dead = people.c.process.is_not(None) & ~exists().where(processes.c.number == people.c.process)
    some = select(people.c.id).where(dead).with_for_update(of=people, key_share=True, skip_locked=True)
    return update(people).where(people.c.id.in_(some)).values(process=None, seen=at)


def _left_over(name: str, among: Sequence[str] | None) -> list[Step]:
    """The statements that delete whom a failed commit left under this name, or one like it, if they have no results.

    ``among`` are the ids of those whose commits failed; None: whoever has the name, which the room knows to be free.
    """
    if among is None:
        taken = or_(people.c.folded == name.casefold(), people.c.id.in_(_alike(name)))
        return [delete(people).where(~HAS_RESULTS, taken)]
    return [delete(people).where(~HAS_RESULTS, people.c.id.in_(among))] if among else []
