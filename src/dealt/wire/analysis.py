"""What the room says of choices: analyses of deals, positions, tries, mistakes."""

from __future__ import annotations

from msgspec import Struct

from dealt.wire.table import LogLine, WireAction
from dealt.wire.to_face import Frame, WireOption
from dealt.wire.values import Outgoing, Said, Scalar

__all__ = [
    "Analysing", "Analysis", "Mistake", "Mistakes", "Position", "Tried", "WireExtra", "WireJudged",
]  # fmt: skip


class Analysing(Outgoing, tag="analysing"):
    """How far the analysis of deal number ``dealt`` of that table is: ``done`` of ``of`` parts, 0 of 0 while it waits.

    ``stopped``: it is worked out no more.
    """

    table: str
    dealt: int
    done: int = 0
    of: int = 0
    stopped: bool = False


class WireJudged(Struct, frozen=True, gc=False):
    """An action of a deal, and what would have been better.

    ``step`` counts actions from 0. ``cost`` is what it lost against ``best`` with what the seat knew, and ``open_cost``
    against the best with all cards open, null where that is not worked out; neither is negative. ``forced``: there
    was no choice. ``mistake``: the cost is beyond doubt.
    """

    step: int
    seat: int
    taken: WireOption
    best: WireOption
    others: list[WireOption]
    cost: float
    open_cost: float | None = None
    forced: bool = False
    mistake: bool = False


class WireExtra(Struct, frozen=True, gc=False):
    """What else is known of a deal, such as par: a sentence, perhaps with a table under it.

    A cell that starts with "@" is a key of the texts; "#2" is the name on seat 2.
    """

    say: Said
    columns: list[str] = []
    rows: list[list[str]] = []


class Analysis(Outgoing, tag="analysis"):
    """What each action of deal number ``dealt`` of a table was worth, in ``unit``.

    ``expected`` has a row for each position, the first one included: what each seat could expect with all cards open.
    ``accuracy`` is a number from 0 to 100 for each seat, null for one that had no choice. ``costliest`` are places in
    ``judged``, the costliest action first. ``seat`` is one's own, null for who watched. ``deal`` is that of the
    question.
    """

    table: str
    dealt: int
    game: str
    names: list[str]
    unit: str
    judged: list[WireJudged]
    expected: list[list[float]]
    accuracy: list[float | None]
    costliest: list[int]
    extras: list[WireExtra] = []
    seat: int | None = None
    deal: int | None = None


class Position(Outgoing, tag="position"):
    """A position of a finished deal as ``seat`` saw it before its action number ``step``, with the log that it read.

    ``judged`` is that action; null where the deal was not analysed.
    """

    table: str
    dealt: int
    step: int
    seat: int
    game: str
    options: dict[str, Scalar]
    names: list[str]
    frame: Frame
    log: list[LogLine]
    vocabulary: list[WireAction] = []
    partnerships: list[list[int]] = []
    judged: WireJudged | None = None
    unit: str = ""


class Tried(Outgoing, tag="tried"):
    """What an action would have been worth at a position, and what the best one is worth, judged together.

    ``better`` says how it compares with what was done: 1 better, 0 about as good, -1 worse; null where that is not
    known. ``right``: nothing is better beyond doubt.
    """

    table: str
    dealt: int
    step: int
    option: WireOption
    best: WireOption
    right: bool
    better: int | None = None


class Mistake(Struct, frozen=True, gc=False):
    """A costly decision: action number ``step`` of deal number ``dealt`` at a table, and what it lost, in ``unit``.

    ``kind`` is the first word of the action; empty where that is not known.
    """

    table: str
    dealt: int
    step: int
    game: str
    cost: float
    unit: str
    at: float
    kind: str = ""


class Mistakes(Outgoing, tag="mistakes"):
    """One's costly decisions, the newest deal first; ``game`` is that of the question."""

    mistakes: list[Mistake]
    game: str | None = None
