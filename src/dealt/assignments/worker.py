"""The process in which somebody's classes run: it imports their file, runs the steps, and says how each ended.

``python -m dealt.assignments.worker JOB`` gets its job as JSON and writes messages, a line of JSON each.
"""

from __future__ import annotations

import importlib.util
import json
import os
import sys
from contextlib import redirect_stderr, redirect_stdout, suppress
from dataclasses import asdict, dataclass
from inspect import isclass
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from dealt.assignments import ASSIGNMENTS, Assignment
from dealt.assignments.steps import Outcome, run_steps
from dealt.assignments.student_errors import Printed, explained, traced

__all__ = ["Begun", "Job", "Loaded", "Message", "Unread", "heard", "load", "ordered", "written"]

MEMORY: Final = 1 << 30
"""The bytes that the process may ask for."""


@dataclass(frozen=True, slots=True)
class Job:
    """The order to a worker: assignment, file (None for ours), number of the first step, and the steps failed so far.

    ``limit`` stands for the time of every step, in seconds.
    """

    assignment: str
    file: str | None
    start: int
    failed: tuple[str, ...]
    limit: float | None = None


@dataclass(frozen=True, slots=True)
class Loaded:
    """The file is imported."""


@dataclass(frozen=True, slots=True)
class Unread:
    """The file can't be imported, or has none of the classes; ``why`` is a line for people."""

    why: str


@dataclass(frozen=True, slots=True)
class Begun:
    """A step begins."""

    number: int


Message = Loaded | Unread | Begun | Outcome
KINDS: Final[dict[str, type[Message]]] = {each.__name__: each for each in (Loaded, Unread, Begun, Outcome)}


def written(message: Message | Job) -> str:
    """A message, or a job, as a line of JSON."""
    return json.dumps({"kind": type(message).__name__, **asdict(message)})


def heard(line: bytes) -> Message:
    """The message that was written."""
    fields = _fields(line)
    return KINDS[fields.pop("kind")](**fields)


def ordered(line: str) -> Job:
    """The job that was written."""
    fields = _fields(line)
    del fields["kind"]
    return Job(**fields)


def _fields(line: str | bytes) -> dict[str, Any]:
    return {name: tuple(each) if isinstance(each, list) else each for name, each in json.loads(line).items()}


def load(assignment: Assignment, file: Path | None) -> dict[str, object]:
    """The classes of the assignment that a file defines, by name; ours without one. Whatever importing raises."""
    module = assignment.module() if file is None else _imported(file)
    found = {name: getattr(module, name) for name in assignment.classes if isclass(getattr(module, name, None))}
    if not found:
        raise LookupError(f"it has none of the classes {', '.join(assignment.classes)}")
    return found


def _imported(file: Path) -> ModuleType:
    """A file as a module; those beside it can be imported from it."""
    sys.path.insert(0, str(file.parent))
    name = f"{file.stem}_checked" if file.stem in sys.modules else file.stem  # random.py takes nobody's random away
    spec = importlib.util.spec_from_file_location(name, file)
    if spec is None or spec.loader is None:
        raise ImportError("it is no Python file: its name must end in .py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def _why(error: BaseException, file: Path) -> str:
    if isinstance(error, SyntaxError):
        return f"{file.name} can't be read: line {error.lineno}: {error.msg}"
    if isinstance(error, LookupError) and not traced(error, str(file.parent)):
        return f"{file.name} can't be checked: {error.args[0]}"
    at = traced(error, str(file.parent))
    return f"{file.name} can't be imported: {explained(error)}{f' ({at[-1]})' if at else ''}"


def _spare() -> None:
    """Take no more memory than a class could need."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return
    with suppress(ValueError, OSError):  # a system may refuse
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def main(job: Job) -> None:
    said = os.fdopen(os.dup(1), "wb", buffering=0)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)  # what the classes write past Python's own streams says nothing to us
    os.dup2(nowhere, 2)

    def say(message: Message) -> None:
        said.write(f"{written(message)}\n".encode())

    assignment = ASSIGNMENTS[job.assignment]
    steps = assignment.tests()
    file = None if job.file is None else Path(job.file)
    _spare()
    try:
        with redirect_stdout(Printed()), redirect_stderr(Printed()):
            classes = load(assignment, file)
    except BaseException as error:  # noqa: BLE001 - a file may raise anything
        say(Unread(_why(error, file or Path("our own file"))))
        os._exit(0)
    say(Loaded())
    own = str(Path(__file__).parent if file is None else file.parent)
    told = run_steps(
        steps,
        classes,
        start=job.start,
        failed=job.failed,
        limit=job.limit,
        own=own,
        begin=lambda number: say(Begun(number)),
    )
    for each in told:
        say(each)
    os._exit(0)  # threads of the student's don't keep us


if __name__ == "__main__":
    main(ordered(sys.argv[1]))
