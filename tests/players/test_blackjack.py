"""``basic`` plays basic strategy, ``counter`` bets and departs by the count, ``reckoner`` takes what returns most."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from dealt import players
from dealt.cards import COPY, Card, card, sequence
from dealt.game import Action, View
from dealt.games import GAMES, make
from dealt.games.blackjack import Blackjack
from dealt.games.blackjack.play import BlackjackState
from dealt.games.blackjack.rules import Rules, value
from dealt.games.blackjack.strategy import COLUMNS, plan
from dealt.players.advice.blackjack.counting import INDEXES, Counter, departs, tag, units
from dealt.table import play, seed_of
from tests.house import any_variant


def blackjack(preset: str | None = None, **options: Any) -> Blackjack:
    game = make("blackjack", preset, **{"seats": 1, **options})
    assert isinstance(game, Blackjack)
    return game


GAME = blackjack()


def dealt(game: Blackjack, held: str, up: str, bet: int = 10, gone: tuple[Card, ...] = ()) -> BlackjackState:
    """One seat has bet and got these two cards; the dealer shows one, and the hole card is a nine.

    ``gone`` are cards of earlier rounds.
    """
    first, second = sequence(held)
    upcard = card(up) + COPY
    hole = card("9h") + 2 * COPY
    top = [first, upcard, second, hole] if game.rules.peek else [first, upcard, second]
    rest = [one for one in game.deck if one not in top and one not in gone]
    state = game.deal(Random(1))
    state = state._replace(pack=(*top, *rest, *gone), cut=len(top) + len(rest))
    return game.apply(state, 0, Action("bet", amount=bet))


def answer(name: str, game: Blackjack, state: BlackjackState) -> str:
    return str(players.computer(name, game).choose(game.view(state, 0), Random(1)))


def tray(game: Blackjack, low: int, high: int) -> tuple[Card, ...]:
    """The tray of a shoe from which ``low`` cards from 2 to 6 and ``high`` tens have been played."""
    lows = [one for one in reversed(game.deck) if 2 < value(one) < 7]
    highs = [one for one in reversed(game.deck) if value(one) == 10]
    return (*lows[:low], *highs[:high])


# --- basic strategy


@pytest.mark.parametrize(
    ("held", "up", "verb"),
    [
        ("Tc6d", "Ts", "hit"),
        ("Tc6d", "6s", "stand"),
        ("6c5d", "9s", "double"),
        ("Ac7d", "3s", "double"),
        ("Ac7d", "9s", "hit"),
        ("8c8d", "Ts", "split"),
        ("Tc Kd", "6s", "stand"),
        ("5c5d", "6s", "double"),
    ],
)
def test_basic_plays_the_published_strategy(held: str, up: str, verb: str) -> None:
    assert answer("basic", GAME, dealt(GAME, held, up)) == verb


def test_basic_goes_by_the_rules_of_the_table() -> None:
    vegas, europe = blackjack("vegas"), blackjack("european")
    assert answer("basic", vegas, dealt(vegas, "Tc6d", "Ts")) == "surrender"
    assert answer("basic", vegas, dealt(vegas, "Tc6d", "7s")) == "hit"
    assert answer("basic", europe, dealt(europe, "8c8d", "Ts")) == "hit"
    assert answer("basic", europe, dealt(europe, "6c5d", "Ts")) == "hit"


def test_who_has_no_chips_to_double_does_what_is_next_best() -> None:
    assert answer("basic", GAME, dealt(GAME, "Ac7d", "4s", bet=500)) == "double"
    poor = blackjack(bankroll=500)
    assert answer("basic", poor, dealt(poor, "Ac7d", "4s", bet=500)) == "stand"
    assert answer("basic", poor, dealt(poor, "6c5d", "9s", bet=500)) == "hit"
    assert answer("basic", poor, dealt(poor, "8c8d", "Ts", bet=500)) == "hit"


def test_basic_bets_the_least_and_never_insures() -> None:
    game = blackjack(min_bet=50)
    assert answer("basic", game, game.deal(Random(1))) == "bet 50"
    rich = dealt(GAME, "Tc6d", "As", gone=tray(GAME, 60, 0))
    assert answer("basic", GAME, rich) == "decline"


# --- the count


def test_low_cards_count_up_and_high_ones_down() -> None:
    assert [tag(one) for one in sequence("2c 6c 7c 9c Tc Kc Ac")] == [1, 1, 0, 0, -1, -1, -1]
    assert sum(map(tag, GAME.deck)) == 0


def test_bets_rise_with_the_count() -> None:
    assert [units(true) for true in (-3, 0, 1, 2, 3, 4, 9)] == [1, 1, 1, 3, 6, 9, 12]


def counted(low: int, high: int = 0) -> View:
    """The view before a bet, after these cards have been played."""
    state = GAME.deal(Random(1))
    gone = tray(GAME, low, high)
    pack = (*(one for one in GAME.deck if one not in gone), *gone)
    return GAME.view(state._replace(pack=pack, cut=len(pack) - len(gone)), 0)


def test_the_counter_counts_the_tray_and_the_table() -> None:
    counter = Counter(GAME)
    assert counter.true(counted(0)) == 0
    assert counter.true(counted(24)) == pytest.approx(24 / (288 / 52))
    assert counter.true(counted(10, 10)) == 0
    seen = GAME.view(dealt(GAME, "Tc6d", "Ts"), 0)
    assert counter.true(seen) == pytest.approx(-1 / (309 / 52))


def test_the_counter_bets_more_of_its_chips_when_the_count_is_high() -> None:
    counter = Counter(GAME)
    assert str(counter.bet(counted(0))) == "bet 10"
    assert str(counter.bet(counted(24))) == "bet 50"  # a twentieth of 1,000, for a true count of 4.3


def test_the_counter_insures_at_a_true_count_of_three() -> None:
    for low, said in ((0, "decline"), (12, "decline"), (24, "insure 5")):
        assert answer("counter", GAME, dealt(GAME, "Tc6d", "As", gone=tray(GAME, low, 0))) == said


@pytest.mark.parametrize(
    ("held", "up", "low", "verb"),
    [
        ("Tc6d", "Ts", 6, "stand"),
        ("Tc6d", "Ts", 0, "hit"),
        ("Tc5d", "Ts", 26, "stand"),
        ("Tc5d", "Ts", 6, "hit"),
        ("Tc3d", "2s", 0, "stand"),
        ("9c2d", "As", 12, "double"),
        ("9c2d", "As", 0, "hit"),
        ("TcKd", "6s", 30, "split"),
    ],
)
def test_the_counter_departs_from_basic_strategy(held: str, up: str, low: int, verb: str) -> None:
    state = dealt(GAME, held, up, gone=tray(GAME, low, 0))
    if GAME.view(state, 0).fact(".phase") == "insure":
        state = GAME.apply(state, 0, Action("decline"))
    assert answer("counter", GAME, state) == verb


def test_every_departure_is_one_from_the_basic_strategy_of_the_usual_rules() -> None:
    for each in INDEXES:
        usual = plan(Rules(), each.row, COLUMNS.index(each.up))[0]
        assert usual == (each.below if each.least > 0 else each.above) or each.least == 0


def test_departures_made_for_other_rules_are_left_out() -> None:
    ace = COLUMNS.index("A")
    assert departs(Rules(), ace, "hard 11", "H", "SHD", 2) == "D"
    assert departs(Rules(peek=False), ace, "hard 11", "H", "SHD", 2) == "H"
    assert departs(Rules(hit_soft_17=True), ace, "hard 11", "D", "SHD", 0) == "D"
    assert departs(Rules(late_surrender=True), COLUMNS.index("T"), "hard 16", "R", "SHR", 5) == "R"
    assert departs(Rules(), ace, "hard 11", "H", "SH", 2) == "H"


# --- the cards left


def test_the_reckoner_sees_which_cards_are_gone() -> None:
    # ten and six against a ten is the closest of decisions: without fives and fours it is to stand
    small = tuple(one for one in GAME.deck if value(one) in (4, 5) and one >= COPY)
    assert answer("reckoner", GAME, dealt(GAME, "Tc6d", "Ts", gone=small)) == "stand"
    assert answer("reckoner", GAME, dealt(GAME, "Tc6d", "Ts")) == "hit"


def test_the_reckoner_insures_when_more_than_a_third_are_tens() -> None:
    assert answer("reckoner", GAME, dealt(GAME, "Tc6d", "As")) == "decline"
    assert answer("reckoner", GAME, dealt(GAME, "Tc6d", "As", gone=tray(GAME, 40, 0))) == "insure 5"


# --- all of them


@pytest.mark.parametrize("name", ["basic", "counter", "reckoner"])
@pytest.mark.parametrize("number", range(4))
def test_they_play_any_rules(name: str, number: int) -> None:
    game = any_variant("blackjack", number)
    record = play(game, [players.computer(name, game)] * game.seats, seed_of(5, number))
    assert record.score is not None


def test_they_play_blackjack_alone() -> None:
    assert players.names(GAMES["blackjack"])[:3] == ("reckoner", "counter", "basic")
    with pytest.raises(ValueError, match="basic doesn't play spades"):
        players.computer("basic", make("spades"))
