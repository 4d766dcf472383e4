"""The puzzle of the day: what comes with the package holds, and new ones can be found and solved."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path

import pytest

from dealt import cli
from dealt.analysis import puzzle_of, puzzles_of
from dealt.analysis.day_puzzles import mine, read_puzzles, written_puzzles
from dealt.analysis.engine import judge_action
from dealt.games import GAMES, make
from dealt.players import computer
from dealt.players.judging import judge_for
from dealt.texts import sentence

SHIPPED = [name for name in GAMES if puzzles_of(name)]


def test_some_games_have_puzzles() -> None:
    assert SHIPPED


@pytest.mark.parametrize("name", SHIPPED)
def test_every_puzzle_can_be_replayed_and_has_one_best_choice(name: str) -> None:
    some = puzzles_of(name)
    assert len({(each.seed, len(each.actions)) for each in some}) == len(some)
    for each in some:
        table = each.table(make, name)
        assert each.seat in table.turn
        view = table.view(each.seat)
        actions = each.actions_of(view)
        assert len(set(actions)) == len(actions) == len(each.worths) >= 3
        assert each.worths[each.answer] == max(each.worths)
        assert each.lead > 0
        assert each.taken != each.answer
        assert each.why.args.get("unit", f"@analysis.unit.{each.unit}") == f"@analysis.unit.{each.unit}"


@pytest.mark.slow
@pytest.mark.parametrize("name", SHIPPED)
@pytest.mark.turns(4)
def test_an_analysis_calls_what_was_played_in_a_puzzle_a_mistake(name: str) -> None:
    """With the usual budget most puzzles show: their figures come from ten times as many other worlds."""
    found = 0
    some = puzzles_of(name)[:10]
    for each in some:
        table = each.table(make, name)
        action = each.actions_of(table.view(each.seat))[each.taken]
        judge = judge_for(table.game)
        found += judge_action(judge, table.state, table.step, each.seat, action, judge.worlds)[0].mistake
    assert found >= 0.7 * len(some)


@pytest.mark.parametrize("name", SHIPPED)
def test_a_reason_compares_the_best_choice_with_the_one_that_was_made(name: str) -> None:
    for each in puzzles_of(name):
        assert each.reason(each.answer) == each.why
        other = each.reason(each.taken)
        assert (other.args, other.key) == (each.why.args, each.why.key.replace("analysis.", "analysis.daily.", 1))
        assert "yours" in sentence(other)
        assert "yours" not in sentence(each.why)
        for n in set(range(len(each.choices))) - {each.answer, each.taken}:
            assert float(each.reason(n).args["taken"]) == pytest.approx(each.worths[n], abs=0.51)


@pytest.mark.parametrize("name", SHIPPED)
def test_a_day_has_a_puzzle_and_the_next_day_another(name: str) -> None:
    day = date(2026, 11, 23)
    assert puzzle_of(name, day) == puzzle_of(name, day)
    if len(puzzles_of(name)) > 1:
        assert puzzle_of(name, day) != puzzle_of(name, day + timedelta(days=1))


def test_a_game_without_puzzles_has_none() -> None:
    assert puzzle_of("elevens", date(2026, 11, 23)) is None


@pytest.mark.slow
def test_the_same_seed_finds_the_same_puzzles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dealt.analysis.day_puzzles.VERIFIED", 2)
    game, tried = make("hearts"), []

    def found() -> str:
        some = mine(game, "b", 1, lambda game: computer("random", game), lambda: tried.append(1))
        return written_puzzles(list(some))

    written = found()
    assert written == found()
    assert len(tried) > 2, "not every deal has one"
    (puzzle,) = read_puzzles(written)
    assert written_puzzles([puzzle]) == written


@pytest.mark.slow
def test_an_answer_is_judged_in_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    name, day = SHIPPED[0], "2026-11-23"
    puzzle = puzzle_of(name, date.fromisoformat(day))
    assert puzzle is not None
    for answer in range(len(puzzle.choices)):
        assert cli.run(["day-puzzle", name, "--date", day, "--answer", str(answer + 1)]) == 0
        out, err = capsys.readouterr()
        assert err == ""
        assert ("Right:" in out) == (answer == puzzle.answer)
    assert cli.run(["day-puzzle", name, "--date", day, "--lang", "zh", "--answer", "1"]) == 0
    assert "此处怎样最好" in capsys.readouterr()[0]


@pytest.mark.slow
def test_what_is_wrong_is_said_in_a_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for arguments, said in (
        (("elevens",), "there are no puzzles of elevens"),
        ((SHIPPED[0], "--date", "soon"), "soon is no date"),
        ((SHIPPED[0], "--answer", "99"), "none of the choices"),
    ):
        assert cli.run(["day-puzzle", *arguments]) > 0
        err = capsys.readouterr()[1]
        assert said in err
        assert err.count("\n") == 1
    with pytest.raises(ValueError, match="no puzzles"):
        read_puzzles("{}")
