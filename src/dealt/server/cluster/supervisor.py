"""Several processes of a room on one port: starts them, starts anew those that end, and hands signals on.

They share one listening socket, so whoever has time takes the next connection, and one that hangs takes none. Each is a
program of its own, which reads the settings and the software anew when it starts: SIGHUP is a rolling upgrade. A new
process takes connections before the old one of its slot hands its tables over and ends.

A process and its supervisor are joined by a socket: the process says that it is ready and then that it lives; when the
supervisor is gone, it ends too.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import socket
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import structlog

from dealt.server.base.background import attended, unattended

VARIABLE: Final = "DEALT_SUPERVISED"
"""The variable of the environment by which a process knows its supervisor, and its settings without showing them."""
READY: Final = b"r"
LIVES: Final = b"."
LIVES_EVERY: Final = 2.0
HANGS_AFTER: Final = 30.0
"""Seconds without a sign of life after which a process is killed."""
OPENS_WITHIN: Final = 90.0
"""Seconds within which a process has to be ready."""
ENDS_WITHIN: Final = 45.0
"""Seconds that a process may take to hand its tables over and end."""
SHORTEST_PAUSE: Final = 0.5
LONGEST_PAUSE: Final = 30.0
STEADY_AFTER: Final = 60.0
"""Seconds after which a process that ends is started at once again: it has not failed at the start."""

log = structlog.get_logger("dealt.supervisor")


@dataclass(frozen=True, slots=True)
class Supervised:
    """A process as its supervisor has started it."""

    slot: int
    """Its place among the processes of the supervisor, from 1."""
    of: int
    """The number of those places."""
    flags: dict[str, Any]
    """The settings that the supervisor was given."""
    sockets: list[socket.socket]
    line: socket.socket
    """Joins it to the supervisor."""

    async def live(self, stop: Callable[[], None]) -> None:
        """Say that the process takes connections, and then that it lives; ``stop`` when the supervisor is gone."""
        self.line.setblocking(False)
        loop = asyncio.get_running_loop()
        gone = attended(loop.sock_recv(self.line, 1))  # nothing is ever said to it
        sign = READY
        with contextlib.suppress(OSError):
            while not gone.done():
                await loop.sock_sendall(self.line, sign)
                sign = LIVES
                await asyncio.wait([gone], timeout=LIVES_EVERY)
        gone.cancel()
        stop()


def supervised() -> Supervised | None:
    """How this process was started by a supervisor; None if it wasn't."""
    written = os.environ.pop(VARIABLE, None)
    if written is None:
        return None
    given = json.loads(written)
    sockets = [socket.socket(fileno=number) for number in given["sockets"]]
    for each in sockets:
        each.setblocking(False)
    line = socket.socket(fileno=given["line"])
    return Supervised(given["slot"], given["of"], given["flags"], sockets, line)


@dataclass(slots=True, eq=False)
class _Child:
    slot: int
    process: asyncio.subprocess.Process
    line: socket.socket
    started: float
    ready: asyncio.Event = field(default_factory=asyncio.Event)
    watching: asyncio.Task[None] | None = None

    def send(self, what: signal.Signals) -> None:
        with contextlib.suppress(ProcessLookupError):
            self.process.send_signal(what)


class Supervisor:
    """Keeps a number of processes of a room open."""

    def __init__(self, count: int, flags: Mapping[str, Any], sockets: Sequence[socket.socket]):
        """``flags``: the settings as they were given, for each process to read."""
        self._count, self._flags, self._sockets = count, dict(flags), list(sockets)
        self._stopping = asyncio.Event()
        self._opened = asyncio.Event()
        """Was a process ever ready? If not, the settings are wrong, and none is started again."""
        self._failed = False
        self._children: set[_Child] = set()
        self._replaced: set[_Child] = set()
        """Processes that end because others have taken their slots."""
        self._rolling: asyncio.Task[None] | None = None

    async def run(self, on_ready: Callable[[], None]) -> int:
        """Keep the processes open until a signal ends it; the exit status. ``on_ready``: the first one is ready."""
        with self._signals():
            slots = [unattended(self._keep(1))]
            opened, stopping = (attended(each.wait()) for each in (self._opened, self._stopping))
            await asyncio.wait([opened, stopping], return_when=asyncio.FIRST_COMPLETED)
            if self._opened.is_set():
                on_ready()
                slots += [unattended(self._keep(slot)) for slot in range(2, self._count + 1)]
            await asyncio.wait([stopping])
            await self._end([*self._children])
            for each in (opened, self._rolling, *slots):
                if each:
                    each.cancel()
            await asyncio.wait(slots)
        return int(self._failed)

    # --- one slot

    async def _keep(self, slot: int) -> None:
        """Start a process, and another one whenever it ends."""
        pause = 0.0
        while not self._stopping.is_set():
            child = await self._last_of(await self._start(slot))
            if self._stopping.is_set():
                return
            if not self._opened.is_set():
                self._failed = True  # the process has said why
                self._stopping.set()
                return
            status, lived = child.process.returncode, self._now() - child.started
            steady = status == 0 or lived > STEADY_AFTER
            pause = 0.0 if steady else min(LONGEST_PAUSE, max(SHORTEST_PAUSE, 2 * pause))
            log.warning("a process has ended and is started again", slot=slot, status=status, after=pause)
            await asyncio.sleep(pause)

    async def _last_of(self, child: _Child) -> _Child:
        """Wait until a slot has no process: those that were replaced end while others are there already."""
        while True:
            await child.process.wait()
            self._forget(child)
            if child not in self._replaced:
                return child
            self._replaced.discard(child)
            child = next(each for each in self._children if each.slot == child.slot and each not in self._replaced)

    async def _start(self, slot: int) -> _Child:
        ours, theirs = socket.socketpair()
        numbers = [each.fileno() for each in self._sockets]
        inherited = {name: value for name, value in os.environ.items() if name != "NOTIFY_SOCKET"}
        given = {"slot": slot, "of": self._count, "flags": self._flags, "sockets": numbers, "line": theirs.fileno()}
        try:
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "dealt.server.run"),
                env={**inherited, VARIABLE: json.dumps(given)},
                pass_fds=[*numbers, theirs.fileno()],
                stdin=asyncio.subprocess.DEVNULL,
                start_new_session=True,  # Ctrl-C is for the supervisor, which hands it on
            )
        finally:
            theirs.close()
        ours.setblocking(False)
        child = _Child(slot, process, ours, self._now())
        self._children.add(child)
        child.watching = unattended(self._watch(child))
        log.info("a process was started", slot=slot, pid=process.pid)
        return child

    async def _watch(self, child: _Child) -> None:
        """Hear the signs of life of a process, and kill it when there are none any more."""
        loop = asyncio.get_running_loop()
        with contextlib.suppress(OSError):
            while True:
                within = HANGS_AFTER if child.ready.is_set() else OPENS_WITHIN
                try:
                    async with asyncio.timeout(within):
                        heard = await loop.sock_recv(child.line, 64)
                except TimeoutError:
                    log.error("a process hangs and is killed", slot=child.slot, pid=child.process.pid)
                    child.send(signal.SIGKILL)
                    return
                if not heard:
                    return
                child.ready.set()
                self._opened.set()

    def _forget(self, child: _Child) -> None:
        self._children.discard(child)
        if child.watching:
            child.watching.cancel()
        child.line.close()

    def _now(self) -> float:
        return asyncio.get_running_loop().time()

    # --- ending, and replacing

    async def _end(self, some: Sequence[_Child]) -> None:
        """Let processes end in good order, all at once; those that take too long are killed."""
        for each in some:
            each.send(signal.SIGTERM)
        ends = [attended(each.process.wait()) for each in some]
        if not ends:
            return
        _, late = await asyncio.wait(ends, timeout=ENDS_WITHIN)
        if late:
            log.error("processes took too long to end and are killed", count=len(late))
            self._failed = True
            for each in some:
                if each.process.returncode is None:
                    each.send(signal.SIGKILL)
            await asyncio.wait(late)

    async def _roll(self) -> None:
        """Replace all processes, one after another, each by one that reads settings and software anew."""
        for slot in range(1, self._count + 1):
            old = next((each for each in self._children if each.slot == slot), None)
            if old is None:
                continue  # it starts again by itself
            new = await self._start(slot)
            ready = attended(new.ready.wait())
            ended = attended(new.process.wait())
            await asyncio.wait([ready, ended], timeout=OPENS_WITHIN, return_when=asyncio.FIRST_COMPLETED)
            for each in (ready, ended):
                each.cancel()
            if not new.ready.is_set():
                log.error("the new process does not open: the old ones stay", slot=slot)
                new.send(signal.SIGKILL)
                await new.process.wait()
                self._forget(new)
                return
            if old.process.returncode is not None:
                old = new  # it has ended meanwhile, and another one was started
            self._replaced.add(old)
            await self._end([old])
            if old is new:
                self._forget(new)
            log.info("a process was replaced", slot=slot)
        log.info("all processes were replaced")

    @contextlib.contextmanager
    def _signals(self) -> Iterator[None]:
        """SIGTERM and Ctrl-C end all processes in good order, a second one at once; SIGHUP replaces them."""
        loop = asyncio.get_running_loop()

        def stop() -> None:
            if self._stopping.is_set():
                for each in self._children:
                    each.send(signal.SIGKILL)
            else:
                log.info("the room closes")
            self._stopping.set()

        def roll() -> None:
            if self._rolling is None or self._rolling.done():
                log.info("all processes are replaced, one after another")
                self._rolling = unattended(self._roll())

        for each, act in ((signal.SIGTERM, stop), (signal.SIGINT, stop), (signal.SIGHUP, roll)):
            loop.add_signal_handler(each, act)
        try:
            yield
        finally:
            for each in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
                loop.remove_signal_handler(each)
