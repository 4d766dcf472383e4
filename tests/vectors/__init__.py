"""Conformance vectors: ``python -m tests.vectors FILE...`` checks every row of the files and prints what failed.

A file holds sections of rows of the game that it names or is named after; ``replays.json`` whole deals by game. A
check takes the file and a row, and returns what the house says and what the row wants. A section without a check fails.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any, NamedTuple, TypeVar

from dealt.cards import Cards, card, mask
from dealt.game import Game
from dealt.games import GAMES

T = TypeVar("T")
Row = Mapping[str, Any]
Check = Callable[[Row, Any], tuple[Any, Any]]

HEADS = {"game", "format", "rule_sets", "deck_order", "policy", "total_hands"}
CHECKS: dict[tuple[str, str], Check] = {}
"""By game and section; the section of a whole deal is "replay"."""


class Result(NamedTuple):
    """What came of one row, or of one section that could not be read."""

    section: str
    problem: str | None


def check(section: str, *games: str) -> Callable[[Check], Check]:
    """Register a check for a section of some games' files."""

    def register(function: Check) -> Check:
        CHECKS.update({(game, section): function for game in games})
        return function

    return register


@cache
def _made(name: str, options: str) -> Game[Any]:
    return GAMES[name].make(**json.loads(options))


def made(kind: type[T], name: str, **options: Any) -> T:
    """The game of that name with options, made once, which is of that kind."""
    game = _made(name, json.dumps(options))
    assert isinstance(game, kind)
    return game


def held(some: Iterable[str]) -> Cards:
    """The cards of a row as a set."""
    return mask(card(each) for each in some)


def results(path: Path) -> Iterator[Result]:
    """Every row of a file, and what came of it."""
    file = json.loads(path.read_text("utf-8"))
    for section, rows in file.items():
        if section in HEADS:
            continue
        replays = path.stem == "replays"
        game, kind = (section, "replay") if replays else (file.get("game", path.stem), section)
        label = f"{path.stem} {section}"
        if kind == "replay" and game not in GAMES:
            yield Result(f"left out: {game} (not in this house yet)", None)
        elif (game, kind) not in CHECKS:
            yield Result(label, "there is no check for this section")
        else:
            yield from (Result(label, problem(CHECKS[game, kind], file, row)) for row in rows)


def problem(function: Check, file: Row, row: Any) -> str | None:
    """What is wrong with a row, None if nothing is."""
    try:
        got, wanted = function(file, row)
    except Exception as error:  # noqa: BLE001 - a row that breaks the house has failed, and the others are still to be run
        return f"{json.dumps(row)[:300]}: {type(error).__name__}: {error}"
    return None if got == wanted else f"{json.dumps(row)[:300]}: got {got!r}"


def main(paths: Iterable[str]) -> int:
    """Run some files, print counts by section and each failure; 1 if there is any."""
    counts: dict[str, list[int]] = {}
    for path in paths:
        for section, wrong in results(Path(path)):
            counts.setdefault(section, [0, 0])[wrong is not None] += 1
            if wrong is not None:
                print(f"FAILED {section}: {wrong}")
    counted = {key: count for key, count in counts.items() if not key.startswith("left out")}
    for section in counts:
        passed, failed = counts[section]
        print(f"{section}: {passed} passed, {failed} failed" if section in counted else section)
    passed, failed = (sum(count[n] for count in counted.values()) for n in (0, 1))
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


for _each in iter_modules(__path__):
    if _each.name != "__main__":
        import_module(f"{__name__}.{_each.name}")
