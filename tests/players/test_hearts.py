"""``search`` in Hearts: it passes what is dangerous, stays under, throws points away, and stops or shoots a moon."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from dealt import arena, players
from dealt.cards import STANDARD, card, cards, mask, name, sequence
from dealt.games import make
from dealt.games.hearts import Hearts
from dealt.games.tricks import TrickState
from dealt.games.tricks.core import Position
from dealt.players.advice.hearts.rollout import Rules, tried
from dealt.players.advice.tricks.exchange import Layouts
from dealt.players.advice.tricks.trials import CARDS, Known, room
from dealt.players.search.hearts import danger


def hearts(**options: Any) -> Hearts:
    game = make("hearts", **options)
    assert isinstance(game, Hearts)
    return game


GAME = hearts()


def ending(hand: str, points: tuple[int, ...], *, trick: str = "", gone: str = "") -> TrickState:
    """Seat 0 is to play late in the deal; the others hold any of the cards that are not named here.

    ``gone``: cards that were played before. ``deal_data``: the points of each seat so far.
    """
    left, table = len(sequence(hand)), sequence(trick)
    known = cards(hand) | mask(table) | cards(gone)
    loose = [one for one in STANDARD if not known >> one & 1]
    Random(7).shuffle(loose)
    hands = [cards(hand)]
    for seat in (1, 2, 3):
        size = left - (1 if 4 - seat <= len(table) else 0)
        hands.append(mask(loose[:size]))
        loose = loose[size:]
    before = [*sequence(gone), *loose]
    played = [mask(before[(13 - left) * seat : (13 - left) * (seat + 1)]) for seat in range(4)]
    for place, one in enumerate(table):
        played[4 - len(table) + place] |= 1 << one
    return TrickState(
        hands=tuple(hands),
        turn=0,
        leader=(4 - len(table)) % 4,
        trick=table,
        won=(0, 13 - left, 0, 0),
        played=tuple(played),
        match_data=(0,),
        deal_data=(*points, 0, 0, 0, 0),
    )


def choice(state: TrickState, game: Hearts = GAME) -> set[str]:
    """What it plays, with other chances each time."""
    view = game.view(state, 0)
    return {str(players.computer("search", game).choose(view, Random(n))).removeprefix("play ") for n in range(4)}


def gift(hand: str) -> set[str]:
    rest = [one for one in STANDARD if not cards(hand) >> one & 1]
    Random(3).shuffle(rest)
    state = GAME.begin((cards(hand), *(mask(rest[at : at + 13]) for at in (0, 13, 26))), 3)
    action = players.computer("search", GAME).choose(GAME.view(state, 0), Random(1))
    return {each for each in hand.split() if cards(each) & action.cards}


def test_it_passes_high_spades_without_guards_and_keeps_guarded_ones() -> None:
    assert "Qs" in gift("Qs 3s 9h 5h 2h Td 8d 6d 3d 9c 7c 5c 3c")
    assert {"As", "Ks"} <= gift("As Ks 3s 5h 4h 2h Td 8d 6d 3d 7c 5c 3c")
    assert "Qs" not in gift("Qs 9s 7s 5s 3s 2s Ah Kh Qh Ad Kd 9c 3c")
    assert danger(cards("Qs")) > danger(cards("Qs 2s 3s 4s 5s")) > danger(cards("2s 3s 4s 5s"))


def test_it_stays_under_a_trick_with_points() -> None:
    assert choice(ending("Ah 2h 5c 4c", (0, 3, 2, 0), trick="6h 4h 9h", gone="Qs")) == {"2h"}


def test_it_throws_the_queen_when_it_can_not_follow() -> None:
    assert choice(ending("Qs 9d 5c 4c", (0, 3, 2, 0), trick="6h 4h 9h")) == {"Qs"}
    live = cards("Qs 9s 5c 4c 6s 4s Ks As Js Ts 8s 7s 5s 3s 2s Ac")
    gone = " ".join(name(one) for one in STANDARD if not live >> one & 1)
    under = ending("Qs 9s 5c 4c", (0, 3, 10, 0), trick="6s 4s Ks", gone=gone)
    assert choice(under) == {"Qs"}, "under the king, as spades are about"


def test_it_stops_a_moon_with_a_heart_that_costs_one_point() -> None:
    state = ending("Ah 2d", (0, 23, 0, 0), trick="Kh Qd Td", gone="Qs 2h 3h 4h 5h 6h 7h 8h 9h Th")
    assert choice(replace(state, leader=1, deal_data=(0, 23, 0, 0, 0, 0, 0, 0))) == {"Ah"}


def test_it_takes_the_last_points_of_its_own_moon() -> None:
    gone = "Qs 2h 3h 4h 5h 6h 7h 8h 9h Th Jh"
    assert choice(ending("Ah 2d", (24, 0, 0, 0), trick="Kh Qd Td", gone=gone)) == {"Ah"}


def test_playing_out_counts_what_lies_in_tricks() -> None:
    hands = tuple(map(cards, ("2c Ah", "3c Qs", "4c 3h", "Ac Jd")))
    north, east, south, west = hands
    at = Position((north, east, south, west), 0, first=False)
    own = room()
    rules = Rules(GAME.counting, [0] * 8, -1, 0, 0)
    deals = Layouts([], [[]], [list(hands)], [0] * 4)
    none = [0] * 4
    tried.bare(
        Known(GAME.row, at, 0, 0, 0, 0, CARDS, none, none, none), rules, deals, [card("2c")], [0], 1, 0, own, [[0]]
    )
    assert sum(own.points[:4]) == 15
    assert sum(own.points[4:]) == 1, "the jack of diamonds"


def test_the_same_view_and_chance_give_the_same_choice() -> None:
    view = GAME.view(ending("Ac 2c 3d 2d", (0, 5, 2, 1), trick="6c 4c 9c"), 0)
    player = players.computer("search", GAME)
    assert player.choose(view, Random(5)) == player.choose(view, Random(5))


@pytest.mark.slow
def test_it_beats_lowest_and_random() -> None:
    """A short form of the comparison over many deals; the lowest score is best."""
    for other in ("lowest", "random"):
        found = arena.run(GAME, ["search", other], deals=2, seed="quick", jobs=1).pair("search", other)
        assert found.difference < -3, other
