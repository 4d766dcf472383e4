"""The worker processes of a room: computers think there, and whatever people ask is worked out there.

Each worker has one thread and one request at a time, with a deadline. One that is late, or whose process ends, is
killed and started again; nobody waits for it but who asked. They work in lanes (:mod:`dealt.server.workers.lanes`), so
that no question keeps a computer from its move.
"""

from __future__ import annotations

import asyncio
import atexit
import multiprocessing.util
import os
import socket
import time
import weakref
from collections import Counter
from collections.abc import Awaitable, Callable, Hashable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from multiprocessing.context import BaseContext
from multiprocessing.process import BaseProcess
from pathlib import Path
from threading import Lock, Thread
from typing import Any, Final, TypeVar

import structlog

from dealt.game import Action, View
from dealt.server.base.background import Background
from dealt.server.base.config import Config
from dealt.server.base.metrics import Metrics
from dealt.server.workers.lanes import LANE_OF, LANES, Late, Line, Tell, Worker, WorkerDied
from dealt.server.workers.nursery import Nursery
from dealt.server.workers.serve import HEAD, PARTS, PROGRESS, serve
from dealt.work import work
from dealt.work.work import GameKey, WorkFailed

__all__ = ["Late", "ProcessWorker", "Worker", "WorkerDied", "Workers", "in_thread", "processes"]

THINKING: Final = 10.0
"""The longest that a computer may think about one action, in seconds. What it waits for a worker doesn't count."""
ANSWERING: Final = 10.0
"""The longest that an answer to people may take, in seconds; they wait for a worker as long again at most."""
JUDGING: Final = 60.0
"""The longest that judging a position may take, in seconds."""
JUDGED: Final = 8
"""The number of positions of one address that are judged or wait for it at most."""
MAKING: Final = 60.0
"""The longest that a game may take to be made for the first time, in seconds."""
STARTING: Final = 60.0
"""The longest that a worker may take to start, in seconds."""
MOST_MEMORY: Final = 4 << 30
LEAST_MEMORY: Final = 1 << 30
"""Bounds of a worker's address space in bytes; half of the machine's memory lies between them."""


Result = TypeVar("Result")
log = structlog.get_logger("dealt.workers")


# --- processes


_starting = Lock()
_started_ones: weakref.WeakSet[BaseProcess] = weakref.WeakSet()


def _context() -> BaseContext:
    """New processes come from one that has the games ready, where the system can fork; else they begin from nothing."""
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["dealt.server.workers.ready"])
    return context


def _memory() -> int:
    """The address space of a worker, in bytes."""
    try:
        half = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2
    except (AttributeError, ValueError, OSError):  # no POSIX
        half = MOST_MEMORY
    return max(LEAST_MEMORY, min(MOST_MEMORY, half))


class ProcessWorker:
    """A worker in a process of its own, which is started when first needed, and again after it was killed."""

    def __init__(self, files: Sequence[str], nice: int, nursery: Nursery | None = None):
        """``nursery`` knows the games of the files already; without one the standard library starts the process."""
        self._files, self._nice, self._nursery = tuple(files), nice, nursery
        self.pid: int | None = None
        """The number of its process, None if it has none now."""
        self._kill: Callable[[], None] = lambda: None
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None
        self._beginning = asyncio.Lock()
        self._closed = False

    async def start(self) -> None:
        async with self._beginning:  # the room starts it in the background, and somebody may ask meanwhile
            if self._writer is None and not self._closed:
                self._end()  # what is left of a beginning for which nobody waited any more
                await self._begin()

    async def _begin(self) -> None:
        ours, theirs = socket.socketpair()
        try:
            await in_thread(partial(self._start, theirs))  # nobody waits for it when the room ends
            if self._closed:
                raise WorkerDied("the room closes")
            self._reader, self._writer = await asyncio.open_connection(sock=ours)
            theirs.close()
            await self._hear(STARTING)
        except OSError as error:
            self._end()
            raise WorkerDied(f"a worker can't be started: {error}") from None
        except BaseException:
            ours.close()
            self._end()
            raise
        finally:
            theirs.close()

    def _start(self, theirs: socket.socket) -> None:
        """In a thread: it takes as long as the first process that others are forked from needs to get ready."""
        with _starting:
            if self._closed:
                return
            if self._nursery is not None:
                self.pid = self._nursery.start(theirs, _memory(), self._nice)
                self._kill = partial(self._nursery.kill, self.pid)
            else:
                arguments = (theirs, self._files, _memory(), self._nice)
                process = _context().Process(target=serve, args=arguments, daemon=True)  # type: ignore[attr-defined]
                process.start()
                _started_ones.add(process)
                self.pid, self._kill = process.pid, partial(_kill, process)

    async def carry_out(self, request: bytes, limit: float, tell: Tell | None = None) -> bytes:
        if self._reader is not None and self._reader.at_eof():
            self._end()  # its process ended while it had nothing to do: nobody's request is to blame
        await self.start()
        if self._writer is None:
            raise WorkerDied("the room closes")
        self._writer.write(HEAD.pack(limit, len(request)) + request)
        return await self._hear(limit, tell)

    async def _hear(self, limit: float, tell: Tell | None = None) -> bytes:
        if self._reader is None:
            raise WorkerDied("it has no process")
        try:
            async with asyncio.timeout(limit):
                while True:
                    kind, length = HEAD.unpack(await self._reader.readexactly(HEAD.size))
                    reply = await self._reader.readexactly(length)
                    if kind != PROGRESS:
                        return reply
                    if tell is not None:
                        tell(*PARTS.unpack(reply))
        except TimeoutError:
            self._end()
            raise Late(f"no answer in {limit:g} s") from None
        except (EOFError, OSError):
            self._end()
            raise WorkerDied("its process ended") from None
        except asyncio.CancelledError:
            self._end()  # the reply to come would be taken for that to the next request
            raise

    def _end(self) -> None:
        if self._writer is not None:
            self._writer.transport.abort()
        self._reader = self._writer = self.pid = None
        kill, self._kill = self._kill, lambda: None
        kill()

    def close(self) -> None:
        self._closed = True
        self._end()


def _kill(process: BaseProcess) -> None:
    with suppress(ValueError, OSError, AttributeError, AssertionError):  # gone already
        process.kill()
        process.join(1)


@atexit.register  # after multiprocessing's own, so it comes before: that one waits for processes that ignore SIGTERM
def _kill_all() -> None:
    for each in list(_started_ones):
        _kill(each)


# --- all of them


class Workers:
    """All workers of a room, in lanes: nobody waits for what is asked in another one."""

    def __init__(
        self,
        lanes: Mapping[str, Sequence[Worker]],
        metrics: Metrics | None = None,
        beside: Callable[[Callable[[], Any]], Awaitable[Any]] | None = None,
    ):
        """The lanes are those of ``LANES``; without workers for analyses and positions there are none."""
        self.metrics = metrics or Metrics()
        self.beside = beside or in_thread
        """Does something for the room itself that would hold its loop up."""
        self._lanes = {name: Line(lanes.get(name, ()), self.metrics, name) for name in LANES}
        self._under_way: dict[bytes, asyncio.Task[Any]] = {}
        self._tasks = Background()
        self.closed = False

    @property
    def all(self) -> Sequence[Worker]:
        """Every worker, those for computers' moves first."""
        return [worker for lane in self._lanes.values() for worker in lane.workers]

    def start(self) -> None:
        """Start those that are needed soon, in the background; nobody needs to wait for it. Others begin when asked."""
        for name, lane in LANES.items():
            for worker in self._lanes[name].workers if lane.soon else ():
                self._tasks.start(_started(worker))

    async def think(self, key: GameKey, computer: str, seen: View, seed: float, by: str = "") -> Action:
        """What a computer chooses in a view: it gets nothing else. WorkFailed if it is too late or fails.

        ``by`` is its table.
        """
        request, started = work.request(work.choose, key, computer, seen, seed), time.perf_counter()
        # if who waits is cancelled, the worker goes on to the end of its thought
        reply = await self._tasks.outlive(self._carried_out("move", request, by, (key, computer), THINKING))
        self.metrics.thinking.observe(time.perf_counter() - started)
        return work.result(reply)  # type: ignore[no-any-return]

    async def ask(
        self, what: Callable[..., Result], *arguments: Any, by: str = "", within: float = 0.0, most: int = 0
    ) -> Result:
        """What a function of :mod:`~dealt.work.work` returns for these arguments, or its OptionError.

        ``by`` is the address that asks, empty for the room itself. Equal questions that are asked at once are worked
        out once. WorkFailed if it takes too long or fails, or if ``most`` questions of that address are in its lane
        already. If its worker dies, which may be nobody's fault, another one tries once more.
        """
        request, lane = work.request(what, *arguments), LANE_OF.get(what, "page")
        asked = self._lanes[lane].asked
        task = self._under_way.get(request)
        if task is not None:
            self._lanes[lane].also(request, by)
        elif most and asked[by] >= most:
            raise Late("Too much is asked for: try again later.")
        else:
            answering = self._answer(lane, request, by, (what.__name__, arguments[0]), within or ANSWERING)
            task = self._under_way[request] = self._tasks.share(answering)
            asked[by] += 1
            task.add_done_callback(lambda _: self._answered(request, asked, by))
        return await asyncio.shield(task)

    def _answered(self, request: bytes, asked: Counter[str], by: str) -> None:
        del self._under_way[request]
        asked[by] -= 1
        if not asked[by]:
            del asked[by]

    async def analyse(
        self, what: Callable[..., Result], key: GameKey, *arguments: Any, by: str = "", within: float, tell: Tell
    ) -> Result:
        """What a function of :mod:`dealt.work.reviews` returns that takes long; ``tell`` hears how far it is.

        WorkFailed if it takes too long or fails. If who waits is cancelled, the work ends at once.
        """
        request = work.request(what, key, *arguments)
        reply = await self._carried_out("analysis", request, by, (what.__name__, key), within, tell)
        return work.result(reply)  # type: ignore[no-any-return]

    async def judge(
        self, what: Callable[..., Result], key: GameKey, *arguments: Any, by: str = "", spare: bool = False
    ) -> Result:
        """What a function of :mod:`dealt.work.reviews` says of a single position.

        WorkFailed if it takes too long or fails, if ``by`` asks too much, or if it is to have ``spare`` time alone and
        other positions are judged.
        """
        lane = self._lanes["position"]
        if not lane.workers or (spare and lane.asked):
            raise WorkFailed("other positions come first")
        return await self.ask(what, key, *arguments, by=by, within=JUDGING, most=JUDGED)

    async def _answer(self, lane: str, request: bytes, by: str, kind: Hashable, limit: float) -> Any:
        try:
            async with asyncio.timeout(2 * limit):
                return work.result(await self._carried_out(lane, request, by, kind, limit))
        except TimeoutError:
            raise Late(f"no worker was free in {limit:g} s") from None

    async def _carried_out(
        self, lane: str, request: bytes, by: str, kind: Hashable, limit: float, tell: Tell | None = None
    ) -> bytes:
        """The reply. If the worker dies, which may be nobody's fault, another one tries once more."""
        try:
            return await self._lanes[lane].carry_out(request, by, kind, limit, tell)
        except WorkerDied:
            if self.closed:
                raise
        return await self._lanes[lane].carry_out(request, by, kind, limit, tell)

    def close(self) -> None:
        """End every worker at once, hung ones included; whoever waits for one hears WorkFailed."""
        self.closed = True
        for each in self.all:
            each.close()


async def _started(worker: Worker) -> None:
    try:
        await worker.start()
    except WorkFailed as error:
        log.error("a worker can't be started", why=str(error))


def processes(config: Config, metrics: Metrics | None = None, nursery: Nursery | None = None) -> Workers:
    """The workers of a real room: ``config.workers`` processes for computers' moves, and those of the other lanes."""
    files = [str(Path(file).resolve()) for file in config.games]
    count = {each: lane.workers for each, lane in LANES.items()}
    count["move"] = config.workers or min(4, max(2, os.cpu_count() or 2))
    if not config.analysis:
        count["analysis"] = count["position"] = 0
    lanes = {
        name: [ProcessWorker(files, lane.nice, nursery) for _ in range(count[name])] for name, lane in LANES.items()
    }
    return Workers(lanes, metrics)


# --- beside the loop


async def in_thread(work: Callable[[], Result]) -> Result:
    """Do something in a thread that holds nobody back when the room ends: a game is made so for the room itself.

    A worker has made it before, so it is known to come to an end.
    """
    loop = asyncio.get_running_loop()
    future: asyncio.Future[Result] = loop.create_future()

    def tell(done: Callable[[], None]) -> None:
        with suppress(RuntimeError):  # the loop is closed
            loop.call_soon_threadsafe(lambda: None if future.done() else done())

    def run() -> None:
        try:
            result = work()
        except BaseException as error:  # noqa: BLE001 - games are anybody's code
            failed = error if isinstance(error, Exception) else WorkFailed(type(error).__name__)
            tell(lambda: future.set_exception(failed))
        else:
            tell(lambda: future.set_result(result))

    Thread(target=run, name="maker", daemon=True).start()
    return await future
