"""`dealt export`, `dealt import` and `dealt play --deal`: deals of other programs, and deals laid out by hand."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dealt import cli
from dealt.table import Record
from tests.cli.helpers import environment

pytestmark = pytest.mark.slow

FILES = Path(__file__).parent.parent / "games" / "pbn"
QUICK = ("--watch", "--computers", "random", "--pace", "0", "--plain")
LINE = "N:A63.642.JT4.8652 QT7.QT7.AQ98.QT9 542.J985.765.A43 KJ98.AK3.K32.KJ7"


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    """Runs a command line in this process: status, standard output, standard error."""
    for key, value in environment(tmp_path).items():
        monkeypatch.setenv(key, value)
    monkeypatch.chdir(tmp_path)

    def carry_out(*arguments: str | Path) -> tuple[int, str, str]:
        status = cli.run([str(each) for each in arguments])
        out, err = capsys.readouterr()
        return status, out, err

    return carry_out


def test_boards_are_listed(run) -> None:
    status, out, err = run("import", FILES / "several.pbn")
    assert (status, err) == (0, "")
    assert out.splitlines()[1] == "2  board 6: dealer E, vulnerable EW"


@pytest.mark.parametrize(("game", "preset"), [("drawpoker", "nolimit"), ("holdem", "sitngo"), ("holdem", "omaha")])
def test_a_poker_hand_tells_of_which_game_it_is(run, tmp_path: Path, game: str, preset: str) -> None:
    """Several games have the format: the file says which one is meant."""
    status, _, _ = run("play", game, "--preset", preset, "--deals", 1, "--seed", "3", *QUICK, "--record", "one.json")
    assert status == 0
    assert run("export", "one.json", "-o", "one.phh") == (0, "", "")
    assert run("import", "one.phh", "-o", "again.json")[0] == 0
    one, again = (Record.from_json((tmp_path / each).read_text("utf-8")) for each in ("one.json", "again.json"))
    assert (again.game, again.options) == (game, one.options)
    assert [each.actions for each in again.deals] == [each.actions for each in one.deals]
    status, _, err = run("import", "one.phh", "--play", 1, *QUICK)
    assert (status, err) == (0, "")


def test_boards_become_a_record_that_holds_and_go_back(run, tmp_path: Path) -> None:
    assert run("import", FILES / "claimed.pbn", "-o", "record.json") == (0, "written: record.json\n", "")
    status, out, _ = run("verify", "record.json")
    assert status == 0
    assert out.splitlines() == [
        "deal 1: holds; it was laid out by hand, so nothing was promised",
        "This record of bridge holds: 1 deal, played by the rules.",
    ]
    for flag in (("--pbn",), ("--format", "pbn"), ()):
        status, shown, err = run("export", "record.json", *flag)
        assert (status, err) == (0, "")
        assert LINE in shown
    assert run("export", "record.json", "-o", "back.pbn") == (0, "", "")
    assert (tmp_path / "back.pbn").read_text(encoding="utf-8") == shown
    status, out, _ = run("replay", "record.json")
    assert status == 0
    assert "Board 1" in out


def test_boards_that_are_no_match_go_to_files_of_their_own(run, tmp_path: Path) -> None:
    status, out, _ = run("import", FILES / "several.pbn", "-o", "boards.json")
    assert status == 0
    assert out.splitlines() == [f"written: boards-{n}.json" for n in (1, 2, 3)]
    second = Record.from_json((tmp_path / "boards-2.json").read_bytes())
    assert (second.options["dealer"], second.options["vulnerability"]) == ("e", "ew")


def test_a_board_of_a_file_is_played(run, tmp_path: Path) -> None:
    status, out, err = run("import", FILES / "several.pbn", "--play", "2", *QUICK, "--record", "played.json")
    assert (status, err) == (0, "")
    assert "laid out by hand" in out
    assert "SHA-256" not in out
    (deal,) = Record.from_json((tmp_path / "played.json").read_bytes()).deals
    assert deal.laid["hand 0"] == "2c2h3s4d4h5c6c6h6s8cTdJdAs"
    assert deal.actions[0].startswith("1 ")
    assert run("verify", "played.json")[0] == 0


@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        (("import", "nowhere.pbn"), 1, "nowhere.pbn can't be read"),
        (("import", FILES / "card_twice.pbn"), 1, "card_twice.pbn: board 1: As is in the hands of N and W"),
        (("import", FILES / "several.pbn", "--play", "9"), 2, "there is no deal 9: this file has 3"),
        (("import", FILES / "several.pbn", "--watch"), 2, "add --play N"),
        (("import", FILES / "several.pbn", "--format", "nope"), 2, "there is no format nope: there are pbn, phh"),
        (("export", "other.json"), 1, "bigtwo has no format of another program"),
        (("export", FILES / "several.pbn"), 1, "this is no record"),
    ],
)
def test_what_can_t_be_done_is_said_in_one_line(
    run, tmp_path: Path, arguments: tuple[str | Path, ...], status: int, said: str
) -> None:
    other = {"game": "bigtwo", "options": {}, "deals": [], "version": 1, "commitments": [], "format": 1}
    (tmp_path / "other.json").write_text(json.dumps(other), encoding="utf-8")
    found, out, err = run(*arguments)
    assert (found, out) == (status, "")
    assert said in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("game", "deal", "hand"),
    [
        ("bridge", LINE, "2c2h3s4d4h5c6c6h6s8cTdJdAs"),
        ("bridge", "n:A63.642.JT4.8652 - - -", "2c2h3s4d4h5c6c6h6s8cTdJdAs"),
        ("bigtwo", "hand 0=2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh Ah", "2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh Ah"),
    ],
)
def test_a_deal_entered_by_hand_is_played(run, tmp_path: Path, game: str, deal: str, hand: str) -> None:
    status, out, err = run("play", game, "--deal", deal, *QUICK, "--record", "played.json")
    assert (status, err) == (0, "")
    assert "laid out by hand" in out
    (played,) = Record.from_json((tmp_path / "played.json").read_bytes()).deals
    assert played.laid["hand 0"] == hand
    assert run("verify", "played.json")[0] == 0


@pytest.mark.parametrize(
    ("game", "deal", "said"),
    [
        ("bridge", "N:A63.642.JT4.865 - - -", "--deal: N has 12 cards, not 13"),
        ("bridge", "N:A63.642.JT4.8652 AT7.QT7.AQ98.QT9 - -", "--deal: As is in the hands of N and E"),
        ("bigtwo", "hand 0=3c 3d", "--deal: hand 0 takes 13 cards, not 2"),
        ("bigtwo", "hand 9=3c", "--deal: there is no pile hand 9"),
        ("bigtwo", "3c 3d", "--deal: '3c 3d' is no pile"),
    ],
)
def test_a_deal_that_can_t_lie_so_is_refused(run, game: str, deal: str, said: str) -> None:
    status, out, err = run("play", game, "--deal", deal, *QUICK)
    assert (status, out) == (2, "")
    assert err.startswith(f"dealt: {said}")
    assert err.count("\n") == 1


ACES = "hand 0=2s 2h As Ah Ad Ac Ks Kh Kd Kc Qs Qh Qd"
REST = "hand 1=3d 3c 3h 3s 4d 4c 4h 4s 5d 5c 5h 5s 6d; hand 2=6c 6h 6s 7d 7c 7h 7s 8d 8c 8h 8s 9d 9c"


@pytest.mark.parametrize("seed", range(1, 5))
@pytest.mark.parametrize("deal", [ACES, f"{ACES}; {REST}"])
def test_a_deal_laid_out_is_played_with_any_seed(run, tmp_path: Path, seed: int, deal: str) -> None:
    """Half of all seeds had nothing legal to lead: the cut had chosen another dealer."""
    seeded = ("--seed", str(seed), "--record", "played.json")
    assert run("play", "bigtwo", "-p", "daidi", "--deal", deal, *seeded, *QUICK)[::2] == (0, "")
    assert run("verify", "played.json")[0] == 0


@pytest.mark.parametrize("seed", [None, "1", "2", "3"])
def test_what_is_laid_out_is_checked_with_the_seed_that_is_played(
    run, seed: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    from dealt import laid

    seeds: list[bytes] = []
    real = laid.lay_out

    def noted(game, seed, *more):
        seeds.append(seed)
        return real(game, seed, *more)

    monkeypatch.setattr("dealt.laid.lay_out", noted)
    monkeypatch.setattr("dealt.table.match.lay_out", noted)
    given = () if seed is None else ("--seed", seed)
    assert run("play", "bigtwo", "--deal", ACES, *given, *QUICK)[0] == 0
    assert len(seeds) == 2
    assert len(set(seeds)) == 1


def test_a_house_rule_that_is_like_the_flag_is_no_slip(run, tmp_path: Path) -> None:
    status, _, err = run("play", "bridge", "--dealer", "s", "--deal", LINE, *QUICK, "--record", "played.json")
    assert (status, err) == (0, "")
    assert Record.from_json((tmp_path / "played.json").read_bytes()).options["dealer"] == "s"


def test_a_room_deals_itself(run) -> None:
    status, _, err = run("play", "--server", "localhost:1", "--deal", "hand 0=3c")
    assert status == 2
    assert "--deal is for matches against computers here" in err
