"""Players of assignments in the arena: those of other people's solutions meet the house's computers at their game."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from dealt import cli
from dealt.arena import ArenaError, run
from dealt.games import make
from dealt.players.from_file import PlayerClass, PlayerError

SOLUTIONS = Path(__file__).parent / "solutions"
DOCS = Path(__file__).parents[2] / "docs"
PAGES = {"cards": "cards-assignment.md", "deuce": "deuce.md", "doudizhu": "doudizhu-note.md"}


@pytest.mark.parametrize(
    ("written", "name", "options", "others"),
    [
        ("deuce.py:AI", "bigtwo", {}, ["lowest", "random", "random"]),
        ("doudizhu.py:AI", "doudizhu", {}, ["lowest", "random"]),
        ("doudizhu.py:AI", "doudizhu", {"variant": "note", "scoring": False}, ["lowest", "random"]),
        ("cards.py:Player", "bridge", {"mode": "mini"}, ["robot"]),
        ("cards.py:Player", "spades", {"mode": "simple"}, ["robot"]),
    ],
)
@pytest.mark.slow
def test_a_player_of_an_assignment_plays_its_game_in_the_arena(
    written: str, name: str, options: dict[str, object], others: list[str]
) -> None:
    game = make(name, **options)
    found = run(game, [PlayerClass.read(str(SOLUTIONS / written)), *others], deals=3, seed=1, jobs=1)
    assert found.plays >= 6


@pytest.mark.slow
def test_it_plays_what_its_class_chooses(tmp_path: Path) -> None:
    """The right Player of the Cards assignment is the house's robot: they take the same tricks at every table."""
    game = make("bridge", mode="mini")
    found = run(game, [PlayerClass.read(str(SOLUTIONS / "cards.py:Player")), "robot"], deals=20, seed=1, jobs=1)
    assert [each.difference for each in found.pairs] == [0.0]


@pytest.mark.slow
def test_a_player_derived_from_ours_is_seated(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        "from dealt.assignments.cards import Player\n\n\nclass LowLeads(Player):\n"
        "    def lead(self, trick):\n        return max(self.suits, key=len)[-1]\n"
    )
    game = make("bridge", mode="mini")
    found = run(game, [PlayerClass.read(f"{file}:LowLeads"), "robot"], deals=20, seed=1, jobs=1)
    assert [each.difference for each in found.pairs] != [0.0]


def test_what_cannot_play_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    line = ["arena", "hearts", "--deals", "1", "--players"]
    assert cli.run([*line, f"{SOLUTIONS / 'deuce.py'}:AI,random"]) != 0
    assert "AI can't play hearts: " in capsys.readouterr().err
    assert cli.run([*line, f"{SOLUTIONS / 'deuce.py'}:Client,random"]) != 0
    assert "Client in " in capsys.readouterr().err
    file = tmp_path / "mine.py"
    text = (SOLUTIONS / "deuce.py").read_text()
    file.write_text(
        text.replace(
            "    def play(self, combination):\n        for kind",
            "    def play(self, combination):\n        return [Card(0), Card(51)]\n        for kind",
        )
    )
    with pytest.raises((ArenaError, PlayerError), match="which isn't legal"):
        run(make("bigtwo"), [PlayerClass.read(f"{file}:AI"), "random"], deals=2, seed=1, jobs=1)


LINES = [
    (page, line)
    for page in ("cards", "deuce", "doudizhu")
    for line in re.findall(r"^dealt (arena .*mine\.py:.*)$", (DOCS / PAGES[page]).read_text("utf-8"), re.MULTILINE)
]


@pytest.mark.parametrize(("page", "line"), LINES)
@pytest.mark.turns(2)
@pytest.mark.slow
def test_the_lines_of_the_pages_run(
    page: str, line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "mine.py").write_text((SOLUTIONS / f"{page}.py").read_text("utf-8"), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert cli.run(line.replace("--deals 1000", "--deals 2 --jobs 1").split()) == 0
    assert "mine.py:" in capsys.readouterr().out


def test_every_page_has_such_a_line() -> None:
    assert {page for page, _ in LINES} == set(PAGES)
