"""Whist: the card turned up, odd tricks, honours, and the end of a match."""

from __future__ import annotations

from math import comb
from random import Random

import pytest

from dealt.cards import STANDARD, card, cards
from dealt.game import Past
from dealt.games import make
from dealt.games.tricks import OF_SUIT, TrickState
from dealt.games.whist import HONOURS, Whist
from dealt.kernels import simulate


def finished(
    won: tuple[int, ...], dealt: tuple[str, ...] = ("", "", "", ""), before: tuple[int, int] = (0, 0)
) -> TrickState:
    """A finished deal with spades as trumps: the tricks, some of the cards dealt, and the points before it."""
    none = Whist().begin((0, 0, 0, 0), 0)
    played = tuple(map(cards, dealt))
    return none.changed(turn=None, won=won, played=played, match_data=before, deal_data=(card("2s"),))


def test_the_last_card_of_the_pack_is_the_dealers_lies_open_and_makes_trumps() -> None:
    game = Whist()
    for seed in range(20):
        shuffled = game.shuffle(Random(seed))
        state = game.hand_out(shuffled)
        last = shuffled.pack[-1]
        assert state.hands[state.dealer] >> last & 1
        assert game.trump(state) == last & 3
        assert state.turn == (state.dealer + 1) % 4
        seen = game.view(state, None).pile("hand", state.dealer).cards
        assert [one for one in seen if one is not None] == [last]


def test_the_trump_stays_when_the_card_has_been_played() -> None:
    game, rng = Whist(), Random(5)
    state = game.deal(rng)
    turned = state.deal_data[0]
    while state.turn is not None:
        assert game.trump(state) == turned & 3
        assert bool(state.shown) == bool(state.hands[state.dealer] >> turned & 1)
        for seat in range(4):
            assert game.trump(game.sample(game.view(state, seat), rng)) == turned & 3
        state = game.apply(state, state.turn, rng.choice(game.legal(state, state.turn)))


@pytest.mark.parametrize(
    ("won", "points"), [((4, 3, 3, 3), (1, 0)), ((0, 13, 0, 0), (0, 7)), ((3, 4, 3, 3), (0, 1)), ((6, 0, 7, 0), (7, 0))]
)
def test_tricks_over_six_count(won: tuple[int, ...], points: tuple[int, int]) -> None:
    assert Whist().score(finished(won)) == (*points, *points)


@pytest.mark.parametrize(
    ("dealt", "before", "points"),
    [
        (("AsKs", "", "QsJs", ""), (0, 0), (5, 0)),  # all four between partners
        (("AsKs", "Js", "Qs", ""), (0, 0), (3, 0)),
        (("AsKs", "QsJs", "", ""), (0, 0), (1, 0)),  # two each
        (("AhKh", "AsKsQs", "QhJh", ""), (0, 0), (1, 2)),  # those of other suits are none
        (("AsKs", "", "QsJs", ""), (4, 0), (1, 0)),  # one point more wins: it can't come from honours
        (("AsKs", "", "QsJs", ""), (3, 0), (5, 0)),
    ],
)
def test_honours_count_for_who_was_dealt_them(
    dealt: tuple[str, ...], before: tuple[int, int], points: tuple[int, int]
) -> None:
    state = finished((4, 3, 3, 3), dealt, before)
    assert make("whist", honours=True).score(state) == (*points, *points)
    assert make("whist").score(state) == (1, 0, 1, 0)


def test_a_match_goes_to_the_target_by_the_points_of_sides() -> None:
    game = Whist()
    last = finished((5, 2, 4, 2), before=(1, 3))
    assert not game.final(last, (0, 0, 0, 0))
    state = game.deal(Random(1), Past(last, (0, 0, 0, 0), 2))
    assert state.match_data == (4, 3)
    assert state.dealer == 1
    assert game.final(finished((7, 0, 0, 6), before=(4, 3)), (0, 0, 0, 0))


def test_honours_come_as_often_as_they_are_counted() -> None:
    """The odds that a side has all four of the honours, or three, from the ways to place 13 cards twice."""
    deals = simulate(make("whist"), 20_000, seed=31)
    held = [0] * 5
    for n, turned in enumerate(deals.turned.tolist()):
        mine = int(deals.hands[n][0]) | int(deals.hands[n][2])
        held[(mine & HONOURS & OF_SUIT[turned & 3]).bit_count()] += 1
    for number in range(5):
        chance = comb(4, number) * comb(48, 26 - number) / comb(52, 26)
        assert abs(held[number] / 20_000 - chance) < 5 * (chance * (1 - chance) / 20_000) ** 0.5
    assert {turned & 3 for turned in deals.turned.tolist()} == {0, 1, 2, 3}
    assert len(STANDARD) == len(set(deals.turned.tolist()))
