"""Testers: lists of steps, each of which runs lines of Python against classes and states the expected values.

A step is a plain function over a :class:`Bench`. What it tries is written as Python, so that a student who reads the
report can type the same lines:

>>> def counting(bench):
...     bench.do("deck = Deck(['ace', 'two'], ['suns'], [1, 2])")
...     bench.expect("deck.size", 2)
...     bench.do("deck.deal()")
...     bench.expect("deck.size", 1)
>>> class Deck:
...     def __init__(self, ranks, suits, values): self.size = len(ranks) * len(suits)
...     def deal(self): pass
>>> (ended,) = run_steps([Step("Deck: size", counting, needs=("Deck",))], {"Deck": Deck})
>>> ended.state, ended.done[-1], ended.expected, ended.came
('wrong', 'deck.size', '1', '2')
"""

from __future__ import annotations

import random
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from dealt.assignments.student_errors import Printed, TookTooLong, explained, limited, shown, traced

__all__ = ["FAILED", "Bench", "Outcome", "Step", "Wrong", "run_steps"]

State = Literal["passed", "wrong", "unwritten", "missing", "left out"]
"""``unwritten``: a class is not there, or a method raises NotImplementedError. ``missing``: a class is not there and
need not be. ``left out``: the step needs an earlier one that did not pass, which ``came`` names."""

FAILED: Final[tuple[State, ...]] = ("wrong", "unwritten", "left out")
"""The outcomes of a step that make the steps that need it impossible."""

LIMIT: Final = 10.0
"""How many seconds a step may take unless it says otherwise."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a step ended. ``done`` are its lines, the last ones if they are many, up to the one that went wrong.

    ``expected`` and ``came`` say what was wrong, ``said`` is the line in which the assignment's own tester says it,
    ``trace`` names the places in the student's file that led there, and ``printed`` is what the classes printed.
    """

    number: int
    state: State
    checks: int = 0
    done: tuple[str, ...] = ()
    expected: str = ""
    came: str = ""
    said: str = ""
    trace: tuple[str, ...] = ()
    printed: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a tester. ``needs`` are classes without which it can't begin; if it is ``optional``, they may lack.

    ``after`` are titles of earlier steps: where one of them went wrong, this one would only say the same again.
    """

    title: str
    run: Callable[[Bench], None]
    needs: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    optional: bool = False
    seconds: float = LIMIT


class Wrong(Exception):  # noqa: N818 - it is the student's, not ours
    """A check went wrong: the step is over."""

    def __init__(self, expected: str, came: str, said: str = "") -> None:
        super().__init__(f"expected {expected}, came {came}")
        self.expected, self.came, self.said = expected, came, said


@dataclass(slots=True)
class Bench:
    """The namespace in which a step runs its lines: the classes, and the objects made so far in ``names``."""

    names: dict[str, Any]
    done: list[str] = field(default_factory=list)
    checks: int = 0

    def let(self, **names: Any) -> None:
        """Put values of the tester's own beside the classes."""
        self.names |= names

    def do(self, statement: str) -> None:
        """Carry out a line of Python."""
        self.done.append(statement)
        exec(statement, self.names)  # noqa: S102 - the lines are the tester's own

    def get(self, expression: str) -> Any:
        """The value of an expression."""
        self.done.append(expression)
        return eval(expression, self.names)  # noqa: S307 - as above

    def expect(self, expression: str, value: object, said: str = "") -> None:
        """The expression has this value. A yes or no must be ``True`` or ``False`` itself."""
        came = self.get(expression)
        same = came is value if isinstance(value, bool) or value is None else bool(value == came)
        hint = f"; {expression} is a method: write @property above it" if callable(came) and not same else ""
        self.right(same, shown(value), shown(came) + hint, said)
        self.done[-1] = f"{expression}  # {shown(value)}"

    def right(self, right: bool, expected: str, came: str, said: str = "") -> None:
        """A condition about the last line that the step computed itself."""
        self.checks += 1
        if not right:
            raise Wrong(expected, came, said)

    @contextmanager
    def doing(self, what: str) -> Iterator[None]:
        """Describe what the tester does many times, calling the classes itself."""
        self.done.append(what)
        yield


KEPT: Final = 40
"""How many of a step's lines are kept for the report: the last ones."""


def run_steps(
    steps: Sequence[Step],
    classes: Mapping[str, object],
    *,
    start: int = 0,
    failed: Container[str] = (),
    limit: float | None = None,
    own: str = "",
    begin: Callable[[int], None] = lambda number: None,
) -> Iterator[Outcome]:
    """Run steps one after the other, from number ``start`` on, 0 the first.

    ``failed`` are titles of steps that went wrong before ``start``; ``limit`` stands for the time of every step, in
    seconds. ``own`` is the folder of the student's file: what
    is not below it is left out of tracebacks. ``begin`` is told the number of each step that begins.
    """
    wrong = [step.title for step in steps[:start] if step.title in failed]
    for number in range(start, len(steps)):
        step = steps[number]
        begin(number)
        outcome = _outcome(number, step, classes, wrong, limit or step.seconds, own)
        if outcome.state in FAILED:
            wrong.append(step.title)
        yield outcome


def _outcome(
    number: int, step: Step, classes: Mapping[str, object], wrong: Sequence[str], seconds: float, own: str
) -> Outcome:
    first = next((title for title in step.after if title in wrong), None)
    lacking = [name for name in step.needs if name not in classes]
    if lacking:
        came = f"there is no class {lacking[0]}"
        return Outcome(number, "missing" if step.optional else "unwritten", came=came)
    if first is not None:
        return Outcome(number, "left out", came=first)
    bench, printed = Bench(dict(classes)), Printed()
    random.seed(number)  # a student's shuffles come out the same at each run
    try:
        with redirect_stdout(printed), redirect_stderr(printed), limited(seconds):
            step.run(bench)
        return Outcome(number, "passed", bench.checks, tuple(bench.done[-KEPT:]), printed=printed.getvalue())
    except BaseException as error:  # whatever a student's class does is told: the tester never ends by it
        if isinstance(error, KeyboardInterrupt):
            raise
        return _went_wrong(number, bench, error, printed.getvalue(), seconds, own)


def _went_wrong(number: int, bench: Bench, error: BaseException, printed: str, seconds: float, own: str) -> Outcome:
    done = tuple(bench.done[-KEPT:])
    checks = bench.checks
    if isinstance(error, Wrong):
        return Outcome(number, "wrong", checks, done, error.expected, error.came, error.said, printed=printed)
    trace = traced(error, own)
    if isinstance(error, NotImplementedError):
        came = trace[-1].partition(": ")[0] if trace else str(error)
        return Outcome(number, "unwritten", checks, done, came=came, trace=trace, printed=printed)
    came = f"it took more than {seconds:g} seconds" if isinstance(error, TookTooLong) else explained(error)
    return Outcome(number, "wrong", checks, done, "", came, trace=trace, printed=printed)
