"""`dealt arena`: a table for people, the same JSON for the same seed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dealt import cli
from dealt.games import GAMES
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


@pytest.mark.slow
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


def test_where_one_plays_alone_every_player_plays_every_deal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    alone = next(name for name, each in GAMES.items() if each.make().seats == 1)
    line = ["arena", alone, "--players", "lowest,random,lowest", "--deals", "6", "--seed", "7", "--jobs", "1"]
    assert cli.run([*line, "--json", str(tmp_path / "found")]) == 0
    out = capsys.readouterr().out
    assert "6 deals, each played by 3 players: 18 plays" in out
    assert "wins" in out
    found = json.loads((tmp_path / "found").read_text())
    assert (found["deals"], found["plays"]) == (6, 18)
    assert {each["player"]: each["entrants"] for each in found["standings"]} == {"lowest": 2, "random": 1}
    for each in found["standings"]:
        assert each["wins"] == each["score"] * each["plays"]  # a won deal scores 1


def test_three_seats_are_rotated_and_partners_win_together(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    three = next(name for name, each in GAMES.items() if each.make().seats == 3)
    line = ["arena", three, "--players", "lowest,lowest,random", "--deals", "4", "--seed", "7", "--jobs", "1"]
    assert cli.run([*line, "--json", str(tmp_path / "found")]) == 0
    assert "4 deals, each in 3 rotations: 12 plays" in capsys.readouterr().out
    assert cli.run([*line[:3], "lowest,random", *line[4:]]) == 1
    assert "name 1 or 3 players, not 2" in capsys.readouterr().err


def test_a_file_of_results_is_replaced_at_the_end_or_not_at_all(tmp_path: Path) -> None:
    file = tmp_path / "found.json"
    file.write_text("kept")
    line = ["arena", "bigtwo", "--players", "lowest", "--jobs", "1", "--json", str(file)]
    assert cli.run([*line, "--deals", "1", "--preset", "nosuch"]) == 1
    assert cli.run(["arena", "bigtwo", "--players", "nobody", "--deals", "1", "--json", str(file)]) == 1
    assert file.read_text() == "kept"
    assert cli.run([*line, "--deals", "1"]) == 0
    assert json.loads(file.read_text())["deals"] == 1
    assert [each.name for each in tmp_path.iterdir()] == ["found.json"]
    assert cli.run([*line[:-1], str(tmp_path), "--deals", "1"]) == 1


def test_a_run_that_is_broken_off_leaves_the_file_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "found.json"
    file.write_text("kept")

    def broken(*args: object, **how: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("dealt.cli.arena.run", broken)
    assert cli.run(["arena", "bigtwo", "--players", "lowest", "--deals", "1", "--json", str(file)]) == 130
    assert file.read_text() == "kept"
    assert [each.name for each in tmp_path.iterdir()] == ["found.json"]


# --- the ladder


@pytest.mark.slow
def test_the_ladder_ranks_computers_and_draws_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    drawn, kept = tmp_path / "ladder.svg", tmp_path / "ladder.json"
    line = ["ladder", "bigtwo", "--players", "lowest,random,deuce", "--deals", "3", "--jobs", "1", "--seed", "5"]
    assert cli.run([*line, "--plot", str(drawn), "--json", str(kept)]) == 0
    out = capsys.readouterr().out
    assert "every pair meets in 3 deals: 36 plays" in out
    assert "deuce" in out.splitlines()[4]
    assert "deuce - random" in out
    assert "Big Two" in drawn.read_text()
    assert json.loads(kept.read_text())["deals"] == 3


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["--players", "deuce"], "at least two different players"),
        (["--players", "deuce,nobody"], "there is no computer nobody"),
        (["--plot", "/nowhere/at/all.svg"], "can't be written"),
        (["--json", "/"], "it is a folder"),
    ],
)
def test_a_ladder_that_cannot_be_says_why_before_a_deal_is_played(
    arguments: list[str], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(["ladder", "bigtwo", "--deals", "1000000", *arguments]) == 1
    assert why in capsys.readouterr().err
