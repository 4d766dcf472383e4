"""What the database keeps of a table's past: packed events, deals in rows of their own, and the newest snapshot.

The events of a table are in ``events`` until the next deal has begun. Then they are packed into one row of ``archive``,
in the transaction that stores the snapshot and the deals that are over. So restoring a table reads one snapshot and the
events of one deal, however long it has been played at.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, bindparam, delete, func, insert, select

from dealt.server.store.database import archive, deals, events, snapshots

MOST_PACKED: Final = 5000
"""The number of events that one row of ``archive`` holds at most."""
COLUMNS: Final = (events.c.n, events.c.at, events.c.payload, events.c.term)
"""What makes a :class:`Stored`."""
OLD: Final = (events.c.table_id == bindparam("table"), events.c.n <= bindparam("last"))
"""Of the events of a table those that go into one row."""
OLDEST: Final = select(*COLUMNS).where(*OLD).order_by(events.c.n).limit(MOST_PACKED)
PACKED: Final = delete(events).where(*OLD)
PACK, TAKE, KEEP = insert(archive), insert(snapshots), insert(deals)
TAKEN: Final = delete(snapshots).where(snapshots.c.table_id == bindparam("table"))
KEPT: Final = delete(deals).where(deals.c.table_id == bindparam("table"), deals.c.dealt == bindparam("over"))
LATER: Final = (events.c.table_id == bindparam("table"), events.c.n > bindparam("after"))
LATER_LOOSE: Final = select(*COLUMNS).where(*LATER).order_by(events.c.n)
BEGINS: Final = select(func.max(archive.c.first)).where(
    archive.c.table_id == bindparam("table"), archive.c.first <= bindparam("after")
)
LATER_PACKED: Final = (
    select(archive.c.packed)
    .where(
        archive.c.table_id == bindparam("table"),
        archive.c.first >= func.coalesce(BEGINS.scalar_subquery(), 0),  # by the key: rows before are not looked at
        archive.c.last > bindparam("after"),
    )
    .order_by(archive.c.first)
)


@dataclass(frozen=True, slots=True)
class Stored:
    """An event as it lies in the database."""

    n: int
    at: float
    payload: str
    term: int | None = None
    """In a cluster: under which owner of the table it was stored."""


@dataclass(frozen=True, slots=True)
class DealRow:
    """A deal of a table that is over: its number and that of its match at this table, from 1, and the deal, packed."""

    dealt: int
    match: int
    packed: bytes


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table that has not ended: what the lobby shows, empty if that was never stored, and who is there."""

    id: str
    summary: str
    guests: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StoredTable:
    """The newest snapshot of a table, None if it has none, and the events after it; all events without one."""

    snapshot: bytes | None
    events: list[Stored]


def pack(happened: Iterable[Stored]) -> bytes:
    """Events as one row keeps them."""
    rows = [[e.n, e.at, e.payload] if e.term is None else [e.n, e.at, e.payload, e.term] for e in happened]
    return zlib.compress(json.dumps(rows, separators=(",", ":"), ensure_ascii=False).encode())


def unpack(packed: bytes) -> list[Stored]:
    """The events of one row."""
    return [Stored(*each) for each in json.loads(zlib.decompress(packed))]


def put_away(connection: Connection, table: str, n: int, snapshot: bytes, over: Sequence[DealRow]) -> None:
    """Pack the events of a table up to number ``n``, and store what the session was after it. It may be done twice."""
    pack_events(connection, table, n)
    connection.execute(TAKEN, {"table": table})
    connection.execute(TAKE, {"table_id": table, "n": n, "written": snapshot})
    put_deals(connection, table, over)


def pack_events(connection: Connection, table: str, n: int) -> None:
    """Pack the oldest events of a table, ``MOST_PACKED`` of them, those after number ``n`` left out."""
    if happened := [Stored(*row) for row in connection.execute(OLDEST, {"table": table, "last": n})]:
        last = happened[-1].n
        row = {"table_id": table, "first": happened[0].n, "last": last, "packed": pack(happened)}
        connection.execute(PACK, row)
        connection.execute(PACKED, {"table": table, "last": last})


def put_deals(connection: Connection, table: str, over: Sequence[DealRow]) -> None:
    """Store deals that are over. It may be done twice."""
    if over:
        connection.execute(KEPT, [{"table": table, "over": each.dealt} for each in over])
        rows = [{"table_id": table, "dealt": e.dealt, "match": e.match, "packed": e.packed} for e in over]
        connection.execute(KEEP, rows)


def events_of(connection: Connection, table: str, after: int = 0) -> list[Stored]:
    """The events of a table in order, those up to ``after`` left out."""
    wanted = {"table": table, "after": after}
    # in this order: what is packed meanwhile is found twice rather than not at all
    loose = [Stored(*row) for row in connection.execute(LATER_LOOSE, wanted)]
    put = [each for row in connection.execute(LATER_PACKED, wanted).scalars() for each in unpack(row) if each.n > after]
    return [*put, *(each for each in loose if not put or each.n > put[-1].n)]


def stored(connection: Connection, ids: Sequence[str]) -> dict[str, StoredTable]:
    """What restores some tables. Hardly any of them needs a query of its own."""
    newest = select(snapshots.c.table_id, snapshots.c.n, snapshots.c.written).where(snapshots.c.table_id.in_(ids))
    known = {table: (n, written) for table, n, written in connection.execute(newest)}
    loose: dict[str, list[Stored]] = {table: [] for table in ids}
    wanted = select(events.c.table_id, *COLUMNS).where(events.c.table_id.in_(ids))
    for table, *row in connection.execute(wanted.order_by(events.c.table_id, events.c.n)):
        loose[table].append(Stored(*row))
    last = select(archive.c.table_id, func.max(archive.c.last)).where(archive.c.table_id.in_(ids))
    rows = connection.execute(last.group_by(archive.c.table_id))
    packed: dict[str, int] = {table: n for table, n in rows}  # noqa: C416 - rows are no pairs for mypy
    found = {}
    for table in ids:
        n, written = known.get(table, (0, None))
        after = [each for each in loose[table] if each.n > n]
        if packed.get(table, 0) > n:  # a room that ended while it packed them
            after = events_of(connection, table, n)
        found[table] = StoredTable(written, after)
    return found
