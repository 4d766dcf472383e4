"""Cards: text both ways, orders, shuffles that are uniform, dealing in both directions."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise, permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealt import cards as c

some_cards = st.sets(st.integers(0, 53)).map(c.mask)


@given(some_cards)
def test_a_set_of_cards_is_read_back_from_its_text(held: int) -> None:
    assert c.cards(c.text(held)) == held
    assert c.cards(" ".join(c.pretty(one) for one in c.members(held))) == held
    assert c.cards(c.text(held).upper()) == held
    assert c.mask(c.members(held)) == held


def test_every_way_to_write_a_ten_of_spades() -> None:
    for written in ["Ts", "TS", "ts", "10s", "10S", "10♠", "T♠", " 10♠ ", "10♠\ufe0f", "10♤"]:
        assert c.card(written) == c.card("TS"), written
    assert c.pretty(c.card("ts")) == "10♠"
    assert (c.card("BJ"), c.card("rj")) == (c.BLACK_JOKER, c.RED_JOKER)


@pytest.mark.parametrize("written", ["1s", "3x", "s3", "joker", "3d3", "11s", "3d;4d", "💥"])
def test_what_is_no_card_is_named(written: str) -> None:
    with pytest.raises(ValueError, match="not a card"):
        c.cards(written)


def test_a_card_twice_is_refused() -> None:
    with pytest.raises(ValueError, match="3d occurs twice"):
        c.cards("3d 4d 3D")
    with pytest.raises(ValueError, match="2 cards"):
        c.card("3d4d")


def test_orders() -> None:
    big = c.Order("3456789TJQKA2", "dchs")
    assert [c.name(one) for one in (min(c.STANDARD, key=big.strength), max(c.STANDARD, key=big.strength))] == [
        "3d",
        "2s",
    ]
    assert sorted(map(big.strength, c.STANDARD)) == list(range(52))
    hand = c.sequence("3d 2s BJ AS 3s".replace("BJ ", ""))
    assert [c.name(one) for one in big.sort(hand)] == ["2s", "As", "3s", "3d"]
    assert [c.name(one) for one in big.sort(hand, by="suit")] == ["2s", "As", "3s", "3d"]
    jokers = c.Order("3456789TJQKA2BR", "")
    assert [c.name(one) for one in jokers.sort(c.WITH_JOKERS)][:3] == ["RJ", "BJ", "2s"]
    with pytest.raises(ValueError, match="substring not found"):
        big.strength(c.RED_JOKER)


def test_ranks_tell_the_jokers_apart() -> None:
    assert c.ranks(c.cards("BJ RJ 3d 3s")) == (1, 1, 13, 14)


def test_ranks_rise_whatever_copies_of_cards_there_are() -> None:
    assert c.ranks(c.cards("As Kd 2c'1 Kc'3 BJ'1")) == (0, 11, 11, 12, 13)
    assert c.ranks(c.cards("2c'1 As")) == c.ranks(c.cards("2c As'5"))
    assert c.suit(c.RED_JOKER) is None


def test_the_selection_shuffle_is_uniform() -> None:
    rng = Random(3)
    counts: Counter[tuple[int, ...]] = Counter()
    for _ in range(24_000):
        items = [0, 1, 2, 3]
        c.selection_shuffle(items, rng)
        counts[tuple(items)] += 1
    assert set(counts) == set(permutations(range(4)))
    # chi-square with 23 degrees of freedom: above 49.7 once in a thousand
    assert sum((n - 1000) ** 2 / 1000 for n in counts.values()) < 49.7


def test_the_selection_shuffle_draws_what_randrange_would() -> None:
    class Other(Random):
        """Takes the way by ``randrange``."""

    for size in (2, 3, 52, 64, 312):
        for seed in range(20):
            quick, slow = list(range(size)), list(range(size))
            one, other = Random(seed), Other(seed)
            c.selection_shuffle(quick, one)
            c.selection_shuffle(slow, other)
            assert quick == slow
            assert one.getstate() == other.getstate()


def test_the_selection_shuffle_draws_from_the_last_place_down() -> None:
    class Scripted:
        def __init__(self, *answers: int):
            self.answers, self.asked = list(answers), []

        def randrange(self, stop: int, /) -> int:
            self.asked.append(stop)
            return self.answers.pop(0)

    told, items = Scripted(0, 1, 1), list("abcd")
    c.selection_shuffle(items, told)
    assert told.asked == [4, 3, 2]
    assert items == list("dcba")  # abcd, places 3 and 0 swapped, then 2 and 1, then 1 with itself


@given(st.lists(st.integers()))
def test_the_perfect_shuffle_takes_the_halves_in_turn(items: list[int]) -> None:
    shuffled = c.perfect_shuffle(items)
    half = (len(items) + 1) // 2
    assert shuffled[0::2] == items[:half]
    assert shuffled[1::2] == items[half:]


def test_eight_perfect_shuffles_restore_a_pack() -> None:
    deck = list(c.STANDARD)
    seen = 0
    for _ in range(8):
        deck = c.perfect_shuffle(deck)
        seen += deck == list(c.STANDARD)
    assert (seen, deck) == (1, list(c.STANDARD))


@given(st.integers(1, 6), st.integers(0, 8), st.integers(0, 5), st.booleans())
def test_dealing_goes_round_one_at_a_time(seats: int, count: int, first: int, clockwise: bool) -> None:
    deck = list(range(52))
    hands, rest = c.deal(deck, seats, count, first=first % seats, clockwise=clockwise)
    assert rest == deck[seats * count :]
    assert all(len(hand) == count for hand in hands)
    step = 1 if clockwise else -1
    for n, one in enumerate(deck[: seats * count]):
        assert hands[(first % seats + step * n) % seats][n // seats] == one


def test_dealing_more_than_there_is_refused() -> None:
    with pytest.raises(ValueError, match="too few"):
        c.deal(range(5), 3, 2)


# --- numbered cards


def test_numbered_cards_are_written_and_read() -> None:
    deck = c.numbered(99)
    assert [c.name(one) for one in deck] == [f"#{n}" for n in range(1, 100)]
    assert c.sequence("#7 #16,#1") == tuple(c.card(each) for each in ("#7", "#16", "#1"))
    assert c.cards(c.text(c.mask(deck))) == c.mask(deck)
    assert [c.pretty(one) for one in c.sequence("#1 #10 #99")] == ["1", "10", "99"]
    assert set(deck).isdisjoint(c.shoe(8))
    assert set(deck).isdisjoint(c.WITH_JOKERS)
    assert c.numbered(0) == ()


@pytest.mark.parametrize("written", ["#1000", "#07", "#", "#x", "# 7", "#-1"])
def test_what_is_no_numbered_card_is_named(written: str) -> None:
    with pytest.raises(ValueError, match="not a card"):
        c.cards(written)


@pytest.mark.parametrize("count", [-1, 1000])
def test_there_are_no_more_numbered_cards(count: int) -> None:
    with pytest.raises(ValueError, match="there are 999"):
        c.numbered(count)


def test_numbered_cards_have_a_number_and_stand_above_the_others() -> None:
    deck = c.numbered(20)
    assert [c.number(one) for one in deck] == list(range(1, 21))
    assert {c.number(one) for one in (*c.WITH_JOKERS, *c.shoe(8))} == {None}
    ranks = list(map(c.rank, deck))
    assert ranks == sorted(set(ranks))
    assert ranks[0] > c.rank(c.RED_JOKER)
    assert {c.suit(one) for one in deck} == {None}
    assert [c.face(one) for one in deck] == list(deck)
    for order in (c.Order(), c.Order("3456789TJQKA2BR", "dchs")):
        assert order.sort(deck) == deck[::-1]
        assert min(map(order.strength, deck)) > max(map(order.strength, c.STANDARD))
        assert order.sort([*deck, *c.STANDARD[4:]], by="suit")[0] == deck[-1]


def test_suits_alternate_in_colour_wherever_that_can_be() -> None:
    for game in ("cdhs", "dchs", "hscd"):
        for held in range(1, 16):
            suits = [n for n in range(4) if held >> n & 1]
            hand = [rank * 4 + n for rank in (3, 7) for n in suits]
            found = [c.suit(one) for one in c.Order(suits=game).sort(hand, by="suit")]
            order = list(dict.fromkeys(found))
            assert sorted(map(str, order)) == sorted(map(str, suits))
            assert [suit for suit in order for _ in range(2)] == found, "each suit lies together"
            red = [suit in (1, 2) for suit in order]
            same = sum(one == other for one, other in pairwise(red))
            assert same == max(0, abs(2 * sum(red) - len(red)) - 1)
