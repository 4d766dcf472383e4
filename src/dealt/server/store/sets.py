"""Sets: tables of one game with the same options that get the same deals, and how those came out at each of them."""

from __future__ import annotations

import hmac
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Delete, Executable, Select, Update, delete, insert, select, update

from dealt.server.store.database import set_results, sets
from dealt.session.events import Finished, Opened
from dealt.wire.protocol import SetDeal, SetScore, SetTable

__all__ = [
    "SET_NAME",
    "DealSet",
    "SetKey",
    "SetRow",
    "finishing",
    "forgetting",
    "found_by",
    "key_of",
    "making",
    "results_for",
    "seed_in",
    "seeing",
    "set_table",
]

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


@dataclass(frozen=True, slots=True)
class SetRow:
    """How a deal of a set came out at a table."""

    deal: int
    table: str
    names: list[str]
    scores: tuple[float, ...]
    at: float


def key_of(opened: Opened) -> SetKey:
    """The kind of a table that names a set."""
    options = json.dumps(opened.options, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return SetKey(opened.set, opened.game, opened.version, options)


def seed_in(secret: bytes, deal: int) -> bytes:
    """The seed of deal number ``deal``, from 1: HMAC-SHA256, so that known seeds tell nothing about later ones."""
    return hmac.digest(secret, str(deal).encode(), "sha256")


# --- statements


def found_by(key: SetKey) -> Select[Any]:
    """The id and the secret of the set of that kind."""
    return select(sets.c.id, sets.c.secret).where(
        sets.c.name == key.name,
        sets.c.game == key.game,
        sets.c.version == key.version,
        sets.c.options == key.options,
    )


def making(key: SetKey, made: DealSet, at: float) -> tuple[Executable, Any]:
    """The statement that stores a new set, and its row."""
    row = {"name": key.name, "game": key.game, "version": key.version, "options": key.options}
    return insert(sets), {**row, "id": made.id, "secret": made.secret.hex(), "seen": at}


def seeing(ids: Sequence[str], at: float) -> Update:
    """The statement that remembers when sets last had a table."""
    return update(sets).where(sets.c.id.in_(ids)).values(seen=at)


def unseen(before: float) -> Select[Any]:
    """The ids of the sets that have had no table since a time, the oldest first."""
    return select(sets.c.id).where(sets.c.seen < before).order_by(sets.c.seen)


def forgetting(ids: Sequence[str]) -> Delete:
    """The statement that deletes sets with their results."""
    return delete(sets).where(sets.c.id.in_(ids))


def finishing(id: str, table: str, finished: Sequence[Finished]) -> tuple[Executable, list[dict[str, Any]]]:  # noqa: A002
    """The statement that stores how deals of a set came out at a table, and its rows."""
    rows = [
        {
            "set_id": id,
            "deal": each.deal,
            "table_id": table,
            "names": json.dumps(each.names, ensure_ascii=False),
            "scores": json.dumps(each.scores),
            "at": each.at,
        }
        for each in finished
    ]
    return insert(set_results), rows


def results_for(id: str, table: str) -> Select[Any]:  # noqa: A002
    """The results that a table may know: those of the deals that it has finished itself."""
    own = select(set_results.c.deal).where(set_results.c.set_id == id, set_results.c.table_id == table)
    columns = (set_results.c.deal, set_results.c.table_id, set_results.c.names, set_results.c.scores, set_results.c.at)
    return (
        select(*columns)
        .where(set_results.c.set_id == id, set_results.c.deal.in_(own))
        .order_by(set_results.c.deal, set_results.c.at, set_results.c.table_id)
    )


# --- the answer


def by_deal(own: str, rows: Sequence[SetRow]) -> list[tuple[int, list[SetRow]]]:
    """The results of each deal, that of table ``own`` first."""
    deals: dict[int, list[SetRow]] = {}
    for row in rows:
        deals.setdefault(row.deal, []).append(row)
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
            SetScore(numbers[row.table], row.names, list(row.scores), made)
            for row, made in zip(there, made_of_it, strict=True)
        ]
        answer.append(SetDeal(deal, scores))
    return SetTable(name=name, deals=answer, unit=unit)
