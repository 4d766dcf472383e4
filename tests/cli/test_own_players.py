"""A class of somebody's own file plays: `--players mine.py:Mine` in the arena, `--computers` at the table here."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dealt import cli
from tests.cli.helpers import dealt

MINE = '''
from dealt.players.advice.tricks.robots import Long, Robot
from dealt.players.simple import Lowest


class Mine(Long):
    """Throws its highest card off."""

    def throw(self, state, trick, legal):
        return max(legal)


class Plain:
    """Knows no game, so it takes none."""

    def choose(self, view, rng):
        return view.legal[0]


class Late(Lowest):
    def choose(self, view, rng):
        if not any(pile.name == "played" and pile.cards for pile in view.piles):
            return super().choose(view, rng)
        return [][0]  # line 24


class Cheat(Robot):
    def lead(self, state, legal):
        return -1


class Mute:
    def choose(self, view, rng):
        return None


class Picky:
    def __init__(self, game):
        raise LookupError("not today")

    def choose(self, view, rng):
        return view.legal[0]


class Deck:
    pass
'''

ARENA = ["arena", "bridge", "--mode", "mini", "--deals", "4", "--seed", "1"]


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "mine.py"
    file.write_text(MINE, encoding="utf-8")
    return file


@pytest.mark.slow
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_class_of_ones_own_plays_in_the_arena(mine: Path, jobs: str) -> None:
    line = [*ARENA, "--players", "mine.py:Mine,robot,mine.py:Plain,long", "--jobs", jobs, "--json", "found.json"]
    assert cli.run(line) == 0
    found = json.loads(Path("found.json").read_text())
    assert {each["player"] for each in found["standings"]} == {"mine.py:Mine", "robot", "mine.py:Plain", "long"}


@pytest.mark.slow
def test_what_a_class_changes_is_seen_in_the_result(mine: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run([*ARENA[:4], "--players", "mine.py:Mine,long", "--deals", "60", "--json", "-", "--jobs", "1"]) == 0
    (pair,) = json.loads(capsys.readouterr().out)["pairs"]
    assert (pair["first"], pair["second"]) == ("long", "mine.py:Mine")
    assert pair["difference"] > 3 * pair["error"]  # aces thrown off are tricks lost


@pytest.mark.parametrize(
    ("players", "said"),
    [
        ("nosuch.py:Mine", "there is no file nosuch.py"),
        ("mine.py:Nobody", "mine.py has no class Nobody: it has Mine, Plain, Late, Cheat, Mute, Picky"),
        ("mine.py:Deck", "Deck in mine.py is no player: a player has a method choose(self, view, rng)"),
        ("mine.py", "mine.py names no class: write FILE.py:CLASS, such as mine.py:Mine"),
        (":Mine", ":Mine names no class: write FILE.py:CLASS, such as mine.py:Mine"),
        ("broken.py:Mine", "broken.py can't be loaded: line 2: ZeroDivisionError: division by zero"),
        ("typo.py:Mine", "typo.py can't be loaded: line 1: SyntaxError: '(' was never closed"),
        ("mine.py:Picky", "Picky can't play bridge: mine.py, line 39: LookupError: not today"),
    ],
)
def test_an_unfit_class_is_refused_in_one_line(
    mine: Path, capsys: pytest.CaptureFixture[str], players: str, said: str
) -> None:
    Path("broken.py").write_text("x = 0\nx / x\n")
    Path("typo.py").write_text("print(\n")
    for line in ([*ARENA, "--players", players], ["play", "bridge", "--mode", "mini", "--computers", players]):
        assert cli.run(line) == 1
        assert capsys.readouterr().err == f"dealt: {said}\n"


def test_a_style_is_refused_where_no_tricks_are_taken(mine: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["arena", "bigtwo", "--players", "mine.py:Mine"]) == 1
    said = "Mine can't play bigtwo: ValueError: Mine plays trick-taking games, and bigtwo is none"
    assert capsys.readouterr().err == f"dealt: {said}\n"


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Late", "Late fails: mine.py, line 24: IndexError: list index out of range"),
        ("Cheat", "Cheat fails: ValueError: -1 is none of the cards that may be played"),
        ("Mute", "Mute chooses None: it should return one of view.legal"),
    ],
)
def test_a_player_that_fails_in_a_deal_is_told_in_one_line_with_the_place(
    mine: Path, capsys: pytest.CaptureFixture[str], name: str, said: str, jobs: str
) -> None:
    assert cli.run([*ARENA, "--players", f"mine.py:{name},robot", "--jobs", jobs]) == 1
    err = capsys.readouterr().err
    assert err.startswith(f"dealt: deal 1 (rotation 1, mine.py:{name}, robot, mine.py:{name}, robot): {said}")
    assert err.count("\n") == 1


@pytest.mark.slow
def test_at_the_table_here_too(mine: Path, tmp_path: Path) -> None:
    line = ["play", "bridge", "--mode", "mini", "--watch", "--deals", "1", "--pace", "0", "--seed", "1", "--computers"]
    assert "Team 1 won" in dealt([*line, "mine.py:Mine,robot,mine.py:Mine,robot"], tmp_path).out
    ended = dealt([*line, "mine.py:Late"], tmp_path)
    assert ended.status == 1
    assert ended.err == "dealt: Late fails: mine.py, line 24: IndexError: list index out of range\n"


def test_a_room_takes_no_class_of_a_file(mine: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["play", "bridge", "--server", "127.0.0.1:1", "--computers", "mine.py:Mine"]) == 1
    assert "mine.py:Mine plays in matches here and in the arena" in capsys.readouterr().err
