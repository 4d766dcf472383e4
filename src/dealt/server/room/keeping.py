"""What a live table leaves in the database beside its events: snapshots, deals that are over, what the lobby shows."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Final

import structlog

from dealt.server.base import logs
from dealt.server.base.background import Background
from dealt.server.base.trouble import StoreError
from dealt.server.store.archive import DealRow
from dealt.server.store.tables import Tables
from dealt.session import snapshot
from dealt.session.deals import CannotWrite, pack_deal
from dealt.session.session import Session

MOST_DEALS: Final = 100
"""The number of deals that are put away together."""
MOST_LOOSE: Final = 1000
"""The number of events after which a snapshot is stored even if no deal has ended: undone actions are events too."""

log = structlog.get_logger("dealt.table")


class Keeper:
    """Puts away what a session need not keep in memory, beside whatever happens at its table.

    It may fail or come late: the events hold everything, and the next deal tries again.
    """

    def __init__(self, tables: Tables, session: Session, background: Background):
        self._tables, self._session, self._background = tables, session, background
        self._last = 0
        """The number of the newest event that this room has put away."""
        self._able = True
        self._task: asyncio.Task[None] | None = None

    async def settle(self) -> None:
        """Wait until nothing is being put away."""
        if self._task is not None:
            await asyncio.wait([self._task])

    @property
    def busy(self) -> bool:
        """Is something being put away?"""
        return self._task is not None

    def keep(self, *, now: bool = False) -> None:
        """Put events and deals away if it is time: when the next deal has begun, or the table has ended; or ``now``.

        A board of a day goes at once: others who have finished it may look at it.
        """
        session = self._session
        over = bool(session.played) and (session.phase == "playing" or session.ended or session.settings.daily)
        if (now or over or session.n - self._last >= MOST_LOOSE) and self._able and not self.busy:
            self._task = self._background.start(self._put_away())

    async def _put_away(self) -> None:
        session, tables = self._session, self._tables
        try:
            while len(session.played) > MOST_DEALS:  # from before there were snapshots
                some = self._rows()
                await tables.put_deals(session.id, some)
                del session.played[: len(some)]
            n, written, rows = session.n, snapshot.take(session), self._rows()
            await tables.put_away(session.id, n, written, rows, kept=self._last)
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
            self._background.start(self._summarise())

    async def _summarise(self) -> None:
        with contextlib.suppress(StoreError):  # it is shown as it was before
            await self._tables.summarise(self._session.id, snapshot.summary(self._session))
