"""Deals of an arena on the processors of this machine."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import sys
import warnings
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager

from dealt.arena.play import ArenaError, Play, Task, deal
from dealt.arena.result import Played

MOST_IN_A_BATCH = 16

_task: Task | None = None


class Processes:
    """An engine of so many processes, else one for each processor; a single one plays in the process that asks."""

    def __init__(self, jobs: int | None = None) -> None:
        self.jobs = jobs or os.cpu_count() or 1

    @contextmanager
    def __call__(self, task: Task, /) -> Iterator[Play]:
        if self.jobs == 1 or (context := _context(task)) is None:
            yield lambda numbers: ([(number, deal(task, number))] for number in numbers)
            return
        with ProcessPoolExecutor(self.jobs, mp_context=context, initializer=_begin, initargs=(task,)) as pool:

            def play(numbers: Sequence[int]) -> Iterator[list[tuple[int, Played]]]:
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore", DeprecationWarning)  # about forking with threads
                    found = pool.map(_some, batches(numbers, self.jobs))
                yield from found

            try:
                yield play
            except BrokenProcessPool as error:
                raise ArenaError(
                    "a process of the arena was ended from outside (out of memory?): try fewer --jobs"
                ) from error
            finally:
                pool.shutdown(wait=True, cancel_futures=True)


def batches(numbers: Sequence[int], jobs: int) -> list[Sequence[int]]:
    """The deals in parts that are worth sending to a process, several for each.

    >>> [len(each) for each in batches(range(20), 2)]
    [2, 2, 2, 2, 2, 2, 2, 2, 2, 2]
    """
    size = max(1, min(MOST_IN_A_BATCH, len(numbers) // (jobs * 4)))
    return [numbers[at : at + size] for at in range(0, len(numbers), size)]


def _begin(task: Task) -> None:
    global _task
    _task = task
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is handled by the parent process


def _some(numbers: Sequence[int]) -> list[tuple[int, Played]]:
    if _task is None:
        raise RuntimeError("this process was not told what to play")
    return [(number, deal(_task, number)) for number in numbers]


def _context(task: Task, platform: str = sys.platform) -> multiprocessing.context.BaseContext | None:
    """How to start worker processes; None if the task can't be sent to one, so that this process plays alone.

    On Linux a fork inherits everything, including games and players from files. Elsewhere the task must be picklable.
    """
    if platform == "linux":
        return multiprocessing.get_context("fork")
    try:
        pickle.dumps(task)
    except Exception:  # noqa: BLE001 - pickling may raise anything
        return None
    return multiprocessing.get_context("spawn")
