"""A student's boards as games: the house deals, and what may be removed and when it is over their class says.

The class answers in a process of its own, with a time limit: a method that hangs or fails ends the deal with a line
that says so, and holds up no terminal and no room.
"""

from __future__ import annotations

import ast
import atexit
import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path
from typing import Final

from dealt.assignments import ASSIGNMENTS
from dealt.assignments.checking import Classes, Unreadable
from dealt.assignments.elevens import NUMBERS
from dealt.assignments.steps import Lost
from dealt.cards import Card, Cards
from dealt.game import Fact, Listing, Odds, Say, Seat, View
from dealt.games.matching import LISTINGS, Matching, MatchingState

__all__ = ["Own", "boards_in", "chosen_board", "listings"]

SECONDS: Final = 1.0
"""How long a class may think about a board."""
IMPORTING: Final = 5.0
"""How long the file may take to be imported."""
MOST: Final = 5_000
"""The number of boards whose answers are kept."""
_WORDS: Final = {number: words for words, number in NUMBERS.items()}
_SOLITAIRES: Final = {each.name: ASSIGNMENTS[each.name].classes[-1] for each in LISTINGS}

LAYING: Final = """
cards = {}
def laid(kind, words):
    for _ in range(1000):
        board = kind()
        lying = [board.card_at(place) for place in range(len(words))]
        cards.update({(one.rank, one.suit): one for one in lying if one is not None})
        if len(cards) >= 52:
            break
    held = [None if each is None else cards[tuple(each)] for each in words]
    for name, value in list(vars(board).items()):
        if type(value) in (list, tuple) and len(value) == len(lying) and all(map(lambda a, b: a is b, value, lying)):
            setattr(board, name, type(value)(held))
    board.__class__ = type(kind.__name__, (kind,), {
        "card_at": lambda self, place: held[place],
        "card_indexes": lambda self: [place for place, one in enumerate(held) if one is not None],
    })
    return board
"""
"""Lays cards on a new board of a student's: their own cards, which other new boards have shown."""


@dataclass(frozen=True, slots=True)
class Said:
    """What a class says of a board: the removals, whether any is possible, and what went wrong."""

    removals: tuple[tuple[int, ...], ...] = ()
    possible: bool = False
    fault: str = ""


class Own(Matching):
    """One of the three solitaires by a student's board."""

    reckons = False

    def __init__(self, house: Matching, name: str, file: Path) -> None:
        super().__init__(name, places=house.places, total=house.total, values="".join(house.values), sets=house.sets)
        self._file, self._house, self._board = file, house.name, _SOLITAIRES[house.name]
        self._said: dict[tuple[Card | None, ...], Said] = {}
        self._late = ""
        longest = max(map(len, self.rows))
        self._choices = [c for n in range(1, longest + 1) for c in combinations(range(house.places), n)]

    def said(self, board: Sequence[Card | None]) -> Said:
        """What the class says of a board, asked once."""
        key = tuple(board)
        if key not in self._said:
            if len(self._said) >= MOST:
                self._said.clear()
            self._said[key] = Said(fault=self._late) if self._late else self._ask(key)
        return self._said[key]

    def _ask(self, board: tuple[Card | None, ...]) -> Said:
        words = [None if one is None else _WORDS[one] for one in board]
        some = [places for places in self._choices if all(board[place] is not None for place in places)]
        try:
            answer = _classes(self._file, self._house).ask(
                {
                    "lines": [
                        ("do", LAYING),
                        ("do", f"board = laid({self._board}, {words!r})"),
                        ("get", "board.another_play_is_possible()"),
                    ],
                    "call": "board.is_legal",
                    "rows": [[list(places)] for places in some],
                    "fresh": 0,
                    "seconds": SECONDS,
                }
            )
        except Lost as lost:
            self._late = f"{self._board} {lost.how or f'took more than {SECONDS:g} seconds'}"  # it is waited for once
            return Said(fault=self._late)
        except Unreadable as error:
            return Said(fault=str(error))
        if answer.failure is not None:
            late = answer.failure.kind == "late"
            came = f"{self._board} took more than {SECONDS:g} seconds" if late else answer.failure.came
            fault = f"{came}{''.join(f' ({each})' for each in answer.failure.trace[-1:])}"
            self._late = fault if late else ""
            return Said(fault=fault)
        possible, *legal = answer.values[2:]
        return Said(tuple(places for places, each in zip(some, legal, strict=True) if each is True), possible is True)

    def removals(self, board: Sequence[Card | None]) -> list[tuple[int, ...]]:
        return list(self.said(board).removals)

    def turn(self, state: MatchingState) -> tuple[Seat, ...]:
        said = self.said(state.board)
        return (0,) if said.possible and said.removals else ()

    def view(self, state: MatchingState, seat: Seat | None) -> View:
        view, fault = super().view(state, seat), self.said(state.board).fault
        return replace(view, facts=(*view.facts, Fact("!own", None, fault))) if fault else view

    def odds(self, view: View | None = None) -> tuple[Odds, ...]:
        return ()

    def explain(self, view: View, chosen: Cards) -> Say | None:
        why = super().explain(view, chosen)
        return Say("why.own", {"board": self._board}) if why and why.key.startswith("why.") and chosen else why


def boards_in(file: str | Path) -> tuple[str, ...]:
    """The solitaires whose boards a file defines, without running it; none if it can't be read."""
    try:
        tree = ast.parse(Path(file).read_bytes())
    except (OSError, SyntaxError, ValueError):
        return ()
    classes = {each.name for each in tree.body if isinstance(each, ast.ClassDef)}
    return tuple(name for name, board in _SOLITAIRES.items() if board in classes)


def chosen_board(file: Path, name: str | None) -> str:
    """The game that a file's board makes: of the solitaire named, else its only one. ValueError if none does."""
    boards = boards_in(file)
    if not boards:
        *some, last = _SOLITAIRES.values()
        raise ValueError(f"{file} has no board: it should have a class {', '.join(some)} or {last}")
    wanted = boards[0] if name is None and len(boards) == 1 else (name or "").lower()
    if wanted not in boards:
        raise ValueError(f"{file} has the boards {', '.join(boards)}: write the one to play after dealt play")
    return f"my-{wanted}"


def listings(file: str | Path) -> tuple[Listing, ...]:
    """The boards of a file as games named ``my-elevens`` and so on. ValueError if it can't be imported."""
    path = Path(file).resolve()
    found = []
    for house in LISTINGS:
        if house.name in boards_in(path):
            try:
                _classes(path, house.name)
            except Unreadable as error:
                raise ValueError(str(error)) from None
            found.append(_listing(house, path))
    return tuple(found)


def _listing(house: Listing, path: Path) -> Listing:
    name = f"my-{house.name}"
    titles = {language: house.text("game.title", language) for language in ("en", "zh")}
    texts = {
        language: {**house.texts[language], "game.title": f"{title} ({path.name})", "preset.default": path.name}
        for language, title in titles.items()
    }

    def make() -> Own:
        made = house.make()
        assert isinstance(made, Matching)  # noqa: S101 - it is one of the three
        return Own(made, name, path)

    return replace(
        house, name=name, maker=make, options=(), presets={}, texts=texts, lesson="", preview=None, computers=()
    )


_started: dict[tuple[int, Path, str], Classes] = {}


def _classes(file: Path, name: str) -> Classes:
    """The classes of a file, in a process that belongs to this one alone: a room forks its workers."""
    key = (os.getpid(), file, name)
    if key not in _started:
        classes = Classes(ASSIGNMENTS[name], file, IMPORTING)
        classes.start()
        _started[key] = classes
        atexit.register(classes.end)
    return _started[key]
