"""What the shell offers when Tab is pressed."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from dealt.games import GAMES
from tests.cli.helpers import environment, own_game

LINES = [
    ("dealt les", {"lesson"}),
    ("dealt play ", set(GAMES)),
    ("dealt play big", {"bigtwo"}),
    ("dealt lesson bri", {"bridge"}),
    ("dealt games spa", {"spades"}),
    ("dealt play bigtwo -p ", {"deuce", "doyle", "hongkong"}),
    ("dealt play bigtwo --vari", {"--variant"}),
    ("dealt play bigtwo --variant ", {"deuce", "doyle"}),
    ("dealt play bigtwo -o varia", {"variant="}),
    ("dealt play bigtwo -o variant=d", {"variant=deuce", "variant=doyle"}),
    ("dealt play bigtwo --seats ", {"2", "3", "4"}),
    ("dealt play bigtwo -c ", {"deuce", "lowest", "random"}),
    ("dealt arena bigtwo --players deuce,l", {"deuce,lowest"}),
    ("dealt play rubber --honours ", {"off", "on"}),
    ("dealt export record.json --format ", {"pbn", "phh"}),
    ("dealt rules bridge --lang ", {"en", "zh"}),
    ("dealt serve --log ", {"lines", "json"}),
]


def offered(line: str, home: Path, **more: str) -> set[str]:
    """What bash is told to offer at the end of a line."""
    given = {"_DEALT_COMPLETE": "complete_bash", "COMP_WORDS": line, "COMP_CWORD": str(line.count(" "))}
    done = subprocess.run(
        [sys.executable, "-m", "dealt"],
        env=environment(home, **given, **more),
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert done.stderr == ""
    return set(done.stdout.split())


@pytest.mark.parametrize(("line", "words"), LINES)
@pytest.mark.slow
def test_a_press_of_tab_offers_what_can_be_typed(line: str, words: set[str], tmp_path: Path) -> None:
    assert offered(line, tmp_path) == words


def test_games_of_ones_own_are_offered_and_a_file_that_fails_adds_none(tmp_path: Path) -> None:
    file = own_game(tmp_path)
    assert offered("dealt play bom", tmp_path, DEALT_GAMES=str(file)) == {"bombs"}
    file.write_text("1 / 0")
    assert offered("dealt play big", tmp_path, DEALT_GAMES=str(file)) == {"bigtwo"}


@pytest.mark.slow
def test_a_press_of_tab_is_answered_quickly(tmp_path: Path) -> None:
    def processor() -> float:
        used = os.times()
        return used.children_user + used.children_system

    best = 9.0
    for _ in range(3):
        before = processor()
        time.sleep(0)
        offered("dealt play bigtwo --variant ", tmp_path)
        best = min(best, processor() - before)
    assert best < 0.5, "processor seconds"


def test_the_script_for_a_shell_is_shown(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    from dealt.cli import run

    monkeypatch.setenv("_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION", "1")
    assert run(["--show-completion", "bash"]) == 0
    assert "_DEALT_COMPLETE" in capsys.readouterr().out
