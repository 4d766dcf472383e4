"""Deals of an arena on a cluster: :class:`Ray` sends them to the workers of Ray, on this machine or on many."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import Any, Final

from dealt.arena.play import ArenaError, Play, Task, deal
from dealt.arena.processes import batches
from dealt.arena.result import Played

IN_FLIGHT: Final = 4
"""The number of batches that wait or are played for each processor of the cluster."""


class Ray:
    """An engine of a Ray cluster: the one at ``address``, else one of this machine with ``jobs`` workers.

    What a lost worker was playing is played again by another. Games and computers of files are sent along; a computer
    that is named FILE.py:CLASS is read there, so the file must lie at the same place on each machine.
    ArenaError if there is no cluster at the address, ImportError without ray (the extra ``ray``).
    """

    def __init__(self, address: str | None = None, jobs: int | None = None) -> None:
        self.address, self.jobs = address, jobs

    @contextmanager
    def __call__(self, task: Task, /) -> Iterator[Play]:
        some, sent = self.remote(_some), self.sent(task, task.game, *task.makers)
        ray = self.begun()
        width = int(ray.cluster_resources().get("CPU", 1))

        def play(numbers: Sequence[int]) -> Iterator[list[tuple[int, Played]]]:
            todo = iter(batches(numbers, width))
            waiting = [some.remote(sent, each) for each in islice(todo, IN_FLIGHT * width)]
            while waiting:
                (done, *_), waiting = ray.wait(waiting)
                found = self.found(done)
                waiting += [some.remote(sent, each) for each in islice(todo, 1)]
                yield found

        yield play

    def remote(self, function: Callable[..., Any]) -> Any:
        """The function, for the workers: each call is on one processor, and made again if its worker is lost."""
        return self.begun().remote(num_cpus=1, max_retries=-1)(function)

    def sent(self, task: Any, *parts: Any) -> Any:
        """Send to the workers what many calls need. They need no file of those ``parts`` of it that were made here."""
        ray = self.begun()
        for each in parts:
            module = sys.modules.get(getattr(each, "__module__", type(each).__module__))
            if module is not None and module.__name__.partition(".")[0] != "dealt":
                ray.cloudpickle.register_pickle_by_value(module)
        return ray.put(task)

    def found(self, call: Any) -> Any:
        """Wait for the result of a call; ArenaError if it failed, or if the cluster is gone."""
        ray = _ray()
        try:
            return ray.get(call)
        except ray.exceptions.RayTaskError as error:
            raise ArenaError(str(getattr(error, "cause", None) or error)) from None
        except ray.exceptions.RayError as error:
            raise ArenaError(f"the cluster is gone: {str(error).partition(chr(10))[0]}") from None

    def begun(self) -> Any:
        """Ray, connected to its cluster."""
        ray = _ray()
        if not ray.is_initialized():
            self._begin(ray)
        return ray

    def _begin(self, ray: Any) -> None:
        local = {} if self.address else {"num_cpus": self.jobs, "include_dashboard": False}
        try:
            ray.init(self.address or "local", log_to_driver=False, logging_level="ERROR", **local)
        except ConnectionError as error:
            raise ArenaError(f"no Ray cluster answers at {self.address}: start one by `ray start --head`") from error


def _ray() -> Any:
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nothing is told to anybody unless somebody wants it
    try:
        import ray
    except ImportError:
        raise ImportError("deals go to a cluster by Ray: install dealt[ray]") from None
    return ray


def _some(task: Task, numbers: Sequence[int]) -> list[tuple[int, Played]]:
    return [(number, deal(task, number)) for number in numbers]
