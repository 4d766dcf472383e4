"""The process in which a student's classes run: it imports their file, carries out requests, and says what came.

``python -m dealt.assignments.student NAME FILE SECONDS`` reads requests and writes answers, a line of JSON each. It
knows neither the steps of a tester nor what they expect, so that nothing it says is a verdict, and it has no other
classes of ours within reach than those that the assignment gives.
"""

from __future__ import annotations

import importlib.util
import json
import os
import random
import sys
from collections.abc import Iterable, Mapping
from contextlib import redirect_stderr, redirect_stdout, suppress
from dataclasses import asdict
from importlib import import_module
from importlib.util import cache_from_source
from inspect import isclass
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from dealt import assignments
from dealt.assignments import ASSIGNMENTS, Assignment
from dealt.assignments.answers import Answer, Failure, Request, failure, packed
from dealt.assignments.student_errors import Printed, Refused, TookTooLong, explained, limited, traced

__all__ = ["Student", "give", "load", "why"]

MEMORY: Final = 1 << 30
"""The bytes that the process may ask for."""
STARTING: Final = frozenset(
    {
        *("os.exec", "os.fork", "os.forkpty", "os.posix_spawn", "os.spawn", "os.startfile", "os.system"),
        *("pty.spawn", "subprocess.Popen"),
    }
)
"""What Python calls the ways to start a process, where it tells of them."""


class Student:
    """Somebody's classes and the names made with them so far; it carries requests out."""

    def __init__(self, classes: Mapping[str, object], own: str = "") -> None:
        """``own`` is the folder of the student's file: what is not below it is left out of tracebacks."""
        self.classes, self._own = classes, own
        self._names: dict[str, Any] = {}

    def ask(self, request: Request) -> Answer:
        """The values that came, not packed, up to the first failure."""
        if "fresh" in request:
            self._names = dict(self.classes)
            random.seed(request["fresh"])  # a student's shuffles come out the same at each run
        values: list[Any] = []
        failed: Failure | None = None
        printed = Printed()
        try:
            with redirect_stdout(printed), redirect_stderr(printed), limited(request.get("seconds", 10.0)):
                for value in self._carry_out(request):
                    values.append(packed(value))  # noqa: PERF401 - what came before a failure is kept
        except BaseException as error:  # whatever a student's class does is told
            if isinstance(error, KeyboardInterrupt):
                raise
            failed = failure(error, traced(error, self._own), TookTooLong)
        return Answer(values, failed, printed.getvalue())

    def _carry_out(self, request: Request) -> Iterable[Any]:
        for kind, line in request.get("lines", ()):
            if kind == "get":
                yield eval(line, self._names)  # noqa: S307 - the lines are the tester's own
            else:
                exec(line, self._names)  # noqa: S102 - as above
                yield None
        if "call" in request:
            called = eval(request["call"], self._names)  # noqa: S307 - as above
            for row in request["rows"]:
                yield called(*row)


def load(assignment: Assignment, file: Path | None, seconds: float) -> dict[str, object]:
    """The classes of the assignment that a file has, by name; ours without one. Whatever importing raises."""
    with redirect_stdout(Printed()), redirect_stderr(Printed()), limited(seconds):
        module = assignment.module() if file is None else _imported(file)
        found = {name: getattr(module, name) for name in assignment.classes if isclass(getattr(module, name, None))}
    given = assignment.given().values()
    if not any(each not in given for each in found.values()):
        raise LookupError(f"it has none of the classes {', '.join(assignment.classes)} of its own")
    return found


def _imported(file: Path) -> ModuleType:
    """A file as a module; those beside it can be imported from it."""
    there = sys.modules.get(file.stem)
    if there is not None and getattr(there, "__file__", None) == str(file):
        return there  # another one has imported it
    if str(file.parent) not in sys.path:
        sys.path.insert(0, str(file.parent))
    name = f"{file.stem}_checked" if file.stem in sys.modules else file.stem  # random.py takes nobody's random away
    spec = importlib.util.spec_from_file_location(name, file)
    if spec is None or spec.loader is None:
        raise ImportError("it is no Python file: its name must end in .py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def why(error: BaseException, file: Path, seconds: float) -> str:
    """Why a file could not be loaded, for whoever wrote it."""
    if isinstance(error, SyntaxError):
        return f"{file.name} can't be read: line {error.lineno}: {error.msg}"
    at = traced(error, str(file.parent))
    if isinstance(error, LookupError) and not at:
        return f"{file.name} can't be checked: {error.args[0]}"
    if isinstance(error, TookTooLong):
        return f"{file.name} took more than {seconds:g} seconds to be imported{f' ({at[-1]})' if at else ''}"
    return f"{file.name} can't be imported: {explained(error)}{f' ({at[-1]})' if at else ''}"


def _spare() -> None:
    """Take no more memory than a class could need."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return
    with suppress(ValueError, OSError):  # a system may refuse
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def give(assignment: Assignment) -> None:
    """Let the file import what is given, and from now on nothing else of ours; nor may it start other processes.

    What Python tells an audit hook, no Python code can keep from it.
    """
    given = assignment.given()
    told = f"given are {', '.join(given)} of {assignment.gives}" if given else "nothing is given"
    refused = f"what dealt has is no answer here: write your own; {told}"
    module = ModuleType(assignment.gives)

    def lacking(name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        raise Refused(refused)

    vars(module).update(given, __all__=list(given), __getattr__=lacking)
    if given:
        sys.modules[assignment.gives] = module
        setattr(assignments, assignment.gives.rpartition(".")[2], module)
    sys.dont_write_bytecode = True
    files, starting = _our_files(), STARTING

    # what it calls is held here, where no later change of os or builtins reaches it
    def hook(event: str, details: tuple[Any, ...], stat: Any = os.stat, kind: Any = type, number: Any = int) -> None:
        if event in ("open", "os.link") and kind(details[0]) is not number:
            try:
                found = stat(details[0])
            except OSError:
                return
            if (found.st_dev, found.st_ino) in files or found.st_dev in files:
                raise Refused(refused)
        elif event in starting:
            raise Refused("a class of an assignment starts no other process")

    sys.addaudithook(hook)


def _our_files() -> frozenset[Any]:
    """What may not be opened: our files, by what the system knows them by, and all that it tells of processes."""
    package = Path(assignments.__file__).parents[1]
    paths = [*package.rglob("*.py*"), *package.glob("assignments/testers/*.txt")]
    paths += [Path(cache_from_source(each)) for each in paths if each.suffix == ".py"]
    found = {(some.st_dev, some.st_ino) for each in paths if each.is_file() for some in (each.stat(),)}
    tells = sys.platform == "linux" and Path("/proc/self").exists()  # in a browser all lies on one device
    return frozenset({*found, Path("/proc").stat().st_dev} if tells else found)


def main(name: str, path: str, seconds: float) -> None:
    asked, said = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb", buffering=0)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)  # what the classes read and write past Python's own streams is nothing to us

    def say(**message: Any) -> None:
        said.write(f"{json.dumps(message)}\n".encode())

    assignment, file = ASSIGNMENTS[name], Path(path) if path else None
    if file is None:
        import_module(assignment.ours)
    else:
        give(assignment)
    _spare()
    say(ready=True)
    try:
        classes = load(assignment, file, seconds)
    except BaseException as error:  # noqa: BLE001 - a file may raise anything
        say(unread=why(error, file or Path("our own file"), seconds))
        os._exit(0)
    say(classes=sorted(classes))
    student = Student(classes, str(Path(__file__).parent if file is None else file.parent))
    for line in asked:
        answer = student.ask(json.loads(line))
        say(values=answer.values, failure=answer.failure and asdict(answer.failure), printed=answer.printed)
    os._exit(0)  # threads of the student's don't keep us


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], float(sys.argv[3]))
