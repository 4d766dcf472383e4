"""All conformance vectors that lie beside this file hold, and the runner reports what it can't check."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests import vectors

DATA = sorted((Path(__file__).parent / "vectors_data").glob("*.json"))


@pytest.mark.slow
@pytest.mark.parametrize("path", DATA, ids=lambda path: path.stem)
def test_vectors(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status = vectors.main([str(path)])
    printed = capsys.readouterr().out
    assert status == 0, printed
    assert printed.splitlines()[-1].endswith("passed, 0 failed")


def test_the_data_is_complete() -> None:
    assert {path.stem for path in DATA} >= {"replays", "bigtwo", "bridge", "chinesepoker", "doudizhu", "elevens"}
    assert {game for game, section in vectors.CHECKS if section == "classify"} >= {"bigtwo", "chinesepoker", "doudizhu"}


def test_failures_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "bigtwo.json"
    wrong = {"cards": ["3D"], "kind": "pair", "valid": True}
    path.write_text(json.dumps({"game": "bigtwo", "format": 1, "classify": [wrong, {}], "horoscope": [1, 2]}))
    assert vectors.main([str(path)]) == 1
    printed = capsys.readouterr().out
    assert "got ('single', True)" in printed
    assert "KeyError" in printed
    assert "FAILED bigtwo horoscope: there is no check for this section" in printed
    assert printed.endswith("0 passed, 3 failed\n")


def test_deals_of_unknown_games_are_left_out_and_said_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "replays.json"
    path.write_text(json.dumps({"format": 1, "snap": [{}]}))
    assert vectors.main([str(path)]) == 1, "nothing passed"
    assert "left out: snap (not in this house yet)\n0 passed, 0 failed" in capsys.readouterr().out
