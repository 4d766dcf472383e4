"""Transactions for the writer: work with a plain connection, carried out whole or not at all.

On SQLite the room waits once for a whole transaction, which runs in a thread of its own. With an asynchronous driver
it would wait for each statement, and all the hops between two threads took longer than the statements.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from sqlalchemy import Connection
from sqlalchemy.ext.asyncio import AsyncEngine

from dealt.server.store import opening

__all__ = ["Transactions", "Work", "transactions"]

Work = Callable[[Connection], None]


class Transactions:
    """Carries work out in one transaction after the other: for PostgreSQL, whose driver waits without a thread."""

    def __init__(self, engine: AsyncEngine):
        self._engine = engine

    async def carry_out(self, work: Work) -> None:
        """Do work and commit it; whatever it raises undoes it."""
        async with self._engine.begin() as connection:
            await connection.run_sync(work)

    async def close(self) -> None:
        """Let the database go. It may be done twice."""


class _InThread(Transactions):
    """For SQLite, whose commits wait for the disk."""

    def __init__(self, engine: AsyncEngine):
        super().__init__(engine)
        self._plain = opening.plain_engine_of(engine.url)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="store")
        self._closed = False

    async def carry_out(self, work: Work) -> None:
        await asyncio.get_running_loop().run_in_executor(self._thread, self._carry_out, work)

    def _carry_out(self, work: Work) -> None:
        with self._plain.begin() as connection:
            work(connection)

    async def close(self) -> None:
        if not self._closed:
            self._closed = True
            closing = asyncio.get_running_loop().run_in_executor(self._thread, self._plain.dispose)
            self._thread.shutdown(wait=False)
            await closing


def transactions(engine: AsyncEngine) -> Transactions:
    """The transactions for the database of an engine."""
    return Transactions(engine) if opening.file_of(engine.url) is None else _InThread(engine)
