"""Who may append to which table. A table has one owner at a time; its *term* counts them.

A process owns what it opened, what it was handed, and what it claimed because nobody owned it or its owner's lease has
ended. It appends only while its own lease is there, so no table ever has two who append.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final

import sqlalchemy as sa
import structlog
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from dealt.server.base.background import Together, unattended
from dealt.server.base.trouble import StoreError, end, plain
from dealt.server.cluster.process_lease import PROTOCOL, ProcessLease
from dealt.server.store.database import guests, processes, tables, terms
from dealt.server.store.lease import EPOCH
from dealt.server.store.store import Store
from dealt.server.store.stored_people import nowhere

TOGETHER: Final = 20
"""The number of tables that are claimed at a time before somebody asks for them."""
SWEEP_EVERY: Final = 5.0
"""The seconds after which a process looks for tables that are nobody's, although no other process has ended."""
AFTER_DEATH: Final = 0.3
"""The pause after a process has ended: those tables come first for which somebody asks."""
CLAIM_WITHIN: Final = 5.0
ASKED_TOGETHER: Final = 200
REFUSED_LOOKS, REFUSED_PAUSE = 12, 0.5

log = structlog.get_logger("dealt.cluster")


def _is_none_of(some: str) -> sa.ColumnElement[bool]:
    return tables.c.id != sa.all_(sa.bindparam(some, type_=ARRAY(sa.String)))


LIVES: Final = sa.exists().where(processes.c.number == tables.c.owner)
"""Does the owner of this row of ``tables`` live?"""
OWNER: Final = sa.select(tables.c.owner).where(tables.c.id == sa.bindparam("table"), tables.c.ended.is_(None), LIVES)
SEAT: Final = (
    sa.select(tables.c.id, sa.case((LIVES, tables.c.owner), else_=None).label("owner"))
    .join(guests, guests.c.table_id == tables.c.id)
    .where(guests.c.person_id == sa.bindparam("person"), tables.c.ended.is_(None))
)
"""The table where somebody is, and its owner if that lives."""
UNOWNED: Final = (
    sa.select(tables.c.id, tables.c.owner, tables.c.term)
    .where(
        tables.c.ended.is_(None),
        sa.or_(
            tables.c.owner.is_(None),
            ~LIVES,
            # a commit that nobody was sure of
            sa.and_(tables.c.owner == sa.bindparam("mine"), _is_none_of("known")),
        ),
        _is_none_of("refused"),
    )
    .order_by(sa.exists().where(guests.c.table_id == tables.c.id).desc(), tables.c.created)
    .limit(TOGETHER)
    .with_for_update(of=tables, key_share=True, skip_locked=True)
)
"""Some tables that this process may claim: those that are nobody's, and its own that it does not know."""
NOWHERE: Final = nowhere(EPOCH)


async def open_owners(address: str, label: str, *, window: float = 0.003, protocol: int = PROTOCOL) -> Ownership:
    """Open the database of a cluster as a process of its own; its ``store`` is open. StoreError says why not."""
    leases: list[ProcessLease] = []

    def holding(engine: AsyncEngine) -> ProcessLease:
        leases.append(ProcessLease(engine, label, protocol))
        return leases[0]

    store = await Store.open(address, window=window, holding=holding)
    return Ownership(store, leases[0])


class Ownership:
    """Which process owns which table, as the database says. Whatever asks the database may raise StoreError."""

    def __init__(self, store: Store, lease: ProcessLease):
        self.store, self.lease, self.number = store, lease, lease.number
        self.on_dead: Callable[[int], None] = lambda _: None
        """Called once for each process whose lease has ended, whoever ended it."""
        self.on_taken: Callable[[Sequence[str]], Awaitable[None]] = _ignore
        """Called with tables that are this process's now, before whoever asked for one of them is answered."""
        self.on_claimed: Callable[[Sequence[str]], Awaitable[None]] = _ignore
        """Called soon with them all, also with those for which nobody waits any more; it claims the next ones then."""
        self._owned: dict[str, int] = lease.owned if lease.owned is not None else {}
        self._releasing: dict[str, asyncio.Future[None]] = {}
        self._claims: Together[str, int | None] = Together(self._claim, ASKED_TOGETHER)
        self._refused: set[str] = set()
        self._new: set[str] = set()
        """Tables of this process that may still have to be taken over."""
        self._claiming: asyncio.Task[None] | None = None
        self._wake = asyncio.Event()
        lease.on_dead = self._dead

    async def start(self) -> None:
        """Begin to claim tables that nobody owns."""
        self._claiming = unattended(self._keep_claiming(), name="claims")

    async def close(self) -> None:
        """Claim no more. The lease ends with the store."""
        if self._claiming:
            await end(self._claiming)

    def time(self) -> float:
        """The time by the clock of the database, in seconds since 1970."""
        return asyncio.get_running_loop().time() + self.lease.offset

    def owns(self, table: str) -> bool:
        """May this process append to the table?"""
        return table in self._owned and not self.lease.lost.is_set()

    def _dead(self, number: int) -> None:
        self.on_dead(number)
        self._wake.set()

    # --- asking

    async def owner(self, table: str) -> int | None:
        """The living process that owns a table; None: nobody, or it has ended, or there is none."""
        rows = await self.store.read(OWNER, table=table)
        return rows[0]["owner"] if rows else None

    async def seat_of(self, person: str) -> tuple[str, int | None] | None:
        """The table where somebody is, and the living process that owns it; None: they are at none."""
        rows = await self.store.read(SEAT, person=person)
        return (rows[0]["id"], rows[0]["owner"]) if rows else None

    # --- taking

    async def claim(self, table: str) -> int | None:
        """Take a table if nobody owns it; the owner after that. None: there is no such living table.

        What is asked for at the same time is claimed together.
        """
        if released := self._releasing.get(table):
            await asyncio.wait([released])
        if self.owns(table):
            return self.number
        for _ in range(REFUSED_LOOKS if table in self._refused else 0):
            if (owner := await self.owner(table)) is not None:
                return owner
            await asyncio.sleep(REFUSED_PAUSE)  # for others, who have time until their next sweep to claim it
        return await self._claims.ask(table)

    async def _claim(self, some: Sequence[str]) -> dict[str, int | None]:
        """The owners of some tables after a try to take them; None: there is no such living table."""
        found: dict[str, int | None] = dict.fromkeys(some)
        mine: dict[str, int] = {}
        async with self._transaction() as connection:
            columns = (tables.c.id, tables.c.owner, tables.c.term)
            wanted = sa.select(*columns).where(tables.c.id.in_(some), tables.c.ended.is_(None)).order_by(tables.c.id)
            # no row of a living owner is locked: what it stores would wait for this process, and this one for it
            seen = (await connection.execute(wanted)).all()
            living = await self._others_of(connection, seen)
            found |= {row.id: row.owner for row in seen if row.owner in living}
            # the other rows first, then who lives: a statement that waited for a row would not see who came meanwhile.
            # in order, so that two processes never wait for each other
            free = wanted.where(tables.c.id.in_([row.id for row in seen if row.owner not in living]))
            rows = (await connection.execute(free.with_for_update(key_share=True))).all()
            living = await self._others_of(connection, rows)
            for table, owner, term in rows:
                if owner in living:
                    found[table] = owner
                elif table not in self._refused:
                    found[table], mine[table] = self.number, term
            await self._take(connection, [row.id for row in rows if row.id in mine and row.owner != self.number])
            mine = {row.id: row.term + (row.owner != self.number) for row in rows if row.id in mine}
        if mine := {table: term for table, term in mine.items() if table not in self._releasing}:
            await self._own(mine)
        return found

    async def _others_of(self, connection: AsyncConnection, rows: Sequence[Any]) -> set[int]:
        """The other processes that live and own one of these tables."""
        some = [row.owner for row in rows if row.owner not in (None, self.number)]
        if not some:
            return set()
        return {
            *(await connection.execute(sa.select(processes.c.number).where(processes.c.number.in_(some)))).scalars()
        }

    async def _own(self, found: Mapping[str, int]) -> list[str]:
        """Tables are this process's now, each under its term; which the room is told. StoreError: it is told again."""
        self._owned.update(found)
        self._new.update(found)
        some = list(self._new)
        if some:
            await self.on_taken(some)
        return some

    @contextlib.asynccontextmanager
    async def _transaction(self) -> AsyncIterator[AsyncConnection]:
        """One that is carried out only while this process has its lease; StoreError if it isn't."""
        try:
            async with asyncio.timeout(CLAIM_WITHIN), self.lease.engine.begin() as connection:
                await connection.run_sync(self.lease.check)
                yield connection
        except StoreError:
            raise
        except Exception as error:  # noqa: BLE001 - drivers raise what they like while a database starts or stops
            raise StoreError(f"not stored: {plain(error)}") from None

    async def _take(self, connection: AsyncConnection, some: Sequence[str]) -> None:
        """Own tables from now on, each under its next term; their rows are locked."""
        if not some:
            return
        mine = sa.update(tables).where(tables.c.id.in_(some)).values(owner=self.number, term=tables.c.term + 1)
        found = (await connection.execute(mine.returning(tables.c.id, tables.c.term))).all()
        at = self.time()
        began = [{"table_id": table, "term": term, "owner": self.number, "at": at} for table, term in found]
        await connection.execute(sa.insert(terms), began)

    # --- giving

    async def release(self, table: str, to: int | None = None) -> None:
        """Append nothing more to a table: it is ``to``'s once all that was to be stored before is, or nobody's."""
        term = self._owned.pop(table, None)  # whoever wants to append from now on is refused
        self._new.discard(table)
        if term is None:
            return
        done = self._releasing[table] = asyncio.get_running_loop().create_future()
        try:
            await self.store.writer.do(partial(self._give, table=table, term=term, to=to))
        finally:
            del self._releasing[table]
            done.set_result(None)

    async def refuse(self, table: str) -> None:
        """Leave a table to others that can't be restored here, and claim it no more."""
        self._refused.add(table)
        await self.release(table)

    async def leave_refused(self, person: str) -> None:
        """Somebody is no more at a table that nobody can restore, if that is where they are."""
        found = await self.seat_of(person)
        if found is not None and found[1] is None and found[0] in self._refused:
            await self.store.writer.put(sa.delete(guests).where(guests.c.person_id == person))

    def _give(self, connection: sa.Connection, table: str, term: int, to: int | None) -> None:
        lives = sa.select(processes.c.number).where(processes.c.number == to).with_for_update(read=True, key_share=True)
        if to is not None and connection.scalar(lives) is None:
            to = None
        mine = sa.update(tables).where(tables.c.id == table, tables.c.owner == self.number, tables.c.term == term)
        after = {"owner": to} if to is None else {"owner": to, "term": term + 1}
        if connection.execute(mine.values(**after)).rowcount and to is not None:
            row = {"table_id": table, "term": term + 1, "owner": to, "at": EPOCH}
            connection.execute(sa.insert(terms).values(**row))

    # --- what nobody asked for

    async def _keep_claiming(self) -> None:
        while True:
            try:
                while some := await self._claim_some():
                    await self.on_claimed(some)
                async with self._transaction() as connection:
                    await connection.execute(NOWHERE)
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
        some = await self._own({} if self._new else await self._unowned())
        self._new.difference_update(some)
        return some

    async def _unowned(self) -> dict[str, int]:
        """Those that are claimed next, each under its term."""
        mine = self.lease.alive.get(self.number)
        if mine is not None and mine.draining:
            return {}
        known = {"mine": self.number, "known": [*self._owned, *self._releasing], "refused": [*self._refused]}
        async with self._transaction() as connection:
            rows = (await connection.execute(UNOWNED, known)).all()
            living = await self._others_of(connection, rows)
            found = {row.id: row.term + 1 for row in rows if row.owner not in living | {self.number}}
            await self._take(connection, list(found))
            found |= {row.id: row.term for row in rows if row.owner == self.number}
        # others may have been opened or released meanwhile
        return {table: term for table, term in found.items() if not (self.owns(table) or table in self._releasing)}


async def _ignore(_: Sequence[str]) -> None:
    pass
