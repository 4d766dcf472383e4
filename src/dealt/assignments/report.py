"""What is told of a check, line by line as its steps end: on a command line, or on a page."""

from __future__ import annotations

from collections.abc import Iterator

from dealt.assignments import Assignment
from dealt.assignments.steps import FAILED, Outcome

__all__ = ["Report"]

LINES = 8
"""How many of the lines that led to what went wrong are shown."""
PRINTED = 6
"""How many lines of what the classes printed are shown with a step that went wrong."""


class Report:
    """The lines hold what classes and files say, with whatever characters they say it."""

    def __init__(self, assignment: Assignment, whose: str, *, verbose: bool = False) -> None:
        """``verbose``: what every step did."""
        self.steps = assignment.tests()
        self.heading = f"{assignment.title}: {len(self.steps)} steps with {whose}"
        self._verbose = verbose
        self._first: int | None = None
        self._passed = 0

    @property
    def passed(self) -> bool:
        """Has nothing failed?"""
        return self._first is None

    @property
    def verdict(self) -> str:
        """The last line."""
        if self._first is None:
            return "ALL TESTS PASSED."
        first = f"step {self._first + 1}, {self.steps[self._first].title}"
        return f"{self._passed} of {len(self.steps)} steps passed. The first to set right: {first}"

    def of(self, outcome: Outcome) -> Iterator[str]:
        """The lines of a step that has ended."""
        self._passed += outcome.state == "passed"
        if outcome.state in FAILED and self._first is None:
            self._first = outcome.number
        yield f"{outcome.number + 1:2}. {self.steps[outcome.number].title} - {_ended(outcome)}"
        if outcome.state == "wrong":
            yield from _explained(outcome)
        if self._verbose and outcome.state == "passed":
            yield from (f"       {line}" for line in outcome.done)
        if outcome.printed and (self._verbose or outcome.state == "wrong"):
            lines = outcome.printed.splitlines()
            yield "       printed by the classes:"
            yield from (f"         {line}" for line in lines[:PRINTED])
            if len(lines) > PRINTED:
                yield f"         ... and {len(lines) - PRINTED} lines more"


def _ended(outcome: Outcome) -> str:
    match outcome.state:
        case "passed":
            return f"passed, {outcome.checks} check{'' if outcome.checks == 1 else 's'}"
        case "missing":
            return f"left out: {outcome.came}, and it is not asked for"
        case "left out":
            return f"left out, it waits for: {outcome.came}"
        case "unwritten":
            return f"not written yet: {outcome.came}"
        case "wrong":
            return "WRONG"


def _explained(outcome: Outcome) -> Iterator[str]:
    if outcome.said:
        yield f"    {outcome.said}"
    yield from (f"       {line}" for line in outcome.done[-LINES:])
    if outcome.expected:
        yield f"         expected: {outcome.expected}"
    yield f"         came:     {outcome.came}"
    yield from (f"           {place}" for place in outcome.trace)
