"""For courses: the classes of assignments, built on dealt's cards and rules, and testers for students' files.

``ASSIGNMENTS`` lists them by name. A tester is a list of steps (:mod:`dealt.assignments.steps`); ``dealt check NAME
FILE.py`` runs it in a process of its own (:mod:`dealt.assignments.checking`).
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from importlib.resources import files
from types import ModuleType
from typing import Final

from dealt.assignments.steps import Step

__all__ = ["ASSIGNMENTS", "Assignment"]


@dataclass(frozen=True, slots=True)
class Assignment:
    """An assignment: its classes, our solution, its tester, and its documentation.

    ``classes`` are the names that a student's file may define. ``ours`` and ``tester`` are modules, imported when
    first needed; the tester has the list ``steps``. ``page`` is the file in docs. ``parts`` are modules with what is
    given, which a student imports from the module ``gives``. If ``shows``
    isn't empty, the module ``ours`` has a function ``demo``; ``shows`` describes what it prints.
    """

    name: str
    title: str
    classes: tuple[str, ...]
    ours: str
    tester: str
    steps: str
    page: str
    gives: str = ""
    parts: tuple[str, ...] = ()
    shows: str = ""

    def module(self) -> ModuleType:
        """The module with our solution."""
        return import_module(self.ours)

    def given(self) -> dict[str, object]:
        """What a student's file may import of ours, by name."""
        modules = [import_module(f"dealt.assignments.given.{each}") for each in self.parts]
        return {name: getattr(each, name) for each in modules for name in each.__all__}

    def tests(self) -> tuple[Step, ...]:
        """The steps of the tester, in order."""
        return tuple(getattr(import_module(self.tester), self.steps))

    def starter(self) -> str | None:
        """The file that a student begins with, None if there is none."""
        file = files("dealt.assignments") / "starters" / f"{self.name}.txt"
        return file.read_text(encoding="utf-8") if file.is_file() else None


def _matching(name: str, title: str, board: str, parts: tuple[str, ...], shows: str = "") -> Assignment:
    """One of the three solitaires: they share all classes but the board."""
    steps = f"{name.upper()}_STEPS"
    ours, tester = "dealt.assignments.elevens", "dealt.assignments.testers.elevens"
    classes = ("Card", "Deck", "Shuffler", "Board", board)
    return Assignment(name, title, classes, ours, tester, steps, "elevens-assignment.md", ours, parts, shows)


_LISTED: Final = (
    _matching("elevens", "Elevens", "ElevensBoard", ("board",), "both shuffles, a few times each"),
    _matching("thirteens", "Thirteens", "ThirteensBoard", ("board", "deck")),
    _matching("tens", "Tens", "TensBoard", ("board", "deck")),
    Assignment(
        "cards",
        "Cards: bridge",
        ("Card", "Trick", "Player", "Bridge", "Spades"),
        "dealt.assignments.cards",
        "dealt.assignments.testers.cards",
        "STEPS",
        "cards-assignment.md",
        "dealt.assignments.cards",
        ("trick",),
        "a game of bridge: the deal, the tricks, and what both teams won",
    ),
    Assignment(
        "poker",
        "Cards: draw poker",
        ("Card", "Hand"),
        "dealt.assignments.poker",
        "dealt.assignments.testers.poker",
        "STEPS",
        "cards-assignment.md",
        "dealt.assignments.cards",
        ("trick",),
        "a hand of draw poker before and after the draw, with its rank",
    ),
    Assignment(
        "deuce",
        "Deuce: Big Two",
        ("Card", "Hand", "AI", "Client", "AIClient"),
        "dealt.assignments.deuce",
        "dealt.assignments.testers.deuce",
        "STEPS",
        "deuce.md",
        shows="a deal of Big Two between four computers, play by play",
    ),
    Assignment(
        "doudizhu",
        "Dou Dizhu (HuanLeDouDiZhu)",
        ("Card", "CardArray", "AI", "MyPlay", "Console"),
        "dealt.assignments.doudizhu",
        "dealt.assignments.testers.doudizhu",
        "STEPS",
        "doudizhu-note.md",
        shows="a game of Dou Dizhu between three computers: the auction and the play",
    ),
)

ASSIGNMENTS: Final[dict[str, Assignment]] = {each.name: each for each in _LISTED}
"""Every assignment by name."""
