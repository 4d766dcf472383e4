"""Running a tester over somebody's file in a process of its own, which may hang, print, exit or eat memory.

This is no prison: the file runs with the rights of whoever checks it. Read a stranger's file before you check it.
"""

from __future__ import annotations

import os
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import IO, Final

from dealt.assignments import Assignment, worker
from dealt.assignments.steps import FAILED, Outcome, Step
from dealt.assignments.worker import Begun, Job, Loaded, Unread

__all__ = ["Unreadable", "check"]

LOADING: Final = 30.0
"""How many seconds the file may take to be imported; Python itself and our cards start in that time, too."""
GRACE: Final = 2.0
"""The seconds after its time limit at which a step that can't be interrupted is killed."""


class Unreadable(Exception):  # noqa: N818 - the message is for people
    """The file can't be imported, or has none of the assignment's classes."""


def check(assignment: Assignment, file: Path | None = None, limit: float | None = None) -> Iterator[Outcome]:
    """Run the steps of an assignment for the classes in ``file``, by default ours; yields outcomes as they come.

    A step that ends or hangs its process is wrong, and the next one begins in a new process. Unreadable is raised
    before the first outcome, if at all. ``limit`` stands for the time of every step, in seconds.
    """
    if file is not None and not file.is_file():
        raise Unreadable(f"{file} can't be read: {'it is a folder' if file.is_dir() else 'there is no such file'}")
    steps, start, failed = assignment.tests(), 0, list[str]()
    while start < len(steps):
        job = Job(assignment.name, None if file is None else str(file.resolve()), start, tuple(failed), limit)
        for outcome in _one_process(job, steps):
            if outcome.state in FAILED:
                failed.append(steps[outcome.number].title)
            start = outcome.number + 1
            yield outcome


def _one_process(job: Job, steps: tuple[Step, ...]) -> Iterator[Outcome]:
    """What a process says until it is done or breaks off; the step that it breaks off in is wrong."""
    process = _started(job)
    heard: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(process.stdout, heard), daemon=True).start()
    running: int | None = None
    patience = LOADING
    try:
        while True:
            try:
                line = heard.get(timeout=patience)
            except queue.Empty:
                if running is None:
                    raise Unreadable(f"{_name(job)} took more than {LOADING:g} seconds to be imported") from None
                yield Outcome(running, "wrong", came=f"it took more than {_limit(job, steps[running]):g} seconds")
                return
            match worker.heard(line) if line else None:
                case Unread(why=why):
                    raise Unreadable(why)
                case Begun(number=number):
                    running, patience = number, _limit(job, steps[number]) + GRACE
                case Outcome() as outcome:
                    running, patience = None, LOADING
                    yield outcome
                    if outcome.number == len(steps) - 1:
                        return
                case Loaded():
                    patience = LOADING
                case _:
                    how = _ended(process)
                    if running is None:
                        raise Unreadable(f"{_name(job)} {how} while it was imported")
                    yield Outcome(running, "wrong", came=f"it {how}")
                    return
    finally:
        _kill(process)


def _started(job: Job) -> subprocess.Popen[bytes]:
    return subprocess.Popen(  # noqa: S603 - our own worker; -P keeps files of the current folder out of its imports
        [sys.executable, "-P", "-m", "dealt.assignments.worker", worker.written(job)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        start_new_session=True,  # Ctrl-C is ours; what the file starts is ended with it
    )


def _limit(job: Job, step: Step) -> float:
    return job.limit or step.seconds


def _name(job: Job) -> str:
    return "our own file" if job.file is None else Path(job.file).name


def _listen(out: IO[bytes] | None, heard: queue.SimpleQueue[bytes]) -> None:
    """Pass lines on as they come, and an empty one at the end."""
    with suppress(ValueError):  # it was closed under us: nobody listens any more
        for line in out or ():
            heard.put(line)
    heard.put(b"")


def _ended(process: subprocess.Popen[bytes]) -> str:
    status = process.wait(GRACE)
    if status >= 0:
        return f"ended the process, with status {status}"
    return f"broke the process down ({signal.Signals(-status).name})"


def _kill(process: subprocess.Popen[bytes]) -> None:
    try:
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    except ProcessLookupError:
        pass
    process.wait()
    if process.stdout is not None:
        process.stdout.close()
