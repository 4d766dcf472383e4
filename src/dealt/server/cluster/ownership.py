"""Who may append to which table. A table has one owner at a time; its *term* counts them.

A process owns what it opened, what it was handed, and what it claimed because nobody owned it or its owner's lease has
ended. It appends only while its own lease is there, so no table ever has two who append.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final, Protocol

import structlog
from sqlalchemy import Connection, Select, String, all_, and_, case, exists, insert, literal, or_, select, update
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from dealt.server.cluster.process_lease import EPOCH, PROTOCOL, ProcessLease, ProcessRow
from dealt.server.database import guests, processes, tables, terms
from dealt.server.store import Store
from dealt.server.trouble import StoreError, plain

__all__ = ["Owners", "Ownership", "ProcessRow", "open_owners"]

TOGETHER: Final = 20
"""The number of tables that are claimed at a time before somebody asks for them."""
SWEEP_EVERY: Final = 5.0
"""The seconds after which a process looks for tables that are nobody's, although no other process has ended."""
AFTER_DEATH: Final = 0.3
"""The pause after a process has ended: those tables come first for which somebody asks."""
CLAIM_WITHIN: Final = 5.0

log = structlog.get_logger("dealt.cluster")


class Ownership(Protocol):
    """Which process owns which table, as the database says. Every method may raise StoreError."""

    number: int
    """This process."""
    on_dead: Callable[[int], None]
    """Called once for each process whose lease has ended, whoever ended it."""
    on_lost: Callable[[], None]
    """Called once when the own lease was ended by another process: nothing is stored any more."""
    on_claimed: Callable[[Sequence[str]], Awaitable[None]]
    """Called with tables that nobody asked for and that are this process's now; the next ones are claimed after it."""

    async def start(self) -> None:
        """Begin to claim tables that nobody owns."""

    async def close(self) -> None:
        """Claim no more. The lease ends with the store."""

    def alive(self) -> Mapping[int, ProcessRow]:
        """The processes that live, this one included, as last read."""

    def time(self) -> float:
        """The time by the clock of the database, in seconds since 1970."""

    def owns(self, table: str) -> bool:
        """May this process append to the table?"""

    async def owner(self, table: str) -> int | None:
        """The living process that owns a table; None: nobody, or it has ended, or there is none."""

    async def claim(self, table: str) -> int | None:
        """Take a table if nobody owns it; the owner after that. None: there is no such living table."""

    async def release(self, table: str, to: int | None = None) -> None:
        """Append nothing more to a table: it is ``to``'s once all that was to be stored before is, or nobody's."""

    async def seat_of(self, person: str) -> tuple[str, int | None] | None:
        """The table where somebody is, and the living process that owns it; None: they are at none."""

    async def drain(self, *, draining: bool = True) -> None:
        """Say to all processes that this one takes no more tables."""

    def lose(self) -> None:
        """Another process says that the lease of this one has ended: store nothing more."""


async def open_owners(address: str, label: str, *, window: float = 0.003, protocol: int = PROTOCOL) -> Owners:
    """Open the database of a cluster as a process of its own; its ``store`` is open. StoreError says why not."""
    leases: list[ProcessLease] = []

    def holding(engine: AsyncEngine) -> ProcessLease:
        leases.append(ProcessLease(engine, label, protocol))
        return leases[0]

    store = await Store.open(address, window=window, holding=holding)
    return Owners(store, leases[0])


class Owners:
    """:class:`Ownership` by PostgreSQL."""

    def __init__(self, store: Store, lease: ProcessLease):
        self.store = store
        self.number = lease.number
        self.on_dead: Callable[[int], None] = lambda _: None
        self.on_lost: Callable[[], None] = lambda: None
        self.on_claimed: Callable[[Sequence[str]], Awaitable[None]] = _ignore
        self._lease = lease
        self._owned: dict[str, int] = lease.owned if lease.owned is not None else {}
        self._releasing: dict[str, asyncio.Future[None]] = {}
        self._asked: dict[str, asyncio.Task[int | None]] = {}
        self._claiming: asyncio.Task[None] | None = None
        self._wake = asyncio.Event()
        lease.on_dead, lease.on_lost = self._dead, lambda: self.on_lost()

    async def start(self) -> None:
        self._claiming = asyncio.create_task(self._keep_claiming(), name="claims")

    async def close(self) -> None:
        if self._claiming:
            self._claiming.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._claiming

    def alive(self) -> Mapping[int, ProcessRow]:
        return self._lease.alive

    def time(self) -> float:
        return asyncio.get_running_loop().time() + self._lease.offset

    def owns(self, table: str) -> bool:
        return table in self._owned and not self._lease.lost.is_set()

    async def drain(self, *, draining: bool = True) -> None:
        await self._lease.drain(draining=draining)

    def lose(self) -> None:
        self._lease.lose()

    def _dead(self, number: int) -> None:
        self.on_dead(number)
        self._wake.set()

    # --- asking

    async def owner(self, table: str) -> int | None:
        wanted = select(tables.c.owner).where(tables.c.id == table, tables.c.ended.is_(None), _lives())
        return await self._one(wanted)

    async def seat_of(self, person: str) -> tuple[str, int | None] | None:
        owner = case((_lives(), tables.c.owner), else_=None).label("owner")
        there = select(tables.c.id, owner).join(guests, guests.c.table_id == tables.c.id)
        rows = await self.store.read(there.where(guests.c.person_id == person, tables.c.ended.is_(None)))
        return (rows[0]["id"], rows[0]["owner"]) if rows else None

    async def _one(self, wanted: Select[Any]) -> int | None:
        rows = await self.store.read(wanted)
        return next(iter(rows[0].values())) if rows else None

    # --- taking

    async def claim(self, table: str) -> int | None:
        """As in :class:`Ownership`. Many may ask for the same table at once, and wait for one answer."""
        task = self._asked.get(table)
        if task is None:
            task = self._asked[table] = asyncio.create_task(self._claim(table))
            task.add_done_callback(lambda done: self._answered(table, done))
        return await asyncio.shield(task)

    def _answered(self, table: str, task: asyncio.Task[int | None]) -> None:
        self._asked.pop(table, None)
        if not task.cancelled():
            task.exception()

    async def _claim(self, table: str) -> int | None:
        if released := self._releasing.get(table):
            await asyncio.wait([released])
        if self.owns(table):
            return self.number
        async with self._transaction() as connection:
            columns = (tables.c.owner, tables.c.term, tables.c.ended)
            # the row first, then who lives: a statement that waited for the row would not see who came meanwhile
            wanted = select(*columns).where(tables.c.id == table).with_for_update(key_share=True)
            row = (await connection.execute(wanted)).first()
            if row is None or row.ended is not None:
                return None
            term = row.term
            if row.owner != self.number:
                if row.owner is not None and await _living(connection, [row.owner]):
                    return int(row.owner)
                term = row.term + 1
                await self._take(connection, {table: term})
        self._owned[table] = term
        return self.number

    @contextlib.asynccontextmanager
    async def _transaction(self) -> AsyncIterator[AsyncConnection]:
        """One that is carried out only while this process has its lease; StoreError if it isn't."""
        try:
            async with asyncio.timeout(CLAIM_WITHIN), self._lease.engine.begin() as connection:
                await self._lease.check_in(connection)
                yield connection
        except StoreError:
            raise
        except Exception as error:  # noqa: BLE001 - drivers raise what they like while a database starts or stops
            raise StoreError(f"not stored: {plain(error)}") from None

    async def _take(self, connection: AsyncConnection, found: Mapping[str, int]) -> None:
        """Own tables from now on, under these terms; their rows are locked."""
        for table, term in found.items():
            await connection.execute(update(tables).where(tables.c.id == table).values(owner=self.number, term=term))
            row = {"table_id": table, "term": term, "owner": self.number, "at": EPOCH}
            await connection.execute(insert(terms).values(**row))

    # --- giving

    async def release(self, table: str, to: int | None = None) -> None:
        term = self._owned.pop(table, None)  # whoever wants to append from now on is refused
        if term is None:
            return
        done = self._releasing[table] = asyncio.get_running_loop().create_future()
        try:
            await self.store.writer.do(partial(self._give, table=table, term=term, to=to))
        finally:
            del self._releasing[table]
            done.set_result(None)

    def _give(self, connection: Connection, table: str, term: int, to: int | None) -> None:
        lives = select(processes.c.number).where(processes.c.number == to).with_for_update(read=True, key_share=True)
        if to is not None and connection.scalar(lives) is None:
            to = None
        mine = update(tables).where(tables.c.id == table, tables.c.owner == self.number, tables.c.term == term)
        after = {"owner": to} if to is None else {"owner": to, "term": term + 1}
        if connection.execute(mine.values(**after)).rowcount and to is not None:
            row = {"table_id": table, "term": term + 1, "owner": to, "at": EPOCH}
            connection.execute(insert(terms).values(**row))

    # --- what nobody asked for

    async def _keep_claiming(self) -> None:
        while True:
            try:
                while some := await self._claim_some():
                    await self.on_claimed(some)
            except StoreError as error:
                log.warning("tables of others can't be claimed yet", why=str(error))
                await asyncio.sleep(1.0)
            except Exception as error:  # noqa: BLE001 - one table that fails must not leave all others to nobody
                log.error("claimed tables can't be taken over", why=plain(error))
                await asyncio.sleep(1.0)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), SWEEP_EVERY)
                await asyncio.sleep(AFTER_DEATH)
            self._wake.clear()

    async def _claim_some(self) -> list[str]:
        """Some tables that were nobody's and are this process's now, those with people first."""
        mine = self._lease.alive.get(self.number)
        if mine is not None and mine.draining:
            return []
        known = literal([*self._owned, *self._releasing], ARRAY(String))
        unknown = and_(tables.c.owner == self.number, tables.c.id != all_(known))  # a commit that nobody was sure of
        people = exists().where(guests.c.table_id == tables.c.id)
        nobodys = or_(tables.c.owner.is_(None), ~_lives(), unknown)
        wanted = select(tables.c.id, tables.c.owner, tables.c.term).where(tables.c.ended.is_(None), nobodys)
        wanted = wanted.order_by(people.desc(), tables.c.created).limit(TOGETHER)
        async with self._transaction() as connection:
            locked = wanted.with_for_update(of=tables, key_share=True, skip_locked=True)
            rows = (await connection.execute(locked)).all()
            living = await _living(connection, [row.owner for row in rows if row.owner not in (None, self.number)])
            found = {row.id: row.term + 1 for row in rows if row.owner not in living | {self.number}}
            await self._take(connection, found)
            found |= {row.id: row.term for row in rows if row.owner == self.number}
        # others may have been opened or released meanwhile
        found = {table: term for table, term in found.items() if not (self.owns(table) or table in self._releasing)}
        self._owned.update(found)
        return list(found)


async def _ignore(_: Sequence[str]) -> None:
    pass


def _lives() -> Any:
    """Does the owner of this row of ``tables`` live?"""
    return exists().where(processes.c.number == tables.c.owner)


async def _living(connection: AsyncConnection, some: Sequence[int]) -> set[int]:
    """Those of some processes that live."""
    if not some:
        return set()
    return set((await connection.execute(select(processes.c.number).where(processes.c.number.in_(some)))).scalars())
