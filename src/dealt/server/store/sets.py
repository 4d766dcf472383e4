"""Sets: tables of one game with the same options that get the same deals, and how those came out at each of them."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from random import Random
from typing import Any, Final

from sqlalchemy import ColumnElement, delete, func, insert, select, update

from dealt.server.base.trouble import Conflict
from dealt.server.store.core import Aging, Core
from dealt.server.store.database import set_results, sets
from dealt.server.store.writer import Step
from dealt.session.boards import Entry
from dealt.session.events import Finished, Opened
from dealt.wire.protocol import SetDeal, SetScore, SetTable

SET_NAME: Final = re.compile(r"[A-Za-z0-9_-]{1,24}")


@dataclass(frozen=True, slots=True)
class SetKey:
    """What the tables of a set have in common."""

    name: str
    game: str
    version: int
    options: str
    """As JSON with sorted keys."""


@dataclass(frozen=True, slots=True)
class DealSet:
    """A set as a table of it knows it. Whoever has the secret knows all deals to come: it never leaves the room."""

    id: str
    secret: bytes


class SetRow(Entry):
    """How a deal of a set came out at a table."""

    at: float
    began: float
    """As :attr:`dealt.session.events.Finished.began`."""


def key_of(opened: Opened) -> SetKey:
    """The kind of a table that names a set."""
    options = json.dumps(opened.options, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return SetKey(opened.set, opened.game, opened.version, options)


class Sets(Aging):
    rows, since = sets, sets.c.seen

    def __init__(self, core: Core):
        super().__init__(core)
        self._joining = asyncio.Lock()

    async def join(self, key: SetKey, at: float, chance: Random, secret: bytes = b"") -> DealSet:
        """The set of that kind. A new one has a secret by ``chance``, unless it is given one that anybody can know."""
        async with self._joining:
            found = await self.find(key)
            if found is None:
                new = DealSet(chance.randbytes(8).hex(), secret or chance.randbytes(32))
                row = asdict(key) | {"id": new.id, "secret": new.secret.hex(), "seen": at}
                try:
                    await self._core.writer.put((insert(sets), row))
                    return new
                except Conflict:  # another process has just made it
                    found = await self.find(key)
                    if found is None:
                        raise
            await self.saw([found.id], at)
            return found

    async def find(self, key: SetKey) -> DealSet | None:
        """The set of that kind, or None."""
        rows = await self._core.read(select(sets.c.id, sets.c.secret).filter_by(**asdict(key)))
        return DealSet(rows[0]["id"], bytes.fromhex(rows[0]["secret"])) if rows else None

    async def named(self, key: SetKey, names: Sequence[str]) -> dict[str, str]:
        """The ids of sets of that kind, whatever ``key`` is called, by those of the ``names`` that there are."""
        kind = asdict(replace(key, name=""))
        del kind["name"]
        wanted = select(sets.c.name, sets.c.id).filter_by(**kind).where(sets.c.name.in_(names))
        return {each.name: each.id for each in await self._core.look_up(wanted)}

    async def saw(self, ids: Sequence[str], at: float) -> None:
        """Remember when sets last had a table."""
        await self._core.writer.put(update(sets).where(sets.c.id.in_(ids)).values(seen=at))

    async def results(self, set_id: str, table: str) -> list[SetRow]:
        """How the deals of a set that a table has finished came out, at all tables."""
        here, row = set_results.c.set_id == set_id, set_results.c
        own = select(row.deal).where(here, row.table_id == table)
        return await self._rows(here, row.deal.in_(own), row.scores != "[]")

    async def day(self, set_id: str) -> list[SetRow]:
        """All that was played of the boards of a day; who has begun one and not finished it has no scores."""
        return await self._rows(set_results.c.set_id == set_id)

    async def days(self, ids: Sequence[str]) -> dict[str, list[SetRow]]:
        """The same of several days, by the ids of their sets."""
        return await self._by_set(set_results.c.set_id.in_(ids))

    async def of_person(self, ids: Sequence[str], name: str) -> dict[str, list[SetRow]]:
        """What somebody has played of the boards of days, on the first seat."""
        first = json.dumps([name], ensure_ascii=False)[:-1]
        here = set_results.c.names.startswith(first, autoescape=True)
        found = await self._by_set(set_results.c.set_id.in_(ids), here)
        return {there: [row for row in rows if row.names[0] == name] for there, rows in found.items()}

    async def finished(self, ids: Sequence[str]) -> dict[tuple[str, int], int]:
        """At how many tables each board of days was finished, by the id of its set and its number."""
        row = set_results.c
        real = row.set_id.in_(ids), row.scores != "[]", ~row.table_id.contains("_", autoescape=True)
        wanted = select(row.set_id, row.deal, func.count()).where(*real).group_by(row.set_id, row.deal)
        return {(there, deal): tables for there, deal, tables in await self._core.look_up(wanted)}

    async def _rows(self, *which: ColumnElement[bool]) -> list[SetRow]:
        return [row for rows in (await self._by_set(*which)).values() for row in rows]

    async def _by_set(self, *which: ColumnElement[bool]) -> dict[str, list[SetRow]]:
        row = set_results.c
        wanted = select(set_results).where(*which).order_by(row.deal, row.at, row.table_id)
        found: dict[str, list[SetRow]] = {}
        for each in await self._core.look_up(wanted):
            found.setdefault(each.set_id, []).append(set_row(each._mapping))
        return found

    async def put(self, set_id: str, table: str, rows: Sequence[Finished]) -> None:
        """Store how boards of a day came out at a table, or that they have begun there, in place of what was stored."""
        await self._core.writer.put(*finishing(set_id, table, rows))

    async def of_table(self, table: str) -> tuple[str, str, str] | None:
        """The id, the name and the game of the set that a table has results in; None if there is none."""
        here = select(set_results.c.set_id).where(set_results.c.table_id == table).limit(1)
        wanted = select(sets.c.id, sets.c.name, sets.c.game).where(sets.c.id.in_(here))
        rows = await self._core.look_up(wanted)
        return (rows[0].id, rows[0].name, rows[0].game) if rows else None


def set_row(row: Mapping[Any, Any]) -> SetRow:
    """A row of ``set_results``."""
    names, scores = json.loads(row["names"]), tuple(json.loads(row["scores"]))
    return SetRow(row["deal"], row["table_id"], names, scores, row["at"], row["began"])


def finishing(set_id: str, table: str, finished: Sequence[Finished]) -> list[Step]:
    """The statements that store how deals of a set came out at a table, in place of what was stored of them."""
    rows = [
        {
            "set_id": set_id,
            "deal": each.deal,
            "table_id": table,
            "names": json.dumps(each.names, ensure_ascii=False),
            "scores": json.dumps(each.scores),
            "at": each.at,
            "began": each.began,
        }
        for each in finished
    ]
    here, deals = set_results.c, [each.deal for each in finished]
    before = delete(set_results).where(here.set_id == set_id, here.table_id == table, here.deal.in_(deals))
    return [before, (insert(set_results), rows)]


# --- the answer


def by_deal(own: str, rows: Sequence[SetRow]) -> list[tuple[int, list[SetRow]]]:
    """The results of each deal, that of table ``own`` first."""
    deals: dict[int, list[SetRow]] = {}
    for row in rows:
        deals.setdefault(row.board, []).append(row)
    for there in deals.values():
        there.sort(key=lambda row: (row.table != own, row.at, row.table))
    return sorted(deals.items())


def set_table(
    name: str, own: str, rows: Sequence[SetRow], compared: Sequence[list[tuple[float, ...]] | None], unit: str
) -> SetTable:
    """The set as table ``own`` may see it. Other tables go by numbers: a private one's id would let anybody in.

    ``compared`` is what each seat makes of each deal of :func:`by_deal`, in ``unit``.
    """
    numbers: dict[str, str] = {own: own}
    for row in sorted(rows, key=lambda row: (row.at, row.table)):
        numbers.setdefault(row.table, str(len(numbers) + 1))
    answer: list[SetDeal] = []
    for (deal, there), found in zip(by_deal(own, rows), compared, strict=True):
        made_of_it = [None] * len(there) if found is None else [list(each) for each in found]
        scores = [
            SetScore(numbers[row.table], list(row.names), list(row.scores), made)
            for row, made in zip(there, made_of_it, strict=True)
        ]
        answer.append(SetDeal(deal, scores))
    return SetTable(name=name, deals=answer, unit=unit)
