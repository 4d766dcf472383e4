"""A student's board is played: what may be removed and when it is over their class says, and it holds nobody up."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from dealt import cli, games
from dealt.assignments import boards
from dealt.games.matching import LISTINGS
from dealt.table import Table, seed_of

SOLUTION = (Path(__file__).parent / "solutions" / "elevens.py").read_text(encoding="utf-8")
ONLY_ELEVENS = SOLUTION.partition("class ThirteensBoard")[0]
GIVEN = (
    SOLUTION[: SOLUTION.index("class Board")]
    + "from dealt.assignments.elevens import Board\n"
    + SOLUTION[SOLUTION.index("class ElevensBoard") : SOLUTION.index("class ThirteensBoard")]
)

Written = Callable[[str], Path]


@pytest.fixture
def written(tmp_path: Path) -> Iterator[Written]:
    known = set(games.GAMES)

    def write(text: str) -> Path:
        folder = tmp_path / str(len([*tmp_path.iterdir()]))
        folder.mkdir()
        file = folder / "mine.py"
        file.write_text(text, encoding="utf-8")
        return file

    yield write
    for name in set(games.GAMES) - known:
        del games.GAMES[name]


def own(file: Path, name: str = "my-elevens") -> boards.Own:
    made = next(each for each in boards.listings(file) if each.name == name).make()
    assert isinstance(made, boards.Own)
    return made


@pytest.mark.parametrize("house", LISTINGS, ids=lambda each: each.name)
def test_a_right_board_plays_as_the_house(house: games.Listing, written: Written) -> None:
    ours = house.make()
    theirs = own(written(SOLUTION), f"my-{house.name}")
    state, rng = ours.deal(Random(5)), Random(1)
    while ours.turn(state):
        assert theirs.turn(state) == (0,)
        legal = tuple(ours.legal(state, 0))
        assert set(theirs.legal(state, 0)) == set(legal)
        state = ours.apply(state, 0, legal[rng.randrange(len(legal))])
    assert theirs.turn(state) == ()
    assert theirs.score(state) == ours.score(state)


def test_a_board_on_the_given_one_plays_too(written: Written) -> None:
    ours, theirs = games.make("elevens"), own(written(GIVEN))
    state = ours.deal(Random(2))
    assert set(theirs.legal(state, 0)) == set(ours.legal(state, 0)) != set()


def test_a_wrong_board_is_played_as_it_is(written: Written) -> None:
    state = games.make("elevens").deal(Random(2))
    assert games.make("elevens").turn(state)
    tens = own(written(ONLY_ELEVENS.replace("== 11:", "== 10:")))
    assert set(tens.legal(state, 0)) != set(games.make("elevens").legal(state, 0))
    early = own(written(ONLY_ELEVENS.replace("return self.contains_jqk(places) or", "return False and")))
    assert early.turn(state) == ()
    assert early.score(state) == (0.0,)


FAULTS = {
    "hangs": ("while True: pass", "ElevensBoard took more than 1 seconds (mine.py, line "),
    "catches everything": (
        "\n        while True:\n            try:\n                while 1: 1\n            except BaseException: pass",
        "ElevensBoard took more than 1 seconds",
    ),
    "raises": ("return {}['lost']", "KeyError: 'lost' (mine.py, line "),
    "exits": ("import os; os._exit(0)", "ElevensBoard ended the process, with status 0"),
    "is not written": ("raise NotImplementedError", "mine.py, line "),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_board_that_fails_ends_the_deal_and_says_so(fault: str, written: Written) -> None:
    body, said = FAULTS[fault]
    head = "    def is_legal(self, selected):\n        if len(selected) == 2:"
    assert head in ONLY_ELEVENS
    file = written(ONLY_ELEVENS.replace(head, f"    def is_legal(self, selected):\n        {body}\n        if True:"))
    game = own(file)
    began = time.monotonic()
    for number in range(20):
        table = Table(game, seed_of(1, number))
        assert table.over
        (told,) = (each.value for each in table.view(0).facts if each.name == "!own")
        assert said in str(told)
    assert time.monotonic() - began < 60  # a board that hangs is waited for once


def test_the_command_plays_it(written: Written, capsys: pytest.CaptureFixture[str]) -> None:
    line = ["play", "--plain", "--watch", "--seed", "3", "--deals", "1", "--pace", "0", "--computers", "lowest"]
    assert cli.run([*line, "--assignment", str(written(ONLY_ELEVENS))]) == 0
    assert "Elevens (mine.py)" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "more", "said"),
    [
        ("x = 1\n", [], "has no board: it should have a class ElevensBoard, TensBoard or ThirteensBoard"),
        (SOLUTION, [], "has the boards elevens, tens, thirteens: write the one to play after dealt play"),
        (f"while True: pass\n{ONLY_ELEVENS}", [], "mine.py took more than 5 seconds to be imported"),
        (f"import lost\n{ONLY_ELEVENS}", [], "mine.py can't be imported: ModuleNotFoundError"),
    ],
)
@pytest.mark.slow
def test_a_file_that_cannot_be_played_is_one_line(
    text: str, more: list[str], said: str, written: Written, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(["play", "--assignment", str(written(text)), *more]) != 0
    err = capsys.readouterr().err
    assert said in err
    assert err.count("\n") == 1


def test_a_room_has_it_among_its_games(written: Written) -> None:
    assert games.load(written(ONLY_ELEVENS)) == ("my-elevens",)
    listing = games.GAMES["my-elevens"]
    assert [listing.text("game.title", each) for each in ("en", "zh")] == ["Elevens (mine.py)", "十一点消牌 (mine.py)"]
