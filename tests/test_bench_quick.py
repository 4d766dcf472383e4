"""All of ``bench`` and ``tune`` still runs: each once, in so small a form that it says nothing of speed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from bench import __main__ as front

ROOT = Path(__file__).parent.parent
PATIENCE = 120.0

QUICK: dict[str, dict[str, str]] = {
    "bench": {
        "all": "--only plain --seconds 0.002",
        "auction": "--boards 1",
        "bare": "--people 20",
        "blackjack": "count --rounds 1000",
        "bus": "--seconds 0.2",
        "chaos": "--processes 2 --tables 2 --kills 1 --redis 0 --postgres 0 --lines 0 --freezes 0 --seed 1",
        "climbing": "--seconds 0.002",
        "cluster": "--quick --only many --seconds 1",
        "crowd": "--arena 12 --minutes 0.1 --swiss 8 --rounds 1 --pace 0.01",
        "env": "--seconds 0.002",
        "evening": "--computers 4 --deals 2 --rounds 3 --boards 1",
        "freecell": "--first 1 --last 2",
        "exploit": "--calls --flops 1",
        "everything": "--minutes 0.1 --people 8 --seed 2",
        "idle": "--sockets 50",
        "levels": "hearts --deals 1",
        "matching": "--seconds 0.002",
        "migration": "--people 60 --deals 400",
        "odds": "elevens --games 2000 --tables 50",
        "pairs": "spades --deals 3",
        "plain": "--seconds 0.002 --games tens",
        "poker": "--seconds 0.002",
        "queues": "--people 20 --seconds 1",
        "ratings": "hearts --deals 4 --boards 2 --most 4",
        "restart": "--tables 5 --deals 2",
        "room": "--quick --only 200 --only hints --seconds 1",
        "rounds": "--seconds 0.002",
        "scale": "",
        "site": "--only size",
        "siege": "--frames 2000 --games bigtwo --seed 1",
        "soak": "--short --seed 1 --only no_files",
        "solvers": "--tables 1 --minutes 0.05 --think 0.1 --seed 1",
        "strength": "bigtwo deuce --deals 2",
        "threads": "--seconds 0.002",
        "tricks": "--seconds 0.002",
    },
    "tune": {
        "deuce": "1 4",
        "doudizhu": "4",
        "expected": "--deals 4 --notrump 4 --trial 4",
        "imitate": "bigtwo lowest --deals 4 --passes 1 --to {folder}/to.net",
        "regret": "--deals 20 --to {folder}/to.table",
        "shedder": "1",
    },
}
"""What makes each measurement small."""
JUDGED = {"everything": "everything at once for", "idle": "idle sockets:"}
"""Measurements that end with 1 where a goal is missed, which says nothing here; and what they print then."""


def test_every_measurement_has_a_quick_form() -> None:
    assert {package: {*some} for package, some in QUICK.items()} == {
        each: {*front.names(ROOT / each)} for each in QUICK
    }


@pytest.mark.slow
@pytest.mark.parametrize(("package", "name"), [(package, name) for package in QUICK for name in QUICK[package]])
@pytest.mark.turns(3, always=True)
def test_a_measurement_runs(package: str, name: str, tmp_path: Path) -> None:
    arguments = QUICK[package][name].format(folder=tmp_path).split()
    done = subprocess.run(
        [sys.executable, "-m", package, name, *arguments],
        cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE, check=False,
        env={**os.environ, "XDG_DATA_HOME": str(tmp_path)},
    )  # fmt: skip
    assert done.returncode == 0 or JUDGED.get(name, "no word") in done.stdout, (done.stdout + done.stderr)[-4000:]
    assert done.stdout.strip(), "it prints what it measured"
