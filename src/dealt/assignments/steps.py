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
>>> from dealt.assignments.student import Student
>>> (ended,) = run_steps([Step("Deck: size", counting, needs=("Deck",))], Student({"Deck": Deck}))
>>> ended.state, ended.done[-1], ended.expected, ended.came
('wrong', 'deck.size', '1', '2')
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from time import monotonic
from typing import Any, Final, Literal, Protocol

from dealt.assignments.answers import Answer, Other, Request, unpacked
from dealt.assignments.student_errors import PRINTED, explained, shown

__all__ = ["FAILED", "LIMIT", "Bench", "Lost", "Outcome", "Step", "Subject", "Wrong", "run_steps"]

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


class Subject(Protocol):
    """Whose classes are tested: it has them somewhere, and answers requests."""

    @property
    def classes(self) -> Collection[str]:
        """The names of the classes that there are."""

    def ask(self, request: Request) -> Answer:
        """What comes of a request; Lost if no answer comes."""


class Lost(Exception):  # noqa: N818 - it is the student's, not ours
    """The process of the classes gave no answer; ``how`` says why, and is empty if its time was over."""

    def __init__(self, how: str) -> None:
        super().__init__(how)
        self.how = how


def lost_at(file: str, how: str, seconds: float) -> str:
    """Why there are no classes where the process was lost while a file was imported: nothing says how if it hung."""
    return f"{file} {f'{how} while it was imported' if how else f'took more than {seconds:g} seconds to be imported'}"


class Wrong(Exception):  # noqa: N818 - it is the student's, not ours
    """A check went wrong: the step is over."""

    def __init__(self, expected: str, came: str, said: str = "", trace: tuple[str, ...] = (), kind: str = "") -> None:
        super().__init__(f"expected {expected}, came {came}")
        self.expected, self.came, self.said, self.trace, self.kind = expected, came, said, trace, kind


CHUNK: Final = 1000
"""How many calls go into one request."""


@dataclass(slots=True)
class Bench:
    """What a step works with: it has lines of Python carried out beside the classes, and looks at what came.

    Names that lines make stay until the step ends. ``rng`` is the step's own chance.
    """

    subject: Subject
    number: int = 0
    seconds: float = LIMIT
    done: list[str] = field(default_factory=list)
    checks: int = 0
    printed: str = ""
    rng: Random = field(init=False)
    _until: float = field(init=False)
    _begun: bool = False

    def __post_init__(self) -> None:
        self.rng = Random(self.number)
        self._until = monotonic() + self.seconds

    def _ask(self, request: Request) -> tuple[list[Any], Wrong | None]:
        """The values that came, and what went wrong after them."""
        request["seconds"] = left = self._until - monotonic()
        if left <= 0:
            raise Lost("")
        if not self._begun:
            request["fresh"] = self.number
            self._begun = True
        answer = self.subject.ask(request)
        self.printed = (self.printed + answer.printed)[:PRINTED]
        failed = answer.failure
        if failed and failed.kind == "late":
            raise Wrong("", _late(self.seconds), trace=failed.trace)
        wrong = Wrong("", failed.came, trace=failed.trace, kind=failed.kind) if failed else None
        return [unpacked(each) for each in answer.values], wrong

    def set_up(self, *lines: str) -> None:
        """Carry out lines that the report leaves out: they make what the others use."""
        wrong = self._ask({"lines": [("do", each) for each in lines]})[1]
        if wrong:
            raise wrong

    def do(self, *statements: str) -> None:
        """Carry out lines of Python."""
        self._one_by_one("do", statements)

    def get(self, *expressions: str) -> Any:
        """The value of an expression, or the list of the values of several."""
        came = self._one_by_one("get", expressions)
        return came if len(expressions) > 1 else came[0]

    def _one_by_one(self, kind: str, lines: Sequence[str]) -> list[Any]:
        came, wrong = self._ask({"lines": [(kind, each) for each in lines]})
        self.done += lines[: len(came) + 1]
        if wrong:
            raise wrong
        return came

    def each(self, call: str, rows: Sequence[Sequence[Any]]) -> Iterator[Any]:
        """What a function returns for each row of arguments, in turn; it is called ahead of what is looked at."""
        for start in range(0, len(rows), CHUNK):
            came, wrong = self._ask({"call": call, "rows": rows[start : start + CHUNK]})
            yield from came
            if wrong:
                raise wrong

    def expect(self, expression: str, value: object, said: str = "") -> None:
        """The expression has this value. A yes or no must be ``True`` or ``False`` itself."""
        self.same(expression, value, self.get(expression), said)

    def same(self, expression: str, value: object, came: object, said: str = "") -> None:
        """The same of the last line, whose value came already."""
        same = came is value if isinstance(value, bool) or value is None else bool(value == came)
        called = isinstance(came, Other) and came.called
        hint = f"; {expression} is a method: write @property above it" if called and not same else ""
        self.right(same, shown(value), shown(came) + hint, said)
        self.done[-1] = f"{expression}  # {shown(value)}"

    def right(self, right: bool, expected: str, came: str, said: str = "") -> None:
        """A condition about the last line that the step computed itself."""
        self.checks += 1
        if not right:
            raise Wrong(expected, came, said)

    @contextmanager
    def doing(self, what: str) -> Iterator[None]:
        """Describe what the lines of the tester do, instead of showing them."""
        self.done.append(what)
        lines = len(self.done)
        try:
            yield
        finally:
            del self.done[lines:]


KEPT: Final = 40
"""How many of a step's lines are kept for the report: the last ones."""


def run_steps(steps: Sequence[Step], subject: Subject, limit: float | None = None) -> Iterator[Outcome]:
    """Run steps one after the other; ``limit`` stands for the time of every step, in seconds."""
    wrong: list[str] = []
    for number, step in enumerate(steps):
        outcome = _outcome(number, step, subject, wrong, limit or step.seconds)
        if outcome.state in FAILED:
            wrong.append(step.title)
        yield outcome


def _outcome(number: int, step: Step, subject: Subject, wrong: Sequence[str], seconds: float) -> Outcome:
    first = next((title for title in step.after if title in wrong), None)
    lacking = [name for name in step.needs if name not in subject.classes]
    if lacking:
        came = f"there is no class {lacking[0]}"
        return Outcome(number, "missing" if step.optional else "unwritten", came=came)
    if first is not None:
        return Outcome(number, "left out", came=first)
    bench = Bench(subject, number, seconds)
    wrong_at: Wrong | None = None
    try:
        step.run(bench)
    except Wrong as error:
        wrong_at = error
    except Lost as lost:
        wrong_at = Wrong("", f"it {lost.how}" if lost.how else _late(seconds))
    except (TypeError, ValueError, KeyError, AttributeError, IndexError, RecursionError) as error:
        wrong_at = Wrong("", f"what can't be made sense of: {explained(error)}")  # the step has no use for such data
    checks, done, printed = bench.checks, tuple(bench.done[-KEPT:]), bench.printed
    if wrong_at is None:
        return Outcome(number, "passed", checks, done, printed=printed)
    state: State = "unwritten" if wrong_at.kind == "unwritten" else "wrong"
    expected, came, said, trace = wrong_at.expected, wrong_at.came, wrong_at.said, wrong_at.trace
    return Outcome(number, state, checks, done, expected, came, said, trace, printed)


def _late(seconds: float) -> str:
    return f"it took more than {seconds:g} seconds"
