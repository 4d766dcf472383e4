"""The command line: help everywhere, one clear line for every mistake."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from dealt import __version__, cli
from tests.cli.helpers import dealt, environment, own_game, scripted

COMMANDS = (
    *("serve", "games", "rules", "lesson", "computers", "play"),
    *("arena", "odds", "laws", "new-game", "replay", "verify", "export", "import"),
)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    """Runs a command line in this process: status, standard output, standard error."""
    for key, value in environment(tmp_path).items():
        monkeypatch.setenv(key, value)
    for key in ("DEALT_GAMES", "DEALT_CONFIG"):
        monkeypatch.delenv(key, raising=False)
    monkeypatch.chdir(tmp_path)

    def carry_out(*arguments: str) -> tuple[int, str, str]:
        status = cli.run(arguments)
        out, err = capsys.readouterr()
        return status, out, err

    return carry_out


@pytest.mark.parametrize("command", [(), *((each,) for each in COMMANDS)])
@pytest.mark.parametrize("flag", ["-h", "--help"])
def test_help_everywhere(run, command: tuple[str, ...], flag: str) -> None:
    status, out, err = run(*command, flag)
    assert (status, err) == (0, "")
    assert out.startswith("Usage: dealt")
    assert "settings" not in out.split("Options:")[0].lower() or command


def test_the_help_lists_every_command(run) -> None:
    _, out, _ = run("--help")
    assert all(f"\n  {each} " in out for each in COMMANDS)
    assert "..." not in out.replace("[ARGS]...", "")


def test_every_setting_of_the_room_is_a_flag(run) -> None:
    from dealt.server.base.config import Config

    _, out, _ = run("serve", "--help")
    for name in Config.__struct_fields__:
        assert f"--{name.replace('_', '-')}" in out


def test_version(run) -> None:
    assert run("--version") == (0, f"dealt {__version__}\n", "")


MISTAKES: list[tuple[str, str]] = [
    ("play", "which game"),
    ("play nogame", "there is no game nogame: choose among"),
    ("play bigtwo --seats", "--seats"),
    ("play bigto", "there is no game bigto: did you mean bigtwo? (dealt games lists them)"),
    ("lesson brdge", "did you mean bridge?"),
    ("play rubbr", "did you mean rubber?"),
    ("play bigtwo -o seets=3", "Did you mean seats?"),
    ("play bigtwo --varient doyle", "Did you mean variant?"),
    ("play bigtwo -o variant=daid", "variant can't be daid: it takes deuce, daidi. Did you mean daidi?"),
    ("play bigtwo -p daid", "Did you mean daidi?"),
    ("play bigtwo -c duece", "there is no computer duece: did you mean deuce?"),
    ("arena bigtwo --players lowst", "did you mean lowest?"),
    ("import nofile --format pbm", "there is no format pbm: did you mean pbn?"),
    ("pley bigtwo", "Did you mean 'play'"),
    ("play bigtwo --colurs 2", "there is no option --colurs: did you mean --colours?"),
    ("play bigtwo --deals 0", "--deals can't be 0: a whole number of 1 or more is possible"),
    ("play bigtwo --deals x", "--deals can't be x: a whole number of 1 or more is possible"),
    ("play bigtwo --pace 99", "--pace can't be 99: a number from 0 to 60 is possible"),
    ("arena bigtwo --players lowest --jobs 0", "--jobs can't be 0: a whole number of 1 or more is possible"),
    ("import nofile --play 0", "--play can't be 0: a whole number of 1 or more is possible"),
    ("serve 22303 --port 99999", "the port is 22303 and also --port 99999: write one of them"),
    ("serve --port x", "--port can't be x: a whole number is possible"),
    ("serve --log jsn", "log can't be 'jsn': it is"),
    ("serve --metrics 127.0.0.1", "metrics can't be '127.0.0.1': it is HOST:PORT"),
    ("play bigtwo -o foo=1", "has no option foo: it has variant"),
    ("play bigtwo -o straight_order=up", "it takes natural, two_high, hongkong"),
    ("play bigtwo -o foo", "write --option NAME=VALUE"),
    ("play bigtwo --preset x", "no preset x: it has deuce, daidi"),
    ("play bigtwo --seats 9", "it takes 2 to 4"),
    ("play bigtwo --seats 3", "daidi takes 2 to 4"),
    ("play bigtwo --computers smart", "choose among deuce, search, network, manual, lowest, random"),
    ("play bigtwo --computers deuce,lowest", "name one, or 3"),
    ("play bigtwo --lang fr", "choose among en, zh"),
    ("play bigtwo --colours 7", "--colours"),
    ("play bigtwo --name ann", "add --server"),
    ("play bigtwo --server localhost --seed 3", "--seed is for matches"),
    ("play --server a:b:c:d --name ann", "no address of a room"),
    ("play --server localhost:1 --name ann", "Nobody answers at localhost:1"),
    ("play --server localhost:port --name ann", "write HOST or HOST:PORT"),
    ("play bigtwo --record /no/such/folder/file", "can't be written: no such file or directory"),
    ("play bigtwo --games nofile.py", "there is no file nofile.py"),
    ("rules nogame", "choose among"),
    ("computers nogame", "choose among"),
    ("arena bigtwo", "--players"),
    ("arena bigtwo --players foo", "choose among deuce, search, network, manual, lowest, random"),
    ("arena bigtwo --players deuce,lowest,random", "name 1 or 2 or 4 players, not 3"),
    ("arena bigtwo --players random --deals 0", "--deals"),
    ("arena bigtwo --players random --deals 1 --json /no/such/folder/file", "can't be written"),
    ("verify nofile", "can't be read: no such file or directory"),
    ("verify .", "can't be read: is a directory"),
    ("replay nofile", "can't be read"),
    ("serve abc", "PORT"),
    ("serve 99999", "port can't be 99999: it is a whole number from 0 to 65535"),
    ("serve --config nofile.toml", "nofile.toml can't be read"),
    ("--port 3 play bigtwo", "after `dealt serve`"),
    ("--bogus", "--bogus"),
    ("bogus", "bogus"),
    ("play bigtwo --bogus", "--bogus"),
]


@pytest.mark.parametrize(("line", "said"), MISTAKES)
def test_a_mistake_is_one_clear_line(run, line: str, said: str) -> None:
    status, _, err = run(*line.split())
    assert status in (1, 2)
    assert err.startswith("dealt: ")
    assert err.count("\n") == 1
    assert said in err
    assert "Traceback" not in err


def test_games_lists_every_game_with_what_can_be_chosen(run) -> None:
    from dealt.games import GAMES

    status, out, _ = run("games")
    assert status == 0
    for name, listing in GAMES.items():
        assert f"\n{name}  {listing.text('game.title')}" in f"\n{out}"
        assert all(preset in out for preset in listing.presets)
        assert (f"dealt lesson {name}" in out) == bool(listing.lesson)
    assert "deuce, search, network, manual, lowest, random" in out
    _, chinese, _ = run("games", "--lang", "zh")
    assert "大老二" in chinese or "锄大" in chinese


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_games_explains_every_option_of_a_game(run, lang: str) -> None:
    from dealt.games import GAMES

    status, out, _ = run("games", *GAMES, "--lang", lang)
    assert status == 0
    told = re.sub(r"\s", "", out)
    for listing in GAMES.values():
        for preset in listing.presets:
            assert f"--preset {preset}" in out
        for option in listing.options:
            assert f"--option {option.name}=" in out
            assert re.sub(r"\s", "", listing.text(f"option.{option.name}.help", lang)) in told
    assert "option." not in out
    assert run("games", "nogame")[0] == 1
    assert run("games", "--ascii", *GAMES)[1].isascii()


def test_a_record_replaces_no_file_and_says_so_before_the_deal(run, tmp_path: Path) -> None:
    there = tmp_path / "evening.json"
    there.write_text("an evening")
    status, out, err = run("play", "bigtwo", "--watch", "--deals", "1", "-c", "lowest", "--record", str(there))
    assert (status, out, err) == (1, "", f"dealt: {there} is there already: choose another name\n")
    assert there.read_text() == "an evening"


def test_a_game_without_a_lesson_says_what_explains_it(run, monkeypatch: pytest.MonkeyPatch) -> None:
    from dataclasses import replace

    from dealt.games import GAMES

    name = min(GAMES)
    monkeypatch.setitem(GAMES, name, replace(GAMES[name], lesson=""))
    status, _, err = run("lesson", name)
    assert (status, err) == (1, f"dealt: {name} has no lesson: `dealt rules {name}` explains it\n")
    monkeypatch.setitem(GAMES, name, replace(GAMES[name], lesson="steps = 3"))
    status, _, err = run("lesson", name)
    assert status == 1
    assert "can't be shown" in err


def test_rules_are_printed_as_they_are_written(run) -> None:
    from dealt.games import GAMES

    assert run("rules", "bigtwo")[1].strip() == GAMES["bigtwo"].rules["en"].strip()
    assert run("rules", "BigTwo", "--lang", "zh")[1].strip() == GAMES["bigtwo"].rules["zh"].strip()
    assert run("rules", "bigtwo", "--ascii")[1].isascii()


def test_computers(run) -> None:
    assert "bigtwo  deuce, search, network, manual, lowest, random" in run("computers")[1]
    assert run("computers", "bigtwo")[1].strip() == "bigtwo  deuce, search, network, manual, lowest, random"


@pytest.mark.slow
def test_a_game_from_a_file_of_ones_own_plays_everywhere(tmp_path: Path) -> None:
    file = own_game(tmp_path)
    listed = dealt(["games", "--games", file], tmp_path)
    assert "bombs  Bombs away" in listed.out
    assert "patient, deuce, lowest, random" in listed.out or "deuce, patient" in listed.out
    found = dealt(
        ["arena", "bombs", "--games", file, "--players", "deuce,patient,random", "--deals", "6", "--json", "-"],
        tmp_path,
    )
    assert found.status == 0, found.err
    assert {each["player"] for each in json.loads(found.out)["standings"]} == {"deuce", "patient", "random"}
    record = tmp_path / "match.json"
    played = dealt(
        ["play", "bombs", "-o", "price=2", "--deals", "1", "--seed", "5", "--record", record, "--computers", "patient"],
        tmp_path,
        scripted(40),
        {"DEALT_GAMES": str(file)},
    )
    assert played.status == 0, played.err
    assert "Bombs away · price 2" in played.out
    assert "low is good" in played.out
    assert dealt(["--games", str(file), "verify", record], tmp_path).status == 0
    refused = dealt(["verify", record], tmp_path)
    assert refused.status == 1
    assert "there is no game bombs" in refused.err


@pytest.mark.slow
@pytest.mark.parametrize("broken", ["1/0", "x = 3", "def f(:"])
def test_a_broken_file_of_games_is_one_line(tmp_path: Path, broken: str) -> None:
    file = tmp_path / "broken.py"
    file.write_text(broken)
    ended = dealt(["games", "--games", file], tmp_path)
    assert ended.status == 1
    assert ended.err.startswith("dealt: ")
    assert ended.err.count("\n") == 1


@pytest.mark.slow
@pytest.mark.parametrize("line", ["rules bigtwo", "games --lang zh", "play bigtwo --watch --deals 1", "--help"])
@pytest.mark.turns(2)
def test_output_that_cannot_be_written_is_one_line(tmp_path: Path, line: str) -> None:
    full = Path("/dev/full")
    if not full.exists():
        pytest.skip("there is no /dev/full here")
    with full.open("w") as out:
        ended = subprocess.run(
            [sys.executable, "-m", "dealt", *line.split()],
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.PIPE,
            text=True,
            cwd=tmp_path,
            env=environment(tmp_path),
            check=False,
        )
    assert (ended.returncode, ended.stderr) == (1, "dealt: the output can't be used: no space left on device\n")


@pytest.mark.slow
@pytest.mark.parametrize("line", ["rules bigtwo", "games --lang zh"])
@pytest.mark.turns(2)
def test_a_terminal_that_lacks_a_letter_gets_a_question_mark(tmp_path: Path, line: str) -> None:
    ended = dealt(line.split(), tmp_path, env={"PYTHONIOENCODING": "ascii"})
    assert (ended.status, ended.err) == (0, "")
    assert "?" in ended.out


def test_a_message_holds_nothing_that_a_terminal_obeys(run) -> None:
    status, _, err = run("rules", "\x1b[2Jbig\x07two")
    assert status == 1
    assert err.startswith("dealt: there is no game [2Jbig two: did you mean bigtwo?")


def test_computers_may_not_take_for_ever(run) -> None:
    for pace in ("inf", "nan", "61"):
        assert run("play", "bigtwo", "--pace", pace)[0] == 2


@pytest.mark.slow
def test_the_command_is_quick_to_help(tmp_path: Path) -> None:
    ended = dealt(["--help"], tmp_path, env={"PYTHONPROFILEIMPORTTIME": "1"})
    loaded = {line.rsplit("|", 1)[-1].strip() for line in ended.err.splitlines()}
    assert "dealt.cli.app" in loaded
    assert not loaded & {"dealt.games", "sqlalchemy", "uvicorn", "starlette", "rich.markdown", "websockets"}


@pytest.mark.slow
@pytest.mark.parametrize("line", [["--no-browser", "--port", "0"], ["serve", "0"]])
@pytest.mark.turns(2)
def test_a_room_opens_and_closes_in_good_order(tmp_path: Path, line: list[str]) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "dealt", *line],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        cwd=tmp_path,
        env=environment(tmp_path),
    )
    assert process.stdout is not None
    said = ""
    for written in process.stdout:
        said += written
        if found := re.search(r"open at (http://127\.0\.0\.1:(\d+)/)", written):
            break
    else:
        raise AssertionError(said)
    taken = dealt(["serve", found[2]], tmp_path)
    assert taken.status == 1
    assert f"port {found[2]} is taken" in taken.out + taken.err
    process.send_signal(signal.SIGINT)
    rest, _ = process.communicate(timeout=30)
    assert process.returncode == 0
    assert "Traceback" not in said + rest


def test_the_page_is_shown_in_the_browser_unless_it_should_not(run, monkeypatch: pytest.MonkeyPatch) -> None:
    from dealt.server import run as server

    shown: list[str] = []
    told: list[dict[str, object]] = []

    def instead(config: Any, on_ready: Any = None, **_: Any) -> int:
        told.append({"port": config.port, "host": config.host, "games": config.games})
        on_ready(["http://127.0.0.1:4000/"])
        return 0

    monkeypatch.setattr(server, "run", instead)
    monkeypatch.setattr("webbrowser.open", shown.append)
    assert run("--port", "4000")[0] == 0
    deadline = time.monotonic() + 5
    while not shown and time.monotonic() < deadline:
        time.sleep(0.01)
    assert shown == ["http://127.0.0.1:4000/"]
    assert run("--no-browser")[0] == 0
    assert run("serve", "4001", "--host", "0.0.0.0", "--games", "a.py", "--games", "b.py")[0] == 0
    monkeypatch.setenv("DEALT_GAMES", "c.py")
    assert run("serve", "--games", "a.py")[0] == 0
    assert shown == ["http://127.0.0.1:4000/"]
    assert [each["port"] for each in told] == [4000, 21747, 4001, 21747]
    assert [each["games"] for each in told] == [[], [], ["a.py", "b.py"], ["c.py", "a.py"]]
