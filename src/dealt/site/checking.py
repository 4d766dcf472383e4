"""``dealt check`` in a browser: a tester over a student's classes, in one worker that lives for this check alone.

Nobody can interrupt that worker, but the page can end it: before each step it hears how long that may take. A step at
which the worker was lost is wrong when the check begins anew in another. The classes answer with plain data, as in a
process of their own, and find no more of ours; but it is no prison.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import mkdtemp
from typing import Any, Final

from dealt.assignments import ASSIGNMENTS, Assignment
from dealt.assignments.answers import Answer, Request
from dealt.assignments.report import Report
from dealt.assignments.steps import LIMIT, Lost, lost_at, run_steps
from dealt.assignments.student import Student, give, load, why

SLOWER: Final = 2
"""How many times the usual time a step may take: browsers are slower at Python."""
SECONDS: Final = SLOWER * LIMIT
"""How many seconds a file may take to be imported."""
Begins = Callable[[int, float], None]


class Known(Student):
    """A student's classes in this interpreter, of which is known at which steps the worker was lost, and how."""

    def __init__(self, found: Mapping[str, object], folder: Path, lost: Mapping[int, str]) -> None:
        super().__init__(found, str(folder))
        self._lost = lost

    def ask(self, request: Request) -> Answer:
        """What comes of a request; Lost if that is known."""
        if (how := self._lost.get(request.get("fresh", -1))) is not None:
            raise Lost(how)
        return super().ask(request)


def check(name: str, given: Sequence[tuple[str, bytes]], lost: Mapping[int, str], begins: Begins) -> Iterator[str]:
    """The lines that ``dealt check`` prints for the Python files among those given; the others lie beside them.

    ``begins`` hears of each step by its number, and how many seconds it may take; the files come before, as -1, -2, ...
    """
    assignment, folder = ASSIGNMENTS[name], Path(mkdtemp())
    for each, written in given:
        (folder / Path(each).name).write_bytes(written)
    files = [folder / Path(each).name for each, _ in given if each.endswith(".py")]
    report = Report(assignment, ", ".join(each.name for each in files))
    yield report.heading
    _hide(assignment)
    found = _load(assignment, files, lost, begins)
    if isinstance(found, str):
        yield found
        return
    steps = [replace(each, seconds=SLOWER * each.seconds) for each in report.steps]
    outcomes = run_steps(steps, Known(found, folder, lost))
    for number, step in enumerate(steps):
        begins(number, step.seconds)
        yield from report.of(next(outcomes))
    yield report.verdict


def _hide(assignment: Assignment) -> None:
    """Leave nothing of ours that a file could import, but what is given."""
    give(assignment)
    kept = {"dealt", "dealt.assignments", assignment.gives}
    for module in [each for each in sys.modules if each.split(".")[0] == "dealt"]:
        if module not in kept and "given" not in module.split("."):
            above, _, last = module.rpartition(".")
            vars(sys.modules.get(above, sys)).pop(last, None)
            del sys.modules[module]


def _load(
    assignment: Assignment, files: Sequence[Path], lost: Mapping[int, str], begins: Begins
) -> dict[str, object] | str:
    """The assignment's classes in these files, or why there are none."""
    found: dict[str, object] = {}
    for number, file in enumerate(files):
        if len(files) > 1 and not _defines(file, assignment.classes):
            continue  # others may import it
        begins(~number, SECONDS)
        if (how := lost.get(~number)) is not None:
            return lost_at(file.name, how, SECONDS)
        try:
            there = load(assignment, file, SECONDS)
        except BaseException as error:  # noqa: BLE001 - a file may raise anything
            lacks = isinstance(error, ModuleNotFoundError) and (error.name or "").partition(".")[0]
            hint = f"; {lacks} is left out of this page's Python" if lacks in sys.stdlib_module_names else ""
            return why(error, file, SECONDS) + hint
        for name, each in there.items():
            if found.setdefault(name, each) is not each:
                return f"{name} is in more than one file: leave one of them out"
    return found or f"there is none of the classes {', '.join(assignment.classes)} in these files"


def _defines(file: Path, names: Collection[str]) -> bool:
    """Is one of these classes written there? A file that can't be read might have one."""
    try:
        written = ast.parse(file.read_bytes())
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return True
    return any(isinstance(each, ast.ClassDef) and each.name in names for each in ast.walk(written))


def run(name: str, files: Any, lost: Any, tell: Any) -> None:
    """The same for the script of a worker, in its own kinds of lists."""
    given = [(str(each.name), bytes(each.bytes.to_bytes())) for each in files]
    for line in check(name, given, {int(step): str(how) for step, how in lost}, tell.begins):
        tell.line(line)
