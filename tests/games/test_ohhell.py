"""Oh Hell: sizes of hands, the card turned up, the last bid, scores, and how often bids can be kept."""

from __future__ import annotations

from collections import Counter
from itertools import permutations, product
from math import comb
from random import Random

import pytest

from dealt.cards import STANDARD, sequence
from dealt.game import Action, Past
from dealt.games import make
from dealt.games.ohhell import OhHell
from dealt.games.tricks import OF_SUIT, TrickState
from dealt.kernels import simulate


def finished(game: OhHell, bids: tuple[int, ...], won: tuple[int, ...], number: int = 0) -> TrickState:
    """A finished deal: what the seats bid, from the dealer's left on, and the tricks by seat."""
    none = game.begin((0,) * game.seats, game.seats - 1)
    return none.changed(turn=None, phase="play", calls=tuple(map(str, bids)), won=won, match_data=(number,))


@pytest.mark.parametrize(("seats", "most"), [(3, 10), (4, 10), (5, 10), (6, 8), (7, 7)])
def test_first_hands_are_those_of_the_description(seats: int, most: int) -> None:
    """Ten cards for three to five players, eight for six, seven for seven (McLeod)."""
    game = make("ohhell", seats=seats)
    state = game.deal(Random(seats))
    assert [hand.bit_count() for hand in state.hands] == [most] * seats
    assert game.sizes == (*range(most, 0, -1), *range(2, most + 1))


def test_hands_change_until_the_match_ends() -> None:
    game, rng, past, sizes = make("ohhell", "river", most=3), Random(2), None, []
    while True:
        state = game.deal(rng, past)
        sizes.append(state.hands[0].bit_count())
        while state.turn is not None:
            state = game.apply(state, state.turn, rng.choice(game.legal(state, state.turn)))
        if game.final(state, (0.0,) * 4):
            break
        past = Past(state, (0.0,) * 4, len(sizes))
    assert sizes == [1, 2, 3, 2, 1]


def test_the_card_turned_up_belongs_to_nobody_and_lies_open_to_the_end() -> None:
    game, rng = OhHell(), Random(5)
    shuffled = game.shuffle(rng)
    state = game.hand_out(shuffled)
    turned = shuffled.pack[40]
    assert game.trump(state) == turned & 3
    while state.turn is not None:
        assert not sum(state.hands) >> turned & 1
        stock = game.view(state, rng.randrange(4)).pile("stock")
        assert (stock.lay, stock.cards[-1], len(stock.cards)) == ("open", turned, 12)
        assert stock.cards[:-1] == (None,) * 11
        state = game.apply(state, state.turn, rng.choice(game.legal(state, state.turn)))


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_the_last_bid_never_makes_the_bids_as_many_as_the_tricks(seats: int) -> None:
    game = OhHell(seats=seats, most=3)
    first = game.deal(Random(1))
    for bids in product(range(4), repeat=seats - 1):
        state = first
        for bid in bids:
            state = game.apply(state, state.turn or 0, Action("bid", amount=bid))
        may = {each.amount for each in game.legal(state, state.turn or 0)}
        assert may == {bid for bid in range(4) if bid + sum(bids) != 3}
        free = OhHell(seats=seats, most=3, hook=False)
        assert {each.amount for each in free.legal(state, state.turn or 0)} == set(range(4))


def test_who_may_not_bid_a_number_is_told_why() -> None:
    game = OhHell(most=5)
    state = game.deal(Random(1))
    for bid in (2, 0, 1):
        state = game.apply(state, state.turn or 0, Action("bid", amount=bid))
    view = game.view(state, state.turn)
    why = game.refuse(view, Action("bid", amount=2))
    assert why is not None
    assert (why.key, why.args) == ("why.hook", {"amount": 2, "tricks": 5})
    assert game.refuse(view, Action("bid", amount=1)) is None


@pytest.mark.parametrize(
    ("scoring", "points"),
    [("exact", (10, 13, 0, 0)), ("tricks", (10, 13, 2, 5)), ("squares", (10, 19, -1, -9))],
)
def test_scores_of_none_three_one_too_many_and_three_too_many(scoring: str, points: tuple[int, ...]) -> None:
    game = OhHell(scoring=scoring)
    state = finished(game, (0, 3, 1, 2), (0, 3, 2, 5))
    assert game.score(state) == points
    sheet = game.score_sheet(state, (0.0,) * 4)
    assert [sum(each.points for each in side.entries) for side in sheet.sides] == list(points)


def test_kernel_and_game_agree_for_every_number_of_seats() -> None:
    for seats in range(3, 8):
        game = make("ohhell", seats=seats, scoring="squares")
        deals = simulate(game, 300, seed=seats, moves=True)
        for n in range(300):
            calls = tuple(str(each) for each in deals.calls[n])
            last = finished(game, (0,) * seats, tuple(map(int, deals.won[n]))).changed(dealer=int(deals.dealers[n]))
            assert game.score(last.changed(calls=calls)) == tuple(deals.scores[n])
            assert sum(map(int, calls)) != game.sizes[0]


def test_trumps_are_dealt_as_often_as_they_are_counted() -> None:
    """One card of a suit is turned up: the hands hold trumps as ten cards of the other 51 do, of which twelve are."""
    deals = simulate(make("ohhell"), 20_000, seed=31)
    held = Counter(
        (int(hands[0]) & OF_SUIT[turned & 3]).bit_count()
        for hands, turned in zip(deals.hands, deals.turned.tolist(), strict=True)
    )
    for number in range(11):
        chance = comb(12, number) * comb(39, 10 - number) / comb(51, 10)
        assert abs(held[number] / 20_000 - chance) < 5 * (chance * (1 - chance) / 20_000) ** 0.5
    assert len(STANDARD) == len(set(deals.turned.tolist()))


def winner(cards: tuple[int, ...], trump: int) -> int:
    """Who takes a trick, written once more: by a rank that trumps and the suit led raise."""
    led = cards[0] & 3
    return max(range(len(cards)), key=lambda n: (cards[n] & 3 == trump, cards[n] & 3 == led, cards[n] >> 2))


def test_every_deal_of_one_card_each_ends_as_an_independent_count_has_it() -> None:
    """All 840 deals of one card to three players and one turned up, from a pack of seven: who takes the trick."""
    pack, game = sequence("2c 3c 4d 5d 6h 7s 8s"), OhHell(deck=sequence("2c 3c 4d 5d 6h 7s 8s"), seats=3, most=1)
    counted, found = Counter[int](), Counter[int]()
    for first, second, third, turned in permutations(pack, 4):
        counted[winner((first, second, third), turned & 3)] += 1
        state = game.begin((1 << first, 1 << second, 1 << third), 2)
        state = game.turned_up(state, turned)
        for bid in (0, 0, 0):
            state = game.apply(state, state.turn or 0, Action("bid", amount=bid))
        while state.turn is not None:
            state = game.apply(state, state.turn, game.legal(state, state.turn)[0])
        found[state.won.index(1)] += 1
    assert found == counted
    assert found.total() == 840
