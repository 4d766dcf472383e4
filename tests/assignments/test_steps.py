"""What a step says of classes: what it did, what it expected and what came, and which steps wait for others."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from dealt.assignments.steps import Bench, Outcome, Step, run_steps
from dealt.assignments.student import Student
from dealt.assignments.student_errors import explained, shown


class Pile:
    def __init__(self, count: int) -> None:
        self.count = count

    def size(self) -> int:
        return self.count

    def top(self) -> None:
        return None

    def add(self, other: Any) -> int:
        return other.count  # type: ignore[no-any-return]


def told(run: Callable[[Bench], None], **more: Any) -> Outcome:
    (outcome,) = run_steps([Step("a step", run, **more)], Student({"Pile": Pile}))
    return outcome


def trying(*lines: tuple[str, object]) -> Callable[[Bench], None]:
    def run(bench: Bench) -> None:
        bench.do("pile = Pile(3)")
        for expression, value in lines:
            bench.expect(expression, value)

    return run


def test_a_step_counts_its_checks_and_keeps_what_it_did() -> None:
    outcome = told(trying(("pile.count", 3), ("pile.top()", None)))
    assert (outcome.state, outcome.checks) == ("passed", 2)
    assert outcome.done == ("pile = Pile(3)", "pile.count  # 3", "pile.top()  # None")


@pytest.mark.parametrize(
    ("expression", "value", "expected", "came"),
    [
        ("pile.count", 4, "4", "3"),
        ("pile.count > 2", False, "False", "True"),
        ("pile.count - 2", True, "True", "1"),  # only True itself is a yes
        ("pile.top()", False, "False", "None"),
        ("pile", 3, "3", "an object of Pile"),
        ("pile.weight", 3, "", "Pile has no weight"),
        ("Pile.weight", 3, "", "Pile has no weight"),
        ("pile.add(None)", 3, "", "None came where something that has count was expected"),
        ("pile.add()", 3, "", "TypeError: Pile.add() missing 1 required positional argument: 'other'"),
    ],
)
def test_a_wrong_answer_ends_the_step(expression: str, value: object, expected: str, came: str) -> None:
    outcome = told(trying((expression, value), ("pile.count", 3)))
    assert (outcome.state, outcome.expected, outcome.came) == ("wrong", expected, came)
    assert outcome.done[-1] == expression


def test_a_method_where_a_value_is_asked_for_is_explained() -> None:
    outcome = told(trying(("pile.size", 3)))
    assert outcome.came.endswith("; pile.size is a method: write @property above it")


def test_steps_wait_for_those_that_they_need() -> None:
    fine, wrong = trying(("pile.count", 3)), trying(("pile.count", 4))
    steps = [
        Step("first", wrong),
        Step("second", fine, after=("first",)),
        Step("third", fine, after=("second",)),
        Step("fourth", fine, needs=("Pile",)),
        Step("fifth", fine, needs=("Pile", "Heap")),
        Step("sixth", fine, needs=("Heap",), optional=True),
        Step("seventh", fine, after=("sixth", "fifth")),
    ]
    ends = [(each.state, each.came) for each in run_steps(steps, Student({"Pile": Pile}))]
    assert ends == [
        ("wrong", "3"),
        ("left out", "first"),
        ("left out", "second"),
        ("passed", ""),
        ("unwritten", "there is no class Heap"),
        ("missing", "there is no class Heap"),
        ("left out", "fifth"),
    ]


def test_a_step_cannot_take_the_classes_of_the_next_away() -> None:
    def taking(bench: Bench) -> None:
        bench.do("Pile = None")

    outcomes = run_steps([Step("taking", taking), Step("then", trying(("pile.count", 3)))], Student({"Pile": Pile}))
    assert [each.state for each in outcomes] == ["passed", "passed"]


def test_values_are_shown_in_one_short_piece() -> None:
    class Worded(Pile):
        def __str__(self) -> str:
            return "three cards"

    class Broken(Pile):
        def __repr__(self) -> str:
            raise KeyError("lost")

    assert shown(Worded(3)) == "Worded: three cards"
    assert shown(Broken(3)) == "an object of Broken that can't be shown: KeyError: 'lost'"
    assert len(shown("x" * 10_000)) < 500
    assert explained(ValueError()) == "ValueError"
    assert len(explained(ValueError("x" * 10_000))) < 500
