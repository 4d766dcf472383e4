"""The table of all benches: ratios to peers, goals with marks, and the plot that the documentation shows."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from typing import Any

import pytest

from bench import __main__ as front
from bench import all as benches

DOCS = Path(__file__).parent.parent / "docs"

FOUND: dict[str, Any] = {
    "tricks": {
        "spades, whole deals": {
            "moves": 50.0,
            "deals_per_second": {
                "Game, plain Python": [2e3, 2e3, 2e3],
                "compiled": [8e5, 1e6, 9e5],
                "compiled, 2 threads": [16e5, 2e6, 18e5],
                "OpenSpiel, C++": [4e4, 5e4, 5e4],
            },
        },
        "spades, plays alone": {"moves": 52.0, "deals_per_second": {"compiled": [1e6], "OpenSpiel, C++": [8e4]}},
    },
    "climbing": {
        "bigtwo, deuce": {
            "moves": 60.0,
            "moves_of_open_spiel": 30.0,
            "deals_per_second": {"compiled": [8e4], "OpenSpiel's Dou Dizhu, C++": [4e4]},
        }
    },
    "poker": {"hands ranked": {"hand_ranks, cards": [1.2e8], "eval7": [3e6], "treys": [1e6]}},
    "matching": {"tens": {"moves": 14.0, "games_per_second": {"compiled": [7e5], "compiled, results alone": [2e6]}}},
    "env": {"spades, 4096 tables": [5e5], "spades, AEC": [3e3], "RLCard, Dou Dizhu": [4e3]},
    "plain": {"rates": {"tens": {"moves": [7e4], "views": [2e4], "table": [1e4], "kernel": [3e7]}}, "imports": {}},
}


def table() -> dict[tuple[str, str], benches.Line]:
    return {(line.work, line.peer): line for line in benches.lines(FOUND)}


def test_a_ratio_is_the_median_of_neighbours_and_counts_moves() -> None:
    line = table()["Spades, whole deals", "OpenSpiel, C++"]
    assert (line.rate, line.unit, line.peers_rate) == (45e6, "moves", 2.5e6)
    assert (line.ratio, line.goal, line.met) == (20.0, 15, True)
    other = table()["Big Two", "OpenSpiel's Dou Dizhu, C++"]
    assert (other.rate, other.peers_rate, other.ratio, other.met) == (4.8e6, 1.2e6, 4.0, False)


def test_every_peer_has_a_line_and_goals_compare_over_works_and_with_numbers() -> None:
    found = table()
    assert {peer for work, peer in found if work == "poker hands ranked"} == {"eval7", "treys"}
    assert found["poker hands ranked", "treys"].met is None
    alone = found["Spades, plays alone", "OpenSpiel, C++"]
    assert (alone.rate, alone.ratio, alone.met) == (52e6, pytest.approx(12.5), None)
    assert found["Spades, whole deals, two threads", "compiled"].ratio == 2.0
    assert found["Tens, results alone", ""].met
    assert found["vector environment, Spades", ""].met
    assert found["vector environment, Spades", "RLCard, Dou Dizhu"].ratio == 125.0
    assert found["plain tens, moves", ""].met
    assert ("Hearts, whole deals", "OpenSpiel, C++") not in found, "nothing was measured"


def test_two_threads_have_no_goal_on_a_busy_machine() -> None:
    busy = {line.work: line for line in benches.lines(FOUND, quiet=False)}
    assert busy["Spades, whole deals, two threads"].met is None
    assert busy["Spades, whole deals"].met


@pytest.mark.slow
def test_without_a_name_all_are_run_and_the_table_is_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: list[tuple[str, float]] = []

    def run(bench: str, seconds: float) -> Any:
        asked.append((bench, seconds))
        return FOUND.get(bench, {})

    monkeypatch.setattr(benches, "run", run)
    monkeypatch.setattr("os.getloadavg", lambda: (0.0, 0.0, 0.0))
    file = tmp_path / "speed.json"
    assert front.main(["--seconds", "0.2", "--json", str(file)]) == 0
    assert asked == [(bench, 0.2) for bench in benches.BENCHES]
    said = capsys.readouterr().out
    assert "goals met" in said
    assert "not met" in said
    assert [benches.Line(**each) for each in json.loads(file.read_text())["table"]] == list(table().values())


@pytest.mark.slow
def test_the_plot_of_the_documentation_is_light_and_drawn_from_its_table(tmp_path: Path) -> None:
    shown = DOCS / "images" / "speed.svg"
    assert shown.stat().st_size < 60_000
    drawn = shown.read_text(encoding="utf-8")
    lines = [benches.Line(**each) for each in json.loads((DOCS / "speed.json").read_text(encoding="utf-8"))["table"]]
    peers = [line for line in lines if line.peer and "threads" not in line.work]
    assert len(peers) > 15
    for line in peers:
        assert f"{line.work} / {line.peer}".replace("'", "&#x27;") in drawn.replace("'", "&#x27;")
    if importlib.util.find_spec("matplotlib") is None:
        pytest.skip("matplotlib is in the extra bench")
    again = tmp_path / "speed.svg"
    assert front.main(["all", "--from", str(DOCS / "speed.json"), "--plot", str(again)]) == 0
    assert again.stat().st_size < 60_000
