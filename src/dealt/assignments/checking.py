"""Running a tester over somebody's file: the steps here, the classes in a process of their own that only answers.

That process may hang, print, exit or eat memory, and say what it likes: here its answers are compared, and nothing of
the file is ever run. It is no prison: the file runs with the rights of whoever checks it. Read a stranger's file
before you check it.
"""

from __future__ import annotations

import json
import os
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any, Final

from dealt.assignments import Assignment
from dealt.assignments.answers import Answer, Failure, Request
from dealt.assignments.steps import LIMIT, Lost, Outcome, lost_at, run_steps

__all__ = ["Classes", "Unreadable", "check", "classes_of"]

STARTING: Final = 30.0
"""How many seconds Python and our part of the process may take to start."""
GRACE: Final = 2.0
"""The seconds after its time limit at which what can't be interrupted is killed."""
LONGEST: Final = 1 << 21
"""How many bytes an answer may have."""


class Unreadable(Exception):  # noqa: N818 - the message is for people
    """The file can't be imported, or has none of the assignment's classes."""


def check(assignment: Assignment, file: Path | None = None, limit: float | None = None) -> Iterator[Outcome]:
    """Run the steps of an assignment for the classes in ``file``, by default ours; yields outcomes as they come.

    A step that ends or hangs its process is wrong, and the next one begins in a new process. Unreadable is raised
    before the first outcome, if at all. ``limit`` stands for the time of every step and of the import, in seconds.
    """
    with classes_of(assignment, file, limit or LIMIT) as classes:
        yield from run_steps(assignment.tests(), classes, limit=limit)


@contextmanager
def classes_of(assignment: Assignment, file: Path | None, seconds: float) -> Iterator[Classes]:
    """The classes in a file, imported in a process that ends with the context. Unreadable if they can't be."""
    if file is not None and not file.is_file():
        raise Unreadable(f"{file} can't be read: {'it is a folder' if file.is_dir() else 'there is no such file'}")
    classes = Classes(assignment, file, seconds)
    try:
        classes.start()
        yield classes
    finally:
        classes.end()


class Classes:
    """Classes in a process of their own. Where it is lost, the next request starts another, with nothing made yet."""

    def __init__(self, assignment: Assignment, file: Path | None, seconds: float) -> None:
        self._assignment, self._file, self._seconds = assignment, file and file.resolve(), seconds
        self._process: subprocess.Popen[bytes] | None = None
        self._heard: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._asked: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._threads: list[threading.Thread] = []
        self.classes: Collection[str] = ()

    def start(self) -> None:
        """Begin a process and import the file there; Unreadable if that fails."""
        file = str(self._file or "")
        self._process = process = subprocess.Popen(  # noqa: S603 - -P keeps files of this folder out of its imports
            [sys.executable, "-P", "-m", "dealt.assignments.student", self._assignment.name, file, str(self._seconds)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,  # Ctrl-C is ours; what the file starts is ended with it
        )
        self._heard, self._asked = queue.SimpleQueue(), queue.SimpleQueue()
        self._threads = [
            threading.Thread(target=_listen, args=(process.stdout, self._heard), daemon=True),
            threading.Thread(target=_talk, args=(process.stdin, self._asked), daemon=True),
        ]
        for each in self._threads:
            each.start()
        name = self._file.name if self._file else "our own file"
        try:
            self._next(STARTING)
            told = self._next(self._seconds + GRACE)
        except Lost as lost:
            raise Unreadable(lost_at(name, lost.how, self._seconds)) from None
        if "unread" in told:
            self.end()
            raise Unreadable(str(told["unread"]))
        self.classes = {each for each in self._assignment.classes if each in told.get("classes", ())}

    def ask(self, request: Request) -> Answer:
        """What comes of a request. Lost if the process gives no answer, after which it is ended."""
        if self._process is None:
            self.start()
        self._asked.put(f"{json.dumps(request)}\n".encode())
        told = self._next(request.get("seconds", LIMIT) + GRACE)
        try:
            failed = told["failure"]
            failure = None if failed is None else Failure(str(failed["kind"]), str(failed["came"]), (*failed["trace"],))
            return Answer(list(told["values"]), failure, str(told["printed"]))
        except (KeyError, TypeError):
            self.end()
            raise Lost("answered what nobody asked") from None

    def end(self) -> None:
        """End the process, if there is one."""
        if self._process is not None:
            self._asked.put(b"")
            _kill(self._process)
            self._process = None
            for each in self._threads:
                each.join(GRACE)  # they close what they hold

    def _next(self, seconds: float) -> dict[str, Any]:
        try:
            line = self._heard.get(timeout=seconds)
        except queue.Empty:
            self.end()
            raise Lost("") from None
        try:
            told = json.loads(line) if line.endswith(b"\n") else None
        except (ValueError, RecursionError):
            told = None
        if isinstance(told, dict):
            return told
        how = "answered what nobody asked" if line or self._process is None else _ended(self._process)
        self.end()
        raise Lost(how)


def _listen(out: IO[bytes], heard: queue.SimpleQueue[bytes]) -> None:
    """Pass lines on as they come, none longer than is looked at, and an empty one at the end."""
    with out:
        while line := out.readline(LONGEST):
            heard.put(line)
            if not line.endswith(b"\n"):
                break
    heard.put(b"")


def _talk(into: IO[bytes], asked: queue.SimpleQueue[bytes]) -> None:
    """Write requests until one is empty; a process that doesn't read keeps nobody but this thread."""
    with suppress(OSError), into:  # it has ended
        while line := asked.get():
            into.write(line)
            into.flush()


def _ended(process: subprocess.Popen[bytes]) -> str:
    try:
        status = process.wait(GRACE)
    except subprocess.TimeoutExpired:
        return "closed what it answers by"
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
