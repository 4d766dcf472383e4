"""Pairs who play as if they saw each other's cards: looked for in rated deals, in the background, for the host alone.

Each deal is read once, in the worker of the analyses, which lets everybody else go first. What is found is stored, so
whichever process the host asks knows it. Analyses that are there already are not made again.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Final

import structlog

from dealt.analysis import VERSION
from dealt.analysis.honest import partner_of
from dealt.server.base.config import Config
from dealt.server.base.metrics import Metrics
from dealt.server.base.trouble import StoreError
from dealt.server.room.alone import Cluster
from dealt.server.room.runtime import Runtime
from dealt.server.room.workshop import Workshop
from dealt.server.store.store import Store
from dealt.server.store.stored_pairs import Figure, PairOf, Unread
from dealt.server.workers.workers import Workers
from dealt.wire.refusal import Refused
from dealt.work import pairs
from dealt.work.finished import recall, seat_in
from dealt.work.work import WorkFailed, game_key

MOST_READ: Final = 200
"""The number of deals that are read in one go at most."""
MOST_WEIGHED: Final = 50
"""The number of pairs whose chance is worked out in one go at most."""

log = structlog.get_logger("dealt.pairs")


@dataclass(eq=False)
class PairWatch:
    """Reads deals, and weighs pairs, a bounded number each time that the room tidies up."""

    _config: Config
    _store: Store
    _metrics: Metrics
    _workers: Workers
    _workshop: Workshop
    _cluster: Cluster
    _runtime: Runtime
    _tells: dict[str, bool] = field(default_factory=dict)
    _task: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """Go on, unless it is under way or another process's task."""
        on = self._config.pairs and self._config.analysis
        if on and self._cluster.tidies and (self._task is None or self._task.done()):
            self._task = self._runtime.start(self._guarded())

    def close(self) -> None:
        if self._task:
            self._task.cancel()

    async def _guarded(self) -> None:
        try:
            await self.run()
        except StoreError as error:
            self._metrics.pairs_failed.inc()
            log.warning("pairs could not be looked for", why=str(error))

    async def run(self) -> None:
        """Read some deals, and weigh some pairs."""
        stored = [name for name in await self._store.pairs.games() if name in self._workshop.games]
        games = [name for name in stored if await self._may_tell(name)]
        if games:
            for deal in await self._store.pairs.unread(games, MOST_READ):
                await self._read(deal)
        for pair in await self._store.pairs.changed(MOST_WEIGHED):
            await self._weigh(pair)

    async def _may_tell(self, name: str) -> bool:
        if name not in self._tells:
            try:
                self._tells[name] = await self._workers.ask(pairs.tells, name)
            except WorkFailed as error:
                log.warning("a game can't be looked at", game=name, why=str(error))
                return False
        return self._tells[name]

    async def _read(self, deal: Unread) -> None:
        """What a deal says of everybody who was rated in it; nothing, and no more is tried, where it can't be read."""
        found = [Figure(person, None, None) for person in deal.names]
        try:
            found = await self._figures(deal)
        except (WorkFailed, Refused) as error:
            if self._runtime.closing:
                return
            self._metrics.pairs_failed.inc()
            log.warning("a deal can't be read", table=deal.table, dealt=deal.dealt, why=str(error))
        await self._store.pairs.put(deal, found)

    async def _figures(self, deal: Unread) -> list[Figure]:
        about = deal.table, deal.dealt, deal.row.match, deal.row.packed
        found = await recall(self._workshop.game, self._workshop.games, "", *about)
        known = [(person, seat_in(found.played, name)) for person, some in deal.names.items() for name in some]
        seats = {person: seat for person, seat in known if seat is not None}
        person_at = {seat: person for person, seat in seats.items()}
        written = await self._store.analyses.find(deal.table, deal.dealt, VERSION)
        asked = *found.about, tuple(person_at), written
        said = await self._workers.analyse(pairs.foresights, *asked, within=self._config.analysis, tell=_nobody)
        figures = []
        for person in deal.names:
            seat = seats.get(person)
            mate = None if seat is None else partner_of(found.game, seat)
            figure = None if seat is None else said.get(seat)
            figures.append(Figure(person, None if mate is None else person_at.get(mate), figure))
        return figures

    async def _weigh(self, pair: PairOf) -> None:
        players = await self._store.pairs.figures(pair)
        try:
            asked = game_key(pair.game, {}), players
            found = await self._workers.analyse(pairs.chance, *asked, within=self._config.analysis, tell=_nobody)
        except WorkFailed as error:
            if not self._runtime.closing:
                self._metrics.pairs_failed.inc()
                log.warning("a pair can't be weighed", game=pair.game, why=str(error))
            return
        if found is not None:
            await self._store.pairs.weigh(pair, found, self._runtime.time())


def _nobody(done: int, of: int) -> None:
    """Nobody waits for it."""
