"""Matches of hold'em in which blinds rise: levels, places, the big blind of two, kernels and computers."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from dealt.game import OPEN, OptionError
from dealt.games import make
from dealt.games.drawpoker.levels import LEVELS, next_dealer
from dealt.kernels import rollouts
from dealt.players import computer
from dealt.table import Match, Record, Table, seed_of
from tests.house import chosen

SEATS = (2, 3, 5, 8)


def deals(game: Any, seed: int, match: Match[Any] | None = None) -> Iterator[Table[Any]]:
    """A match to its end with bets by chance, after each deal."""
    match, rng = match or Match(game), Random(seed)
    for number in range(300):
        table = match.deal(seed_of(seed, number))
        while not table.over:
            table.act(table.turn[0], chosen(rng.choice(table.view(table.turn[0]).legal), rng))
        yield table
        if match.end():
            return
    raise AssertionError("a match with rising blinds comes to an end")


def quick(**options: Any) -> Any:
    return make("holdem", **({"stack": 200, "small_blind": 1, "big_blind": 2, "rise": 1} | options))


def test_blinds_rise_by_the_table_and_at_last_stay() -> None:
    game = make("holdem", "sitngo")
    assert [game.row_at(deal).bets.big for deal in (0, 5, 6, 12, 18, 24, 30)] == [20, 20, 40, 60, 80, 120, 160]
    assert game.row_at(10_000).bets[1:5] == (20_000, 0, 10_000, 20_000)
    assert list(LEVELS) == sorted(set(LEVELS))


def test_blinds_of_later_deals_are_paid_and_told() -> None:
    for number, table in enumerate(deals(quick(seats=4, rise=2, stack=1000), 1)):
        small, big = (each * LEVELS[number // 2] for each in (1, 2))
        dealt = table.game.view(table.first, None)
        assert dealt.fact("blinds") == f"{small}/{big}"
        assert dealt.fact("rises") == 2 - number % 2
        whole = sorted(paid for seat, paid in enumerate(table.first.paid) if paid and table.first.stacks[seat])
        assert set(whole) <= {small, big}  # who has nothing left could not pay all of it
        least = [each for each in game_legal(table) if each.verb == "raise" and each.upto]
        assert all(each.amount >= 2 * big for each in least)


def game_legal(table: Table[Any]) -> Any:
    return table.game.legal(table.first, table.first.turn) if table.first.turn is not None else ()


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("options", [{}, {"limit": "fixed"}, {"limit": "pot", "hole": 4}])
def test_chips_stay_and_everybody_gets_a_place_once(seats: int, options: dict[str, Any]) -> None:
    """And of every deal of the match a view tells no more and no less than its samples do."""
    game, before, rng = quick(seats=seats, **options), (0,) * seats, Random(seats)
    for table in deals(game, seats):
        state = table.state
        assert sum(state.stacks) == 200 * seats
        for viewer in (None, OPEN, rng.randrange(seats)):
            for each in (table.first, state):
                view = game.view(each, viewer)
                assert game.view(game.sample(view, rng), viewer) == view
        places = game.places(state) or (0,) * seats
        for seat, place in enumerate(places):
            assert bool(state.out >> seat & 1) == bool(before[seat]) == (not table.first.hands[seat])
            assert place == before[seat] or not before[seat]
            assert bool(place) == (not state.stacks[seat]) or place == 1
            assert table.view(None).fact("place", seat) == (place or None)
        before = places
    assert 1 in before
    assert list(before) == [1 + sum(each < place for each in before) for place in before]


def test_who_had_more_chips_is_ahead_of_who_is_out_after_the_same_deal() -> None:
    game = quick(seats=4)
    state = game.deal(Random(1))._replace(won=(0, 900, 0, 0), stacks=(0, 900, 0, 0), paid=(150, 300, 250, 200))
    assert game.places(state) == (4, 1, 2, 3)
    assert game.places(state._replace(paid=(200, 300, 250, 200))) == (3, 1, 2, 3)


def test_a_score_tells_places_and_the_end() -> None:
    *_, last = deals(game := quick(seats=3), 5)
    sheet = game.score_sheet(last.state, (0.0,) * 3)
    told = [say.args["place"] for side in sheet.sides for say in side.said if say.key == "result.place"]
    assert tuple(told) == game.places(last.state)
    assert sorted(told) == [1, 2, 3]


@pytest.mark.parametrize(
    ("last", "out", "chips", "dealer"),
    [
        (0, 0b000, (5, 5, 5), 1),
        (0, 0b000, (0, 5, 5), 2),  # seat 2 had the big blind, and would have it again
        (0, 0b000, (5, 0, 5), 2),
        (0, 0b000, (5, 5, 0), 1),
        (2, 0b001, (0, 5, 5), 1),  # of two the deal goes back and forth
    ],
)
def test_the_first_of_two_that_are_left_has_not_the_big_blind_again(
    last: int, out: int, chips: tuple[int, ...], dealer: int
) -> None:
    assert next_dealer(last, out, chips, 6) == dealer


def test_the_dealer_of_other_matches_is_the_next_with_chips() -> None:
    assert next_dealer(0, 0, (0, 5, 5), 0) == 1


def test_who_comes_to_a_seat_takes_its_chips_over() -> None:
    match = Match(game := quick(seats=3, rise=6))
    first = next(deals(game, 2, match)).state
    begun = match.deal(seed_of(2, 1), joined=(0, 1)).state
    assert [stack + paid for stack, paid in zip(begun.stacks, begun.paid, strict=True)] == list(first.stacks)


def test_a_record_of_a_whole_match_replays() -> None:
    match = Match(game := quick(seats=4))
    assert [*deals(game, 9, match)]
    record = match.record()
    assert Record.from_json(record.to_json()).replay(make).record() == record


@pytest.mark.parametrize("options", [{"rise": 5, "rebuy": True}, {"rise": -1}, {"rise": 51}])
def test_options_that_exclude_each_other_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(OptionError):
        make("holdem", **options)


def test_kernels_play_on_at_the_level_of_the_deal() -> None:
    """Under a fixed limit all bets are those of the level."""
    game = make("holdem", limit="fixed", seats=2, stack=9000, small_blind=5, big_blind=10, rise=2)
    first = game.deal(Random(1))
    late = game.started(0, (9000, 9000), (0, 0), first.hands, first.stock, 0, 9)
    for state, unit in ((first, 5), (late, 5 * LEVELS[4])):
        found = abs(rollouts(game, state, 200, seed=1))
        assert (found % unit == 0).all()
        assert found[found > 0].min() == unit


def test_a_computer_plays_at_a_level_as_with_as_many_big_blinds_at_first() -> None:
    game = make("holdem", "sitngo", seats=3)
    player = computer("rounder", game)
    for number in range(12):
        first = game.deal(Random(number))
        for blinds in (4, 12, 60):
            said = []
            for deal, big in ((0, 20), (36, 20 * LEVELS[6])):
                chips = (blinds * big,) * 3
                state = game.started(0, chips, (0,) * 3, first.hands, first.stock, 0, deal)
                said.append((player.choose(game.view(state, 0), Random(1)), big))
            (one, small), (other, high) = said
            assert (one.verb, (one.amount or 0) / small) == (other.verb, (other.amount or 0) / high)
