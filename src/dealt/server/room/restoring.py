"""Making sessions of what is stored: of a snapshot and the events of one deal.

Where there is no snapshot that this software can read, all events of the table are carried out.
"""

from __future__ import annotations

import asyncio
from typing import Any, Final

import structlog

from dealt.game import Game
from dealt.server.base import logs
from dealt.server.base.background import Together
from dealt.server.room.runtime import Runtime
from dealt.server.room.workshop import Workshop
from dealt.server.store.archive import Stored
from dealt.server.store.sets import DealSet, key_of
from dealt.server.store.store import Store
from dealt.server.workers.workers import WorkerDied
from dealt.session import events, fold, snapshot
from dealt.session.events import Opened
from dealt.session.session import Session
from dealt.work.work import GameKey, WorkFailed, game_key

TRIES: Final = 5
"""The number of workers that may die while they make a table's game before the table is left out."""
READ_TOGETHER: Final = 50
"""The number of tables that one query reads at most."""

log = structlog.get_logger("dealt.room")


class CannotRestore(Exception):  # noqa: N818 - no error, but a table from another time
    """A stored table that can't be played here and now."""


class Restoring:
    """Makes sessions of what is stored."""

    def __init__(self, store: Store, workshop: Workshop, runtime: Runtime):
        self._store, self._workshop, self._runtime = store, workshop, runtime
        self.reading = Together(lambda ids: store.tables.stored(ids), READ_TOGETHER)
        """When a room is back, everybody asks at once: their tables are read together."""

    async def session(self, table: str) -> tuple[Session, DealSet | None]:
        """The session of a stored table, and its set; it fails as the game fails, with StoreError, or CannotRestore."""
        session = await self._session(table)
        return session, await self._set_of(session.settings)

    async def _session(self, table: str) -> Session:
        stored = await self.reading.ask(table)
        found = snapshot.read(stored.snapshot) if stored.snapshot else None
        if found:
            game = await self._game_of(found.settings)
            try:
                session = snapshot.resume(table, found, game)
                fold.apply_all(session, ((events.decode(row.payload), row.at) for row in stored.events))
            except Exception as error:  # noqa: BLE001 - games are anybody's code, and all events are still there
                log.warning("a snapshot does not fit any more", table=table, why=logs.where(error))
            else:
                return session
        return await self._replayed(table, await self._store.tables.events(table) if stored.snapshot else stored.events)

    async def _replayed(self, table: str, rows: list[Stored]) -> Session:
        """The session that all events of a table make. It may take long, so others have their turn meanwhile."""
        opened = events.decode(rows[0].payload) if rows else None
        if not isinstance(opened, Opened):
            raise CannotRestore("it has no beginning")
        session = Session(table, opened, await self._game_of(opened), rows[0].at)
        erasings = await self._store.erasures.of(table)
        for row in rows[1:]:
            event = events.decode(row.payload)
            for who in erasings:  # some events may know them no more, so none may
                event = who.event(event)
            fold.apply(session, event, row.at)
            if isinstance(event, events.DealBegan):
                await asyncio.sleep(0)
        return session

    async def _game_of(self, opened: Opened) -> Game[Any]:
        if opened.game not in self._workshop.games:
            raise CannotRestore(f"there is no game {opened.game} here")
        game = await self._made(game_key(opened.game, opened.options))
        if not game.formerly.keys() <= opened.options.keys():
            game = await self._made(game_key(opened.game, {**game.formerly, **opened.options}))
        if game.version != opened.version:
            raise CannotRestore(f"version {opened.version} of {opened.game} was played, and this is {game.version}")
        return game

    async def _made(self, key: GameKey) -> Game[Any]:
        """The game of a table, which was made before: a worker that dies meanwhile is not the game's fault."""
        tries = TRIES
        while True:
            try:
                return await self._workshop.game(key)
            except WorkerDied:
                tries -= 1
                if not tries or self._runtime.closing:
                    raise
            except WorkFailed as error:
                raise CannotRestore(f"its game can't be made: {error}") from None

    async def _set_of(self, opened: Opened) -> DealSet | None:
        """The set of a stored table, None if it belongs to none."""
        if not opened.set:
            return None
        found = await self._store.sets.find(key_of(opened))
        if found is None:
            raise CannotRestore(f"its set {opened.set} is gone")
        return found
