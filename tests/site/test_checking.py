"""``dealt check`` as a browser runs it: a page's tester tells what the command prints."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from dealt.assignments import ASSIGNMENTS
from dealt.cli import run

SOLUTIONS = Path(__file__).parents[1] / "assignments" / "solutions"
SCRIPT = """
import json, sys
from pathlib import Path
from dealt.site.checking import check
name, lost, *paths = sys.argv[1:]
given = [(Path(each).name, Path(each).read_bytes()) for each in paths]
begun = []
for line in check(name, given, {int(n): how for n, how in json.loads(lost).items()}, lambda *step: begun.append(step)):
    print(line)
print(len(begun), file=sys.stderr)
"""


def checked(name: str, *files: Path, lost: dict[int, str] | None = None) -> list[str]:
    """The lines that a page shows, from a Python of its own."""
    command = [sys.executable, "-P", "-c", SCRIPT, name, json.dumps(lost or {}), *map(str, files)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=200)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@pytest.mark.slow
@pytest.mark.turns(3)
@pytest.mark.parametrize("name", ASSIGNMENTS)
def test_a_page_tells_what_the_command_prints(name: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    starter = tmp_path / f"{name}.py"
    starter.write_text(ASSIGNMENTS[name].starter() or "")
    for file in (SOLUTIONS / f"{name}.py", starter):
        if file.exists():
            run(["check", name, str(file)])
            assert checked(name, file) == capsys.readouterr().out.splitlines()


BAD = {
    "empty": (b"", "has none of the classes"),
    "syntax": (b"class Card:\n  def", "line 2"),
    "utf16": ("class Card: pass".encode("utf-16"), "can't be read"),
    "latin": (b"class Card: name = 'caf\xe9'", "can't be read"),
    "nul": (b"class Card: pass\0", "null bytes"),
    "exits": (b"raise SystemExit(3)", "it ended the program"),
    "raises": (b"1/0", "ZeroDivisionError"),
    "deep": (b"(" * 5000, "can't be"),
    "unittest": (b"import unittests", "No module named 'unittests'"),
    "solution": (b"from dealt.assignments.testers import elevens", "write your own"),
    "deck": (b"from dealt.assignments.elevens import Deck", "write your own"),
    "games": (b"import dealt.games", "write your own"),
}


@pytest.mark.parametrize("kind", BAD)
def test_a_file_that_can_not_be_checked_is_told_in_a_line(kind: str, tmp_path: Path) -> None:
    written, told = BAD[kind]
    file = tmp_path / "mine.py"
    file.write_bytes(written)
    heading, line = checked("elevens", file)
    assert heading.startswith("Elevens: ")
    assert told in line


RUDE = """
import os, sys
class Card:
    def __init__(self, rank, suit, value):
        print("x" * 100_000_000)
        os.write(1, b"")
    @property
    def rank(self):
        raise SystemExit(1)
    suit = property(lambda self: self.suit)
    def __eq__(self, other):
        return True
"""


def test_classes_that_print_exit_and_call_themselves_are_told(tmp_path: Path) -> None:
    file = tmp_path / "rude.py"
    file.write_text(RUDE)
    lines = checked("elevens", file)
    assert any("WRONG" in each for each in lines)
    assert any("it ended the program (exit)" in each or "calls itself without end" in each for each in lines)
    assert max(map(len, lines)) < 2500


@pytest.mark.slow
def test_classes_in_several_files_are_checked_together(tmp_path: Path) -> None:
    (tmp_path / "card.py").write_text("class Card:\n    def __init__(self, rank, suit, value): self.rank = rank\n")
    (tmp_path / "deck.py").write_text("from card import Card\nclass Deck: pass\n")
    (tmp_path / "notes.py").write_text("1/0\n")
    files = [tmp_path / each for each in ("deck.py", "card.py", "notes.py")]
    lines = checked("elevens", *files)
    assert lines[0].endswith("with deck.py, card.py, notes.py")
    assert not any("can't be" in each or "no class Card" in each or "no class Deck" in each for each in lines)
    (tmp_path / "other.py").write_text("class Card: pass\n")
    assert "Card is in more than one file" in checked("elevens", *files, tmp_path / "other.py")[1]


@pytest.mark.slow
def test_a_step_at_which_a_worker_was_lost_is_wrong_and_the_others_go_on(tmp_path: Path) -> None:
    file = tmp_path / "elevens.py"
    file.write_text("class Card:\n    def __init__(self, rank, suit, value): pass\n")
    first = checked("elevens", file)[1]
    lines = checked("elevens", file, lost={0: ""})
    assert (lines[1], "it took more than 20 seconds" in lines[2]) == (first.partition(" - ")[0] + " - WRONG", True)
    assert "it broke down" in checked("elevens", file, lost={0: "broke down"})[2]
    assert checked("elevens", file, lost={-1: ""})[1:] == ["elevens.py took more than 20 seconds to be imported"]
