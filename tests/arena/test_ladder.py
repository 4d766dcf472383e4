"""The ladder: everybody meets everybody on the same deals; what is equal is equal, and who is better stands higher."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dealt import arena
from dealt.arena.plot import draw
from dealt.games import make
from tests.arena.test_arena import first, the_same


@pytest.mark.slow
@pytest.mark.turns(2)
def test_the_same_seed_gives_the_same_ladder_whatever_the_number_of_jobs() -> None:
    game = make("doudizhu")
    runs = [arena.climb(game, ["lowest", "random", first], deals=6, seed=7, jobs=jobs) for jobs in (1, 2)]
    assert runs[0].to_json() == runs[1].to_json()
    assert runs[0] != arena.climb(game, ["lowest", "random", first], deals=6, seed=8, jobs=1)


@pytest.mark.parametrize("name", ["bigtwo", "doudizhu", "spades", "elevens"])
def test_two_who_play_alike_gain_nothing_from_each_other(name: str) -> None:
    found = arena.climb(make(name), [first, the_same], deals=3, seed=1, jobs=1)
    (pair,) = found.pairs
    assert (pair.difference, pair.error) == (0, 0)
    assert {each.rating for each in found.rungs} == {25.0}


@pytest.mark.slow
def test_gains_are_those_of_all_pairs_and_the_best_stands_first() -> None:
    found = arena.climb(make("bigtwo"), ["random", "deuce", "lowest"], deals=8, seed=3, jobs=1)
    assert found.rungs[0].player == "deuce"
    assert sum(each.gain for each in found.rungs) == pytest.approx(0)
    best = found.rungs[0]
    assert best.gain == pytest.approx(sum(each.difference for each in found.pairs if each.first == "deuce") / 2)
    assert best.rating == max(each.rating for each in found.rungs)
    assert [(each.first, each.second) for each in found.pairs] == [
        (found.rungs[a].player, found.rungs[b].player) for a, b in ((0, 1), (0, 2), (1, 2))
    ]
    assert found.plays == 3 * 8 * 4


@pytest.mark.slow
@pytest.mark.turns(2)
def test_where_few_points_are_good_the_gain_is_what_one_does_not_take() -> None:
    found = arena.climb(make("hearts"), ["random", "search"], deals=6, seed=2, jobs=1)
    assert found.rungs[0].player == "search"
    assert found.rungs[0].gain > 0


@pytest.mark.parametrize("seats", [1, 2, 3, 4, 5])
def test_each_of_two_who_meet_has_as_many_seats_as_the_other(seats: int) -> None:
    tables = arena.ladder.meetings(seats, "a", "b")
    repeated = [each * (max(seats, 2) // len(each)) for each in tables]
    assert sum(each.count("a") for each in repeated) == sum(each.count("b") for each in repeated)


@pytest.mark.parametrize("players", [["deuce"], ["deuce", "deuce"], ["deuce", "nobody"]])
def test_a_ladder_of_one_is_refused(players: list[str]) -> None:
    with pytest.raises(ValueError, match=r"two different players|no computer nobody"):
        arena.climb(make("bigtwo"), players, deals=2, jobs=1)


@pytest.mark.slow
def test_decisions_are_timed_where_there_is_a_choice() -> None:
    took = arena.move_times(make("spades"), "search", deals=1)
    assert 0 < took.median <= took.most


@pytest.mark.slow
def test_the_picture_names_every_computer(tmp_path: Path) -> None:
    found = arena.climb(make("elevens"), ["lowest", "random"], deals=2, jobs=1)
    draw(found, "Elevens", "points", tmp_path / "ladder.svg")
    drawn = (tmp_path / "ladder.svg").read_text()
    assert all(word in drawn for word in ("lowest", "random", "Elevens", "points"))
    assert json.loads(found.to_json())["rungs"][0]["player"] in ("lowest", "random")
