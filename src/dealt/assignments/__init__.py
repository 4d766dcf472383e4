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

    ``classes`` are the names that a student's file may define. ``page`` is the file in docs. ``family`` is the name
    under which our solution and the tester lie, where several assignments share them. ``parts`` are modules with what
    is given, which a student imports from our solution of the assignment ``given_by``. If ``shows`` isn't empty, our
    solution has a function ``demo``; ``shows`` describes what it prints.
    """

    name: str
    title: str
    classes: tuple[str, ...]
    page: str
    shows: str = ""
    parts: tuple[str, ...] = ()
    given_by: str = ""
    family: str = ""

    @property
    def ours(self) -> str:
        """The name of the module with our solution."""
        return f"dealt.assignments.{self.family or self.name}"

    @property
    def gives(self) -> str:
        """The name of the module from which a student imports what is given; empty where nothing is."""
        return f"dealt.assignments.{self.given_by}" if self.given_by else ""

    def module(self) -> ModuleType:
        """The module with our solution."""
        return import_module(self.ours)

    def given(self) -> dict[str, object]:
        """What a student's file may import of ours, by name."""
        modules = [import_module(f"dealt.assignments.given.{each}") for each in self.parts]
        return {name: getattr(each, name) for each in modules for name in each.__all__}

    def tests(self) -> tuple[Step, ...]:
        """The steps of the tester, in order."""
        tester = import_module(f"dealt.assignments.testers.{self.family or self.name}")
        return tuple(getattr(tester, f"{self.name.upper()}_STEPS" if self.family else "STEPS"))

    def starter(self) -> str | None:
        """The file that a student begins with, None if there is none."""
        file = files("dealt.assignments") / "starters" / f"{self.name}.txt"
        return file.read_text(encoding="utf-8") if file.is_file() else None


def _matching(name: str, title: str, board: str, parts: tuple[str, ...], shows: str = "") -> Assignment:
    """One of the three solitaires: they share all classes but the board."""
    classes = ("Card", "Deck", "Shuffler", "Board", board)
    return Assignment(name, title, classes, "elevens-assignment.md", shows, parts, "elevens", "elevens")


_LISTED: Final = (
    _matching("elevens", "Elevens", "ElevensBoard", ("board",), "both shuffles, a few times each"),
    _matching("thirteens", "Thirteens", "ThirteensBoard", ("board", "deck")),
    _matching("tens", "Tens", "TensBoard", ("board", "deck")),
    Assignment(
        "cards",
        "Cards: bridge",
        ("Card", "Trick", "Player", "Bridge", "Spades"),
        "cards-assignment.md",
        "a game of bridge: the deal, the tricks, and what both teams won",
        ("trick",),
        "cards",
    ),
    Assignment(
        "poker",
        "Cards: draw poker",
        ("Card", "Hand"),
        "cards-assignment.md",
        "a hand of draw poker before and after the draw, with its rank",
        ("trick",),
        "cards",
    ),
    Assignment(
        "deuce",
        "Deuce: Big Two",
        ("Card", "Hand", "AI", "Client", "AIClient"),
        "deuce.md",
        "a deal of Big Two between four computers, play by play",
    ),
    Assignment(
        "doudizhu",
        "Dou Dizhu (HuanLeDouDiZhu)",
        ("Card", "CardArray", "AI", "MyPlay", "Console"),
        "doudizhu-note.md",
        "a game of Dou Dizhu between three computers: the auction and the play",
    ),
)

ASSIGNMENTS: Final[dict[str, Assignment]] = {each.name: each for each in _LISTED}
"""Every assignment by name."""
