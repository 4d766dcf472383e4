"""What a live table leaves in the database besides its events: snapshots, deals that are over, what the lobby shows."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING, Final

import structlog

from dealt.server.base import logs
from dealt.server.base.trouble import StoreError
from dealt.server.store.archive import DealRow
from dealt.session import snapshot
from dealt.session.deals import CannotWrite, pack_deal
from dealt.session.session import Session

if TYPE_CHECKING:
    from dealt.server.room.room import Room

__all__ = ["Keeper"]

MOST_DEALS: Final = 100
"""The number of deals that are put away together."""
MOST_LOOSE: Final = 1000
"""The number of events after which a snapshot is stored even if no deal has ended: undone actions are events too."""

log = structlog.get_logger("dealt.table")


class Keeper:
    """Puts away what a session need not keep in memory, beside whatever happens at its table.

    It may fail or come late: the events hold everything, and the next deal tries again.
    """

    def __init__(self, room: Room, session: Session):
        self._room, self._session = room, session
        self._last = 0
        """The number of the newest event that this room has put away."""
        self._able = True
        self._task: asyncio.Task[None] | None = None

    @property
    def busy(self) -> bool:
        """Is something being put away?"""
        return self._task is not None

    def keep(self) -> None:
        """Put events and deals away if it is time: when the next deal has begun, or the table has ended."""
        session = self._session
        over = bool(session.played) and (session.phase == "playing" or session.ended)
        if (over or session.n - self._last >= MOST_LOOSE) and self._able and not self.busy:
            self._task = self._room.spawn(self._put_away())

    async def _put_away(self) -> None:
        session, store = self._session, self._room.store
        try:
            while len(session.played) > MOST_DEALS:  # from before there were snapshots
                some = self._rows()
                await store.tables.put_deals(session.id, some)
                del session.played[: len(some)]
            n, written, rows = session.n, snapshot.take(session), self._rows()
            await store.tables.put_away(session.id, n, written, rows, kept=self._last)
            self._last = n
            del session.played[: len(rows)]
        except StoreError as error:
            log.warning("a snapshot is not stored", table=session.id, why=str(error))
        except Exception as error:  # noqa: BLE001 - games are anybody's code
            why = str(error) if isinstance(error, CannotWrite) else logs.where(error)
            log.warning("a table is kept in memory", table=session.id, why=why)
            self._able = False
        finally:
            self._task = None

    def _rows(self) -> list[DealRow]:
        game = self._session.game
        return [DealRow(each.dealt, each.match, pack_deal(game, each)) for each in self._session.played[:MOST_DEALS]]

    def summarise(self) -> None:
        """Store what the lobby shows, so that it can be shown before the table is restored."""
        if not self._session.ended:
            self._room.spawn(self._summarise())

    async def _summarise(self) -> None:
        with contextlib.suppress(StoreError):  # it is shown as it was before
            await self._room.store.tables.summarise(self._session.id, snapshot.summary(self._session))
