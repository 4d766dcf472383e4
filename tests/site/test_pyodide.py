"""The package of a static room in the Python of browsers, run by node: laws, vectors, what whole deals tell."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import hatch_build
from dealt.site.folder import write

INSIDE = Path(__file__).parent / "inside.py"

pytestmark = [
    pytest.mark.slow,
    pytest.mark.turns(2, always=True),  # each runs most of the rules, and nothing that the others don't
    pytest.mark.skipif(hatch_build.skipped(), reason="the page is not built"),
]


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The engine of a static room, made of the sources as they are."""
    hatch_build.build()
    folder = tmp_path_factory.mktemp("site")
    write(folder / "room")
    return folder / "room" / "engine"


def run(engine: Path, what: str) -> str:
    command, env = hatch_build.toolchain()
    script = hatch_build.ROOT / "bench" / "rig" / "pyodide.mjs"
    done = subprocess.run(
        [command[0], str(script), str(engine), str(hatch_build.ROOT), str(INSIDE), what],
        capture_output=True, text=True, check=False, env=env, timeout=400,
    )  # fmt: skip
    assert done.returncode == 0, f"{done.stdout[-1000:]}\n{done.stderr[-3000:]}"
    return done.stdout


def test_the_laws_hold_for_every_game(engine: Path) -> None:
    assert len(run(engine, "laws").splitlines()) >= 12


def test_all_vectors_pass(engine: Path) -> None:
    assert " 0 failed" in run(engine, "vectors").splitlines()[-1]


@pytest.mark.parametrize("what", ["match", "boards"])
def test_the_same_deals_tell_the_same(what: str, engine: Path) -> None:
    """Message by message, with computers that search by compiled kernels; and the field of boards of a day."""
    here = subprocess.run(
        [sys.executable, str(INSIDE), what], capture_output=True, text=True, check=True, cwd=hatch_build.ROOT
    )
    assert run(engine, what) == here.stdout
