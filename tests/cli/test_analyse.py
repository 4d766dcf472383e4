"""`dealt analyse`: what it prints, and what can't be analysed."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from dealt import cli
from dealt.games import make
from dealt.players import computer
from dealt.table import Match, seed_of
from tests.cli.helpers import OWN_GAME, dealt


def written(name: str, folder: Path, deals: int = 1, *, unfinished: bool = False) -> Path:
    """A record of deals between computers that play their lowest card."""
    game = make(name)
    match: Match[Any] = Match(game)
    for n in range(deals):
        table = match.deal(seed_of(4, n), players=["Ann", "Bob", "Cem", "Dee"][: game.seats])
        while table.turn:
            table.act(table.turn[0], computer("lowest", game).choose(table.view(table.turn[0]), Random(n)))
        match.end()
    if unfinished:
        match.deal(seed_of(4, deals))
    file = folder / "record.json"
    file.write_text(match.record(unfinished=unfinished).to_json(), encoding="utf-8")
    return file


def ran(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    status = cli.run(["analyse", *arguments])
    return status, *capsys.readouterr()


@pytest.mark.slow
def test_the_three_that_cost_most_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = written("bigtwo", tmp_path)
    status, out, err = ran(capsys, str(file), "--budget", "16")
    assert (status, err) == (0, "")
    assert "Big Two, deal 1" in out
    assert "Ann: accuracy" in out
    assert out.count("better was") == 3
    status, chinese, _ = ran(capsys, str(file), "--budget", "16", "--lang", "zh")
    assert status == 0
    assert chinese.count("更好的是") == 3


@pytest.mark.slow
def test_one_seat_and_one_deal_as_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = written("bigtwo", tmp_path, deals=2)
    status, out, _ = ran(capsys, str(file), "--deal", "2", "--seat", "1", "--budget", "2", "--json", "-")
    assert status == 0
    found = json.loads(out)
    assert found["game"] == "bigtwo"
    (deal,) = found["deals"]
    assert deal["deal"] == 2
    assert {each["seat"] for each in deal["judged"]} == {1}


@pytest.mark.slow
@pytest.mark.turns(2)
def test_processes_find_the_same(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = written("bigtwo", tmp_path, deals=2)
    alone, together = (ran(capsys, str(file), "--budget", "4", "--jobs", jobs) for jobs in ("1", "2"))
    assert alone == together
    assert alone[0] == 0


def test_what_cannot_be_analysed_is_said_in_a_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = written("bigtwo", tmp_path, unfinished=True)
    for arguments, said in (
        (("--deal", "3"), "there is no deal 3"),
        (("--deal", "2"), "deal 2 isn't over"),
        (("--seat", "4"), "there is no seat 4"),
    ):
        status, out, err = ran(capsys, str(file), *arguments)
        assert (status, out) == (1, "")
        assert said in err
        assert err.count("\n") == 1
    raw = json.loads(file.read_text(encoding="utf-8"))
    raw["deals"][0]["actions"][3] = "0 play 2s"
    file.write_text(json.dumps(raw), encoding="utf-8")
    status, out, err = ran(capsys, str(file))
    assert (status, out) == (1, "")
    assert "does not hold" in err
    assert ran(capsys, str(tmp_path / "none.json"))[0] == 1


@pytest.mark.slow
@pytest.mark.turns(2)
def test_a_game_of_ones_own_is_analysed(tmp_path: Path) -> None:
    rules, record = tmp_path / "bombs.py", tmp_path / "own.json"
    rules.write_text(OWN_GAME, encoding="utf-8")
    arguments = ["play", "bombs", "--games", rules, "--watch", "--deals", "1", "--pace", "0", "--plain"]
    assert dealt([*arguments, "--record", record], tmp_path).status == 0
    found = dealt(["analyse", record, "--games", rules, "--budget", "4"], tmp_path)
    assert found.status == 0, found
    assert "Bombs away, deal 1" in found.out
