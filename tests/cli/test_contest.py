"""`dealt arena`: a table for people, the same JSON for the same seed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.helpers import dealt

LINE = ["arena", "bigtwo", "--players", "lowest,random", "--deals", "8", "--seed", "7"]


@pytest.mark.slow
def test_the_same_seed_writes_the_same_json_whatever_the_jobs(tmp_path: Path) -> None:
    for name, jobs in (("one", "1"), ("two", "2")):
        ended = dealt([*LINE, "--jobs", jobs, "--json", tmp_path / name], tmp_path)
        assert ended.status == 0, ended.err
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()
    found = json.loads((tmp_path / "one").read_text())
    assert (found["deals"], found["plays"], found["seed"]) == (8, 32, "7")


def test_the_table_says_how_it_was_counted_and_what_is_good(tmp_path: Path) -> None:
    ended = dealt(LINE, tmp_path)
    assert ended.status == 0
    assert "8 deals, each in 4 rotations: 32 plays" in ended.out
    assert "score (low is good)" in ended.out
    assert "standard error" in ended.out
    assert "lowest - random" in ended.out
    assert "lowest x2" in ended.out


@pytest.mark.slow
def test_json_on_standard_output_is_all_that_is_there(tmp_path: Path) -> None:
    assert json.loads(dealt([*LINE, "--json", "-"], tmp_path).out)["game"] == "bigtwo"
