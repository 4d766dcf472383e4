"""``dealt puzzle``: figures by name and from files, all fillings, times, and what is refused."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from dealt import cli
from dealt.puzzles import FATHERS_DAY, fillings

Run = Callable[..., tuple[int, str, str]]

OWN = """
numbers = "1-6"
sum = 10
picture = '''
.  .  a  .  .
.  b  .  f  .
c  .  d  .  e
'''
[lines]
left = "a b c"
bottom = ["c", "d", "e"]
right = { places = "e f a", sum = 10 }
[given]
a = 1
"""


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command line in this process: status, standard output, standard error."""

    def carry_out(*arguments: str) -> tuple[int, str, str]:
        status = cli.run(arguments)
        out, err = capsys.readouterr()
        return status, out, err

    return carry_out


@pytest.mark.slow
def test_it_shows_the_figure_its_counts_and_a_filling(run: Run) -> None:
    status, out, err = run("puzzle", "--lang", "en")
    assert (status, err) == (0, "")
    for said in ("20,922,789,888,000 ways", "26 sets of 3", "71 sets of 4", "618 sets of four rows", "9,368 fillings"):
        assert said in out
    assert "4,684 up to the turns" in out
    sums = re.findall(r"^\w+ +((?:\d+ \+ )+\d+) = 29$", out, re.MULTILINE)
    assert [sum(map(int, each.split(" + "))) for each in sums] == [29] * 7
    assert run("puzzle", "--lang", "zh")[1].endswith("1,171 个，凡位置互换而各线不变的都算同一个\n")
    assert run("puzzle", "--ascii")[1].isascii()


@pytest.mark.slow
def test_all_fillings_come_one_a_line(run: Run) -> None:
    status, out, err = run("puzzle", "--all")
    assert (status, err) == (0, "")
    assert sorted(tuple(map(int, line.split())) for line in out.splitlines()) == sorted(fillings(FATHERS_DAY))


def test_given_numbers_stay(run: Run) -> None:
    status, out, _ = run("puzzle", "square3", "--all", "--given", "a1=8, c3=2")
    assert (status, sorted(out.splitlines())) == (0, ["8 1 6 3 5 7 4 9 2", "8 3 4 1 5 9 6 7 2"])
    assert run("puzzle", "square3", "--given", "b2=1")[0] == 1
    assert run("puzzle", "square3", "--all", "--given", "b2=1")[:2] == (1, "")


@pytest.mark.slow
def test_methods_are_timed(run: Run) -> None:
    status, out, err = run("puzzle", "--methods", "--lang", "en")
    assert (status, err) == (0, "")
    assert len(re.findall(r"^ *\d+\.\d{3} s  ", out, re.MULTILINE)) == len(out.splitlines()) == 5
    assert "9,368 fillings, 4,684 of them different" in out


def test_a_figure_of_one_s_own(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(OWN, encoding="utf-8")
    status, out, err = run("puzzle", str(path), "--all")
    assert (status, err) == (0, "")
    assert {line.split()[0] for line in out.splitlines()} == {"1"}
    assert run("puzzle", str(path), "--all", "--given", "c=3")[1] == "1 6 4 3 2 5\n"


def test_a_figure_of_one_s_own_at_a_table(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(f'name = "mine"{OWN}', encoding="utf-8")
    met = "arena", "magicfigures", "--players", "exact", "--deals", "1", "--option"
    status, out, err = run(*met, f"figure={path}")
    assert (status, "figure mine" in out) == (0, True), err
    path.write_text(OWN.replace("a b c", "a b g"), encoding="utf-8")
    assert "the line left goes through g" in run(*met, f"figure={path}")[2]
    assert "can't be read" in run(*met, f"figure={tmp_path}/none.toml")[2]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("numbers", "number", "There is no key number: there are name, numbers, sum"),
        ('"1-6"', '"6-1"', "The numbers are a list, such as [1, 2, 3], or a range"),
        ('"1-6"', "[1, 2, 3]", "3 numbers are too few for 6 places"),
        ("sum = 10\npicture", "picture", "The line left has no sum"),
        ("a b c", "a b g", "The line left goes through g, which is no place"),
        ('"a b c"', "7", "The line left names its places"),
        (".  b  .", "a  b  .", "The place a is there twice"),
        ("a = 1", "z = 1", "There is no place z: there are a, b, f, c, d, e"),
        ("a = 1", "a = 7", "There is no number 7 to lay"),
        ("a = 1", "a = 1\nb = 1", "1 is laid twice"),
        ("a = 1", 'a = "x"', "Under [given] stands a number for each place"),
        ("[lines]", "[lines", "The text is no TOML: it can't be understood at line 9, column 7"),
        ("sum = 10", "sum = " + "9" * 5000, "The text is no TOML"),
        ("sum = 10", "sum = " + "9" * 9, "The line left can't have that sum: use 0 to 39960"),
    ],
)
def test_a_bad_file_gets_one_line(run: Run, tmp_path: Path, old: str, new: str, said: str) -> None:
    path = tmp_path / "own.toml"
    assert old in OWN
    path.write_text(OWN.replace(old, new, 1), encoding="utf-8")
    status, out, err = run("puzzle", str(path))
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert said in err


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("puzzle nofigure", "there is no figure nofigure: choose among triangle, square3, star, fathersday, square4"),
        ("puzzle none.toml", "none.toml: It can't be read"),
        ("puzzle --given a0", "'a0' gives no number: write PLACE=NUMBER"),
        ("puzzle --given z=1", "there is no place z: there are a0"),
        ("puzzle --given a0=17", "there is no number 17 to lay"),
        ("puzzle --given a0=1,a0=2", "the place a0 is given twice"),
        ("puzzle --all --methods", "--all and --methods print different things"),
        ("puzzle square3 --methods", "--methods is for the figure fathersday"),
    ],
)
def test_what_can_t_be_asked_is_said_in_one_line(run: Run, line: str, said: str) -> None:
    status, out, err = run(*line.split())
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert said in err
