"""The worker processes of a room: computers think there, and whatever people ask is worked out there.

Each worker has one thread and one request at a time, with a deadline. One that is late, or whose process ends, is
killed and started again; nobody waits for it but who asked. Computers' moves and people's questions have workers of
their own, so that no question keeps a computer from its move.
"""

from __future__ import annotations

import asyncio
import atexit
import contextlib
import multiprocessing.util
import os
import pickle
import socket
import time
import weakref
from collections.abc import Callable, Hashable, Sequence
from contextlib import suppress
from functools import partial
from multiprocessing.context import BaseContext
from multiprocessing.process import BaseProcess
from pathlib import Path
from threading import Lock, Thread
from typing import Any, Final, Protocol, TypeVar
from weakref import WeakValueDictionary

import structlog

from dealt.game import Action, View
from dealt.server import work
from dealt.server.config import Config
from dealt.server.metrics import Metrics
from dealt.server.nursery import Nursery
from dealt.server.work import HEAD, PARTS, PROGRESS, GameKey, WorkFailed

__all__ = ["Late", "ProcessWorker", "Worker", "WorkerDied", "Workers", "in_thread", "processes"]

THINKING: Final = 10.0
"""The longest that a computer may think about one action, in seconds. What it waits for a worker doesn't count."""
ANSWERING: Final = 10.0
"""The longest that an answer to people may take, in seconds; they wait for a worker as long again at most."""
JUDGING: Final = 60.0
"""The longest that judging a position may take, in seconds: the first time a compiler may have to do its work."""
JUDGED: Final = 8
"""The number of positions that are judged or wait for it at most."""
MAKING: Final = 60.0
"""The longest that a game may take to be made for the first time, in seconds."""
STARTING: Final = 60.0
"""The longest that a worker may take to start, in seconds."""
DISTRUST: Final = 60.0
"""After work of some kind was late or ended its worker, only one worker at a time does work of such kinds: seconds."""
MOST_PROVEN: Final = 2000
ASKED: Final = 2
"""The number of workers for what people ask."""
MOST_MEMORY: Final = 4 << 30
LEAST_MEMORY: Final = 1 << 30
"""Bounds of a worker's address space in bytes; half of the machine's memory lies between them."""
NICE_THINKING: Final = 3
NICE_ASKED: Final = 6
NICE_ANALYSING: Final = 9
"""The room goes first, then computers' moves, then what people ask, then analyses of deals."""

Result = TypeVar("Result")
Tell = Callable[[int, int], None]
"""Hears how many parts of some work are done, and how many there are."""
log = structlog.get_logger("dealt.workers")


class Late(WorkFailed):
    """The work was not done at its deadline."""


class WorkerDied(WorkFailed):
    """The worker's process ended before it had answered."""


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


# --- processes


class _Process(Protocol):
    """What a worker needs to know of its process."""

    @property
    def pid(self) -> int | None:
        """Its number."""

    def kill(self) -> None:
        """End it at once."""

    def join(self, timeout: float | None = None) -> None:
        """Wait until it has ended."""


_starting = Lock()
_started_ones: weakref.WeakSet[BaseProcess] = weakref.WeakSet()


def _context() -> BaseContext:
    """New processes come from one that has the games ready, where the system can fork; else they begin from nothing."""
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["dealt.server.ready"])
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
        self._process: _Process | None = None
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None
        self._beginning = asyncio.Lock()
        self._closed = False

    @property
    def pid(self) -> int | None:
        """The number of its process, None if it has none now."""
        return self._process.pid if self._process else None

    async def start(self) -> None:
        async with self._beginning:  # the room starts it in the background, and somebody may ask meanwhile
            if self._process is None and not self._closed:
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
                self._process = self._nursery.start(theirs, _memory(), self._nice)
            else:
                arguments = (theirs, self._files, _memory(), self._nice)
                process = _context().Process(target=work.serve, args=arguments, daemon=True)  # type: ignore[attr-defined]
                self._process = process
                process.start()
                _started_ones.add(process)

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
        self._reader = self._writer = None
        self._end_process()

    def _end_process(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            _kill(process)

    def close(self) -> None:
        self._closed = True
        self._end()


def _kill(process: _Process) -> None:
    with suppress(ValueError, OSError, AttributeError, AssertionError):  # never started, or gone already
        process.kill()
        process.join(1)


@atexit.register  # after multiprocessing's own, so it comes before: that one waits for processes that ignore SIGTERM
def _kill_all() -> None:
    for each in list(_started_ones):
        _kill(each)


# --- all of them


class _Pool:
    """Workers that do the same kinds of work, the last used first.

    A kind of work has one worker at a time until it was done once. Those kinds that failed share one worker: what hangs
    can't take all of them.
    """

    def __init__(self, workers: Sequence[Worker], metrics: Metrics, name: str):
        self.workers = workers
        self._idle: asyncio.LifoQueue[Worker] = asyncio.LifoQueue()
        for each in reversed(workers):
            self._idle.put_nowait(each)
        self._proven: set[Hashable] = set()
        self._new: WeakValueDictionary[Hashable, asyncio.Lock] = WeakValueDictionary()
        self._distrusted: dict[Hashable, float] = {}
        self._one = asyncio.Lock()
        self._metrics = metrics
        self._waiting = metrics.work_waiting.labels(name)

    async def carry_out(self, request: bytes, kind: Hashable, limit: float, tell: Tell | None = None) -> bytes:
        """The reply of the next free worker; Late or WorkerDied."""
        self._waiting.inc()
        try:
            async with self._turn(kind):
                worker = await self._idle.get()
                self._waiting.dec()
                try:
                    reply = await worker.carry_out(request, limit, tell)
                    self._proven.add(kind)
                    return reply
                except (Late, WorkerDied) as error:
                    self._distrusted[kind] = time.monotonic()
                    self._proven.discard(kind)
                    self._metrics.worker_restarts.labels("late" if isinstance(error, Late) else "died").inc()
                    raise
                finally:
                    self._waiting.inc()
                    self._idle.put_nowait(worker)
        finally:
            self._waiting.dec()

    def _turn(self, kind: Hashable) -> contextlib.AbstractAsyncContextManager[Any]:
        """What work of a kind must hold while it has a worker."""
        if time.monotonic() - self._distrusted.get(kind, -DISTRUST) < DISTRUST:
            return self._one
        self._distrusted.pop(kind, None)
        if len(self._proven) > MOST_PROVEN:
            self._proven.clear()
        return contextlib.nullcontext() if kind in self._proven else self._new.setdefault(kind, asyncio.Lock())


class Workers:
    """All workers of a room."""

    def __init__(
        self,
        thinkers: Sequence[Worker],
        askers: Sequence[Worker],
        metrics: Metrics | None = None,
        analysts: Sequence[Worker] = (),
    ):
        """The first of ``analysts`` analyses deals that are over, the second judges single positions, without hurry."""
        self.metrics = metrics or Metrics()
        self._thinkers = _Pool(thinkers, self.metrics, "move")
        self._askers = _Pool(askers, self.metrics, "question")
        self._analysts = _Pool(analysts[:1], self.metrics, "analysis")
        self._judges = _Pool(analysts[1:], self.metrics, "position")
        self._under_way: dict[bytes, asyncio.Task[Any]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._judging: set[asyncio.Task[Any]] = set()
        self.closed = False

    @property
    def all(self) -> Sequence[Worker]:
        """Every worker, those for computers' moves first."""
        return (*self._thinkers.workers, *self._askers.workers, *self._analysts.workers, *self._judges.workers)

    def start(self) -> None:
        """Start them all, in the background; nobody needs to wait for it. Analysts begin when first asked."""
        for each in (*self._thinkers.workers, *self._askers.workers):
            self._spawn(_started(each))

    async def think(self, key: GameKey, computer: str, seen: View, seed: float) -> Action:
        """What a computer chooses in a view: it gets nothing else. WorkFailed if it is too late or fails."""
        request, started = _request(work.choose, key, computer, seen, seed), time.perf_counter()
        reply = await self._shielded(self._carried_out(self._thinkers, request, (key, computer), THINKING))
        self.metrics.thinking.observe(time.perf_counter() - started)
        return _result(reply)  # type: ignore[no-any-return]

    async def ask(self, what: Callable[..., Result], *arguments: Any, within: float | None = None) -> Result:
        """What a function of :mod:`dealt.server.work` returns for these arguments, or the OptionError that it raises.

        Equal questions that are asked at once are worked out once. WorkFailed if it takes too long or fails. If its
        worker dies, which may be nobody's fault, another one tries once more.
        """
        request = _request(what, *arguments)
        task = self._under_way.get(request)
        if task is None:
            task = self._under_way[request] = self._spawn(self._answer(request, what.__name__, arguments, within))
            task.add_done_callback(lambda _: self._under_way.pop(request, None))
        return await asyncio.shield(task)

    async def analyse(
        self, what: Callable[..., Result], key: GameKey, *arguments: Any, within: float, tell: Tell
    ) -> Result:
        """What a function of :mod:`dealt.server.reviews` returns that takes long; ``tell`` hears how far it is.

        WorkFailed if it takes too long or fails. If who waits is cancelled, the work ends at once.
        """
        request = _request(what, key, *arguments)
        reply = await self._carried_out(self._analysts, request, (what.__name__, key), within, tell)
        return _result(reply)  # type: ignore[no-any-return]

    async def judge(self, what: Callable[..., Result], key: GameKey, *arguments: Any, most: int = JUDGED) -> Result:
        """What a function of :mod:`dealt.server.reviews` says of a single position.

        WorkFailed if it takes too long or fails, or if ``most`` such questions are under way already.
        """
        if not self._judges.workers or len(self._judging) >= most:
            raise WorkFailed("other positions come first")
        request = _request(what, key, *arguments)
        task = self._spawn(self._carried_out(self._judges, request, (what.__name__, key), JUDGING))
        self._judging.add(task)
        task.add_done_callback(self._judging.discard)
        return _result(await asyncio.shield(task))  # type: ignore[no-any-return]

    async def _answer(self, request: bytes, name: str, arguments: Sequence[Any], within: float | None) -> Any:
        limit = ANSWERING if within is None else within
        try:
            async with asyncio.timeout(2 * limit):
                return _result(await self._carried_out(self._askers, request, (name, arguments[0]), limit))
        except TimeoutError:
            raise Late(f"no worker was free in {limit:g} s") from None

    async def _carried_out(
        self, pool: _Pool, request: bytes, kind: Hashable, limit: float, tell: Tell | None = None
    ) -> bytes:
        """The reply. If the worker dies, which may be nobody's fault, another one tries once more."""
        try:
            return await pool.carry_out(request, kind, limit, tell)
        except WorkerDied:
            if self.closed:
                raise
        return await pool.carry_out(request, kind, limit, tell)

    async def _shielded(self, answering: Any) -> bytes:
        """Wait for a worker: if who waits is cancelled, the worker goes on to the end of its thought."""
        return await asyncio.shield(self._spawn(answering))

    def _spawn(self, doing: Any) -> asyncio.Task[Any]:
        task: asyncio.Task[Any] = asyncio.create_task(doing)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()

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
    """The workers of a real room: ``config.workers`` processes for computers' moves, two for what people ask, and two
    that analyse deals and judge positions.
    """
    files = [str(Path(file).resolve()) for file in config.games]
    count = config.workers or min(4, max(2, os.cpu_count() or 2))
    thinkers = [ProcessWorker(files, NICE_THINKING, nursery) for _ in range(count)]
    askers = [ProcessWorker(files, NICE_ASKED, nursery) for _ in range(ASKED)]
    analysts = [ProcessWorker(files, NICE_ANALYSING, nursery) for _ in range(2 if config.analysis else 0)]
    return Workers(thinkers, askers, metrics, analysts)


def _request(what: Callable[..., Any], *arguments: Any) -> bytes:
    return pickle.dumps((what, arguments), pickle.HIGHEST_PROTOCOL)


def _result(reply: bytes) -> Any:
    done, result = pickle.loads(reply)  # noqa: S301 - it comes from our own process
    if not done:
        raise result
    return result


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
