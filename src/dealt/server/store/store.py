"""The database of a room: people, tables, events, results and sets. Commits that come close together are grouped.

One writer collects what is to be stored in a few milliseconds and commits it in one transaction; ``await`` returns
after the commit, so that nobody is told of an action before it is safe. SQLite and PostgreSQL are used alike.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import secrets
from collections.abc import AsyncIterator, Callable, Collection, Coroutine, Iterator, Sequence
from functools import partial, wraps
from pathlib import Path
from typing import Any, Concatenate, Final, ParamSpec, TypeVar

from sqlalchemy import Connection, Delete, Executable, Select, Table, and_, delete, func, insert, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from dealt.server.base.background import Background
from dealt.server.base.trouble import TROUBLE, Busy, Conflict, NotOwned, StoreError, plain
from dealt.server.store import archive, database, opening, sets, stored_people
from dealt.server.store.archive import DealRow, Stored, TableRow
from dealt.server.store.database import events, guests, people, tables, terms
from dealt.server.store.lease import Hold, hold_of
from dealt.server.store.sets import DealSet, SetKey, SetRow
from dealt.server.store.stored_analyses import StoredAnalyses
from dealt.server.store.stored_people import HAS_RESULTS
from dealt.server.store.tallies import Mate, OldDeal, Tallied, company_of, counting, history_of, old_deal, tallies_of
from dealt.server.store.transactions import transactions
from dealt.server.store.writer import Writer
from dealt.session.events import Finished, Scored

__all__ = ["Store"]

PROBE: Final = 16384
"""How much is written for a try after a failure: more than fits into the free places of a full database."""
CHUNK: Final = 500
"""The number of rows that one statement names."""
NEW_EVENTS: Final = insert(events)
KEPT_OWNED: Final = 60.0
"""The seconds for which a table that has ended stays this process's: its last snapshot comes after its end."""

HUNG_UP: Final = 5.0
"""Seconds that a store which closes waits for what is read for people who have hung up."""

P = ParamSpec("P")
R = TypeVar("R")
ReadBy = Callable[Concatenate["Store", P], Coroutine[Any, Any, R]]


def _whole(read: ReadBy[P, R]) -> ReadBy[P, R]:
    """Decorates what reads for somebody who may hang up: a connection left in mid-query is lost, so it reads on."""

    @wraps(read)
    async def shielded(store: Store, /, *args: P.args, **kwargs: P.kwargs) -> R:
        return await store.reading.outlive(read(store, *args, **kwargs))

    return shielded


def _in_time(read: ReadBy[P, R]) -> ReadBy[P, R]:
    """Decorates what people look up: Busy if it takes too long. For who hangs up before their turn nothing is read."""

    @_whole
    async def freeing(store: Store, /, *args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return await read(store, *args, **kwargs)
        finally:
            store.places.release()

    @wraps(read)
    async def timed(store: Store, /, *args: P.args, **kwargs: P.kwargs) -> R:
        try:
            async with asyncio.timeout(opening.LOOKED_UP):
                async with asyncio.timeout(opening.QUEUED):
                    await store.places.acquire()
                return await freeing(store, *args, **kwargs)
        except TimeoutError:
            raise Busy("it was not found in time") from None

    return timed


class Store:
    """An open database. Use ``await Store.open(...)`` and, at the end, ``close``."""

    def __init__(self, engine: AsyncEngine, hold: Hold, window: float):
        self._engine = engine
        self._lookups = opening.lookups_of(engine)
        self._hold = hold
        self.owned = hold.owned
        """In a cluster the tables to which this process may append, each with its term; None: a room alone, so all."""
        self._joining = asyncio.Lock()
        self._doubtful: set[str] = set()
        """The ids of people who may be stored although that failed."""
        self.places = asyncio.Semaphore(opening.LOOKUPS)
        """One for each connection by which people look things up."""
        self.reading = Background()
        """What is read for somebody who may have hung up."""
        self.writer = Writer(transactions(engine), hold, window, _probe)
        self.analyses = StoredAnalyses(self)

    @classmethod
    async def open(
        cls, address: str, *, window: float = 0.003, holding: Callable[[AsyncEngine], Hold] = hold_of
    ) -> Store:
        """Open a database and bring its schema up to date, alone unless ``holding`` is otherwise.

        StoreError says why it can't be opened.
        """
        url = opening.url_of(address)
        hold: Hold | None = None
        engine: AsyncEngine | None = None
        try:
            if file := opening.file_of(url):
                await asyncio.to_thread(opening.keep_private, file)
            engine = opening.engine_of(url)
            hold = holding(engine)
            await hold.take()
            await opening.bring_up_to_date(engine)
            await hold.begin()
        except BaseException as error:
            if engine is not None:
                await _let_go(engine, hold)
            if isinstance(error, StoreError) or not isinstance(error, Exception):
                raise
            raise StoreError(f"the database can't be opened: {plain(error)}") from None
        return cls(engine, hold, window)

    async def close(self) -> None:
        """Store what still waits, and let the database go."""
        await self.writer.close()
        if self.reading:  # a connection that is in use would not be closed
            await asyncio.wait(self.reading.tasks, timeout=HUNG_UP)
        with contextlib.suppress(*TROUBLE):
            await self._lookups.dispose()
        await _let_go(self._engine, self._hold)

    @property
    def healthy(self) -> bool:
        """Did the last commit work?"""
        return self.writer.healthy

    @property
    def lost(self) -> asyncio.Event:
        """Set when another room has taken the database over: nothing is stored any more."""
        return self._hold.lost

    # --- tables

    async def open_table(self, id: str, at: float, payloads: Sequence[str], came: Sequence[str] = ()) -> None:  # noqa: A002
        """Store a new table with its first events, numbered from 1, and the ids of who is there.

        In a cluster it is this process's. Conflict: somebody is at another table.
        """
        row: dict[str, Any] = {"id": id, "created": at}
        if self.owned is None:
            await self.writer.put((insert(tables), row), (NEW_EVENTS, _rows(id, 1, at, payloads)), *_coming(id, came))
            return
        row |= {"owner": self._hold.number, "term": 1}
        began = {"table_id": id, "term": 1, "owner": self._hold.number, "at": at}
        self.owned[id] = 1
        try:
            await self.writer.put(
                (insert(tables), row),
                (insert(terms), began),
                (NEW_EVENTS, _rows(id, 1, at, payloads, 1)),
                *_coming(id, came, alone=False),
            )
        except StoreError:
            del self.owned[id]
            raise

    def _term(self, id: str) -> int | None:  # noqa: A002
        """Under which term a table's events are stored; NotOwned if another process stores them."""
        if self.owned is None:
            return None
        if id not in self.owned:
            raise NotOwned(f"table {id} is another process's")
        return self.owned[id]

    async def append(
        self,
        id: str,  # noqa: A002
        n: int,
        at: float,
        payloads: Sequence[str],
        *,
        ended: bool = False,
        game: str = "",
        scored: Sequence[Scored] = (),
        set: str = "",  # noqa: A002
        finished: Sequence[Finished] = (),
        came: Sequence[str] = (),
        went: Sequence[str] = (),
    ) -> None:
        """Store the next events of a table, numbered from ``n``, and with them how deals of its ``game`` came out.

        ``finished`` are deals of the ``set`` of that id; ``came`` and ``went`` are people.

        After a StoreError they may still be there: look. Conflict about ``guests``: somebody is at another table.
        """
        statements: list[tuple[Executable, Any]] = [(NEW_EVENTS, _rows(id, n, at, payloads, self._term(id)))]
        if scored:
            statements.append(counting(id, game, scored))
        if set and finished:
            statements.append(sets.finishing(set, id, finished))
        statements += _coming(id, came, alone=self.owned is None)
        if went:
            statements.append((_guests(id).where(guests.c.person_id.in_(went)), None))
        if ended:
            statements += _ending(id, at)
        await self.writer.put(*statements)
        if ended:
            self._let_go_of(id)

    def _let_go_of(self, id: str) -> None:  # noqa: A002
        if self.owned is not None:
            asyncio.get_running_loop().call_later(KEPT_OWNED, self.owned.pop, id, None)

    async def end_table(self, id: str, at: float) -> None:  # noqa: A002
        """End a table that can't go on; its events stay as they are."""
        self._term(id)
        await self.writer.put(*_ending(id, at))
        self._let_go_of(id)

    async def put_away(
        self,
        id: str,  # noqa: A002
        n: int,
        snapshot: bytes,
        over: Sequence[DealRow],
        *,
        kept: int = 0,
    ) -> None:
        """Pack the events of a table up to number ``n``, after which its session is the snapshot, and store deals.

        ``kept`` is the number of an event up to which all are packed, as far as is known.
        """
        while n - kept > archive.MOST_PACKED and await self._count_loose(id, n) > archive.MOST_PACKED:
            self._term(id)
            await self.writer.do(partial(archive.pack_events, table=id, n=n))
        self._term(id)
        await self.writer.do(partial(archive.put_away, table=id, n=n, snapshot=snapshot, over=over))

    async def _count_loose(self, id: str, n: int) -> int:  # noqa: A002
        async with self._reading() as connection:
            return await connection.run_sync(archive.count_loose, id, n)

    async def put_deals(self, id: str, over: Sequence[DealRow]) -> None:  # noqa: A002
        """Store deals that are over; the snapshot that goes without them is to follow."""
        self._term(id)
        await self.writer.do(partial(archive.put_deals, table=id, over=over))

    async def summarise(self, id: str, summary: str) -> None:  # noqa: A002
        """Store what the lobby shows of a table."""
        self._term(id)
        await self.writer.put((update(tables).where(tables.c.id == id).values(summary=summary), None))

    async def add_person(self, id: str, name: str, folded: str, token: str, at: float) -> None:  # noqa: A002
        """Store a person; ``token`` is the hash of the real one. Conflict: the name, or one like it, is taken.

        A row without results that a failed commit left under this name is replaced; one with results is an error.
        """
        row: dict[str, Any] = {"id": id, "name": name, "folded": folded, "token": token, "created": at, "seen": at}
        among = None
        if self.owned is not None:
            row, among = row | {"process": self._hold.number}, list(self._doubtful)
        try:
            await self.writer.put((stored_people.left_over(name, among), None), *stored_people.adding(row))
        except Conflict:
            raise
        except StoreError:
            self._doubtful.add(id)
            raise
        self._doubtful.difference_update(among or ())

    async def rename_person(self, id: str, name: str, *, away_since: float | None = None) -> None:  # noqa: A002
        """Give a person another name; with ``away_since`` only if they are at no process since then, else Conflict."""
        if away_since is None:
            await self.writer.put(*stored_people.renaming(id, name))
        else:
            await self.writer.do(partial(stored_people.rename_if_away, person=id, name=name, since=away_since))

    async def choose_avatar(self, id: str, avatar: int) -> None:  # noqa: A002
        """Give a person another picture."""
        await self.writer.put((update(people).where(people.c.id == id).values(avatar=avatar), None))

    async def arrived(self, id: str) -> bool:  # noqa: A002
        """In a cluster: somebody is connected to this process now. False: they are known no more."""
        here = update(people).where(people.c.id == id).values(process=self._hold.number)
        return bool(await self._done(here.returning(people.c.id)))

    async def _done(self, returning: Executable) -> list[str]:
        """Carry out a statement; what it returns."""
        found: list[str] = []

        def work(connection: Connection) -> None:
            found[:] = connection.execute(returning).scalars()

        await self.writer.do(work)
        return found

    async def saw_person(self, id: str, at: float) -> None:  # noqa: A002
        """Remember when a person was last here; in a cluster unless they are connected to another process by now."""
        if self.owned is None:
            await self.saw_people([id], at)
            return
        mine = update(people).where(people.c.id == id, people.c.process == self._hold.number)
        await self.writer.put((mine.values(seen=at, process=None), None))

    async def saw_people(self, ids: Sequence[str], at: float) -> None:
        """Remember that people were here at a time."""
        for some in _chunks(ids):
            await self.writer.put((update(people).where(people.c.id.in_(some)).values(seen=at), None))

    async def without_results(self, ids: Sequence[str]) -> set[str]:
        """Those of some people who have no results."""
        wanted = select(people.c.id).where(people.c.id.in_(ids), ~HAS_RESULTS)
        async with self._reading() as connection:
            return set((await connection.execute(wanted)).scalars())

    async def forget_people(
        self, ids: Sequence[str], *, with_results: bool = True, away_since: float | None = None
    ) -> list[str]:
        """Delete people and their results; without ``with_results`` only those who have none. Returns who is gone.

        With ``away_since`` only those are deleted who are at no process since then, and at no table.
        """
        gone: list[str] = []
        for some in _chunks(ids):
            chosen = delete(people).where(people.c.id.in_(some))
            chosen = chosen if with_results else chosen.where(~HAS_RESULTS)
            if away_since is None:
                await self.writer.put((chosen, None))
                gone += some
            else:
                sure = chosen.where(stored_people.away(away_since)).returning(people.c.id)
                gone += await self._done(sure)
        return gone

    async def count_tables(self) -> int:
        """The number of tables, those that have ended included."""
        return await self._count(tables)

    async def forget_tables(self, before: float, most: int) -> int:
        """Delete tables that ended before a time with their events, the oldest first; returns their number."""
        old = await self._some(select(tables.c.id).where(tables.c.ended < before).order_by(tables.c.ended).limit(most))
        for some in _chunks(old):
            await self.writer.do(partial(archive.clear, ids=some))
        return len(old)

    async def _some(self, wanted: Select[Any]) -> list[str]:
        async with self._reading() as connection:
            return list((await connection.execute(wanted)).scalars())

    async def _count(self, table: Table) -> int:
        async with self._reading() as connection:
            return int(await connection.scalar(select(func.count()).select_from(table)) or 0)

    # --- for what has modules of its own

    async def write(self, *statements: tuple[Executable, Any]) -> None:
        """Carry out statements together or not at all; StoreError if they are not stored."""
        await self.writer.put(*statements)

    @_whole
    async def read(self, wanted: Select[Any]) -> list[dict[str, Any]]:
        """The rows of a query by the names of their columns; StoreError if they can't be read."""
        async with self._reading() as connection:
            return [dict(row) for row in (await connection.execute(wanted)).mappings()]

    @_in_time
    async def look_up(self, wanted: Select[Any]) -> list[dict[str, Any]]:
        """The same for somebody who asks; Busy if there is no answer in time."""
        async with self._looking() as connection:
            return [dict(row) for row in (await connection.execute(wanted)).mappings()]

    # --- sets

    async def join_set(self, key: SetKey, at: float) -> DealSet:
        """The set of that kind, with a secret of its own if it is a new one."""
        async with self._joining:
            found = await self.find_set(key)
            if found is None:
                found = DealSet(secrets.token_hex(8), secrets.token_bytes(32))
                await self.writer.put(sets.making(key, found, at))
            else:
                await self.saw_sets([found.id], at)
            return found

    async def find_set(self, key: SetKey) -> DealSet | None:
        """The set of that kind, or None."""
        async with self._reading() as connection:
            row = (await connection.execute(sets.found_by(key))).first()
        return None if row is None else DealSet(row.id, bytes.fromhex(row.secret))

    async def saw_sets(self, ids: Sequence[str], at: float) -> None:
        """Remember when sets last had a table."""
        await self.writer.put((sets.seeing(ids, at), None))

    async def count_sets(self) -> int:
        """The number of sets."""
        return await self._count(database.sets)

    async def forget_sets(self, before: float, most: int) -> int:
        """Delete sets that have had no table since a time, the oldest first, with their results; returns the number."""
        old = await self._some(sets.unseen(before).limit(most))
        for some in _chunks(old):
            await self.writer.put((sets.forgetting(some), None))
        return len(old)

    @_in_time
    async def set_results(self, id: str, table: str) -> list[SetRow]:  # noqa: A002
        """How the deals of a set that a table has finished came out, at all tables."""
        async with self._looking() as connection:
            return [
                SetRow(row.deal, row.table_id, json.loads(row.names), tuple(json.loads(row.scores)), row.at)
                for row in await connection.execute(sets.results_for(id, table))
            ]

    # --- reading

    @contextlib.asynccontextmanager
    async def _reading(self, engine: AsyncEngine | None = None) -> AsyncIterator[AsyncConnection]:
        try:
            connection = await (engine or self._engine).connect()
        except Exception as error:  # noqa: BLE001 - drivers raise what they like while a database starts or stops
            raise StoreError(f"the database can't be read: {plain(error)}") from None
        try:
            yield connection
        except TROUBLE as error:
            raise StoreError(f"the database can't be read: {plain(error)}") from None
        finally:
            with contextlib.suppress(*TROUBLE):
                await connection.close()

    def _looking(self) -> contextlib.AbstractAsyncContextManager[AsyncConnection]:
        """A connection for what people look up, for whoever has a place."""
        return self._reading(self._lookups)

    async def people(self, ids: Collection[str] | None = None) -> list[dict[str, Any]]:
        """All people or some as rows; ``has_results`` says whether they have finished a deal that counts."""
        wanted = stored_people.known()
        return await self.read(wanted if ids is None else wanted.where(people.c.id.in_(ids)))

    async def person(self, id: str) -> dict[str, Any] | None:  # noqa: A002
        """The person of an id as a row, or None."""
        return next(iter(await self.read(stored_people.known().where(people.c.id == id))), None)

    async def person_by_token(self, token: str) -> dict[str, Any] | None:
        """The person of a token as a row, or None; ``token`` is the hash of the real one."""
        return next(iter(await self.read(stored_people.known().where(people.c.token == token))), None)

    async def person_named(self, name: str) -> dict[str, Any] | None:
        """The person of that name, else of one that looks like it, as a row; None if there is none."""
        return next(iter(await self.read(stored_people.named(name).limit(1))), None)

    async def tables(self, ids: Collection[str] | None = None) -> list[TableRow]:
        """The tables that have not ended, or some of them, oldest first."""
        living = tables.c.ended.is_(None) if ids is None else and_(tables.c.ended.is_(None), tables.c.id.in_(ids))
        who = select(guests.c.table_id, guests.c.person_id).join(tables, tables.c.id == guests.c.table_id).where(living)
        wanted = select(tables.c.id, tables.c.summary).where(living).order_by(tables.c.created)
        there: dict[str, list[str]] = {}
        async with self._reading() as connection:
            for table, person in await connection.execute(who):
                there.setdefault(table, []).append(person)
            rows = (await connection.execute(wanted)).all()
        return [TableRow(table, summary or "", tuple(there.get(table, ()))) for table, summary in rows]

    async def last_used(self) -> list[str]:
        """The tables in whose newest deal something has happened, those first where it happened last."""
        wanted = select(events.c.table_id).group_by(events.c.table_id).order_by(func.max(events.c.at).desc())
        async with self._reading() as connection:
            return list((await connection.execute(wanted)).scalars())

    async def stored(self, ids: Sequence[str]) -> dict[str, archive.StoredTable]:
        """The newest snapshots of some tables and the events after them, read together."""
        async with self._reading() as connection:
            return await connection.run_sync(archive.stored, ids)

    async def events(self, id: str, after: int = 0) -> list[Stored]:  # noqa: A002
        """The events of a table in order, those up to ``after`` left out."""
        async with self._reading() as connection:
            return await connection.run_sync(archive.events_of, id, after)

    @_in_time
    async def deals(self, id: str, match: int, after: int = 0, most: int = CHUNK) -> list[DealRow]:  # noqa: A002
        """Deals of a table's match that are over, in order: ``most`` of them, the first ``after`` ones left out."""
        async with self._looking() as connection:
            return await connection.run_sync(archive.deals_of, id, match, after, most)

    @_in_time
    async def tallies(self, person: str) -> list[Tallied]:
        """How somebody has done, game by game."""
        async with self._looking() as connection:
            found = await connection.execute(tallies_of(person))
            return [
                Tallied(game, int(deals), int(won), float(average), int(streak), int(best))
                for game, deals, won, average, streak, best in found
            ]

    @_in_time
    async def history(self, person: str, game: str | None = None) -> list[OldDeal]:
        """The newest deals that somebody finished, of one game or of all."""
        async with self._looking() as connection:
            found = await connection.execute(history_of(person, game))
            return [
                OldDeal(table, int(dealt), name, float(score), bool(won), float(at), bool(kept))
                for table, dealt, name, score, won, at, kept in found
            ]

    @_in_time
    async def company(self, person: str) -> list[Mate]:
        """How somebody has done with each person with whom they finished deals."""
        async with self._looking() as connection:
            return [Mate(*row[:2], *map(int, row[2:])) for row in await connection.execute(company_of(person))]

    @_in_time
    async def old_deal(self, person: str, table: str, dealt: int) -> DealRow | None:
        """A deal that somebody finished; None if it is not kept, or was not theirs."""
        async with self._looking() as connection:
            row = (await connection.execute(old_deal(person, table, dealt))).first()
            return None if row is None else DealRow(dealt, row.match, row.packed)

    @property
    def waiting(self) -> int:
        """The number of wishes that wait for the next transaction."""
        return self.writer.waiting

    @property
    def file(self) -> Path | None:
        """The file of an SQLite database; None if it has none, or for PostgreSQL."""
        return opening.file_of(self._engine.url)

    async def copy_to(self, file: Path) -> None:
        """Write all that is stored to a new file that only its owner can read; StoreError if it can't be done.

        For SQLite alone. Reading and writing go on meanwhile.
        """
        part = file.with_name(f"{file.name}.part")
        try:
            await asyncio.to_thread(opening.keep_private, part)
            async with self._engine.connect() as connection:
                await connection.execution_options(isolation_level="AUTOCOMMIT")
                await connection.execute(text("vacuum into :file"), {"file": str(part)})
            await asyncio.to_thread(part.rename, file)
        except TROUBLE as error:
            await asyncio.to_thread(part.unlink, missing_ok=True)
            raise StoreError(f"the copy can't be written: {plain(error)}") from None

    async def check(self) -> bool:
        """Does the database answer, and take what is to be stored? Writes only if the last write failed."""
        if not self.writer.healthy:
            return await self.writer.probe()
        try:
            async with self._reading() as connection:
                await connection.execute(select(text("1")))
        except StoreError:
            self.writer.doubt()
        return self.writer.healthy


async def _let_go(engine: AsyncEngine, hold: Hold | None) -> None:
    with contextlib.suppress(*TROUBLE):
        if hold is not None:
            await hold.close()
    with contextlib.suppress(*TROUBLE):
        await engine.dispose()


def _probe(connection: Connection) -> None:
    """Write something and delete it again."""
    connection.execute(insert(tables), {"id": "-", "created": 0.0, "ended": 0.0})
    connection.execute(insert(events), {"table_id": "-", "n": 1, "at": 0.0, "payload": "-" * PROBE})
    archive.clear(connection, ["-"])


def token_hash(token: str) -> str:
    """What is stored of a token. It has 256 random bits, so one round of SHA-256 is enough."""
    return hashlib.sha256(token.encode()).hexdigest()


def _rows(table: str, n: int, at: float, payloads: Sequence[str], term: int | None = None) -> list[dict[str, Any]]:
    rows = [{"table_id": table, "n": n + i, "at": at, "payload": payload} for i, payload in enumerate(payloads)]
    return rows if term is None else [{**row, "term": term} for row in rows]


def _guests(table: str) -> Delete:
    return delete(guests).where(guests.c.table_id == table)


def _coming(table: str, people: Sequence[str], *, alone: bool = True) -> list[tuple[Executable, Any]]:
    """The statements after which people are at a table, where they may have been before.

    A room that is ``alone`` knows that they are at no other one; where they were at one that it can't restore, they
    are no more.
    """
    if not people:
        return []
    rows = [{"table_id": table, "person_id": each} for each in people]
    before = guests.c.person_id.in_(people)
    return [((delete(guests) if alone else _guests(table)).where(before), None), (insert(guests), rows)]


def _ending(table: str, at: float) -> list[tuple[Executable, Any]]:
    """The statements that end a table."""
    return [(update(tables).where(tables.c.id == table).values(ended=at, summary=None), None), (_guests(table), None)]


def _chunks(ids: Sequence[str]) -> Iterator[Sequence[str]]:
    return (ids[first : first + CHUNK] for first in range(0, len(ids), CHUNK))
