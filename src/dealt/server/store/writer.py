"""The one writer of a database: what comes close together is committed in one transaction.

It knows whether storing works. When it fails, the writer tries again by itself until it works.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final, TypeVar

from sqlalchemy import Connection, Executable
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from dealt.server.base.background import unattended
from dealt.server.base.trouble import Conflict, LeaseLost, StoreError, plain
from dealt.server.store import opening
from dealt.server.store.lease import Hold
from dealt.wire.refusal import Refused

Result = TypeVar("Result")
Work = Callable[[Connection], None]
Step = Executable | Work | tuple[Executable, Any]
"""A statement, alone or with its rows, or work that needs the connection."""

CLOSING: Final = 10.0
BATCH: Final = 500
DEADLOCK: Final = "40P01"
"""How PostgreSQL says that it has undone a transaction because another one waited for it, and it for that one."""
DEADLOCKS: Final = 3
"""The number of times that wishes are tried again for that reason: in a cluster, others write the same rows."""
TRY_EVERY: Final = 1.0
"""The seconds between two tries while storing fails."""


# --- transactions


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
    """For SQLite: the room waits once for a whole transaction, which runs in a thread of its own.

    With an asynchronous driver it would wait for each statement, and all the hops between two threads took longer than
    the statements.
    """

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


# --- wishes


@dataclass(slots=True)
class _Wish:
    """What is carried out whole or not at all, and who waits for that."""

    steps: Sequence[tuple[Executable | Work, Any]]
    done: asyncio.Future[None]


class Writer:
    """Commits wishes in their order, many in one transaction."""

    def __init__(self, engine: AsyncEngine, hold: Hold, window: float, probe: Work):
        """``window`` is how long the first wish waits for others, in seconds; ``probe`` writes and deletes again."""
        self.healthy = True
        """Did the last commit work?"""
        self.failing = False
        """Does storing fail, as a further try has shown?"""
        self.on_failing: Callable[[bool], None] = lambda _: None
        """Called when storing begins to fail, and when it works again."""
        self.watch: Callable[[float, bool], None] = lambda seconds, stored: None
        """Is told of every transaction: the seconds that it took, and whether it was stored."""
        self.commits = 0
        self.rows = 0
        self._transactions = (Transactions if opening.file_of(engine.url) is None else _InThread)(engine)
        self._hold, self._window, self._probe = hold, window, probe
        self._wishes: list[_Wish] = []
        self._wake = asyncio.Event()
        self._closing = False
        self._writing = unattended(self._write(), name="store writer")
        self._trying: asyncio.Task[None] | None = None

    async def put(self, *steps: Step) -> None:
        """Carry statements and other work out, all or none; StoreError if they may not be stored."""
        await self._wish([each if isinstance(each, tuple) else (each, None) for each in steps])

    async def do(self, work: Callable[[Connection], Result]) -> Result:
        """Carry work out in a transaction, whole or not at all; what it returns. StoreError if it may not be stored.

        Refused or Conflict, which it may raise itself: nothing was.
        """
        found: list[Result] = []
        await self._wish([(lambda connection: found.append(work(connection)), None)])
        return found[-1]  # it may have been tried before

    async def _wish(self, steps: Sequence[tuple[Executable | Work, Any]]) -> None:
        if self._closing:
            raise StoreError("the database is closed")
        wish = _Wish(steps, asyncio.get_running_loop().create_future())
        self._wishes.append(wish)
        self._wake.set()
        await wish.done  # it is carried out even if nobody waits any more

    @property
    def waiting(self) -> int:
        """The number of wishes that wait for the next transaction."""
        return len(self._wishes)

    async def close(self) -> None:
        """Store what still waits."""
        self._closing = True
        self._wake.set()
        if self._trying:
            self._trying.cancel()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._writing, CLOSING)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._transactions.close(), CLOSING)

    async def _write(self) -> None:
        while self._wishes or not self._closing:
            await self._wake.wait()
            if self._window and not self._closing:
                await asyncio.sleep(self._window)
            self._wake.clear()
            while self._wishes:
                batch, self._wishes = self._wishes[:BATCH], self._wishes[BATCH:]
                await self._grant(batch)

    async def _grant(self, batch: list[_Wish]) -> None:
        """Commit some wishes in one transaction; if one of them is at odds with the database, each by itself."""
        trouble: BaseException | None = None
        began = time.perf_counter()
        try:
            await self._commit(batch)
        except (IntegrityError, Conflict, Refused) as error:
            if len(batch) > 1:
                for wish in batch:
                    await self._grant([wish])
                return
            trouble = error
        except Exception as error:  # noqa: BLE001 - drivers raise what they like, and the writer must go on
            trouble = error
            self.doubt()
        except BaseException as error:
            for wish in batch:
                _settle(wish.done, StoreError(f"not stored: {type(error).__name__}"))
            raise
        else:
            self.healthy = True
            self.commits += 1
            self.rows += len(batch)
        self.watch(time.perf_counter() - began, trouble is None)
        for wish in batch:
            _settle(wish.done, _error_of(trouble) if trouble else None)

    async def _commit(self, batch: Sequence[_Wish]) -> None:
        for _ in range(DEADLOCKS):
            try:
                return await self._transactions.carry_out(lambda connection: self._carry_out(connection, batch))
            except DBAPIError as error:
                if getattr(error.orig, "sqlstate", "") != DEADLOCK:
                    raise
        return await self._transactions.carry_out(lambda connection: self._carry_out(connection, batch))

    def _carry_out(self, connection: Connection, batch: Sequence[_Wish]) -> None:
        """The work of some wishes in order; rows of one statement that follow each other are carried out as one."""
        self._hold.check(connection)
        steps = (step for wish in batch for step in wish.steps)
        for (_, many), alike in groupby(steps, key=lambda step: (id(step[0]), isinstance(step[1], list))):
            some = list(alike)
            for step, rows in [(some[0][0], [row for _, few in some for row in few])] if many else some:
                if callable(step):
                    step(connection)
                else:
                    connection.execute(step, rows)

    # --- while storing fails

    def doubt(self) -> None:
        """Something has failed: try until storing works."""
        self.healthy = False
        if not self._closing and not self._hold.lost.is_set() and (self._trying is None or self._trying.done()):
            self._trying = unattended(self._try_again(), name="store probe")

    async def _try_again(self) -> None:
        """Write something until it works; who waits for storing is told of the beginning and of the end."""
        while not self.healthy and not self._hold.lost.is_set():
            await self.probe()
            if self.healthy == self.failing:
                self.failing = not self.healthy
                self.on_failing(self.failing)
            if self.failing:
                await asyncio.sleep(TRY_EVERY)
        if self.failing and self.healthy:  # somebody else's commit was the first that worked
            self.failing = False
            self.on_failing(False)

    async def probe(self) -> bool:
        """Does the database take what is written?"""
        with contextlib.suppress(StoreError):
            await self.do(self._probe)
        return self.healthy


def _error_of(trouble: BaseException) -> Exception:
    if isinstance(trouble, (LeaseLost, Conflict, Refused)):
        return trouble
    if isinstance(trouble, IntegrityError):
        return Conflict(f"not stored: {plain(trouble)}", str(trouble.orig))
    return StoreError(f"not stored: {plain(trouble)}")


def _settle(future: asyncio.Future[None], trouble: Exception | None) -> None:
    if future.done():
        return
    if trouble is None:
        future.set_result(None)
    else:
        future.set_exception(trouble)
