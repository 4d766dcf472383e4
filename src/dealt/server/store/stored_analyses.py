"""Analyses of deals as the database keeps them, and people's mistakes in them, which go with the person."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import Final

from sqlalchemy import Connection, delete, insert, select

from dealt.server.store.core import Repository, in_transaction
from dealt.server.store.database import analyses, mistakes, people, results, tables
from dealt.server.store.tallies import is_kept, newest_of
from dealt.wire.protocol import Mistake

MOST_MISTAKES: Final = 200
"""The number of mistakes that a list holds at most."""


class StoredAnalyses(Repository):
    async def find(self, table: str, dealt: int, version: int) -> str | None:
        """The analysis of a deal, None if there is none of this version."""
        wanted = select(analyses.c.packed).where(
            analyses.c.table_id == table, analyses.c.dealt == dealt, analyses.c.version == version
        )
        rows = await self._core.look_up(wanted)
        return zlib.decompress(rows[0].packed).decode() if rows else None

    @in_transaction
    def put(
        self,
        connection: Connection,
        table: str,
        dealt: int,
        version: int,
        written: str,
        game: str,
        unit: str,
        found: Sequence[tuple[str, int, float, str]],
    ) -> None:
        """Store the analysis of a deal in place of an older one, and the mistakes in it.

        Each is a name, a step, a cost and a kind. They are kept for those in whose history the deal is. A table that is
        forgotten meanwhile gets none.
        """
        if connection.execute(select(tables.c.id).where(tables.c.id == table)).first() is None:
            return
        connection.execute(delete(analyses).where(analyses.c.table_id == table, analyses.c.dealt == dealt))
        row = {"table_id": table, "dealt": dealt, "version": version, "packed": zlib.compress(written.encode())}
        connection.execute(insert(analyses), row)
        connection.execute(delete(mistakes).where(mistakes.c.table_id == table, mistakes.c.dealt == dealt))
        who = select(people.c.name, people.c.id, results.c.at).join(results, results.c.person_id == people.c.id)
        there = connection.execute(who.where(results.c.table_id == table, results.c.dealt == dealt))
        known = {name: (person, at) for name, person, at in there}
        for name, step, cost, kind in found:
            if name in known:
                person, at = known[name]
                values = (person, table, dealt, step, game, cost, unit, at, kind)
                connection.execute(insert(mistakes).values(values))

    async def mistakes(self, person: str, game: str | None = None) -> list[Mistake]:
        """The mistakes of a person in deals that are kept, of one game or of all, those of the newest deal first."""
        wanted = newest_of(mistakes, person, game).where(is_kept(mistakes)).order_by(mistakes.c.step)
        return [
            Mistake(row.table_id, row.dealt, row.step, row.game, row.cost, row.unit, row.at, row.kind)
            for row in await self._core.look_up(wanted.limit(MOST_MISTAKES))
        ]
