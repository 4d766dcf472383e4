"""The computers ``network`` and ``search``: there are weights for every preset, and they play to the end."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from dealt import games, players
from dealt.games import GAMES, make
from dealt.games.climbing import Climbing
from dealt.games.doudizhu import Contract, DouDizhu
from dealt.players.search.budget import Budget
from dealt.players.search.climbing import Network, Search, net_of
from dealt.players.search.nets import shipped
from dealt.table import play, seed_of

ROOT = Path(__file__).parents[2]
PRESETS = [(name, preset) for name in ("bigtwo", "doudizhu") for preset in (None, *GAMES[name].presets)]


@pytest.mark.parametrize(("name", "preset"), PRESETS)
def test_there_are_weights_for_every_preset(name: str, preset: str | None) -> None:
    game = GAMES[name].make(preset)
    assert {"search", "network"} <= set(players.possible(game))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_there_are_weights_for_every_number_of_seats(seats: int) -> None:
    weights = net_of(make("bigtwo", variant="daidi", seats=seats))
    assert weights is not None
    assert weights.made["seats"] == seats


def test_every_file_of_weights_is_small_and_says_how_it_was_made() -> None:
    assert shipped()
    for each in shipped():
        assert len(each.content) < 2_000_000
        assert each.made["made"]
        assert each.made["machine"]


def test_a_game_of_ones_own_with_the_same_cards_is_played_and_others_are_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "GAMES", dict(GAMES))
    (four,) = games.load(ROOT / "examples" / "four_cards.py")
    (suitless,) = games.load(ROOT / "examples" / "house_rules.py")
    assert net_of(make(four)) is net_of(make("bigtwo"))
    assert net_of(make(suitless)) is None
    assert net_of(make("spades")) is None


@pytest.mark.slow
@pytest.mark.parametrize(("name", "other"), [("bigtwo", "lowest"), ("doudizhu", "random")])
def test_a_search_plays_to_the_end_and_again_alike(name: str, other: str) -> None:
    game = make(name)
    assert isinstance(game, Climbing)
    weights = net_of(game)
    assert weights is not None
    ends = []
    for _ in range(2):
        search = Search(game, weights, Budget(worlds=8, round=4))
        sitting = [search, *(players.computer(other, game) for _ in range(game.seats - 1))]
        ends.append([str(move.action) for move in play(game, sitting, seed_of("again", 3)).log(-1)])
    assert ends[0] == ends[1]


@pytest.mark.slow
def test_stakes_that_stand_already_change_nothing_and_doublings_count_for_less() -> None:
    """A net for it knows who wins; once it was compared with points, of which a landlord has twice as many."""
    game = make("doudizhu")
    assert isinstance(game, DouDizhu)
    search, states = Search(game), []
    for stakes in (Contract(bid=1), Contract(bid=3, multiplier=16)):
        dealt = game.deal(Random(5))
        hands = (dealt.hands[0] | dealt.stock[0], *dealt.hands[1:])
        own = stakes._replace(alone=0)
        states.append(replace(dealt, hands=hands, stock=(), turn=0, phase="play", shown=0, own=own))
    rows = [game.combinations.row(each.cards) for each in game.legal(states[0], 0)][:6]
    found = [search.ahead([state] * 8, [row for row in rows if row is not None], 0, 7) for state in states]
    assert found[0] == found[1]
    sizes = {abs(gained) for row in found[0] for gained in row}
    assert sizes <= {1.0, 1.25, 1.75, 2.75}
    assert len(sizes) > 1


@pytest.mark.slow
def test_the_trained_policy_alone_beats_the_computer_that_the_listing_names() -> None:
    game = make("bigtwo", scoring="flat")
    assert isinstance(game, Climbing)
    weights = net_of(game)
    assert weights is not None
    net, deuce = Network(game, weights), players.computer("deuce", game)
    cards = [0.0, 0.0]
    for number in range(24):
        scores = play(game, [net, deuce, net, deuce], seed_of("alone", number)).score
        assert scores is not None
        cards[0] += scores[0] + scores[2]
        cards[1] += scores[1] + scores[3]
    assert cards[0] < 0.8 * cards[1]
