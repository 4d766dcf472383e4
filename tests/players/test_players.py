"""Computers: found by name, they play only what is legal, and the better ones win."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from dealt import players
from dealt.cards import Order, cards
from dealt.game import Action, Listing, View
from dealt.games import GAMES, make
from dealt.games.climbing import Climbing, Kind
from dealt.players.simple import Lowest, Uniform
from dealt.table import play, seed_of
from tests.house import any_variant
from tests.toys import Gift

ACE = Action("play", 1 << 48)


def seen(*legal: Action) -> View:
    return View(0, (0,), (), (), legal)


SITTING = {
    "bigtwo": (("deuce", "network"), 4),
    "chinesepoker": (("shedder",), 6),
    "drawpoker": (("shark", "helper", "random"), 6),
    "hearts": (("search", "random", "robot", "lowest"), 4),
    "spades": (("search", "random", "robot", "random"), 6),
}
"""By game who sits down, in turn, and with how many sets of house rules drawn at random."""
THINKING = {"bigtwo": (("deuce",), 4), "doudizhu": (("random", "dizhu", "dizhu"), 4)}
"""The same for the full suite."""


def sits(game_name: str, names: tuple[str, ...], number: int) -> None:
    game = any_variant(game_name, number)
    sitting = [players.computer(names[seat % len(names)], game) for seat in range(game.seats)]
    assert play(game, sitting, seed_of("any", number)).score is not None


@pytest.mark.slow
@pytest.mark.parametrize(("game", "number"), [(game, n) for game, (_, times) in SITTING.items() for n in range(times)])
def test_computers_play_under_any_house_rules(game: str, number: int) -> None:
    sits(game, SITTING[game][0], number)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "number"), [(game, n) for game, (_, times) in THINKING.items() for n in range(times)])
@pytest.mark.turns(2)
def test_computers_that_think_longer_play_under_any_house_rules(game: str, number: int) -> None:
    sits(game, THINKING[game][0], number)


def test_those_that_know_a_game_come_first_then_those_that_know_every_game() -> None:
    assert players.names(GAMES["bigtwo"]) == ("deuce", "search", "network", "manual", "lowest", "random")
    assert players.names(Listing("gift", lambda: Gift())) == ("lowest", "random")
    assert players.possible(make("bigtwo")) == ("deuce", "search", "network", "manual", "lowest", "random")
    assert players.possible(Gift()) == ("lowest", "random")


def test_a_computer_that_is_not_there_or_does_not_know_the_game_is_refused_with_the_possible_ones() -> None:
    with pytest.raises(
        ValueError, match="there is no computer smart: choose among deuce, search, network, manual, lowest, random"
    ):
        players.computer("smart", make("bigtwo"))
    with pytest.raises(ValueError, match="deuce doesn't play gift: choose among lowest, random"):
        players.computer("deuce", Gift())


def test_a_registered_computer_is_offered_after_those_that_the_listing_names(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(players, "REGISTERED", dict(players.REGISTERED))
    players.register("modest", lambda game: Lowest(), lambda game: game.name == "bigtwo")
    assert players.names(GAMES["bigtwo"]) == ("deuce", "search", "network", "manual", "modest", "lowest", "random")


def test_others_register_computers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(players, "REGISTERED", dict(players.REGISTERED))
    players.register("first-1", lambda game: Lowest(), lambda game: game.name == "gift")
    assert players.possible(Gift()) == ("first-1", "lowest", "random")
    assert players.possible(make("bigtwo")) == ("deuce", "search", "network", "manual", "lowest", "random")
    assert isinstance(players.computer("first-1", Gift()), Lowest)
    with pytest.raises(ValueError, match="already"):
        players.register("lowest", lambda game: Lowest())
    with pytest.raises(ValueError, match="is no name"):
        players.register("a b", lambda game: Lowest())


def test_random_plays_every_action_and_every_amount_alike() -> None:
    legal = (ACE, Action("bid", amount=3, upto=5), Action("pass"))
    rng = Random(1)
    counts = Counter(str(Uniform().choose(seen(*legal), rng)) for _ in range(9000))
    assert set(counts) == {"play Ac", "bid 3", "bid 4", "bid 5", "pass"}
    assert all(abs(counts[name] - 3000) < 200 for name in ("play Ac", "pass"))
    assert all(abs(counts[f"bid {n}"] - 1000) < 130 for n in (3, 4, 5))


def test_of_cards_to_choose_from_lowest_takes_few_and_low_ones_by_the_order_of_the_game() -> None:
    choice = Action("give", cards("2c 3c 4c Ks"), pick=(2, 3))
    assert Lowest().choose(seen(choice), Random(0)) == Action("give", cards("2c 3c"))
    assert Lowest(Order("3456789TJQKA2", "dchs")).choose(seen(choice), Random(0)) == Action("give", cards("3c 4c"))


@pytest.mark.parametrize(
    ("legal", "chosen"),
    [
        ((ACE, Action("play", 3), Action("pass")), ACE),
        ((Action("pass"),), Action("pass")),
        ((Action("bid", amount=1), Action("pass")), Action("bid", amount=1)),
        ((Action("raise", amount=20, upto=90), Action("fold")), Action("raise", amount=20)),
    ],
)
def test_lowest_plays_the_first_with_cards(legal: tuple[Action, ...], chosen: Action) -> None:
    assert Lowest().choose(seen(*legal), Random(0)) == chosen


def _own(**hooks: Any) -> Climbing:
    made = type("Own", (Climbing,), hooks)
    kinds, places = (Kind("single"), Kind("pair", 2)), (3, 2, 1, 0)
    found: Climbing = made("own", kinds=kinds, order=Order("23456789TJQKA", ""), seats=4, places=places)
    return found


def test_a_rule_of_ones_own_that_takes_search_away_is_named() -> None:
    def legal(self: Climbing, state: Any, seat: int) -> Any:
        return Climbing.legal(self, state, seat)

    assert "search" in players.possible(_own())
    with pytest.raises(ValueError, match=r"search doesn't play own, whose class .*\(own, legal\): choose among deuce"):
        players.computer("search", _own(own=(0,), legal=legal))


def test_a_listing_tells_of_computers_that_it_names_in_vain() -> None:
    listing = Listing("own", lambda: _own(own=(0,)), computers=("deuce", "search", "serach"))
    assert players.idle(listing) == [
        "search doesn't play own, whose class changes rules that no kernel reads (own)",
        "there is no computer serach",
    ]
    assert {name: players.idle(each) for name, each in GAMES.items() if players.idle(each)} == {}
