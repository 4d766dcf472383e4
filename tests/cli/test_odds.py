"""``dealt odds``: exact values as fraction and decimal, for games and for presets by name."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from xml.etree.ElementTree import fromstring

import pytest

from dealt import cli
from dealt.cli.odds import decimal
from dealt.games import make

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command line in this process: status, standard output, standard error."""

    def carry_out(*arguments: str) -> tuple[int, str, str]:
        status = cli.run(arguments)
        out, err = capsys.readouterr()
        return status, out, err

    return carry_out


@pytest.mark.slow
def test_a_chance_is_printed_as_a_decimal_and_a_fraction(run: Run) -> None:
    status, out, err = run("odds", "elevens", "--lang", "en")
    said, fraction = out.splitlines()
    assert (status, err, said) == (0, "", "Chance of winning: 0.106886091472")
    assert Fraction(fraction.removeprefix("  = ")) == make("elevens").odds()[0].value
    assert run("odds", "Elevens", "--lang", "zh")[1].startswith("获胜的可能: 0.1068")


@pytest.mark.slow
def test_a_preset_that_one_game_has_stands_for_the_game_with_it(run: Run) -> None:
    wanted = run("odds", "tens", "--preset", "tens13")
    assert wanted[0] == 0
    assert run("odds", "tens13") == run("odds", "TENS13", "-p", "tens13") == run("odds", "tens", "-o", "board_size=13")
    assert run("odds", "tens13") == wanted != run("odds", "tens")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("odds bigtwo", "nothing is known exactly about bigtwo before a deal: choose among elevens, tens, thirteens"),
        ("odds nogame", "there is no game nogame: choose among"),
        ("odds tens13 --preset other", "tens13 is a preset of tens: leave --preset other out, or write tens"),
        ("odds tens -o board_size=9", "board_size can't be 9: it takes 15, 13"),
        ("odds doyle", "doyle is a preset of bigtwo and"),
    ],
)
def test_what_has_no_odds_is_said_in_one_line(run: Run, line: str, said: str) -> None:
    status, out, err = run(*line.split())
    assert (status, out) == (1, "")
    assert err.startswith(f"dealt: {said}")
    assert err.count("\n") == 1


@pytest.mark.slow
def test_charts_follow_with_what_their_codes_mean(run: Run) -> None:
    status, out, err = run("odds", "blackjack", "--lang", "en", "--ascii")
    assert (status, err) == (0, "")
    lines = [line.rstrip() for line in out.splitlines()]
    assert lines[1] == "Return of a round, endless shoe: -0.005117"
    assert lines.count("against the dealer's upcard") == 3
    assert [" ".join(line.split()) for line in lines if line.startswith(" 12 ")] == ["12 H H S S S H H H H H"]
    assert " P   split" in lines
    assert out.isascii()


@pytest.mark.slow
def test_charts_are_drawn_into_a_file(run: Run, tmp_path: Path) -> None:
    picture = tmp_path / "chart.svg"
    assert run("odds", "blackjack", "--chart", str(picture), "--lang", "zh")[0] == 0
    root = fromstring(picture.read_text(encoding="utf-8"))
    words = [each.text for each in root.iter("{http://www.w3.org/2000/svg}text")]
    assert words.count("Ds") == 5  # four cells and the legend
    assert "分牌" in words
    assert "://" not in picture.read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")
    assert run("odds", "blackjack", "--chart", str(picture), "--lang", "en")[0] == 0
    shown = Path(__file__).parents[2] / "docs" / "images" / "blackjack-strategy.svg"
    assert picture.read_text(encoding="utf-8") == shown.read_text(encoding="utf-8"), "draw the page's picture anew"
    assert run("odds", "blackjack", "--chart", str(tmp_path / "no" / "chart.svg"))[2].startswith("dealt: ")
    assert run("odds", "elevens", "--chart", str(picture))[2] == "dealt: elevens has no charts to draw\n"


def test_a_preset_name_shows_the_rules_of_its_game(run: Run) -> None:
    assert run("rules", "tens13") == run("rules", "tens")


def test_decimals_are_rounded() -> None:
    assert decimal(Fraction(1, 3)) == "0.333333333333"
    assert decimal(Fraction(2)) == "2.000000000000"
    assert decimal(Fraction(-5, 3)) == "-1.666666666667"
