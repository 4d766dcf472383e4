"""Matches in the terminal, played by scripts: through a pipe as plain text, and in a real terminal as one picture."""

from __future__ import annotations

import json
import re
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pexpect
import pytest

from dealt.games import GAMES
from tests.cli.helpers import dealt, environment, first_amount, scripted
from tests.tui.terminals import Terminal

GAME = "bigtwo"
REAL = ("doudizhu", "thirteens", "bridge", "hearts", "drawpoker", "magicfigures")
"""Of each kind of table one, and of those with calls and amounts too; all games are played through a pipe."""
PROMPT = r"Your turn[^›]*› [^›]*$"


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.turns(3)
def test_whole_deals_through_a_pipe(game: str, tmp_path: Path) -> None:
    record = tmp_path / "match.json"
    line = ["play", game, "--computers", "lowest", "--seed", "4", "--deals", "2", "--record", record]
    turns = scripted(12, game) + "auto\n"
    ended = dealt(line, tmp_path, f"fair\n{turns}\n{turns}")
    assert (ended.status, ended.err) == (0, "")
    raw = json.loads(record.read_text())
    assert len(raw["deals"]) == 2
    assert raw["commitments"][0] in ended.out
    assert f"begins {raw['commitments'][0][:16]};" in ended.out
    assert ended.out.index(raw["commitments"][0]) < ended.out.index(raw["deals"][0]["seed"][:16])
    assert ("low is good" in ended.out) == GAMES[game].make().low
    assert "\x1b" not in ended.out
    assert all(len(each) <= 80 for each in ended.out.split("\n"))
    assert dealt(["verify", record], tmp_path).status == 0
    shown = dealt(["replay", "-"], tmp_path, record.read_text())
    assert (shown.status, shown.err) == (0, "")
    assert "deal 2 of 2" in shown.out


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.turns(3)
def test_watching_any_game_ends_by_itself(game: str, tmp_path: Path) -> None:
    quick = ["--computers", "lowest"] if game == "bridge" else []  # its own computer thinks for many seconds
    ended = dealt(["play", game, "--watch", *quick, "--seed", "5", "--deals", "1", "--lang", "zh"], tmp_path)
    assert (ended.status, ended.err) == (0, "")
    assert "SHA-256" in ended.out


@pytest.mark.slow
def test_a_record_with_deals_that_were_given_up_holds_and_is_shown(tmp_path: Path) -> None:
    alone = next(name for name, each in GAMES.items() if each.make().undoable)
    typed = "list\n#1\nlist\n#1\nundo\nagain\nauto\nnew\nquit\n"
    ended = dealt(["play", alone, "--seed", "4", "--record", "match.json"], tmp_path, typed)
    assert (ended.status, ended.err) == (0, "")
    raw = json.loads((tmp_path / "match.json").read_text())
    assert [each["scores"] is None for each in raw["deals"]] == [True, False]
    assert [len(each["actions"]) > 1 for each in raw["deals"]] == [False, True]
    assert raw["deals"][0]["seed"] == raw["deals"][1]["seed"]
    assert dealt(["verify", "match.json"], tmp_path).status == 0
    shown = dealt(["replay", "match.json"], tmp_path, "last\nnext\nprev\nquit\n").out
    assert shown.count("This deal was not played to its end") == 2
    assert "deal 2 of 2, step 0" in shown


@pytest.mark.slow
def test_a_lesson_through_a_pipe_and_in_letters(tmp_path: Path) -> None:
    name = next(name for name, each in GAMES.items() if each.lesson)
    ended = dealt(["lesson", name, "--ascii"], tmp_path, "\n?\nfoo\nskip\nlog\nquit\n")
    assert (ended.status, ended.err) == (0, "")
    assert ended.out.isascii()
    assert "First lesson" in ended.out
    assert "go on without doing it" in ended.out


@pytest.mark.slow
def test_the_same_seed_deals_the_same_cards(tmp_path: Path) -> None:
    line = ["play", GAME, "--computers", "lowest", "--seed", "x", "--deals", "1"]
    assert dealt(line, tmp_path, scripted(9)).out == dealt(line, tmp_path, scripted(9)).out
    other = [*line[:5], "y", *line[6:]]
    assert dealt(other, tmp_path, "").out != dealt(line, tmp_path, "").out


@pytest.mark.slow
def test_what_can_be_typed(tmp_path: Path) -> None:
    asked = ("?", "hint", "sort suit", "sort up", "log", "score", "list", "99", "foo", "3c 4c", "As Ah Ad Ac Ks", "/hi")
    typed = "\n".join([*asked, "colours", "rules", *2 * ["save here.json"], "quit", ""])
    ended = dealt(["play", GAME, "--computers", "lowest", "--seed", "4", "--deals", "1"], tmp_path, typed)
    assert ended.status == 0
    for said in (
        "What you can type",
        "A computer would say",
        "Sorted by suit",
        "Sort by one of: rank, suit",
        "low is good",
        "foo is neither a card nor a command",
        "You don't have",
        "Nobody is here to talk to",
        "2 colours for the suits",
        "Get rid of your cards",
        "Saved in here.json",
        "here.json is there already: choose another name",
    ):
        assert said in ended.out
    assert json.loads((tmp_path / "here.json").read_text())["deals"] == []


@pytest.mark.slow
def test_an_illegal_selection_is_explained_by_the_rules(tmp_path: Path) -> None:
    shown = dealt(["play", GAME, "--computers", "lowest", "--seed", "4"], tmp_path, "").out
    hand = next(line for line in shown.split("\n") if len(re.findall(r"[♣♦♥♠]", line)) == 13)
    first, last = hand.split()[0], hand.split()[-1]
    ended = dealt(["play", GAME, "--computers", "lowest", "--seed", "4"], tmp_path, f"{first}{last}\n")
    assert "why." not in ended.out
    assert re.search(r"no combination|beat the single", ended.out)


@pytest.mark.slow
def test_plain_letters_and_chinese(tmp_path: Path) -> None:
    line = ["play", GAME, "--computers", "lowest", "--seed", "4", "--deals", "1"]
    assert dealt([*line, "--ascii"], tmp_path, scripted(30)).out.isascii()
    narrow = dealt(
        line, tmp_path, scripted(30), {"LANG": "C", "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    )
    assert narrow.out.isascii()
    chinese = dealt([*line, "--lang", "zh"], tmp_path, scripted(30) + "退出\n").out
    assert "轮到你" in chinese
    assert "Your turn" not in chinese


@pytest.mark.slow
def test_watching_computers_ends_by_itself(tmp_path: Path) -> None:
    ended = dealt(["play", GAME, "--watch", "--computers", "lowest,random,lowest,random", "--deals", "2"], tmp_path)
    assert ended.status == 0
    assert ended.out.count("The seed of this deal begins with") == 2
    assert "random 2" in ended.out


@pytest.mark.slow
def test_a_match_ends_at_its_target_and_keeps_its_record_when_the_input_ends(tmp_path: Path) -> None:
    record = tmp_path / "match.json"
    line = ["play", GAME, "-o", "target_score=1", "--computers", "lowest", "--record", record]
    ended = dealt(line, tmp_path, scripted(40))
    assert "The match is over" in ended.out
    assert re.search(r"wins? the match", ended.out)
    assert len(json.loads(record.read_text())["deals"]) == 1
    early = dealt(["play", GAME, "--computers", "lowest"], tmp_path, "list\n")
    assert early.status == 0
    assert "The input has ended" in early.out


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Callable[..., Terminal]]:
    """Starts the command in a terminal of 80 by 24."""
    started: list[Terminal] = []

    def start(*arguments: str, **more: str) -> Terminal:
        started.append(Terminal(arguments, tmp_path, **more))
        return started[-1]

    yield start
    for child in started:
        child.kill()


def one_deal(child: Terminal, over: str = "low is good") -> None:
    """Play the first possible thing at every turn until the deal is over."""
    for _ in range(40):
        found = child.expect([over, PROMPT])
        if found == 0:
            return
        child.send("list\r")
        child.expect(r"› [^›]*$")
        child.send("#1\r")
    raise AssertionError("the deal does not end")


@pytest.mark.slow
def test_a_whole_deal_in_a_real_terminal(terminal, tmp_path: Path) -> None:
    child = terminal(
        "play", GAME, "--computers", "lowest", "--seed", "4", "--deals", "1", "--pace", "0", "--record", "r.json"
    )
    child.expect("Fair deal")
    one_deal(child)
    child.expect("Enter goes on")
    child.send("\r")
    child.expect(pexpect.EOF)
    assert child.wait() == 0
    assert len(json.loads((tmp_path / "r.json").read_text())["deals"]) == 1


@pytest.mark.slow
@pytest.mark.parametrize("game", REAL)
@pytest.mark.turns(3)
def test_a_whole_deal_of_each_kind_in_a_real_terminal(terminal, game: str) -> None:
    small = ["--preset", "mini"] if game == "bridge" else []  # else its own computer thinks for many seconds
    child = terminal("play", game, *small, "--computers", "lowest", "--seed", "4", "--deals", "1", "--pace", "0")
    child.expect("Fair deal")
    child.expect(PROMPT)
    if amount := first_amount(game):
        child.send(f"{amount}\r")
        child.expect(PROMPT)
    over = "won this deal|is lost|wins? this deal"
    for _ in range(3):
        child.send("list\r")
        while child.expect([r"Enter goes on[^›]*› [^›]*$", PROMPT]) == 0:
            child.send("\r")
        child.send("#1\r")
        if child.expect([over, PROMPT]) == 0:
            break
    else:
        child.send("auto\r")
        child.expect(over)
    child.expect("Enter goes on")
    child.send("\r")
    child.expect(pexpect.EOF)
    assert child.wait() == 0


@pytest.mark.slow
def test_the_computer_plays_on_until_a_key_is_pressed(terminal) -> None:
    child = terminal("play", GAME, "--computers", "lowest", "--seed", "4", "--pace", "0.5")
    child.expect("Your turn")
    child.send("auto\r")
    child.expect("Enter takes over again")
    child.send("\r")
    child.expect("You play again")
    child.expect("Your turn")
    child.send("quit\r")
    child.expect(pexpect.EOF)


@pytest.mark.slow
def test_the_terminal_is_left_as_it_was(tmp_path: Path) -> None:
    child: pexpect.spawn = pexpect.spawn(  # what Ctrl-C does is for Python itself to say
        sys.executable,
        ["-m", "dealt", "play", GAME, "--computers", "lowest", "--pace", "0"],
        env={**environment(tmp_path), "TERM": "xterm-256color"},  # type: ignore[arg-type]
        cwd=str(tmp_path),
        dimensions=(24, 80),
        encoding="utf-8",
        timeout=60,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # a job in the background ignores it
    )
    child.expect("Your turn")
    child.send("?\r")
    child.expect("What you can type")
    while child.expect(["Enter goes on", "Your turn[^›]*› "]) == 0:  # the prompt: before it nobody reads keys
        child.send("\r")
    child.sendintr()
    child.expect(pexpect.EOF)
    assert child.wait() == 130
    assert "Traceback" not in child.before
    assert "\x1b[?1049l" in child.before
    assert "\x1b[?25h" in child.before


@pytest.mark.slow
def test_typing_is_edited_and_lines_come_back(terminal) -> None:
    child = terminal("play", GAME, "--computers", "lowest", "--pace", "0")
    child.expect("Your turn")
    child.send("hxnt\x1b[D\x1b[D\x7fi\r")
    child.expect("A computer would say")
    child.send("zz\x15\x1b[A\r")
    child.expect("A computer would say")
    child.send("\x04")
    child.expect(pexpect.EOF)
    assert child.wait() == 0


@pytest.mark.slow
@pytest.mark.parametrize("more", [{"TERM": "dumb"}, {"NO_COLOR": "1", "TERM": "dumb"}])
def test_a_plain_terminal_gets_scrolling_text(terminal, more: dict[str, str]) -> None:
    child = terminal("play", GAME, "--computers", "lowest", "--pace", "0", **more)
    child.expect("Your turn")
    child.sendline("quit")
    child.expect(pexpect.EOF)
    assert "\x1b[H" not in child.before


@pytest.mark.slow
def test_without_colours_there_are_none(terminal) -> None:
    child = terminal("play", GAME, "--computers", "lowest", "--pace", "0", NO_COLOR="1")
    child.expect("Your turn")
    shown = child.before
    child.send("quit\r")
    child.expect(pexpect.EOF)
    assert not re.search(r"\x1b\[[0-9;]*(?:3[0-7]|38|48)[;m]", shown)
