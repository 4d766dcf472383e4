"""Tournaments as the database keeps them: their events, and what has come of their tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import insert, select, update

from dealt.server.store.archive import Stored
from dealt.server.store.core import Aging, chunks
from dealt.server.store.database import deals as kept_deals
from dealt.server.store.database import set_results, sets, tables, tournament_events, tournaments
from dealt.server.store.ratings import board_rating
from dealt.server.store.sets import SetRow, set_row
from dealt.server.store.writer import Step
from dealt.tournament.events import Rated


class StoredTournaments(Aging):
    """What a store keeps of tournaments.

    Events are numbered, so of two processes that go on from the same event one stores its own, and the other gets a
    Conflict, reads on, and decides anew: a tournament needs no owner.
    """

    rows, since = tournaments, tournaments.c.ended

    async def open(self, id: str, at: float, payloads: Sequence[str]) -> None:  # noqa: A002
        """Store a new tournament with its first events."""
        await self._core.writer.put(
            (insert(tournaments), {"id": id, "created": at}), (insert(tournament_events), _rows(id, 1, at, payloads))
        )

    async def append(
        self,
        id: str,  # noqa: A002
        n: int,
        at: float,
        payloads: Sequence[str],
        *,
        ended: bool = False,
        game: str = "",
        rated: Sequence[Rated] = (),
    ) -> None:
        """Store the next events, numbered from ``n``; Conflict if others have stored some of these numbers.

        ``rated`` are boards of the ``game`` that count for ratings.
        """
        statements: list[Step] = [(insert(tournament_events), _rows(id, n, at, payloads))]
        for each in rated:
            statements += board_rating(game, each, at)
        if ended:
            statements.append(update(tournaments).where(tournaments.c.id == id).values(ended=at))
        await self._core.writer.put(*statements)

    async def living(self) -> list[str]:
        """The ids of those that are not over, the oldest first."""
        row = tournaments.c
        return await self._core.column(select(row.id).where(row.ended.is_(None)).order_by(row.created))

    async def events(self, id: str, after: int = 0) -> list[Stored]:  # noqa: A002
        """The events of a tournament in order, those up to ``after`` left out."""
        row = tournament_events.c
        wanted = select(row.n, row.at, row.payload).where(row.tournament_id == id, row.n > after).order_by(row.n)
        return [Stored(each["n"], each["at"], each["payload"]) for each in await self._core.read(wanted)]

    # --- what has come of tables

    async def known(self, some: Sequence[str]) -> dict[str, bool]:
        """Which of these tables there are, and whether each has ended."""
        found: dict[str, bool] = {}
        for ids in chunks(some):
            wanted = select(tables.c.id, tables.c.ended).where(tables.c.id.in_(ids))
            found |= {each["id"]: each["ended"] is not None for each in await self._core.read(wanted)}
        return found

    async def deals(self, table: str) -> list[bytes]:
        """The deals of a table that is over and kept, in order."""
        row = kept_deals.c
        return await self._core.column(select(row.packed).where(row.table_id == table).order_by(row.dealt))

    async def results(self, set_name: str, some: Sequence[str]) -> list[SetRow]:
        """How boards came out at some tables of a tournament's set."""
        row, found = set_results.c, list[SetRow]()
        mine = select(sets.c.id).where(sets.c.name == set_name)
        for ids in chunks(some):
            wanted = select(set_results).where(row.set_id.in_(mine), row.table_id.in_(ids))
            found += map(set_row, await self._core.read(wanted))
        return found


def _rows(id: str, n: int, at: float, payloads: Sequence[str]) -> list[dict[str, Any]]:  # noqa: A002
    return [{"tournament_id": id, "n": n + i, "at": at, "payload": payload} for i, payload in enumerate(payloads)]
