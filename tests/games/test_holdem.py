"""Hold'em and Omaha: hands with a board, blinds, rounds, the run-out of all-in players, and exact chances."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations, combinations_with_replacement
from math import comb, prod
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealt.cards import STANDARD, cards, mask, sequence
from dealt.game import OPEN, Action, OptionError
from dealt.games import make
from dealt.games.showdown import CATEGORIES, category, value
from dealt.games.showdown.core import best_value, highest_of
from dealt.kernels import simulate
from dealt.kernels.holdem import endings, equities
from dealt.laid import lay_out
from dealt.table import Table, seed_of
from tests.house import chosen

SEVEN = (23_294_460, 58_627_800, 31_433_400, 6_461_620, 6_180_020, 4_047_644, 3_473_184, 224_848, 41_584)
"""Of how many of the 133,784,560 hands of seven cards the best five are of each category, as published."""


def played(
    game: Any, *actions: str, hands: tuple[str, ...] = (), board: str = "", stacks: tuple[int, ...] = ()
) -> Table[Any]:
    """A table after these actions, dealt by seat 0, with these cards where they are given."""
    dealt = game.deal(Random(1))
    held = tuple(map(cards, hands)) or dealt.hands
    come = sequence(board) or dealt.stock
    begun = game.started(0, stacks or (game.rules["stack"],) * game.seats, (0,) * game.seats, held, come)
    table = Table(game, seed_of(1, 0), state=begun)
    for each in actions:
        verb, _, amount = each.partition(" ")
        table.act(table.turn[0], Action(verb, amount=int(amount) if amount else None))
    return table


# --- hands ------------------------------------------------------------------------------------------------------------


@given(st.sets(st.sampled_from(STANDARD), min_size=5, max_size=7), st.booleans())
def test_the_best_five_of_more_cards_are_the_best_of_all_choices(some: set[int], wheel: bool) -> None:
    assert best_value(mask(some), wheel) == max(value(each, wheel) for each in combinations(some, 5))


@given(st.sets(st.sampled_from(STANDARD), min_size=9, max_size=9), st.randoms())
def test_in_omaha_two_cards_count_and_three_of_the_board(some: set[int], rng: Random) -> None:
    order = sorted(some)
    rng.shuffle(order)
    hand, board = order[:4], order[4:]
    best = max(value((*two, *three)) for two in combinations(hand, 2) for three in combinations(board, 3))
    assert highest_of(mask(hand), mask(board), 2, True) == best


def mixed(ranks: tuple[int, ...]) -> str:
    """The category of seven cards of these ranks, in suits that make no flush."""
    return category(best_value(mask(4 * rank + n % 4 for n, rank in enumerate(ranks)), True))


@pytest.mark.slow
def test_hands_of_seven_cards_are_as_many_as_published() -> None:
    """All hands by their ranks; those with five cards of a suit are then moved to what they are."""
    found = Counter[str]()
    for ranks in combinations_with_replacement(range(13), 7):
        if all(ranks[n] != ranks[n + 4] for n in range(3)):
            found[mixed(ranks)] += prod(comb(4, times) for times in Counter(ranks).values())
    for size in (5, 6, 7):
        for suited in combinations(range(13), size):
            kind = category(best_value(mask(4 * rank for rank in suited), True))
            for more in combinations_with_replacement(range(13), 7 - size):
                ways = 4 * prod(comb(3, times) for times in Counter(more).values())
                found[kind] += ways
                found[mixed(tuple(sorted((*suited, *more))))] -= ways
    assert tuple(found[name] for name in CATEGORIES) == SEVEN


def test_endings_are_those_of_all_boards() -> None:
    """A flush in hand of two with two on the board: nine cards of 47 make it, one pair of them a straight flush."""
    chances = endings(cards("Ah Kh"), cards("Qh 7h 2s"))
    assert chances["flush"] == 1 - Fraction(38 * 37, 47 * 46) - Fraction(1, 1081)
    assert chances["straight_flush"] == Fraction(1, 1081)
    assert sum(chances.values()) == 1


@pytest.mark.parametrize(
    ("hands", "board", "shares"),
    [  # counted with eval7, an evaluator of others, over all boards
        (("As Ad", "Ks Kh"), "", ("255121/311328", "56207/311328")),
        (("As Ks", "Qh Qd"), "", ("197833/428076", "230243/428076")),
        (("7s 2h", "Ac Kd"), "", ("376681/1141536", "764855/1141536")),
        (("Jh Th", "2c 2d"), "", ("168053/311328", "143275/311328")),
        (("As Kd", "8c 8h"), "Qd Jc 2h", ("196/495", "299/495")),
        (("As Ks", "Jd Jc", "9h 8h"), "Th 7s 2s", ("159/301", "93/301", "7/43")),
    ],
)
def test_equities_agree_with_another_evaluator(hands: tuple[str, ...], board: str, shares: tuple[str, ...]) -> None:
    assert equities([cards(each) for each in hands], cards(board)) == tuple(map(Fraction, shares))


@pytest.mark.parametrize("hands", [[], ["As Ad", "As Kd"], ["2c 3c"] * 9])
def test_equities_want_hands_without_a_card_that_lies_twice(hands: list[str]) -> None:
    with pytest.raises(ValueError, match="no card lies twice"):
        equities([cards(each) for each in hands])


# --- rounds -----------------------------------------------------------------------------------------------------------


def test_the_big_blind_may_raise_where_all_have_called() -> None:
    table = played(make("holdem", seats=3), "call 2", "call 1")
    assert table.turn == (2,)
    assert {each.verb for each in table.view(2).legal} == {"check", "raise"}
    table.act(2, Action("check"))
    assert table.view(None).fact("phase") == "flop"
    assert len(table.view(None).pile("board", None).cards) == 3
    assert table.turn == (1,)  # on the dealer's left


@pytest.mark.parametrize(
    ("stacks", "before", "call", "least"),
    [
        ((100, 100, 7, 100), "", 10, 20),  # on the left of a big blind of 7 of 10 chips
        ((100, 100, 7, 100), "call 10, fold", 5, 20),  # the small blind
        ((100, 100, 4, 100), "fold, fold", None, None),  # the small blind has paid more than can be won of it
        ((100, 100, 7, 100), "fold, fold", 2, None),  # nobody can answer more
        ((100, 100, 7, 9), "", 9, None),  # all that there is
        ((100, 100, 100, 13), "call 10, call 10, call 5, check, check, check, bet 3", 3, 13),  # on the flop
    ],
)
def test_a_big_blind_is_called_in_full_where_who_pays_it_has_less(
    stacks: tuple[int, ...], before: str, call: int | None, least: int | None
) -> None:
    """As card rooms have it; later in the deal a bet below it by who is all in is called as it lies."""
    game = make("holdem", small_blind=5, big_blind=10)
    table = played(game, *before.split(", ") if before else (), stacks=stacks)
    legal = {each.verb: each.amount for each in table.view(table.turn[0]).legal} if not table.over else {}
    assert (legal.get("call"), legal.get("raise", legal.get("bet"))) == (call, least)


def test_of_two_players_the_dealer_has_the_small_blind_and_begins_before_the_flop_alone() -> None:
    table = played(make("holdem", seats=2))
    assert (table.view(None).fact("bet", 0), table.view(None).fact("bet", 1)) == (1, 2)
    assert table.turn == (0,)
    table = played(make("holdem", seats=2), "call 1", "check")
    assert table.turn == (1,)


@pytest.mark.parametrize(("street", "bet"), [("preflop", 4), ("flop", 2), ("turn", 4), ("river", 4)])
def test_a_fixed_limit_doubles_on_the_turn(street: str, bet: int) -> None:
    table = played(make("holdem", "headsup"))
    while table.view(None).fact("phase") != street:
        legal = table.view(table.turn[0]).legal
        table.act(table.turn[0], next(each for each in legal if each.verb in ("check", "call")))
    assert next(each.amount for each in table.view(table.turn[0]).legal if each.verb in ("bet", "raise")) == bet


def test_a_bet_and_three_raises_are_the_most_under_a_fixed_limit() -> None:
    table = played(make("holdem", "headsup"), "raise 4", "raise 6", "raise 8")  # the big blind was the first bet
    assert {each.verb for each in table.view(1).legal} == {"call", "fold"}


def test_a_raise_is_at_least_as_high_as_the_last_in_the_round() -> None:
    table = played(make("holdem", seats=3), "raise 10")
    assert next(each for each in table.view(1).legal if each.verb == "raise").amount == 18
    table = played(make("holdem", seats=2), "raise 10", "call 8", "check")
    assert next(each for each in table.view(0).legal if each.verb == "bet").amount == 2  # it begins anew


def test_a_pot_limit_counts_the_call() -> None:
    table = played(make("holdem", limit="pot", seats=3))
    assert next(each for each in table.view(0).legal if each.verb == "raise").upto == 7


def test_the_board_is_run_out_where_all_are_all_in() -> None:
    table = played(
        make("holdem", seats=3), "raise 200", "fold", "call 198",
        hands=("As Ad", "2c 7d", "Ks Kh"), board="3c 4d 8h Kd 9s Qc",
    )  # fmt: skip
    seen = table.view(None)
    assert seen.pile("board", None).cards == sequence("3c 4d 8h Kd 9s")
    assert [seen.fact("rank", seat) for seat in range(3)] == ["@rank.one_pair", None, "@rank.three_of_a_kind"]
    assert table.score == (-200, -1, 201)


def test_nothing_more_is_shown_where_all_but_one_fold() -> None:
    table = played(make("holdem", seats=3), "call 2", "call 1", "check", "bet 2", "fold", "fold")
    seen = table.view(None)
    assert table.over
    assert len(seen.pile("board", None).cards) == 3
    assert all(one is None for seat in range(3) for one in seen.pile("hand", seat).cards)


def test_who_is_all_in_plays_for_what_they_could_call() -> None:
    game = make("holdem", seats=3)
    table = played(
        game, "raise 50", "raise 200", "call 198", stacks=(50, 200, 200),
        hands=("As Ad", "Ks Kh", "2c 7d"), board="3c 4d 8h Jd 9s",
    )  # fmt: skip
    assert table.score == (100, 100, -200)  # the main pot of 150, and the side pot of 300 to the kings


def test_a_board_may_be_the_best_hand_of_all() -> None:
    table = played(make("holdem", seats=2), "raise 200", "call 198", hands=("2c 3d", "4c 5d"), board="As Ks Qs Js Ts")
    assert table.score == (0, 0)
    assert category(value(cards("As Ks Qs Js Ts"))) == "straight_flush"


def test_in_omaha_four_hearts_on_the_board_and_one_in_the_hand_are_no_flush() -> None:
    table = played(
        make("holdem", "omaha", seats=2, stack=20), "raise 6", "raise 18", "raise 20", "call 2",
        hands=("Ah 2c 7s 8d", "Kc Kd 3s 9c"), board="Qh Jh 9h 4h 2d",
    )  # fmt: skip
    assert [table.view(None).fact("rank", seat) for seat in (0, 1)] == ["@rank.one_pair"] * 2  # of twos, of kings
    assert table.score == (-20, 20)
    shown = [side.said for side in table.game.score_sheet(table.state, (-20.0, 20.0)).sides]
    assert [each.args["ranks"] for (each,) in shown] == ["2 A Q J", "K Q J 9"], "two cards of the hand count"


@pytest.mark.parametrize("options", [{"small_blind": 3}, {"stack": 20, "big_blind": 20, "small_blind": 1}])
def test_options_that_exclude_each_other_are_refused(options: dict[str, int]) -> None:
    with pytest.raises(OptionError):
        make("holdem", **options)


@pytest.mark.parametrize("preset", ["nolimit", "limit", "headsup", "omaha"])
def test_kernel_and_game_deal_boards_alike(preset: str) -> None:
    """Chips come and go by the same rules: the kernel's deals end as they do at a table with the same cards."""
    game = make("holdem", preset)
    deals = simulate(game, 200, seed=3, moves=True)
    assert (deals.scores.sum(axis=1) == 0).all()
    rng = Random(4)
    for number in range(20):
        table = Table(game, seed_of(number, 0))
        while not table.over:
            seat = table.turn[0]
            table.act(seat, chosen(rng.choice(table.view(seat).legal), rng))
        shown = [pile for pile in table.view(OPEN).piles if pile.name == "board"]
        assert len(shown[0].cards if shown else ()) in (0, 3, 4, 5)
        assert sum(table.score or ()) == 0


# --- chances ----------------------------------------------------------------------------------------------------------


def test_odds_count_what_is_seen() -> None:
    game = make("holdem", seats=2)
    table = played(game, "call 1", "check", hands=("Ah Kh", "2c 3d"), board="Qh 7h 2s 9c 9d")
    table.act(1, Action("bet", amount=4))
    told = {each.name: each.value for each in game.odds(table.view(0))}
    assert (told["pot"], told["to_call"], told["needed"]) == (8, 4, Fraction(1, 3))
    ends = {name.removeprefix("end_"): each for name, each in told.items() if name.startswith("end_")}
    assert ends == {name: each for name, each in endings(cards("Ah Kh"), cards("Qh 7h 2s")).items() if each}
    assert told["ahead"] == Fraction(1289, 2162)


def test_a_hand_can_be_laid_out() -> None:
    game = make("holdem", seats=2)
    state = lay_out(game, seed_of(1, 0), {"hand 0": "As Ad", "hand 1": "Ks Kh"})
    assert state.hands == (cards("As Ad"), cards("Ks Kh"))
