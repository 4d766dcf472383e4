"""``dealt doctor``: one table, and an exit status that says whether every level plays at full strength."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

from dealt.games import GAMES
from tests.cli.helpers import dealt, environment

BARE = """
import sys
for name in ("wasmtime", "numpy", "endplay"):
    sys.modules[name] = None
from dealt.cli import run
sys.exit(run(sys.argv[1:]))
"""


def bare(home: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """The command where no package is installed that only some machines have."""
    line = [sys.executable, "-c", BARE, *arguments]
    return subprocess.run(
        line, env=environment(home), capture_output=True, text=True, check=False, timeout=90, cwd=home
    )


@pytest.mark.slow
def test_all_is_well_with_all_packages(tmp_path: Path) -> None:
    found = dealt(["doctor"], tmp_path)
    assert (found.status, found.err) == (0, "")
    assert found.out.count("every level plays at full strength") == len(GAMES)
    assert "!!" not in found.out
    assert f"shipped as WebAssembly, run by wasmtime {version('wasmtime')}" in " ".join(found.out.split())
    assert "dealt.dbwillbemade" in "".join(found.out.split())
    assert "全力以赴" in dealt(["doctor", "--lang", "zh"], tmp_path).out


@pytest.mark.slow
def test_a_database_that_does_not_answer_is_told(tmp_path: Path) -> None:
    found = dealt(["doctor", "--database", "postgresql://nobody@127.0.0.1:9/none"], tmp_path)
    assert found.status == 1
    assert "the database can't be used" in " ".join(found.out.split())
    (tmp_path / "mine.db").write_text("this is no database at all", encoding="utf-8")
    found = dealt(["doctor", "--database", f"sqlite:///{tmp_path / 'mine.db'}"], tmp_path)
    assert found.status == 1
    assert "file is not a database" in " ".join(found.out.split())


@pytest.mark.slow
def test_what_is_missing_is_told_by_the_doctor_the_arena_and_the_terminal(tmp_path: Path) -> None:
    found = bare(tmp_path, "doctor")
    said = " ".join(found.stdout.split())
    assert found.returncode == 1
    assert "!! numpy not installed" in said
    assert "!! The kernels wasmtime is not installed: computers think less (pip install wasmtime)" in said
    assert "!! Hearts expert thinks less here, without wasmtime" in said
    assert "!! Bridge hard thinks less here, without endplay; expert thinks less here, without endplay" in said
    assert "ok Draw Poker every level plays at full strength" in said
    found = bare(tmp_path, "arena", "bridge", "--players", "expert,lowest,lowest,lowest", "--deals", "1", "--jobs", "1")
    assert found.returncode == 0
    assert "expert thinks less here, without endplay" in found.stderr
    found = bare(
        tmp_path, "play", "chinesepoker", "--watch", "--plain", "--deals", "1", "--pace", "0", "--computers", "hard"
    )
    assert (found.returncode, found.stderr) == (0, "")
