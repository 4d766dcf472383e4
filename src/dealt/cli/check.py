"""``dealt check`` and ``dealt demo``: testers over somebody's classes, and what ours print."""

from __future__ import annotations

from pathlib import Path
from random import Random
from secrets import SystemRandom

from dealt.assignments import ASSIGNMENTS, Assignment
from dealt.assignments.checking import Unreadable, check
from dealt.assignments.steps import FAILED, Outcome, Step
from dealt.cli.errors import CommandError, printable, refusing
from dealt.cli.files import write_new
from dealt.table import seed_of

__all__ = ["demo", "demos", "listed", "run", "starter"]

LINES = 8
"""How many of the lines that led to what went wrong are shown."""
PRINTED = 6
"""How many lines of what the classes printed are shown with a step that went wrong."""


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
    steps = assignment.tests()
    whose = "our own classes" if file is None else file.name
    print(f"{assignment.title}: {len(steps)} steps with {whose}")
    first: int | None = None
    passed = 0
    with refusing(Unreadable, status=2):
        for outcome in check(assignment, file, limit):
            _report(outcome, steps[outcome.number], verbose=verbose)
            passed += outcome.state == "passed"
            if outcome.state in FAILED and first is None:
                first = outcome.number
    if first is None:
        print("ALL TESTS PASSED.")
        return 0
    print(f"{passed} of {len(steps)} steps passed. The first to set right: step {first + 1}, {steps[first].title}")
    return 1


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


def _report(outcome: Outcome, step: Step, *, verbose: bool) -> None:
    number = f"{outcome.number + 1:2}. {step.title}"
    match outcome.state:
        case "passed":
            count = f"{outcome.checks} check{'' if outcome.checks == 1 else 's'}"
            print(f"{number} - passed, {count}")
        case "missing":
            print(f"{number} - left out: {outcome.came}, and it is not asked for")
        case "left out":
            print(f"{number} - left out, it waits for: {outcome.came}")
        case "unwritten":
            print(f"{number} - not written yet: {printable(outcome.came)}")
        case "wrong":
            print(f"{number} - WRONG")
            _explain(outcome)
    if verbose and outcome.state == "passed":
        print("\n".join(f"       {printable(line)}" for line in outcome.done))
    if outcome.printed and (verbose or outcome.state == "wrong"):
        lines = outcome.printed.splitlines()
        print("       printed by the classes:")
        print("\n".join(f"         {printable(line)}" for line in lines[:PRINTED]))
        if len(lines) > PRINTED:
            print(f"         ... and {len(lines) - PRINTED} lines more")


def _explain(outcome: Outcome) -> None:
    if outcome.said:
        print(f"    {printable(outcome.said)}")
    for line in outcome.done[-LINES:]:
        print(f"       {printable(line)}")
    if outcome.expected:
        print(f"         expected: {printable(outcome.expected)}")
    print(f"         came:     {printable(outcome.came)}")
    for place in outcome.trace:
        print(f"           {printable(place)}")
