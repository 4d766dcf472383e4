"""The arena: the same deals for everybody, honest errors, the same result for the same seed."""

from __future__ import annotations

import json
import pickle
from math import sqrt
from random import Random
from statistics import mean, stdev

import pytest

from dealt import arena
from dealt.arena.play import Named, Task, deal
from dealt.arena.processes import _context
from dealt.arena.result import Played, mean_and_error, result
from dealt.game import Action, Game, View
from dealt.games import make
from dealt.players.simple import Lowest
from tests.toys import Gift


class First:
    """Plays the first legal action: no chance of its own."""

    def choose(self, view: View, rng: Random) -> Action:
        return view.legal[0]


def first(game: Game) -> First:
    return First()


def the_same(game: Game) -> First:
    return First()


class Cheat:
    """Plays what it has not."""

    def choose(self, view: View, rng: Random) -> Action:
        return Action("play", (1 << 52) - 1)


def cheat(game: Game) -> Cheat:
    return Cheat()


@pytest.mark.slow
def test_the_same_seed_gives_the_same_bytes_whatever_the_number_of_jobs() -> None:
    game = make("bigtwo")
    runs = [arena.run(game, ["lowest", "random"], deals=12, seed=7, jobs=jobs) for jobs in (1, 2, 3)]
    assert runs[0] == runs[1] == runs[2]
    assert len({each.to_json() for each in runs}) == 1
    assert arena.run(game, ["lowest", "random"], deals=12, seed=8, jobs=1).to_json() != runs[0].to_json()


def test_a_longer_run_begins_with_the_deals_of_a_shorter_one() -> None:
    assert arena.seed_of(7, 3) == arena.seed_of("7", 3)
    assert len({arena.seed_of(7, n) for n in range(50)}) == 50
    assert all(len(arena.seed_of(7, n)) == 32 for n in range(3))


def test_two_players_that_play_alike_come_out_exactly_alike() -> None:
    found = arena.run(make("bigtwo"), [first, the_same], deals=10, seed=1, jobs=1)
    pair = found.pair("first", "the_same")
    assert (pair.difference, pair.error) == (0, 0)
    assert found.standings[0].score == found.standings[1].score


def test_everybody_sits_everywhere_once_with_the_same_cards() -> None:
    seen: dict[str, list[tuple[int, tuple[int, ...]]]] = {}

    def spy(name: str) -> object:
        class Spy(Lowest):
            def __init__(self) -> None:
                self.first = True

            def choose(self, view: View, rng: Random) -> Action:
                if self.first and view.seat is not None:
                    self.first = False
                    held = tuple(one for one in view.pile("hand", view.seat).cards if one is not None)
                    seen.setdefault(name, []).append((view.seat, held))
                return super().choose(view, rng)

        def maker(game: Game) -> Spy:
            return Spy()

        maker.__name__ = name
        return maker

    task = Task(Gift(), tuple(spy(name) for name in "abc"), tuple("abc"), "1")  # type: ignore[misc, arg-type]
    played = deal(task, 0)
    assert [sorted(each) for each in seen.values()] == [sorted(seen["a"])] * 3
    assert [seat for seat, _ in sorted(seen["a"])] == [0, 1, 2]
    assert len(played.scores) == 3


def test_means_and_errors_are_over_deals() -> None:
    values = [3.0, 5.0, 4.0, 8.0]
    assert mean_and_error(values) == (mean(values), pytest.approx(stdev(values) / 2))
    assert mean_and_error([3.0]) == (3.0, None)
    # two deals in two rotations, entrant 0 is "a" and entrant 1 is "b"
    played = [Played(((0, 6), (2, 4)), 10), Played(((1, 3), (3, 1)), 12)]
    found = result("toy", {}, ("a", "b"), "7", True, played)
    assert [(each.player, each.score, each.wins, each.plays) for each in found.standings] == [
        ("a", 1.5, 3, 4),
        ("b", 3.5, 1, 4),
    ]
    pair = found.pair("a", "b")
    assert pair.difference == -2
    assert pair.error == pytest.approx(stdev([-4, 0]) / sqrt(2))
    assert found.pair("b", "a").difference == 2
    assert (found.deals, found.plays, found.actions) == (2, 4, 22)


def test_entrants_of_one_name_are_one_row_and_ties_share_a_win() -> None:
    found = result("toy", {}, ("a", "a", "b"), "7", False, [Played(((1, 1, 0),), 3)])
    assert [(each.player, each.entrants, each.wins, each.plays) for each in found.standings] == [
        ("a", 2, 1, 2),
        ("b", 1, 0, 1),
    ]
    assert found.standings[0].error is None


def test_a_short_list_of_players_is_repeated_and_one_that_does_not_fit_is_refused() -> None:
    game = make("bigtwo")
    assert [name for name, _ in arena.entrants(game, ["lowest", "random"])] == ["lowest", "random"] * 2
    with pytest.raises(ValueError, match="4 seats: name 1 or 2 or 4 players, not 3"):
        arena.entrants(game, ["lowest"] * 3)
    with pytest.raises(ValueError, match="no computer smart"):
        arena.entrants(game, ["smart"])
    with pytest.raises(ValueError, match="at least one deal"):
        arena.run(game, ["lowest"], deals=0)


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_player_that_fails_is_named_with_its_deal(jobs: int) -> None:
    with pytest.raises(arena.ArenaError, match=r"deal 1 .*cheat"):
        arena.run(make("bigtwo"), [cheat], deals=4, seed=1, jobs=jobs)


def test_progress_counts_every_deal() -> None:
    counted: list[int] = []
    arena.run(Gift(), ["lowest"], deals=9, jobs=2, progress=counted.append)
    assert sum(counted) == 9


def test_the_json_holds_all_findings_and_no_time() -> None:
    found = json.loads(arena.run(Gift(), ["lowest", "random", "random"], deals=5, jobs=1).to_json())
    assert found["format"] == 1
    assert {each["player"] for each in found["standings"]} == {"lowest", "random"}
    assert found["deals"] == 5
    assert "seconds" not in found


def test_elsewhere_than_linux_what_cannot_travel_is_played_in_one_process() -> None:
    named = Task(make("bigtwo"), (Named("lowest"),) * 4, ("lowest",) * 4, "1")
    local = Task(Gift(), (lambda game: First(),) * 3, ("x",) * 3, "1")
    assert _context(local, "win32") is None
    spawned = _context(named, "win32")
    try:
        pickle.dumps(named)
    except Exception:  # noqa: BLE001 - a game whose rows hold local functions
        assert spawned is None
    else:
        assert spawned is not None
        assert spawned.get_start_method() == "spawn"
