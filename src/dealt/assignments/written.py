"""Steps of a tester as they are written in a text, in the manner of a session with Python.

``# TITLE`` begins a step; ``needs: Card, Deck`` and ``after: TITLE; TITLE`` are those of a step, ``optional: yes`` too,
and ``by: NAME`` is a function that runs it. Else it is lines of Python with the values that are expected, None too:

>>> (step,) = steps_of('''
... # Deck: size
... needs: Deck
...
... >>> deck = Deck(['ace', 'two'])
... >>> deck.size  # none is dealt yet
... 2
... ''')
>>> from dealt.assignments.steps import run_steps
>>> from dealt.assignments.student import Student
>>> class Deck:
...     def __init__(self, ranks): self.size = len(ranks)
>>> [ended] = run_steps([step], Student({"Deck": Deck}))
>>> step.title, ended.state, ended.done
('Deck: size', 'passed', ("deck = Deck(['ace', 'two'])", 'deck.size  # 2'))
"""

from __future__ import annotations

import re
from ast import literal_eval
from collections.abc import Callable, Mapping, Sequence
from importlib.resources import files
from typing import Final

from dealt.assignments.steps import Bench, Step

__all__ = ["script", "steps_of"]

Run = Callable[[Bench], None]
_FIELD: Final = re.compile(r"^(needs|after|by|optional): (.+)\n", re.MULTILINE)
_LINE: Final = re.compile(r"^>>> (.*)\n((?:(?!>>>).+\n)*)", re.MULTILINE)
"""A line of Python, and the value under it. Python's doctest reads the same, but browsers are sent none."""


def script(name: str, *runs: Run, begin: Run | None = None) -> tuple[Step, ...]:
    """The steps that are written for an assignment, with the functions by which some of them run."""
    text = (files("dealt.assignments") / "testers" / f"{name}.txt").read_text(encoding="utf-8")
    return steps_of(text, {each.__name__: each for each in runs}, begin)


def steps_of(text: str, runs: Mapping[str, Run] | None = None, begin: Run | None = None) -> tuple[Step, ...]:
    """The steps of a text; ``begin`` is run at the beginning of each that is written in lines."""
    return tuple(_step(each, runs or {}, begin) for each in re.split(r"^# ", text, flags=re.MULTILINE)[1:])


def _step(written: str, runs: Mapping[str, Run], begin: Run | None) -> Step:
    title, _, body = written.partition("\n")
    fields = dict(_FIELD.findall(body))
    run = runs[fields["by"]] if "by" in fields else _session(_LINE.findall(f"{body}\n"), begin)
    needs = tuple(fields["needs"].split(", "))
    after = tuple(fields["after"].split("; ")) if "after" in fields else ()
    return Step(title, run, needs, after, optional="optional" in fields)


def _session(examples: Sequence[tuple[str, str]], begin: Run | None) -> Run:
    def run(bench: Bench) -> None:
        if begin is not None:
            begin(bench)
        for line, want in examples:
            if want:
                expression, _, said = line.partition("  # ")
                bench.expect(expression, literal_eval(want), said)
            else:
                bench.do(line)

    return run
