"""Orders of cards as data: bowers, jacks or queens above all suits, and partners who sit out."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import Any

import pytest

from dealt.cards import STANDARD, WITH_JOKERS, Card, Cards, card, cards, mask, members, sequence, text
from dealt.game import Say, find
from dealt.games.tricks import TRUMPS, CardOrder, TrickRow, Tricks, TrickState, card_order, core, winning_place
from dealt.kernels import simulate
from dealt.kernels.replay import replayed

EUCHRE = sequence(" ".join(rank + suit for rank in "9TJQKA" for suit in "cdhs"))
PIQUET = sequence(" ".join(rank + suit for rank in "789TJQKA" for suit in "cdhs"))
SKAT = "789QKTA"
JACKS = sequence("Jc Js Jh Jd")
ROW = TrickRow(trump=TRUMPS)


def bowers(suit: str) -> CardOrder:
    """The order of Euchre."""
    left = dict(zip("cdhs", "shdc", strict=True))[suit]
    return card_order(EUCHRE, sequence(" ".join([f"J{suit}", f"J{left}", *(rank + suit for rank in "AKQT9")])))


SPADES = bowers("s")
GRAND = card_order(PIQUET, JACKS, SKAT)
NULL = card_order(PIQUET)
HEARTS = card_order(PIQUET, (*JACKS, *sequence("Ah Th Kh Qh 9h 8h 7h")), SKAT)
SHEEPSHEAD = card_order(PIQUET, sequence("Qc Qs Qh Qd Jc Js Jh Jd Ad Td Kd 9d 8d 7d"), "789KTA")
BEST_BOWER = card_order((*EUCHRE, card("RJ")), sequence("RJ Js Jc As Ks Qs Ts 9s"))


@pytest.mark.parametrize(
    ("order", "trick", "winner"),
    [
        (SPADES, "As Jc Ks 9s", "Jc"),  # the left bower is a spade
        (SPADES, "Jc Ac Js Kc", "Js"),  # and is followed as one: the ace of clubs is thrown off
        (SPADES, "Ac Kc 9s Qc", "9s"),
        (SPADES, "Ad Jd Jh Ah", "Ad"),  # red jacks are plain
        (GRAND, "Ac Tc Jd Kc", "Jd"),
        (GRAND, "Kh Th Qh 9h", "Th"),  # tens stand above kings
        (GRAND, "Jd Ac Jc Js", "Jc"),
        (NULL, "Th Jh Qh 9h", "Qh"),
        (NULL, "7c Jd Js Jh", "7c"),
        (HEARTS, "Ah Jd Th 7h", "Jd"),
        (SHEEPSHEAD, "Jc Qd Ad 7d", "Qd"),
        (SHEEPSHEAD, "Kh Th Ah 7d", "7d"),
        (BEST_BOWER, "Js RJ Jc As", "RJ"),
        (BEST_BOWER, "Ac RJ Kc As", "RJ"),
    ],
)
def test_who_takes_a_trick(order: CardOrder, trick: str, winner: str) -> None:
    some = sequence(trick)
    assert some[winning_place(some, TRUMPS, order)] == card(winner)


@pytest.mark.parametrize(
    ("order", "hand", "led", "free"),
    [
        (SPADES, "Jc Ac 9h", "As", "Jc"),  # the left bower follows trumps
        (SPADES, "Jc 9d 9h", "Ac", "9d9hJc"),  # and not its own suit
        (SPADES, "9s Ac", "Jc", "9s"),
        (GRAND, "Jh Ah 7c", "Jc", "Jh"),
        (GRAND, "Jh 7c", "Ah", "7cJh"),
        (NULL, "Jh 7c", "Ah", "Jh"),
        (SHEEPSHEAD, "Qh Ah 7c", "7d", "Qh"),
        (BEST_BOWER, "RJ 9h", "9s", "RJ"),
    ],
)
def test_what_may_be_played(order: CardOrder, hand: str, led: str, free: str) -> None:
    suit = core.suit_of(card(led), order)
    assert text(core.playable(ROW, cards(hand), suit, False, False, order)) == free


@pytest.mark.parametrize("order", [SPADES, GRAND, NULL, HEARTS, SHEEPSHEAD, BEST_BOWER])
def test_an_order_is_one_of_suits(order: CardOrder) -> None:
    """Each card is of one suit, in which one of two cards is above the other; and all trumps are above what is none."""
    deck = core.every(order)
    assert sum(some.bit_count() for some in order.suits) == deck.bit_count()
    for one, other in combinations(members(deck), 2):
        above, below = order.above[one] >> other & 1, order.above[other] >> one & 1
        if order.suit_of[one] == order.suit_of[other]:
            assert above + below == 1
        else:
            assert (above, below) == (order.suit_of[other] == TRUMPS, order.suit_of[one] == TRUMPS)
        assert core.beats(one, other, TRUMPS, order) == below
        assert core.beating(deck, one, TRUMPS, order) == order.above[one]


def test_plain_suits_are_an_order_too() -> None:
    """A table of the usual order says what a row says without one."""
    for trump in (-1, 0, 3):
        order = card_order(STANDARD, [one for one in reversed(STANDARD) if one & 3 == trump])
        row = TrickRow(trump=trump)
        for one in STANDARD:
            for top in STANDARD:
                assert core.beats(one, top, trump) == core.beats(one, top, trump, order)
            suit = core.suit_of(one, order)
            assert core.playable(row, core.EVERY, one & 3, False, False) == core.of_suit(suit, order)


def test_who_throws_off_under_the_left_bower_has_no_trumps_at_all() -> None:
    assert core.told(ROW, card("Ac"), TRUMPS, False, False, SPADES) == cards("Js Jc As Ks Qs Ts 9s")
    assert core.told(ROW, card("9s"), 0, False, False, SPADES) == cards("9c Tc Qc Kc Ac")


# --- a game of such an order


class Jacks(Tricks):
    """Three seats, ten cards each and two that are left: jacks are above hearts, and tens above kings."""

    seats = 3

    def __init__(self) -> None:
        self.orders = (HEARTS,)
        super().__init__("jacks", ROW, deck=PIQUET)

    def score(self, state: TrickState) -> tuple[float, ...] | None:
        return None if state.turn is not None else tuple(map(float, state.won))


class Turned(Jacks):
    """Four seats and five cards; the card turned up makes trumps, with its bowers."""

    seats, turns_up = 4, True

    def __init__(self) -> None:
        super().__init__()
        self.orders = tuple(map(bowers, "cdhs"))
        self.deck, self.whole = EUCHRE, mask(EUCHRE)

    def hand_size(self, past: Any = None) -> int:
        return 5


class Alone(Turned):
    """Seat 2 sits out."""

    def begin(self, hands: tuple[Cards, ...], dealer: int, past: Any = None) -> TrickState:
        return super().begin(hands, dealer, past).changed(turn=0, leader=0)

    def sitting_out(self, state: TrickState) -> int:
        return 0b0100


def random_deal(game: Tricks, number: int) -> TrickState:
    """A deal played at random; every view of it has a sample that looks the same."""
    rng = Random(number)
    state = game.hand_out(game.shuffle(rng))
    while state.turn is not None:
        for seat in range(game.seats):
            view = game.view(state, seat)
            assert game.view(game.sample(view, rng), seat) == view
        (seat,) = game.turn(state)
        state = game.apply(state, seat, rng.choice(game.legal(state, seat)))
    return state


@pytest.mark.parametrize("game", [Jacks(), Turned()], ids=lambda game: type(game).__name__)
def test_a_game_of_an_order_is_played_and_simulated(game: Tricks) -> None:
    for number in range(5):
        assert sum(random_deal(game, number).won) == game.hand_size()
    deals = simulate(game, 40, seed=3, moves=True)
    for n in range(40):
        for state, action in replayed(game, deals, n):
            assert action is None or action in game.legal(state, game.turn(state)[0])
            last = state
        assert last.won == tuple(deals.won[n])
        assert game.score(last) == tuple(deals.scores[n])


def test_who_sits_out_keeps_the_cards() -> None:
    game = Alone()
    for number in range(5):
        last = random_deal(game, number)
        assert [some.bit_count() for some in last.hands] == [0, 0, 5, 0]
        assert (sum(last.won), len(last.trick)) == (5, 3)


def test_a_refusal_names_the_suit_that_a_card_counts_as() -> None:
    game = Turned()
    state = game.begin(tuple(map(cards, ("Jc 9c", "Ac 9s", "Ad 9d", "Ah 9h"))), 3)
    state = game.turned_up(state, card("Ks"))
    lead = find(game.view(state, 0), "play Jc")
    assert lead is not None
    view = game.view(game.apply(state, 0, lead), 1)
    assert game.explain(view, cards("Ac")) == Say("why.trump")
    assert [str(each) for each in view.legal] == ["play 9s"]
    assert view.pile("hand", 1).cards == sequence("9s Ac"), "trumps lie first"


def test_jokers_have_a_place_in_an_order() -> None:
    assert len(BEST_BOWER.suit_of) == len(BEST_BOWER.above) == len(WITH_JOKERS)
    every: list[Card] = [*members(core.every(BEST_BOWER))]
    assert len(every) == 25
    whole: Cards = BEST_BOWER.suits[TRUMPS]
    assert whole.bit_count() == 8
