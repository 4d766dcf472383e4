"""A declarer who leaves no guess for later that it will have to make without seeing the cards."""

from __future__ import annotations

from importlib.util import find_spec

import pytest

from dealt.cards import Card, card, cards, text
from dealt.games.bridge import Bridge
from dealt.games.tricks import TrickState
from dealt.players.advice.bridge.alpha_mu import alpha_mu
from dealt.players.advice.bridge.planner import Planner
from tests.players.test_carding import board

pytestmark = pytest.mark.skipif(find_spec("endplay") is None, reason="no solver is installed")
SOUTH, NORTH = "5s Ac", "As Qs"
BEHIND = ("3s Ks", "Ah Kh")
"""West has the king of spades, and east hearts."""
BARE = ("3s Ah", "Ks Kh")
"""East's king is alone."""


def ending(south: str, north: str, *west_and_east: tuple[str, str]) -> tuple[Planner, list[tuple[TrickState, float]]]:
    """The last tricks of three notrump, of which south has to take all but one, in layouts that are equally likely.

    North is the declarer and south, dummy, is to lead.
    """
    table = board()
    game = table.game
    assert isinstance(game, Bridge)
    left = len(south.split())
    won, played = (9 - left, 4, 0, 0), (1, 1, 1, 1)
    hands = [(cards(north), cards(east), cards(south), cards(west)) for west, east in west_and_east]
    states = [table.state.changed(hands=each, turn=2, leader=2, won=won, played=played) for each in hands]
    return Planner(game, seconds=None), [(state, 1.0) for state in states]


def means(planner: Planner, drawn: list[tuple[TrickState, float]]) -> dict[Card, float]:
    """What each card is worth on average over the layouts, each solved with all cards open."""
    totals = dict.fromkeys((each.cards.bit_length() - 1 for each in planner.game.legal(drawn[0][0], 0)), 0.0)
    for state, weight in drawn:
        planner.add(totals, state, 0, weight)
    return {one: total / len(drawn) for one, total in totals.items()}


def valued(planner: Planner, drawn: list[tuple[TrickState, float]]) -> dict[str, float]:
    found = alpha_mu(planner.game, drawn, means(planner, drawn), lambda state, made: planner.valued(state, 0, made))
    return {text(1 << one): worth for one, worth in found.items()}


def test_a_guess_that_is_put_off_is_still_a_guess() -> None:
    """A small spade to ace and queen: with all cards open the king never makes, and in truth it does in one of two.

    Two tricks are sure, with the ace of clubs and then that of spades, north throwing the queen.
    """
    planner, drawn = ending(SOUTH, NORTH, BEHIND, BARE)
    open_cards = means(planner, drawn)
    assert open_cards[card("5s")] == open_cards[card("Ac")]  # so strategy fusion hides the danger
    found = valued(planner, drawn)
    assert found["Ac"] == open_cards[card("Ac")]
    assert found["5s"] < found["Ac"] - 100  # the contract fails in one of the two layouts


@pytest.mark.parametrize("layout", [BEHIND, BARE])
def test_where_there_is_nothing_to_guess_cards_are_worth_what_they_are_with_all_open(layout: tuple[str, str]) -> None:
    planner, drawn = ending(SOUTH, NORTH, layout)
    open_cards = {text(1 << one): worth for one, worth in means(planner, drawn).items()}
    assert valued(planner, drawn) == pytest.approx(open_cards, abs=0.01)


def test_no_card_is_worth_more_than_with_all_cards_open() -> None:
    for some in ((BEHIND, BARE), (BEHIND, BEHIND, BARE)):
        planner, drawn = ending(SOUTH, NORTH, *some)
        open_cards = means(planner, drawn)
        assert all(worth <= open_cards[card(one)] + 1e-9 for one, worth in valued(planner, drawn).items())


def test_without_time_the_means_decide() -> None:
    planner, drawn = ending(SOUTH, NORTH, BEHIND, BARE)
    open_cards = means(planner, drawn)
    assert alpha_mu(planner.game, drawn, open_cards, lambda state, made: 0.0, lambda: True) == open_cards
