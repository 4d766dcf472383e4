"""What the room answers over HTTP: games, lessons, charts, puzzles of the day."""

from __future__ import annotations

from msgspec import Struct

from dealt.wire.table import LogLine, WireAction
from dealt.wire.to_face import Frame, LobbyTable
from dealt.wire.values import Said, Scalar

__all__ = [
    "ChartRow", "Charts", "DayPuzzle", "GameInfo", "House", "Invitation", "Lesson", "OptionInfo", "PuzzleAnswer",
    "WireChart",
]  # fmt: skip


class OptionInfo(Struct, frozen=True, gc=False):
    """A house rule: its values are ``choices`` or ``low..high``.

    With ``own`` also texts of somebody's own, of several lines: at a table the first is ``# `` and what the text is
    called, and where tables are listed there is only that line.
    """

    name: str
    default: Scalar
    choices: list[Scalar]
    low: int | None = None
    high: int | None = None
    own: bool = False


class GameInfo(Struct, frozen=True, gc=False):
    """A game of the house: ``GET api/games/GAME`` answers with it, ``GET api/games`` with all of them.

    ``whole`` is false for games as ``GET api/lobby`` lists them: without presets, without what is ``settled``, without
    the options but ``seats``, and of the texts only those under ``game``.

    ``settled`` are all options as a table has them under each preset, and under "" by the standard rules: there the
    options that follow others are decided. ``picture`` are the cards that stand for it in the lobby, and ``spread``
    says how they lie there: "fan", "trick" or "board". ``group`` is the part of the lobby where it stands: "sides",
    "each", "alone" or "chips". ``lesson`` says whether there is one, ``reckons`` whether ``odds`` has an answer,
    ``spoiler`` that it is to be shown on demand only, ``puzzle`` whether there is a puzzle of the day, ``boards`` how
    many boards it has on a day, 0 where it has none, and ``rated`` whether tables of it can be rated.
    """

    name: str
    seats: int
    options: list[OptionInfo]
    presets: dict[str, dict[str, Scalar]]
    settled: dict[str, dict[str, Scalar]]
    computers: list[str]
    sorts: list[str]
    low: bool
    undoable: bool
    reckons: bool
    picture: list[str]
    lesson: bool
    texts: dict[str, dict[str, str]]
    spoiler: bool = False
    rated: bool = False
    whole: bool = True
    group: str = "each"
    spread: str = "fan"
    puzzle: bool = False
    boards: int = 0


class Invitation(Struct, frozen=True, gc=False):
    """What somebody may know who has the link to a table: ``GET api/invitations/TABLE`` answers with it.

    ``by`` is who may deal there; empty if everybody has left.
    """

    table: LobbyTable
    by: str


class Lesson(Struct, frozen=True, gc=False):
    """The first lesson of a game: ``GET api/lesson/GAME`` answers with it."""

    game: str
    options: dict[str, Scalar]
    seat: int
    frames: list[Frame]
    partnerships: list[list[int]] = []


class DayPuzzle(Struct, frozen=True, gc=False):
    """The puzzle of a day as ``seat`` saw it: ``GET api/daily/GAME/DAY`` answers with it, DAY as in 2026-11-23.

    One of the ``choices`` is best: ``GET api/daily/GAME/DAY/CHOICE``, CHOICE from 0, says which.
    """

    game: str
    day: str
    options: dict[str, Scalar]
    seat: int
    seats: int
    step: int
    frame: Frame
    log: list[LogLine]
    choices: list[WireAction]
    vocabulary: list[WireAction] = []
    partnerships: list[list[int]] = []


class PuzzleAnswer(Struct, frozen=True, gc=False):
    """How good the ``choice`` in the puzzle of a day is, and what each choice is worth on average, in ``unit``.

    ``best`` is the place of the best choice, ``taken`` of what a computer did at its table. ``why`` says why the best
    choice is better than the one that was chosen, or, if that is the best, than what the computer did.
    """

    choice: int
    right: bool
    best: int
    taken: int
    worths: list[float]
    unit: str
    why: Said


class ChartRow(Struct, frozen=True, gc=False):
    """A row of a chart: a code for each column."""

    label: str
    cells: list[str]


class WireChart(Struct, frozen=True, gc=False):
    """A table of advice; the texts of the game name it, its columns, its rows and its codes under ``chart``."""

    name: str
    columns: list[str]
    rows: list[ChartRow]


class Charts(Struct, frozen=True, gc=False):
    """Advice for all positions of a game: ``GET api/charts/GAME?OPTION=VALUE`` answers with it."""

    game: str
    charts: list[WireChart]


class House(Struct, frozen=True, gc=False):
    """The answer to ``GET api/games``, ``api/lobby`` and ``api/texts``: games, and texts that don't belong to one.

    ``api/lobby`` leaves out those that only some games say, which these have among their own, and those of refusals;
    ``api/texts/LANGUAGE`` has no games, and all texts of a language.
    """

    games: list[GameInfo]
    texts: dict[str, dict[str, str]]
