"""``dealt check``: a process of its own for somebody's classes, whatever they do to it; its report and exit status."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import islice
from pathlib import Path

import pytest

from dealt import cli
from dealt.assignments import ASSIGNMENTS
from dealt.assignments.checking import Unreadable, check
from dealt.assignments.steps import Outcome

SOLUTION = (Path(__file__).parent / "solutions" / "elevens.py").read_text(encoding="utf-8")
DEAL = "        self.size -= 1\n        return self.cards[self.size]"
ELEVENS = ASSIGNMENTS["elevens"]

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    def carry_out(*arguments: str | Path) -> tuple[int, str, str]:
        status = cli.run([str(each) for each in arguments])
        out, err = capsys.readouterr()
        return status, out, err

    return carry_out


def written(folder: Path, text: str, name: str = "mine.py") -> Path:
    file = folder / name
    file.write_text(text, encoding="utf-8")
    return file


def outcomes(file: Path, limit: float | None = None, count: int = 8) -> dict[str, Outcome]:
    """How the first steps end; the boards come after them."""
    steps = ELEVENS.tests()
    return {steps[each.number].title: each for each in islice(check(ELEVENS, file, limit), count)}


@pytest.mark.slow
@pytest.mark.parametrize("name", ASSIGNMENTS)
@pytest.mark.turns(3)
def test_ours_pass(run: Run, name: str) -> None:
    status, out, err = run("check", name)
    assert (status, err) == (0, "")
    assert out.endswith("ALL TESTS PASSED.\n")
    assert out.count(" - passed, ") == len(ASSIGNMENTS[name].tests())


@pytest.mark.slow
def test_a_wrong_class_is_shown_with_what_was_done(run: Run, tmp_path: Path) -> None:
    mistake = "        if self.size == 4:\n            raise KeyError('lost')\n"
    file = written(tmp_path, SOLUTION.replace("        if self.is_empty:\n", f"{mistake}        if self.is_empty:\n"))
    status, out, err = run("check", "elevens", file)
    assert (status, err) == (1, "")
    assert " 4. Deck: constructor - WRONG\n" in out
    assert "       dealt = [deck.deal() for _ in range(6)]\n" in out
    assert "came:     KeyError: 'lost'\n" in out
    assert re.search(r"\n +mine.py, line \d+, in deal: raise KeyError\('lost'\)\n", out)
    assert str(tmp_path) not in out
    assert " 5. Deck: size, is_empty and deal - left out, it waits for: Deck: constructor" in out
    assert " 6. Shuffler: perfect_shuffle - passed" in out  # it doesn't depend on it
    assert out.endswith("steps passed. The first to set right: step 4, Deck: constructor\n")


HARM = {
    "hang": ("while True:\n            pass", "it took more than 2 seconds"),
    "hang that catches": (
        "while True:\n            try:\n                while True: pass\n            except BaseException: pass",
        "it took more than 2 seconds",
    ),
    "exit": ("import sys; sys.exit(0)", "it ended the program (exit)"),
    "hard exit": ("import os; os._exit(0)", "it ended the process, with status 0"),
    "recursion": ("return self.deal()", "a method calls itself without end (RecursionError)"),
    "memory": ("return [0] * 10**9 * 8", "it asked for too much memory (MemoryError)"),
    "exception": ("return 1 / 0", "ZeroDivisionError: division by zero"),
    "input": ("return input()", "EOFError"),
    "killed": ("import os; os.kill(os.getpid(), 11)", "it broke the process down (SIGSEGV)"),
    "no attribute": ("return self.card", "Deck has no card"),
}


QUICK = ("exit", "exception")
"""What the quick tests try: each starts a process, and another one after it if that one is lost."""


@pytest.mark.parametrize(
    "harm", [each if each in QUICK else pytest.param(each, marks=pytest.mark.slow) for each in HARM]
)
@pytest.mark.turns(2)
def test_whatever_a_class_does_is_told_and_the_next_steps_run(harm: str, tmp_path: Path) -> None:
    body, came = HARM[harm]
    text = SOLUTION.replace(DEAL, f"        {body}").replace("self.cards = [deck.deal()", "self.cards = [None")
    told = outcomes(written(tmp_path, text), limit=2 if "hang" in harm else 60)
    assert told["Card: equality"].state == "passed"
    assert told["Deck: constructor"].state == "wrong"
    assert told["Deck: constructor"].came.startswith(came)
    assert told["Shuffler: selection_shuffle"].state == "passed"


@pytest.mark.slow
def test_a_loop_is_shown_where_it_turns(tmp_path: Path) -> None:
    told = outcomes(
        written(tmp_path, SOLUTION.replace(DEAL, "        while True:\n            self.size += 1")), limit=0.5
    )
    assert any(
        "in deal: self.size += 1" in each or "in deal: while True" in each for each in told["Deck: constructor"].trace
    )


@pytest.mark.slow
def test_a_deep_recursion_is_told_in_few_lines(tmp_path: Path) -> None:
    told = outcomes(written(tmp_path, SOLUTION.replace(DEAL, "        return self.deal()")))
    assert 2 < len(told["Deck: constructor"].trace) <= 6
    assert any("calls more" in each for each in told["Deck: constructor"].trace)


@pytest.mark.slow
def test_what_is_printed_does_no_harm_and_is_shown(run: Run, tmp_path: Path) -> None:
    noise = "        print('dealing', self.size, '\\x1b[2J')\n"
    file = written(
        tmp_path, SOLUTION.replace(DEAL, f"{noise}{DEAL}").replace("return self.rank ==", "return self.rank !=")
    )
    status, out, _ = run("check", "elevens", file, "--verbose")
    assert status == 1
    assert "printed by the classes:\n         dealing 6" in out
    assert "\x1b" not in out
    assert " 4. Deck: constructor - passed" in out
    assert len(out) < 60_000


@pytest.mark.slow
def test_threads_and_output_past_python_keep_nobody(tmp_path: Path) -> None:
    noise = (
        "import os, threading, time\nthreading.Thread(target=time.sleep, args=(99,)).start()\nos.write(1, b'{}\\n')\n"
    )
    told = outcomes(written(tmp_path, noise + SOLUTION))
    assert {each.state for each in told.values()} == {"passed"}


@pytest.mark.slow
def test_files_beside_it_can_be_imported(tmp_path: Path) -> None:
    written(tmp_path, SOLUTION, "cards.py")  # the name of a module of ours, too
    told = outcomes(written(tmp_path, "from cards import *\n"))
    assert {each.state for each in told.values()} == {"passed"}
    told = outcomes(written(tmp_path, "from cards import *\n", "json.py"))
    assert {each.state for each in told.values()} == {"passed"}


def test_a_class_that_is_not_there_yet_is_one_clear_line(run: Run, tmp_path: Path) -> None:
    status, out, _ = run("check", "elevens", written(tmp_path, SOLUTION.partition("class Deck")[0]))
    assert status == 1
    assert " 1. Card: rank, suit and value - passed" in out
    assert " 4. Deck: constructor - not written yet: there is no class Deck\n" in out
    assert "The first to set right: step 4, Deck: constructor" in out


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("class Card(:\n", "mine.py can't be read: line 1: invalid syntax"),
        ("x = 1\n", "mine.py can't be checked: it has none of the classes Card, Deck, Shuffler, Board, ElevensBoard"),
        ("import nothing_such\n", "mine.py can't be imported: ModuleNotFoundError: No module named 'nothing_such'"),
        ("x = {}['y']\n", "mine.py can't be imported: KeyError: 'y' (mine.py, line 1, in <module>: x = {}['y'])"),
        ("exit()\n", "mine.py can't be imported: it ended the program (exit)"),
        ("import os; os._exit(3)\n", "mine.py ended the process, with status 3 while it was imported"),
    ],
)
def test_what_cannot_be_read_is_one_line_and_status_2(run: Run, tmp_path: Path, text: str, said: str) -> None:
    status, out, err = run("check", "elevens", written(tmp_path, text))
    assert (status, err.count("\n")) == (2, 1)
    assert err.startswith(f"dealt: {said}")
    assert "WRONG" not in out


def test_a_line_that_makes_no_sense_is_one_line(run: Run, tmp_path: Path) -> None:
    for line, said in (
        (["check", "nope"], "there is no assignment nope: choose among elevens, "),
        (["check", "elevens", tmp_path / "no.py"], "no.py can't be read: there is no such file"),
        (["check", "elevens", tmp_path], "it is a folder"),
        (["demo", "tens"], "there is no demo tens: choose among elevens, cards, poker"),
        (["check", "elevens", "--limit", "0"], "0.1"),
    ):
        status, _, err = run(*line)
        assert (status, err.count("\n")) == (2, 1)
        assert said in err


def test_without_a_name_the_assignments_are_listed(run: Run) -> None:
    status, out, err = run("check")
    assert (status, err) == (0, "")
    assert [line.split()[0] for line in out.splitlines()] == list(ASSIGNMENTS)
    status, out, err = run("demo")
    assert (status, err) == (0, "")
    assert [line.split()[0] for line in out.splitlines()] == [each.name for each in ASSIGNMENTS.values() if each.shows]


def test_a_name_of_another_kind_of_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match=r"must end in \.py"):
        list(check(ELEVENS, written(tmp_path, SOLUTION, "mine.txt")))


def test_the_demos_print_what_the_assignments_print(run: Run) -> None:
    status, out, err = run("demo", "poker", "--seed", "1")
    assert (status, out, err) == (0, "2S 10S 5C 7D 10C  one pair\n10S 10C 6D QS 8C  one pair\n", "")
    assert "won" not in out
    out = run("demo", "cards", "--seed", "1")[1]
    assert out.startswith("The deal:\nPlayer 0: ")
    assert len(out.splitlines()) == 20
    assert "4 perfect shuffles of 8 numbers" in run("demo", "elevens")[1]
    assert run("demo", "poker")[0] == 0


@pytest.mark.slow
@pytest.mark.parametrize("name", ASSIGNMENTS)
def test_the_starter_is_what_is_still_to_be_written(run: Run, tmp_path: Path, name: str) -> None:
    status, text, err = run("check", name, "--starter")
    assert (status, err) == (0, "")
    status, out, err = run("check", name, written(tmp_path, text))
    assert (status, err) == (1, "")
    assert " - not written yet: mine.py, line " in out
    assert "WRONG" not in out
    assert "The first to set right: step " in out


def test_a_starter_is_written_once(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    status, out, err = run("check", "elevens", file, "--starter")
    assert (status, out.startswith(f"written: {file}. "), err) == (0, True, "")
    assert file.read_text(encoding="utf-8") == ELEVENS.starter()
    file.write_text("mine", encoding="utf-8")
    status, out, err = run("check", "elevens", file, "--starter")
    assert (status, out, err) == (2, "", f"dealt: {file} is there already: choose another name\n")
    assert file.read_text(encoding="utf-8") == "mine"
    status, _, err = run("check", "elevens", tmp_path / "no" / "mine.py", "--starter")
    assert (status, "can't be written: no such file" in err) == (2, True)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("page", "name", "right", "wrong"),
    [
        ("elevens-assignment.md", "elevens", "self.suit == other.suit", "self.suit is other.suit"),
        ("cards-assignment.md", "poker", "        if straight:\n            return Rank.STRAIGHT\n", ""),
    ],
)
def test_the_reports_in_the_docs_are_real(
    run: Run, tmp_path: Path, page: str, name: str, right: str, wrong: str
) -> None:
    text = (Path(__file__).parents[2] / "docs" / page).read_text(encoding="utf-8")
    shown = next(each for each in re.findall(r"```text\n(.*?)```", text, re.DOTALL) if "WRONG" in each)
    file = "mine.py" if name == "elevens" else "hand.py"
    solution = (Path(__file__).parent / "solutions" / f"{name}.py").read_text(encoding="utf-8")
    assert right in solution
    out = run("check", name, written(tmp_path, solution.replace(right, wrong), file))[1]
    lines = [line for line in shown.splitlines() if line != "..." and "not written yet" not in line]
    assert len(lines) > 6
    assert [line for line in lines if line not in out.splitlines()] == []
