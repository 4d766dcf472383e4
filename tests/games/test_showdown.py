"""Poker hands against a plain evaluation, and pots: no chip is lost, and nobody wins a side pot without paying."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealt.cards import STANDARD, cards, mask
from dealt.games.showdown import CATEGORIES, Pot, category, payout, pots, value

hands = st.lists(st.sampled_from(STANDARD), min_size=5, max_size=5, unique=True)
contributions = st.lists(st.integers(0, 40), min_size=1, max_size=6).filter(any)


def reckoned(hand: list[int], wheel: bool) -> tuple[Any, ...]:
    """Category and ranks as people read them off a hand."""
    counts = Counter(one >> 2 for one in hand)
    ranks = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
    shape = sorted(counts.values(), reverse=True)
    flush = len({one & 3 for one in hand}) == 1
    straight = shape == [1] * 5 and max(ranks) - min(ranks) == 4
    if wheel and sorted(ranks) == [0, 1, 2, 3, 12]:
        straight, ranks = True, [3]
    if straight:
        return ("straight_flush" if flush else "straight"), ranks[0]
    if flush:
        return "flush", ranks
    named = {4: "four_of_a_kind", 3: "full_house" if shape[1] == 2 else "three_of_a_kind", 1: "no_pair"}
    return named.get(shape[0], "two_pair" if shape[1] == 2 else "one_pair"), ranks


@given(hand=hands, wheel=st.booleans())
def test_the_category_is_the_one_people_see(hand: list[int], wheel: bool) -> None:
    assert category(value(hand, wheel)) == reckoned(hand, wheel)[0]
    assert value(mask(hand), wheel) == value(reversed(hand), wheel) == value(hand, wheel)


@given(one=hands, other=hands, wheel=st.booleans())
def test_the_higher_value_is_the_better_hand(one: list[int], other: list[int], wheel: bool) -> None:
    first, second = ([CATEGORIES.index(name), ranks] for name, ranks in (reckoned(one, wheel), reckoned(other, wheel)))
    assert (value(one, wheel) > value(other, wheel)) == (first > second)
    assert (value(one, wheel) == value(other, wheel)) == (first == second)


@given(one=hands)
def test_suits_break_no_tie(one: list[int]) -> None:
    assert value(one) == value([each ^ 3 for each in one])


def test_hands_of_fewer_cards_have_pairs_only() -> None:
    some = ["2c 3c", "2c Ac", "2c 2d", "3c 3d"]
    assert [value(cards(each)) for each in some] == sorted(value(cards(each)) for each in some)
    assert category(value(cards("2c 3c 4c 5c"))) == "no_pair"
    assert category(value(cards("2c 2d 2h 2s"))) == "four_of_a_kind"


@pytest.mark.parametrize(
    "hand", [0, cards("2c 3c 4c 5c 6c 7c"), cards("2c 3c 4c 5c 6d 7d"), cards("2c 2d 2h 2s 3c 3d")]
)
def test_a_hand_has_one_to_five_cards(hand: int) -> None:
    with pytest.raises(ValueError, match="a hand has 1 to 5 cards, not"):
        value(hand)


# --- pots


def test_layers_that_nobody_left_has_paid_join_the_pot_below() -> None:
    assert pots([50, 100, 100], [1, 2]) == [Pot(250, (0,))]
    assert pots([10, 30, 30, 20], [1, 2]) == [Pot(40, (0, 3)), Pot(50, (3,))]
    assert pots([0, 5, 5]) == [Pot(10, (1, 2))]
    assert pots([0, 3, 5, 5], [1]) == [Pot(13, (2, 3))]


def test_layers_that_the_same_seats_may_win_are_one_pot() -> None:
    assert pots([40, 60, 60, 40], [0, 3]) == [Pot(200, (1, 2))]
    assert pots([10, 20, 20], [0]) == [Pot(50, (1, 2))]
    assert payout([7, 3, 10, 10, 1], [0, 1, 4], {2: 5, 3: 5}) == (0, 0, 16, 15, 0), "one odd chip, split once"


@pytest.mark.slow
@given(paid=contributions, data=st.data())
def test_no_two_pots_have_the_same_winners_and_later_ones_have_fewer(paid: list[int], data: st.DataObject) -> None:
    folded = data.draw(st.sets(st.sampled_from(range(len(paid)))))
    found = [set(pot.eligible) for pot in pots(paid, folded)]
    assert all(later < earlier for earlier, later in pairwise(found))


@pytest.mark.slow
@given(some=st.lists(st.integers(1, 40), min_size=1, max_size=5), data=st.data())
def test_pokerkit_makes_the_same_pots(some: list[int], data: st.DataObject) -> None:
    """Contributions as PokerKit takes them: as antes, of which the highest is paid by two, one of whom stays in."""
    kit = pytest.importorskip("pokerkit")
    paid = (*some, max(some))
    folded = data.draw(st.sets(st.sampled_from(range(len(some)))))
    street = kit.Street(False, (False,) * 5, 0, False, kit.Opening.POSITION, 1, None)
    automations = (kit.Automation.ANTE_POSTING, kit.Automation.BET_COLLECTION)
    hands, betting = (kit.StandardHighHand,), kit.BettingStructure.NO_LIMIT
    stacks, seats = tuple(each + 1 for each in paid), len(paid)
    state = kit.State(
        automations, kit.Deck.STANDARD, hands, (street,), betting, True, paid, (0,) * seats, 0, stacks, seats
    )
    for seat in folded:
        state.statuses[seat] = False
    assert [Pot(pot.amount, tuple(pot.player_indices)) for pot in state.pots] == pots(paid, folded)


def test_odd_chips_go_round_from_the_left_of_the_dealer() -> None:
    assert payout([5, 5, 5, 5], [1], {0: 3, 2: 3, 3: 3}, first=0) == (7, 0, 7, 6)
    assert payout([5, 5, 5, 5], [1], {0: 3, 2: 3, 3: 3}, first=1) == (6, 0, 7, 7)
    assert payout([5, 5, 5, 5], [1], {0: 3, 2: 3, 3: 3}, first=3) == (7, 0, 6, 7)


def test_the_last_one_wins_without_a_value() -> None:
    assert payout([4, 8, 2], [0, 2], {}) == (0, 14, 0)


@given(paid=contributions, data=st.data())
def test_no_chip_is_lost_and_none_is_won_from_who_paid_more(paid: list[int], data: st.DataObject) -> None:
    seats = range(len(paid))
    stays = data.draw(st.sampled_from([seat for seat in seats if paid[seat]]))
    folded = data.draw(st.sets(st.sampled_from(seats))) - {stays}
    values = [data.draw(st.integers(0, 3)) for _ in seats]
    won = payout(paid, folded, values, data.draw(st.sampled_from(seats)))
    assert sum(pot.amount for pot in pots(paid, folded)) == sum(won) == sum(paid)
    left = [seat for seat in seats if seat not in folded and paid[seat]]
    deepest = max(paid[seat] for seat in left)
    for seat in seats:
        most = sum(min(each, paid[seat]) for each in paid)
        assert won[seat] <= (most if paid[seat] < deepest else sum(paid))
        assert seat in left or won[seat] == 0
    best = max(values[seat] for seat in left)
    assert any(won[seat] for seat in left if values[seat] == best)
