"""An event loop under virtual time, on which several processes live that can be killed and frozen.

Nothing waits: when nothing is ready, the clock jumps to the next timer. Whatever a process starts carries the process
in its context, so that all its tasks can vanish at once, as by SIGKILL, or stand still, as by SIGSTOP.
"""

from __future__ import annotations

import asyncio
import contextvars
import heapq
from collections.abc import Callable, Coroutine
from itertools import count
from typing import Any

import msgspec

__all__ = ["OUTSIDE", "Loop", "Machine", "Stuck", "here"]

MOST_TURNS = 20_000
"""The most turns of the loop that may take no time to speak of."""
OUTSIDE = contextvars.Context()
"""The context of what belongs to no process: people, networks, servers."""
_machine: contextvars.ContextVar[Machine | None] = contextvars.ContextVar("machine", default=None)


class Stuck(Exception):  # noqa: N818 - it says what it is
    """Nothing is ready and no timer runs, or whatever runs takes no time: nothing else will ever happen."""


class Machine:
    """What one process runs on."""

    def __init__(self, name: str):
        self.name = name
        self.number = 0
        """What the others call it, once it has a lease."""
        self.dead = self.frozen = False
        self.held: list[Handle] = []
        """What became ready while it stood still, or was dead."""
        self.context = contextvars.Context()
        self.context.run(_machine.set, self)

    def __repr__(self) -> str:
        return self.name


def here() -> Machine | None:
    """The process that runs now; None: something outside."""
    return _machine.get()


class Handle(msgspec.Struct):
    """Something that is called when its turn comes, as :class:`asyncio.TimerHandle` with less on its mind."""

    act: Callable[..., Any]
    args: tuple[Any, ...]
    context: contextvars.Context
    at: float = 0.0
    off: bool = False

    def cancel(self) -> None:
        self.off = True

    def cancelled(self) -> bool:
        return self.off

    def when(self) -> float:
        return self.at


class Loop(asyncio.BaseEventLoop):
    """Virtual time, one thread, no sockets. What would go to a thread is done at once."""

    def __init__(self) -> None:
        super().__init__()
        self._virtual = 1000.0
        self._mark, self._turns = 0.0, 0
        self._timers: list[tuple[float, int, Handle]] = []
        self._count = count()
        self._machines: set[Machine] = set()
        self._kept: list[asyncio.Task[Any]] = []
        """All tasks: if those of killed processes were collected, their clean-up would run."""
        self.set_task_factory(_task)

    def time(self) -> float:
        return self._virtual

    def _write_to_self(self) -> None:
        """Nobody sleeps."""

    def run_in_executor(self, executor: Any, func: Callable[..., Any], *args: Any) -> asyncio.Future[Any]:  # type: ignore[override]
        done = self.create_future()
        try:
            done.set_result(func(*args))
        except Exception as error:  # noqa: BLE001 - whoever waits gets it
            done.set_exception(error)
        return done

    def call_soon(self, callback: Any, *args: Any, context: contextvars.Context | None = None) -> Any:
        handle = Handle(callback, args, contextvars.copy_context() if context is None else context)
        self._ready.append(handle)  # type: ignore[attr-defined]
        return handle

    def call_later(self, delay: float, callback: Any, *args: Any, context: contextvars.Context | None = None) -> Any:
        return self.call_at(self._virtual + delay, callback, *args, context=context)

    def call_at(self, when: float, callback: Any, *args: Any, context: contextvars.Context | None = None) -> Any:
        timer = Handle(callback, args, contextvars.copy_context() if context is None else context, when)
        heapq.heappush(self._timers, (when, next(self._count), timer))
        return timer

    def pause(self, seconds: float) -> asyncio.Future[None]:
        """What is done after some time: ``asyncio.sleep``, whose timer goes on if nobody waits any more."""
        done = self.create_future()
        self.call_at(self._virtual + seconds, _finish, done)
        return done

    def _run_once(self) -> None:
        """Run until it is stopped, rather than once."""
        ready, timers = self._ready, self._timers  # type: ignore[attr-defined]
        while not self._stopping:  # type: ignore[attr-defined]
            while timers and timers[0][2].off:
                heapq.heappop(timers)
            if not ready:
                if not timers:
                    raise Stuck("nothing is left to do")
                self._virtual = max(self._virtual, timers[0][0])
                if self._virtual > self._mark + 0.01:
                    self._mark, self._turns = self._virtual, 0
            self._turns += 1
            if self._turns > MOST_TURNS:
                raise Stuck(f"in circles at {self._virtual - 1000:.3f} s: {[each.act for each in ready][:3]}")
            while timers and timers[0][0] <= self._virtual:
                ready.append(heapq.heappop(timers)[2])
            for _ in range(len(ready)):
                handle = ready.popleft()
                if handle.off:
                    continue
                context = handle.context
                machine = context.get(_machine)
                if machine is not None and (machine.dead or machine.frozen):
                    machine.held.append(handle)
                    continue
                try:
                    context.run(handle.act, *handle.args)
                except Exception as error:  # noqa: BLE001 - as asyncio does it
                    self._failed(handle, error)

    def _failed(self, handle: Handle, error: Exception) -> None:
        self.call_exception_handler({"message": f"{handle.act} failed", "exception": error})

    # --- processes

    def on(self, machine: Machine, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Start work in a process."""
        self._machines.add(machine)
        return self.create_task(work, context=machine.context)

    def outside(self, delay: float, act: Callable[..., Any], *args: Any) -> None:
        """Do something later that belongs to no process, whoever asks for it."""
        self.call_at(self._virtual + delay, act, *args, context=OUTSIDE)

    def kill(self, machine: Machine) -> None:
        """All its tasks stand still for ever."""
        machine.dead = True

    def thaw(self, machine: Machine) -> None:
        """It goes on where it stood still; what came meanwhile comes at once."""
        machine.frozen = False
        held, machine.held = machine.held, []
        self._ready.extend(held)  # type: ignore[attr-defined]

    def end(self) -> None:
        """Cancel all tasks, those of killed processes too, until none is left; after that nothing happens any more.

        Left to the collector they would clean up when there is no loop any more.
        """
        for machine in self._machines:
            machine.dead = machine.frozen = False
            self._ready.extend(machine.held)  # type: ignore[attr-defined]
        asyncio._set_running_loop(self)
        try:
            while some := [task for task in self._kept if not task.done()]:
                for task in some:
                    task.cancel()
                while self._ready:  # type: ignore[attr-defined]
                    handle = self._ready.popleft()  # type: ignore[attr-defined]
                    if not handle.off:
                        try:
                            handle.context.run(handle.act, *handle.args)
                        except Exception as error:  # noqa: BLE001 - as asyncio does it
                            self._failed(handle, error)
        finally:
            asyncio._set_running_loop(None)
        self._timers.clear()
        self._kept.clear()
        self.close()


def _finish(done: asyncio.Future[None]) -> None:
    if not done.done():
        done.set_result(None)


def _task(loop: Any, work: Any, **more: Any) -> asyncio.Task[Any]:
    task = asyncio.Task(work, loop=loop, **more)
    loop._kept.append(task)
    task._log_destroy_pending = False  # type: ignore[attr-defined] # those of killed processes never end
    return task
