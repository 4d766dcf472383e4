"""The list of games, and games from files outside the package."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import dealt
from dealt.game import LEVELS, Listing, OptionError
from dealt.games import GAMES, load, make, register
from dealt.games.bigtwo import BigTwo
from dealt.games.climbing import Climbing
from dealt.ratings import rateable

FILE = '''
"""A variant in a file of its own: rows and two hooks."""
from dealt.cards import Order
from dealt.game import Listing, Option
from dealt.games import register
from dealt.games.climbing import BOMB, Climbing, Kind, runs

RANKS = "3456789TJQKA2"


class Snip(Climbing):
    def lowest_opens(self, past):
        return False

    def penalty(self, left):
        return left * left


def snip(seats=3):
    kinds = (Kind("single"), Kind("pair", 2), Kind("run", run=runs(RANKS, 3, 5)), Kind("bomb", 4, power=BOMB))
    return Snip("snip", kinds=kinds, order=Order(RANKS, ""), seats=seats, hand=8, options={"seats": seats})


OFFERED = Listing("snip", snip, options=(Option("seats", 3, low=2, high=6),))
'''


BARE = """
import sys

sys.path.insert(0, sys.argv[1])

from dealt.games import GAMES
from dealt.players import computer, possible
from dealt.table import Match, play, seed_of

for name, listing in GAMES.items():
    game = listing.make()
    for each in possible(game):
        computer(each, game)
    assert play(game, [computer("lowest", game)] * game.seats, seed_of(1, 0)).score is not None, name
phh = GAMES["drawpoker"].formats[0]
match = Match(GAMES["drawpoker"].make())
match.deal(seed_of(1, 0))
try:
    phh.write(match.record(unfinished=True).exported(lambda name, **options: GAMES[name].make(**options)))
except ImportError as error:
    print(error)
"""


@pytest.mark.slow
def test_rules_need_nothing_but_the_standard_library() -> None:
    """An interpreter without its packages (-S) plays every game and makes every computer that is possible then."""
    source = Path(dealt.__file__).parents[1]
    bare = [sys.executable, "-I", "-S", "-c", BARE, str(source)]
    run = subprocess.run(bare, capture_output=True, text=True, timeout=60, check=False)
    assert run.returncode == 0, run.stderr
    assert run.stdout == 'writing PHH needs the package tomlkit: pip install "dealt[phh]"\n'


@pytest.fixture(autouse=True)
def same_games_after() -> object:
    before = dict(GAMES)
    yield
    GAMES.clear()
    GAMES.update(before)


def written(path: Path, ending: str) -> Path:
    path.write_text(FILE + ending, encoding="utf-8")
    return path


@pytest.mark.parametrize("ending", ["LISTING = OFFERED", "LISTINGS = (OFFERED,)", "register(OFFERED)"])
def test_a_file_brings_a_game(tmp_path: Path, ending: str) -> None:
    assert load(written(tmp_path / "snip.py", ending)) == ("snip",)
    game = make("snip", seats=6)
    assert isinstance(game, Climbing)
    assert (game.seats, game.penalty(3), repr(game)) == (6, 9, "snip(seats=6)")


def test_a_name_is_taken_once(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="there is a game bigtwo already"):
        register(Listing("bigtwo", BigTwo))
    path = written(tmp_path / "snip.py", "LISTING = OFFERED")
    load(path)
    with pytest.raises(ValueError, match="there is a game snip already"):
        load(path)


def test_files_that_bring_nothing_say_why(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="there is no file"):
        load(tmp_path / "none.py")
    with pytest.raises(ValueError, match="brings no game"):
        load(written(tmp_path / "empty.py", ""))
    with pytest.raises(ValueError, match="can't be loaded: line 25: NameError"):
        load(written(tmp_path / "broken.py", "LISTING = OFERED"))
    with pytest.raises(ValueError, match=r"can't be loaded: line [0-9]+: SystemExit"):
        load(written(tmp_path / "leaves.py", "raise SystemExit(0)"))
    with pytest.raises(ValueError, match=r"lists 3: a game is listed as Listing\("):
        load(written(tmp_path / "three.py", "LISTING = 3"))
    with pytest.raises(ValueError, match=r"LISTINGS in .* is int"):
        load(written(tmp_path / "threes.py", "LISTINGS = 3"))
    (tmp_path / "text.txt").write_text("LISTING")
    with pytest.raises(ValueError, match="no Python file"):
        load(tmp_path / "text.txt")


def test_a_file_may_bring_only_computers(tmp_path: Path) -> None:
    assert load(written(tmp_path / "computers.py", "LISTINGS = ()")) == ()


def test_an_unknown_game_is_answered_with_the_list() -> None:
    with pytest.raises(OptionError, match="there is no game snap: there are bigtwo"):
        make("snap")
    assert make("bigtwo", "daidi").options["variant"] == "daidi"


@pytest.mark.parametrize("name", [name for name, each in GAMES.items() if rateable(each.make())])
def test_computers_of_every_level_have_ratings_in_their_order(name: str) -> None:
    listing = GAMES[name]
    if not listing.ratings:
        assert listing.group == "chips", "only where chips count may places say nothing of who plays better"
        return
    assert [*listing.ratings] == [*LEVELS]
    assert listing.ratings["normal"] == 25.0, "that of somebody of whom nothing is known"
    assert [*listing.ratings.values()] == sorted(listing.ratings.values())
    assert listing.ratings["beginner"] < listing.ratings["expert"]
