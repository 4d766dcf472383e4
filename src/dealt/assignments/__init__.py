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
    first needed; the tester has the list ``steps``. ``page`` is the file in docs. If ``shows``
    isn't empty, the module ``ours`` has a function ``demo``; ``shows`` describes what it prints.
    """

    name: str
    title: str
    classes: tuple[str, ...]
    ours: str
    tester: str
    steps: str
    page: str
    shows: str = ""

    def module(self) -> ModuleType:
        """The module with our solution."""
        return import_module(self.ours)

    def tests(self) -> tuple[Step, ...]:
        """The steps of the tester, in order."""
        return tuple(getattr(import_module(self.tester), self.steps))

    def starter(self) -> str | None:
        """The file that a student begins with, None if there is none."""
        file = files("dealt.assignments") / "starters" / f"{self.name}.py"
        return file.read_text(encoding="utf-8") if file.is_file() else None


def _matching(name: str, title: str, board: str, shows: str = "") -> Assignment:
    """One of the three solitaires: they share all classes but the board."""
    steps = f"{name.upper()}_STEPS"
    ours, tester = "dealt.assignments.elevens", "dealt.assignments.testers.elevens"
    classes = ("Card", "Deck", "Shuffler", "Board", board)
    return Assignment(name, title, classes, ours, tester, steps, "elevens-assignment.md", shows)


_LISTED: Final = (
    _matching("elevens", "Elevens", "ElevensBoard", "both shuffles, a few times each"),
    _matching("thirteens", "Thirteens", "ThirteensBoard"),
    _matching("tens", "Tens", "TensBoard"),
    Assignment(
        "cards",
        "Cards: bridge",
        ("Card", "Trick", "Player", "Bridge", "Spades"),
        "dealt.assignments.cards",
        "dealt.assignments.testers.cards",
        "STEPS",
        "cards-assignment.md",
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
        "a deal of Big Two between four computers, play by play",
    ),
    Assignment(
        "doudizhu",
        "Dou Dizhu (HuanLeDouDiZhu)",
        ("Card", "CardArray", "AI", "MyPlay", "Console"),
        "dealt.assignments.doudizhu",
        "dealt.assignments.testers.doudizhu",
        "STEPS",
        "doudizhu-note.md",
        "a game of Dou Dizhu between three computers: the auction and the play",
    ),
)

ASSIGNMENTS: Final[dict[str, Assignment]] = {each.name: each for each in _LISTED}
"""Every assignment by name."""
