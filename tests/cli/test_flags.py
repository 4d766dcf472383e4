"""House rules as flags, and games that are printed as is customary for them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from dealt import cli, players
from dealt.games import GAMES
from dealt.table import Record, seed_of
from tests.cli.helpers import environment, own_game

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Runs a command line in this process: status, standard output, standard error."""
    for key, value in environment(tmp_path).items():
        monkeypatch.setenv(key, value)
    monkeypatch.delenv("DEALT_GAMES", raising=False)
    monkeypatch.chdir(tmp_path)

    def carry_out(*arguments: str) -> tuple[int, str, str]:
        status = cli.run(arguments)
        out, err = capsys.readouterr()
        return status, out, err

    return carry_out


@pytest.mark.parametrize("name", GAMES)
def test_a_seed_deals_what_the_same_seed_deals_at_a_table(run: Run, name: str, tmp_path: Path) -> None:
    """See tests/server/test_known.py."""
    computers = ",".join(["lowest"] * GAMES[name].make().seats)
    line = ("--seed", "1", "--watch", "--deals", "1", "--pace", "0", "-c", computers, "--record", "kept.json")
    status, _, err = run("play", name, *line)
    assert status == 0, err
    assert Record.from_json((tmp_path / "kept.json").read_bytes()).deals[0].seed == seed_of("1", 0).hex()


def test_a_watched_game_is_printed_as_is_customary(run: Run) -> None:
    status, out, err = run("play", "bridge", "--mode", "mini", "--watch", "--seed", "7")
    assert (status, err) == (0, "")
    lines = out.split("\n")
    assert lines[0] == "The deal:"
    assert lines[1] == "Player 0: Q 5 3 of clubs, K 3 of diamonds, Q J 10 2 of hearts, A Q 8 2 of spades"
    assert [line.partition(":")[0] for line in lines[1:5]] == [f"Player {n}" for n in range(4)]
    assert lines[5] == "Player 0 leads ... Queen of Hearts, Ace of Hearts, 3 of Hearts, 4 of Hearts"
    assert all(" leads ... " in line and line.count(" of ") == 4 for line in lines[5:18])
    teams = [line.split() for line in lines[18:20]]
    assert [(each[:3], each[4]) for each in teams] == [(["Team", f"{n}", "won"], "tricks.") for n in (1, 2)]
    assert sum(int(each[3]) for each in teams) == 13
    assert lines[20:] == [""]


def test_each_deal_that_is_wished_is_printed(run: Run) -> None:
    _, out, _ = run("play", "mini", "--watch", "--seed", "7", "--deals", "2")
    first, second = out.rstrip("\n").split("\n\n")
    assert run("play", "mini", "--watch", "--seed", "7")[1] == f"{first}\n"
    assert "Player 1 leads" in second.split("\n")[5], "the lead goes round"


@pytest.mark.parametrize("rule", [("--mode", "mini"), ("--mode=mini",), ("-o", "mode=mini"), ("--preset", "mini")])
def test_a_house_rule_may_be_written_as_a_flag(run: Run, rule: tuple[str, ...]) -> None:
    assert run("play", *rule, "bridge", "--watch", "--seed", "7") == run("play", "mini", "--watch", "--seed", "7")


def test_a_flag_of_two_words_is_a_rule_too(run: Run) -> None:
    longest = run("play", "mini", "--watch", "--seed", "7")
    assert run("play", "mini", "--lead-rule", "longest", "--watch", "--seed", "7") == longest
    assert run("play", "mini", "--lead_rule", "highest", "--watch", "--seed", "7")[1] != longest[1]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("play bridge --mode maxi", "mode can't be maxi: it takes duplicate, mini, rubber"),
        ("play bridge --moda mini", "bridge has no option moda: it has mode, boards"),
        ("play bridge --colour 2", "there is no option --colour: did you mean --colours?"),
        ("play bridge --watchh", "there is no option --watchh: did you mean --watch?"),
        ("play bridge --mode", "--mode is an option of a game: write its value after it"),
        ("play bridge --mode --watch", "--mode is an option of a game: write its value after it"),
        ("games --mode mini", "there is no option --mode"),
        ("arena bridge --mode mini --boards 8 --players robot", "boards belongs to the mode duplicate"),
    ],
)
def test_mistakes_are_told_as_for_any_option(run: Run, line: str, said: str) -> None:
    status, out, err = run(*line.split())
    assert (status != 0, out) == (True, "")
    assert said in err
    assert err.count("\n") == 1


@pytest.fixture
def same_games_after(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    before = dict(GAMES)
    monkeypatch.setattr(players, "REGISTERED", dict(players.REGISTERED))
    yield
    GAMES.clear()
    GAMES.update(before)


@pytest.mark.slow
@pytest.mark.usefixtures("same_games_after")
def test_a_game_of_ones_own_takes_its_rules_as_flags(run: Run, tmp_path: Path) -> None:
    file = str(own_game(tmp_path))
    wanted = run("play", "bombs", "--games", file, "-o", "price=3", "--watch", "--seed", "1", "--deals", "1")
    assert wanted[0] == 0
    assert run("play", "bombs", "--price", "3", "--games", file, *["--watch", "--seed", "1", "--deals", "1"]) == wanted
