"""The analysis of a deal in the terminal: a bar while it is worked out, then what cost most, and why."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from rich.console import Console

from dealt.tui.analysis import Progress, shown
from dealt.tui.words import Words
from dealt.wire.protocol import Analysing, Analysis, Said, WireAction, WireExtra, WireJudged, WireOption
from tests.cli.helpers import dealt, scripted
from tests.tui.terminals import Room


def printed(what: Any) -> str:
    console = Console(width=100, color_system=None)
    with console.capture() as capture:
        console.print(what)
    return capture.get()


def option(name: str, why: Said | None = None) -> WireOption:
    return WireOption(WireAction(name, name, Said(name)), 0.0, why=why)


WHY = Said("analysis.why.out", {"best": "70%", "taken": "20%"})
FOUND = Analysis(
    table="t",
    dealt=1,
    game="bigtwo",
    names=["Ann", "Bo"],
    unit="points",
    expected=[],
    accuracy=[81.4, None],
    judged=[WireJudged(3, 0, option("pass"), option("play As", WHY), [], cost=4.0, open_cost=2.5)],
    costliest=[0],
    extras=[WireExtra(Said("analysis.double_dummy"), ["", "@analysis.notrump"], [["#1", "7"]])],
)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ["Ann: accuracy 81 of 100", 'Ann: "pass" cost 4.00 points; better was "play As"', "70%", "2.50"]),
        ("zh", ["Ann：准确度 81", "第 4 步，Ann：“pass”损失 4.00 分；更好的是“play As”", "70%", "2.50"]),
    ],
)
def test_the_costliest_actions_are_told_with_what_was_better(language: str, said: list[str]) -> None:
    words = Words(language, names=("Ann", "Bo"))
    out = printed(shown(FOUND, words, lambda _, option: option.action.name))
    for each in said:
        assert each in out
    assert "Bo: accuracy" not in out
    assert out.splitlines()[-1].split() == ["Bo", "7"]
    clean = printed(shown(replace(FOUND, costliest=[]), words, lambda _, option: option.action.name))
    assert words.known("analysis.clean") in clean  # type: ignore[operator]


def test_a_bar_grows_until_the_analysis_is_there() -> None:
    bar, analysing = Progress(Words("en")), partial(Analysing, table="t", dealt=1)
    assert bar.hear(analysing())
    assert "Other analyses come first" in printed(bar)
    assert not bar.hear(analysing(done=10, of=40))
    assert "[#######.......................] 10 of 40 actions" in printed(bar)
    assert not bar.hear(analysing(stopped=True))
    assert "#" not in printed(bar)
    assert bar.hear(analysing(done=1, of=40))


@pytest.mark.slow
def test_a_deal_at_a_table_of_a_room_is_analysed(tmp_path: Path) -> None:
    room = Room(tmp_path)
    room.open()
    try:
        typed = "\nanalyse\n" + scripted(12, "blackjack") + "auto\ny\nquit\n"
        ended = dealt(["play", "blackjack", "--server", room.address, "--name", "ann"], tmp_path, typed)
    finally:
        room.close()
    assert (ended.status, ended.err) == (0, "")
    assert "nothing to analyse" in ended.out
    assert "Analysing the last deal" in ended.out
    assert "ann: accuracy" in ended.out
