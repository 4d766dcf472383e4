"""Levels: a word stands for a computer in every game; it errs as people do, and never against the rules."""

from __future__ import annotations

import contextlib
from collections import Counter
from random import Random
from typing import Any

import pytest

from dealt import players
from dealt.arena import steps
from dealt.cards import mask
from dealt.game import LEVELS, Action, Explainer, Level, Listing, Pile, View
from dealt.games import GAMES, make
from dealt.games.tricks import TrickRow, Tricks
from dealt.players.levels import HABITS, Person, levels_of, person
from dealt.players.simple import Uniform
from dealt.table import play, seed_of
from dealt.work import work
from tests.house import any_variant
from tests.toys import Gift

QUICK = ("beginner", "easy")
BY_THE_CLOCK = ("solver", "planner")
"""Computers that stop after some seconds, so that a busy machine changes what they choose."""
"""Levels that don't think for long: the others are tried in the full suite."""
EVERY = [
    pytest.param(name, level, marks=() if level in QUICK else pytest.mark.slow)
    for name, game in ((name, make(name)) for name in GAMES)
    for level in (LEVELS if game.seats > 1 else LEVELS[-1:])
]
"""Where one plays alone all levels are the same computer."""


class Weighing:
    """Weighs actions by their amounts, and takes the largest."""

    def choose(self, view: View, rng: Random) -> Action:
        return max(view.legal, key=lambda each: each.amount or 0)

    def worths(self, view: View, rng: Random) -> dict[Action, float]:
        return {each: float(each.amount or 0) for each in view.legal}


class Telling(Weighing):
    def meaning(self, view: View, line: int) -> None:
        return None


ENOUGH = 12
"""The number of choices that a computer that thinks for long makes a second time."""


class EnoughError(Exception):
    """As much was chosen as was wanted."""


class Noting:
    """Chooses as a computer does, at most so many times, and notes what."""

    def __init__(self, computer: Any) -> None:
        self.computer, self.remembers = computer, getattr(computer, "remembers", False)
        self.most, self.chosen = 10**6, list[str]()

    def choose(self, view: View, rng: Random) -> Action:
        if len(self.chosen) >= self.most:
            raise EnoughError
        found: Action = self.computer.choose(view, rng)
        self.chosen.append(str(found))
        return found


def seen(*legal: Action, piles: tuple[Pile, ...] = ()) -> View:
    return View(0, (0,), piles, (), legal)


def counted(level: Level, view: View, times: int = 2000) -> Counter[Action]:
    rng = Random(7)
    one = person(Weighing(), level)
    return Counter(one.choose(view, rng) for _ in range(times))


BIDS = tuple(Action("bid", amount=n) for n in range(4))


# --- what holds for every game


@pytest.mark.parametrize(("name", "level"), EVERY)
@pytest.mark.turns(4)
def test_a_level_plays_every_game_by_its_rules_and_the_same_again(name: str, level: str) -> None:
    game = make(name)
    first, again = (Noting(players.computer(level, game)) for _ in range(2))
    others = [players.computer(LEVELS[0], game)] * (game.seats - 1)
    assert play(game, [first, *others], seed_of("levels", 1)).score is not None
    if levels_of(game)[level].player not in BY_THE_CLOCK:
        again.most = len(first.chosen) if level in QUICK else ENOUGH
        with contextlib.suppress(EnoughError):
            play(game, [again, *others], seed_of("levels", 1))
        assert again.chosen == first.chosen[: again.most]


@pytest.mark.parametrize("name", [name for name in GAMES if make(name).seats > 1])
@pytest.mark.turns(2)
def test_levels_play_under_any_house_rules(name: str) -> None:
    for number in range(2):
        game = any_variant(name, number)
        cheap = [players.computer(LEVELS[seat % 2], game) for seat in range(game.seats)]
        assert play(game, cheap, seed_of("levels", number)).score is not None
        assert set(levels_of(game)) == set(LEVELS)


def test_what_a_game_says_of_levels_names_computers_and_habits_that_there_are() -> None:
    for listing in GAMES.values():
        several = listing.make().seats > 1
        assert bool(listing.levels) == several, listing.name
        for each in (one for levels in listing.levels for one in levels):
            assert each.player in players.REGISTERED
            assert each.player not in LEVELS
            assert set(each.habits) <= set(HABITS)
        for levels in listing.levels:
            assert not levels[-1].slack, "an expert errs in nothing that it could help"


def test_a_game_that_says_nothing_has_levels_too_and_one_for_a_single_seat_has_its_best() -> None:
    assert levels_of(Gift())["expert"].player == players.possible(Gift())[0]
    assert levels_of(Gift())["beginner"].habits["random"] > levels_of(Gift())["hard"].habits["random"]
    alone = next(each for each in GAMES.values() if each.make().seats == 1)
    assert len(set(map(repr, levels_of(alone.make()).values()))) == 1


def test_what_a_listing_names_first_takes_free_seats_and_stands_for_levels(monkeypatch: pytest.MonkeyPatch) -> None:
    class Mine(Tricks):
        """A game of tricks, which computers of its family know."""

        def score(self, state: Any) -> tuple[float, ...] | None:
            return None if state.turn is not None else state.won

    listing = Listing("oracle", lambda: Mine("oracle", TrickRow()), computers=("augur",))
    monkeypatch.setattr(players, "REGISTERED", dict(players.REGISTERED))
    players.register("augur", lambda game: Uniform(), lambda game: game.name == "oracle")
    monkeypatch.setitem(GAMES, "oracle", listing)
    assert levels_of(listing.make())["expert"].player == "augur"
    assert work.settle(work.House(GAMES), "oracle", None, {}).computers[0] == "augur"


def test_levels_are_no_names_to_register_and_are_not_listed_among_computers() -> None:
    with pytest.raises(ValueError, match="there is a computer named expert"):
        players.register("expert", lambda game: Weighing())
    assert not set(LEVELS) & set(players.possible(make("hearts")))


def test_computers_are_named_for_all_seats_or_each() -> None:
    assert players.seated("doyle", 2) == ("shedder", "shedder")
    assert players.seated("shy, cover", 2) == ("search", "search")
    assert players.seated("expert,doyle, random", 3) == ("expert", "shedder", "random")
    with pytest.raises(ValueError, match="2 computers were named: name one, or one for each of the 3 seats"):
        players.seated("expert,easy", 3)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "good", "bad"), [("hearts", "hard", "beginner"), ("chinesepoker", "hard", "beginner")]
)
def test_levels_stand_in_order(name: str, good: str, bad: str) -> None:
    _, step = steps(make(name), [bad, good], deals=6, seed="order", jobs=1)
    assert step.pair is not None
    assert step.pair.difference > 0


def test_neighbours_are_measured_until_they_are_apart() -> None:
    first, second = steps(Gift(), ["random", "lowest"], deals=60, seed=3, jobs=1)
    assert (first.pair, first.deals) == (None, 0)
    assert second.pair is not None
    assert second.pair.second == "random"
    assert second.deals in (25, 50, 60)
    told: list[int] = []
    _, apart = steps(Gift(), ["random", "lowest"], 60, 3, 1, told.append, errors=1e9)
    assert (apart.deals, sum(told)) == (60, 120)  # each deal at two seatings, as three seats are an odd number


# --- what people get wrong


def test_the_worse_an_action_is_the_more_rarely_it_is_taken() -> None:
    found = counted(Level("any", slack=1.0), seen(*BIDS))
    amounts = [found[each] for each in BIDS]
    assert amounts == sorted(amounts)
    assert 2.2 < amounts[3] / amounts[2] < 3.3  # e times as often, for a difference of one slack
    assert counted(Level("any"), seen(*BIDS), 20) == {BIDS[3]: 20}


def test_what_is_shunned_is_not_thought_of_unless_nothing_else_is_left() -> None:
    raises = Action("raise", amount=9)
    assert raises not in counted(Level("any", shuns={"raise": 1.0}), seen(*BIDS, raises))
    assert counted(Level("any", shuns={"raise": 1.0}), seen(raises, Action("raise", amount=8)), 20) == {raises: 20}


def test_large_combinations_are_overlooked_more_often_and_single_cards_never() -> None:
    single, pair, five = (Action("play", mask(range(n)), None) for n in (1, 2, 5))
    one = Person(Weighing(), Level("any", overlooks=0.3))
    rng = Random(1)
    kept: Counter[Action] = Counter()
    for _ in range(1000):
        kept.update(one.noticed(seen(single, pair, five), rng).legal)
    assert kept[single] == 1000
    assert 650 < kept[pair] < 750
    assert 180 < kept[five] < 300


def test_only_what_was_played_and_is_gone_is_forgotten() -> None:
    piles = (Pile("hand", 0, (1, 2)), Pile("trick", None, (5,)), Pile("played", None, (8, 9, 10), "heap"))
    one = Person(Weighing(), Level("any", forgets=1.0))
    found = one.noticed(seen(*BIDS, piles=piles), Random(1))
    assert [each.cards for each in found.piles] == [(1, 2), (5,), (None, None, None)]


def test_habits() -> None:
    low, high, passes = Action("play", 1), Action("play", 1 << 40), Action("pass")
    view = seen(low, high, passes)
    for habit, chosen in (("lowest", low), ("highest", high), ("pass", passes)):
        assert counted(Level("any", habits={habit: 1.0}), view, 20) == {chosen: 20}
    assert set(counted(Level("any", habits={"random": 1.0}), view, 100)) == {low, high, passes}
    assert counted(Level("any", habits={"pass": 1.0}), seen(*BIDS), 20) == {BIDS[3]: 20}  # nothing to pass on


def test_what_explains_goes_on_explaining() -> None:
    level = Level("any", slack=1.0)
    assert isinstance(person(Telling(), level), Explainer)
    assert not isinstance(person(Weighing(), level), Explainer)


def weighing(name: str) -> Any:
    game: Any = make(name)
    return next(each.player for each in GAMES[name].levels[0] if each.slack), game


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", [each for each in GAMES if GAMES[each].levels and any(x.slack for x in GAMES[each].levels[0])]
)
def test_the_best_by_worth_is_legal_and_worths_are_told_in_play(name: str) -> None:
    computer, game = weighing(name)
    one: Any = players.computer(computer, game)
    told = []

    class Watching:
        def choose(self, view: View, rng: Random) -> Action:
            worths = one.worths(view, Random(1))
            told.append(bool(worths))
            assert set(map(str, worths)) <= {str(each) for each in view.legal} | {
                str(each.of(n)) for each in view.legal if each.upto is not None for n in each.amounts
            }
            return view.legal[0] if view.legal[0].exact else view.legal[0].first(game.order)

    play(game, [Watching()] * game.seats, seed_of("worths", 2))
    assert any(told)
