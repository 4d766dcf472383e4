"""Games and computers of one's own that fail: one line that says where, and the traceback only for who asks."""

from __future__ import annotations

from pathlib import Path

import pytest

from dealt.faults import fault
from tests.cli.helpers import dealt

GAME = """
from dealt import players
from dealt.cards import STANDARD, Order
from dealt.game import Listing
from dealt.games.climbing import Climbing, Kind

FAILS = "%s"


class Broken(Climbing):
    def legal(self, state, seat):
        if FAILS == "legal" and sum(map(int.bit_count, state.hands)) < 50:
            raise KeyError("in legal")  # line 13
        return super().legal(state, seat)

    def apply(self, state, seat, action):
        if FAILS == "apply":
            raise KeyError("in apply")  # line 18
        return super().apply(state, seat, action)

    def view(self, state, seat):
        if FAILS == "view" and sum(map(int.bit_count, state.hands)) < 50:
            raise KeyError("in view")  # line 23
        return super().view(state, seat)


class Thinker:
    def choose(self, view, rng):
        if FAILS == "player":
            raise KeyError("in player")  # line 30
        return "play XX" if FAILS == "choice" else view.legal[0]


players.register("thinker", lambda game: Thinker(), lambda game: game.name == "broken")


def make(**options):
    if FAILS == "make":
        raise KeyError("in make")  # line 39
    return Broken("broken", kinds=(Kind("single"),), order=Order("3456789TJQKA2", "dchs"), seats=4, deck=STANDARD)


LISTING = Listing("broken", make, computers=("thinker",))
"""
LINES = {"legal": 13, "apply": 18, "view": 23, "player": 30, "make": 39}


def fails(folder: Path, how: str) -> Path:
    file = folder / "broken.py"
    file.write_text(GAME % how)
    return file


@pytest.mark.slow
@pytest.mark.parametrize("command", ["play broken --watch", "play broken", "arena broken --players thinker --deals 2"])
@pytest.mark.parametrize("how", [*LINES, "choice"])
@pytest.mark.turns(2)
def test_what_fails_is_one_line_that_says_where(command: str, how: str, tmp_path: Path) -> None:
    file = fails(tmp_path, how)
    ended = dealt([*command.split(), "--games", file], tmp_path, "list\n#1\n" * 20)
    assert ended.status == 1
    assert ended.err.count("\n") == 1
    assert "Traceback" not in ended.out + ended.err
    if how == "choice":
        assert "'play XX' isn't possible now" in ended.err
        assert "deal.py" not in ended.err
    else:
        assert f"broken.py, line {LINES[how]}: KeyError: 'in {how}'" in ended.err


@pytest.mark.slow
@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("def make(:", "own.py can't be loaded: line 1: SyntaxError"),
        (
            "\nimport nosuchmodule",
            "own.py can't be loaded: line 2: ModuleNotFoundError: No module named 'nosuchmodule'",
        ),
        ("x = 1\n1 / 0", "own.py can't be loaded: line 2: ZeroDivisionError"),
        ("x = 1", "own.py brings no game: it should call register(...) or define LISTING or LISTINGS"),
        ("LISTING = 3", "own.py lists 3: a game is listed as Listing(name, maker, ...)"),
    ],
)
@pytest.mark.parametrize("command", ["games", "play bigtwo", "serve --port 0"])
def test_a_file_that_brings_no_game_is_one_line(command: str, written: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text(written)
    ended = dealt([*command.split(), "--games", "own.py"], tmp_path)
    assert ended.status == 1
    assert said in ended.err + ended.out
    assert "Traceback" not in ended.err + ended.out


@pytest.mark.slow
@pytest.mark.parametrize("line", [["--debug", "play"], ["play", "--debug"]])
def test_the_traceback_is_shown_to_whoever_asks(line: list[str], tmp_path: Path) -> None:
    file = fails(tmp_path, "apply")
    shown = dealt([*line, "broken", "--watch", "--games", file], tmp_path)
    assert shown.status == 1
    assert "Traceback (most recent call last)" in shown.err
    assert "broken.py, line 18" in shown.err.split("\n")[-2]
    shown = dealt(["play", "broken", "--watch", "--games", file], tmp_path, env={"DEALT_DEBUG": "1"})
    assert "Traceback (most recent call last)" in shown.err


def test_a_fault_without_a_traceback_is_its_message() -> None:
    assert fault(KeyError("x")) == "KeyError: 'x'"
    assert fault(ValueError()) == "ValueError"
