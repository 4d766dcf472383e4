"""What the shell offers when Tab is pressed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from dealt.game import LEVELS
from dealt.games import GAMES
from tests.cli.helpers import dealt, environment, own_game

LINES = [
    ("dealt les", {"lesson"}),
    ("dealt play ", set(GAMES)),
    ("dealt play big", {"bigtwo"}),
    ("dealt lesson bri", {"bridge"}),
    ("dealt games spa", {"spades"}),
    ("dealt play bigtwo -p ", {"deuce", "daidi", "hongkong"}),
    ("dealt play bigtwo --vari", {"--variant"}),
    ("dealt play bigtwo --variant ", {"deuce", "daidi"}),
    ("dealt play bigtwo -o varia", {"variant="}),
    ("dealt play bigtwo -o variant=d", {"variant=deuce", "variant=daidi"}),
    ("dealt play bigtwo --seats ", {"2", "3", "4"}),
    ("dealt play bigtwo -c ", {"deuce", "search", "network", "manual", "lowest", "random", *LEVELS}),
    ("dealt arena bigtwo --players deuce,l", {"deuce,lowest"}),
    ("dealt play rubber --honours ", {"off", "on"}),
    ("dealt export record.json --format ", {"pbn", "phh"}),
    ("dealt rules bridge --lang ", {"en", "zh"}),
    ("dealt serve --log ", {"lines", "json"}),
]


def offered(line: str, home: Path, **more: str) -> set[str]:
    """What bash is told to offer at the end of a line."""
    given = {"_DEALT_COMPLETE": "complete_bash", "COMP_WORDS": line, "COMP_CWORD": str(line.count(" "))}
    done = dealt([], home, env=given | more)
    assert (done.status, done.err) == (0, "")
    return set(done.out.split())


@pytest.mark.parametrize(("line", "words"), LINES)
@pytest.mark.slow
def test_a_press_of_tab_offers_what_can_be_typed(line: str, words: set[str], tmp_path: Path) -> None:
    assert offered(line, tmp_path) == words


@pytest.mark.slow
def test_games_of_ones_own_are_offered_and_a_file_that_fails_adds_none(tmp_path: Path) -> None:
    file = own_game(tmp_path)
    assert offered("dealt play bom", tmp_path, DEALT_GAMES=str(file)) == {"bombs"}
    file.write_text("1 / 0")
    assert offered("dealt play big", tmp_path, DEALT_GAMES=str(file)) == {"bigtwo"}


HEAVY = ("numpy", "endplay", "sqlalchemy", "starlette", "uvicorn", "alembic", "markdown_it", "dealt.server.door.app")
"""Modules that take too long to import while somebody waits for a word to be completed."""


@pytest.mark.slow
@pytest.mark.parametrize("line", ["dealt play big", "dealt play bigtwo --variant "])
def test_a_press_of_tab_imports_nothing_heavy(line: str, tmp_path: Path) -> None:
    given = {"_DEALT_COMPLETE": "complete_bash", "COMP_WORDS": line, "COMP_CWORD": str(line.count(" "))}
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "dealt"],
        env=environment(tmp_path, **given),
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    imported = {each.rpartition("|")[2].strip() for each in done.stderr.splitlines()}
    assert "dealt" in imported
    assert [each for each in HEAVY if each in imported] == []


def test_the_script_for_a_shell_is_shown(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    from dealt.cli import app, run

    monkeypatch.setenv("_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION", "1")
    monkeypatch.setattr(app, "_command", app._command.__wrapped__)  # when it is made, the variable is read
    assert run(["--show-completion", "bash"]) == 0
    assert "_DEALT_COMPLETE" in capsys.readouterr().out
