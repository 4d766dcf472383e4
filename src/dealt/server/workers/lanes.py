"""Lanes of workers: what is asked in one waits for no other, and in a lane no address keeps another from its turn."""

from __future__ import annotations

import asyncio
import time
from collections import Counter, deque
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, Final, NamedTuple, Protocol

from dealt.server.base.metrics import Metrics
from dealt.work import reviews, work
from dealt.work.work import WorkFailed

DISTRUST: Final = 60.0
"""After work of some kind was late or ended its worker, only one worker at a time does work of such kinds: seconds."""
MOST_PROVEN: Final = 2000

Tell = Callable[[int, int], None]
"""Hears how many parts of some work are done, and how many there are."""


class Lane(NamedTuple):
    """What does not wait for other lanes: its number of workers, and the steps by which others go first.

    Two, so that what hangs can't take all. ``soon``: they start with the room, the others when first needed.
    """

    nice: int
    what: tuple[Callable[..., Any], ...] = ()
    workers: int = 2
    soon: bool = False


LANES: Final[Mapping[str, Lane]] = {
    "move": Lane(3, soon=True),
    "table": Lane(3, (work.settle, work.prepare, work.explains, work.possible, work.describe), soon=True),
    "question": Lane(6, (work.hint, work.odds, work.meaning), soon=True),
    "page": Lane(9),
    "analysis": Lane(9, workers=1),
    "position": Lane(9, (reviews.tried, reviews.reasons), workers=1),
}
"""The lanes: computers' moves; what a new table needs; what people at a table ask; what else they look at; analyses of
deals; single positions of them. What no other lane names is done in "page"."""
LANE_OF: Final = {what: name for name, lane in LANES.items() for what in lane.what}


class Late(WorkFailed):
    """The work was not done at its deadline."""

    how = "late"


class WorkerDied(WorkFailed):
    """The worker's process ended before it had answered."""

    how = "died"


class Worker(Protocol):
    """Carries out one request after the other."""

    async def start(self) -> None:
        """Be ready for a request."""

    async def carry_out(self, request: bytes, limit: float, tell: Tell | None = None) -> bytes:
        """The reply, within ``limit`` seconds; Late or WorkerDied if there is none, and then it begins anew.

        ``tell`` hears how far the work is.
        """
        ...

    def close(self) -> None:
        """End at once, whatever is under way."""


# --- whose turn it is


class _Wish:
    """A request that waits for a worker."""

    __slots__ = ("guard", "kind", "worker")

    def __init__(self, kind: Hashable):
        self.kind = kind
        self.guard: Hashable = None
        """What no other request may have while this one is carried out."""
        self.worker: asyncio.Future[Worker] = asyncio.get_running_loop().create_future()


class Line:
    """Workers that do the same kinds of work, the last used first. Those who ask have one turn each, round and round.

    A kind of work has one worker at a time until it was done once. Those kinds that failed share one worker: what hangs
    can't take all of them.
    """

    def __init__(self, workers: Sequence[Worker], metrics: Metrics, name: str):
        self.workers = workers
        self.asked: Counter[str] = Counter()
        """How many questions of each address wait or are worked out."""
        self._idle = list(reversed(workers))
        self._lines: dict[str, deque[_Wish]] = {}
        self._by_request: dict[bytes, _Wish] = {}
        self._proven: set[Hashable] = set()
        self._guarded: set[Hashable] = set()
        self._distrusted: dict[Hashable, float] = {}
        self._metrics = metrics
        self._waiting = metrics.work_waiting.labels(name)

    async def carry_out(self, request: bytes, by: str, kind: Hashable, limit: float, tell: Tell | None = None) -> bytes:
        """The reply of the next worker that is free for whoever asks; Late or WorkerDied."""
        wish = self._by_request[request] = _Wish(kind)
        try:
            self.also(request, by)
            worker = await self._turn(wish)
            try:
                reply = await worker.carry_out(request, limit, tell)
                self._prove(kind)
                return reply
            except (Late, WorkerDied) as error:
                self._distrusted[kind] = time.monotonic()
                self._proven.discard(kind)
                self._metrics.worker_restarts.labels(error.how).inc()
                raise
            finally:
                self._take_back(wish, worker)
        finally:
            self._by_request.pop(request, None)

    def also(self, request: bytes, by: str) -> None:
        """Somebody waits for that request, too: it has its turn when the first of them has theirs."""
        wish = self._by_request.get(request)
        if wish is not None and not wish.worker.done():
            self._lines.setdefault(by, deque()).append(wish)
            self._hand_out()

    async def _turn(self, wish: _Wish) -> Worker:
        self._waiting.inc()
        try:
            return await wish.worker
        except asyncio.CancelledError:
            if not wish.worker.cancelled():  # it came at the same moment
                self._take_back(wish, wish.worker.result())
            raise
        finally:
            self._waiting.dec()

    def _hand_out(self) -> None:
        """Give those workers that are free to those whose turn it is."""
        while self._idle and (wish := self._next()) is not None:
            wish.guard = self._guard(wish.kind)
            self._guarded.add(wish.guard)
            wish.worker.set_result(self._idle.pop())

    def _take_back(self, wish: _Wish, worker: Worker) -> None:
        self._guarded.discard(wish.guard)
        self._idle.append(worker)
        self._hand_out()

    def _next(self) -> _Wish | None:
        """What comes next: the first that may begin of who has waited longest for a turn."""
        for by, line in list(self._lines.items()):
            while line and line[0].worker.done():
                line.popleft()
            found = next((each for each in line if not each.worker.done() and self._may_begin(each.kind)), None)
            if found is not None or not line:
                del self._lines[by]
            if found is not None:
                self._lines[by] = line  # at the end
                return found
        return None

    def _may_begin(self, kind: Hashable) -> bool:
        guard = self._guard(kind)
        return guard is None or guard not in self._guarded

    def _guard(self, kind: Hashable) -> Hashable:
        """What work of a kind must have alone while it has a worker; None: nothing."""
        if time.monotonic() - self._distrusted.get(kind, -DISTRUST) < DISTRUST:
            return "distrusted"
        self._distrusted.pop(kind, None)
        return None if kind in self._proven else kind

    def _prove(self, kind: Hashable) -> None:
        if len(self._proven) > MOST_PROVEN:
            self._proven.clear()
        self._proven.add(kind)
