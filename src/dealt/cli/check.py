"""``dealt check`` and ``dealt demo``: testers over somebody's classes, and what ours print."""

from __future__ import annotations

from pathlib import Path
from random import Random
from secrets import SystemRandom

from dealt.assignments import ASSIGNMENTS, Assignment
from dealt.assignments.checking import Unreadable, check
from dealt.assignments.report import Report
from dealt.cli.errors import CommandError, printable, refusing
from dealt.cli.files import write_new
from dealt.table import seed_of


def listed() -> None:
    """Print the assignments: name, title and the classes that a file may have."""
    for each in ASSIGNMENTS.values():
        print(f"{each.name:<10} {each.title:<18} {', '.join(each.classes)}")


def demos() -> None:
    """Print the assignments that have a program, and what it prints."""
    for each in ASSIGNMENTS.values():
        if each.shows:
            print(f"{each.name:<10} {each.shows}")


def run(name: str, file: Path | None, limit: float | None = None, *, verbose: bool = False) -> int:
    """Print each step as it ends, and the verdict; 0 if all passed, 1 if not. CommandError if it can't be checked."""
    assignment = _assignment(name)
    report = Report(assignment, "our own classes" if file is None else file.name, verbose=verbose)
    print(printable(report.heading))
    with refusing(Unreadable, status=2):
        for outcome in check(assignment, file, limit):
            for line in report.of(outcome):
                print(printable(line))
    print(report.verdict)
    return 0 if report.passed else 1


def starter(name: str, file: Path | None) -> None:
    """Write the file that a student begins with, or print it; CommandError if there is a file of that name."""
    assignment = _assignment(name)
    text = assignment.starter()
    if text is None:
        raise CommandError(f"there is no file to start {name} from: read docs/{assignment.page}", 2)
    if file is None:
        print(text, end="")
        return
    write_new(file, text, status=2)
    print(f"written: {file}. Complete it class by class, and run: dealt check {name} {file}")


def demo(name: str, seed: str | None) -> None:
    """Print what the program of an assignment prints; the same seed prints the same."""
    shown = [each.name for each in ASSIGNMENTS.values() if each.shows]
    if name.lower() not in shown:
        raise CommandError(f"there is no demo {name}: choose among {', '.join(shown)}", 2)
    print(ASSIGNMENTS[name.lower()].module().demo(SystemRandom() if seed is None else Random(seed_of(seed, 0))))


def _assignment(name: str) -> Assignment:
    found = ASSIGNMENTS.get(name.lower())
    if found is None:
        raise CommandError(f"there is no assignment {name}: choose among {', '.join(ASSIGNMENTS)}", 2)
    return found
