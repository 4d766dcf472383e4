"""Euchre: who makes trumps, bowers, going alone, scores, and published counts of hands."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import comb
from random import Random

import pytest

from dealt.cards import cards, mask, sequence
from dealt.game import Action, Past, Say
from dealt.games import make
from dealt.games.euchre import Euchre, bowers, deck_of
from dealt.games.tricks import TRUMPS, TrickState
from dealt.kernels import simulate

HANDS = ("Jh Ah 9c Tc Qs", "9d Td Kd Ks As", "Jd Kh Ac 9s Ts", "Th Qd Ad Js Qc")
"""Seat 3 deals; 9h is turned up."""


def dealt(game: Euchre | None = None, turned: str = "9h", dealer: int = 3) -> tuple[Euchre, TrickState]:
    game = game or Euchre()
    state = game.begin(tuple(map(cards, HANDS)), dealer)
    return game, game.turned_up(state, cards(turned).bit_length() - 1)


def said(game: Euchre, state: TrickState, *words: str) -> TrickState:
    for word in words:
        (seat,) = game.turn(state)
        action = next(each for each in game.legal(state, seat) if str(each) == word)
        state = game.apply(state, seat, action)
    return state


def words(game: Euchre, state: TrickState) -> list[str]:
    return [str(each) for each in game.legal(state, game.turn(state)[0])]


def test_the_dealer_takes_the_card_that_is_ordered_up_and_puts_another_down() -> None:
    game, state = dealt()
    state = said(game, state, "pass", "order")
    assert (state.phase, state.turn) == ("give", 3)
    assert state.hands[3] == cards("9h Th Qd Ad Js Qc")
    assert words(game, state) == ["give Js", "give Qc", "give Qd", "give Ad", "give Th"]
    state = said(game, state, "give Qc")
    assert (state.phase, state.turn, state.hands[3]) == ("play", 0, cards("9h Th Qd Ad Js"))
    others, own = game.view(state, 0), game.view(state, 3)
    assert others.pile("given", 3).cards == (None,)
    assert own.pile("given", 3).cards == sequence("Qc")
    assert others.pile("hand", 3).cards == (*sequence("9h"), None, None, None, None)


def test_another_suit_is_named_once_the_card_is_turned_down() -> None:
    game, state = dealt()
    state = said(game, state, *["pass"] * 4)
    suits = ("clubs", "diamonds", "spades")
    alone = [f"name {each} alone" for each in suits]
    assert words(game, state) == [*(f"name {each}" for each in suits), *alone, "pass"]
    state = said(game, state, "pass", "name spades")
    assert (state.phase, state.turn, game.contract_number(state)) == ("play", 0, 3)
    assert state.hands[3] == cards(HANDS[3]), "nobody takes the card"


def test_the_last_to_speak_may_pass_unless_the_dealer_is_stuck() -> None:
    game, state = dealt()
    over = said(game, state, *["pass"] * 8)
    assert (over.turn, game.score(over)) == (None, (0.0,) * 4)
    game, state = dealt(Euchre(stick_dealer=True))
    state = said(game, state, *["pass"] * 7)
    assert "pass" not in words(game, state)
    assert game.refuse(game.view(state, 3), Action("pass")) == Say("why.stuck")


def test_the_left_bower_follows_trumps() -> None:
    game, state = dealt()
    state = said(game, state, "order", "give Qc", "play Jh", "play Ks")
    assert words(game, state) == ["play Kh", "play Jd"]
    state = said(game, state, "play Kh", "play 9h")
    assert (state.won, state.turn) == ((1, 0, 0, 0), 0)
    state = said(game, state, "play 9c", "play Td")
    assert game.explain(game.view(state, 2), cards("Jd")) == Say("why.follow", {"suit": "@suit.c"})


@pytest.mark.parametrize(("maker", "leads"), [(0, 0), (1, 0), (2, 1), (3, 0)])
def test_the_partner_of_who_plays_alone_sits_out(maker: int, leads: int) -> None:
    game, state = dealt()
    state = said(game, state, *["pass"] * maker, "order alone")
    if maker == 1:
        assert state.hands[3] == cards(HANDS[3]), "a dealer that sits out takes nothing"
    else:
        assert state.phase == "give"
        state = said(game, state, "give Qc")
    assert (state.phase, state.turn) == ("play", leads)
    seats = []
    while state.turn is not None:
        seats.append(state.turn)
        state = said(game, state, words(game, state)[0])
    assert set(seats) == {0, 1, 2, 3} - {(maker + 2) % 4}
    assert (len(seats), sum(state.won)) == (15, 5)


def test_an_opponent_may_defend_alone() -> None:
    game, state = dealt(Euchre(defend_alone=True))
    state = said(game, state, "order alone")
    assert (state.turn, words(game, state)) == (1, ["defend alone", "pass"])
    both = said(game, state, "pass", "pass")
    assert (both.phase, game.sitting_out(both)) == ("give", 0b0100)
    state = said(game, state, "pass", "defend alone", "give Qc")
    assert (game.sitting_out(state), game.from_leader(state)) == (0b0110, [0, 3])


@pytest.mark.parametrize(
    ("call", "tricks", "points"),
    [
        ("order", 2, (0, 2)),
        ("order", 3, (1, 0)),
        ("order", 4, (1, 0)),
        ("order", 5, (2, 0)),
        ("order-alone", 0, (0, 2)),
        ("order-alone", 4, (1, 0)),
        ("order-alone", 5, (4, 0)),
        ("order-alone defend-alone", 2, (0, 4)),
        ("order-alone defend-alone", 5, (4, 0)),
    ],
)
def test_points_are_those_of_the_rules(call: str, tricks: int, points: tuple[int, int]) -> None:
    """The table of "Official Rules according to Bicycle" (University of Michigan), and euchrelinks.com for the last."""
    game, state = dealt(Euchre(defend_alone="defend" in call))
    over = state.changed(turn=None, phase="play", calls=tuple(call.split()), won=(tricks, 5 - tricks, 0, 0))
    assert game.points(over) == points
    sheet = game.score_sheet(over, (0.0,) * 4)
    assert tuple(sum(line.points for line in side.entries) for side in sheet.sides) == points


def test_a_match_goes_to_ten() -> None:
    game, rng, past, totals = Euchre(), Random(3), None, [0.0] * 4
    while True:
        state = game.hand_out(game.shuffle(rng, past), past)
        while state.turn is not None:
            state = game.apply(state, state.turn, rng.choice(game.legal(state, state.turn)))
        totals = [total + won for total, won in zip(totals, game.score(state) or (), strict=True)]
        assert game.points_after(state) == tuple(totals[:2])
        if game.final(state, tuple(totals)):
            break
        assert max(totals) < 10
        past = Past(state, tuple(totals), (past.deals if past else 0) + 1)
    assert max(totals) >= 10 > min(totals)


@pytest.mark.parametrize(
    ("options", "size"), [({}, 24), ({"best_bower": True}, 25), ({"lowest_card": 7, "best_bower": True}, 33)]
)
def test_packs(options: dict[str, bool], size: int) -> None:
    game = make("euchre", **options)
    assert len(game.deck) == size
    state = game.deal(Random(1))
    assert [hand.bit_count() for hand in state.hands] == [5] * 4
    assert len(game.view(state, None).pile("stock").cards) == size - 20


# --- counts


def test_hands_are_as_many_as_is_published() -> None:
    """euchrestrategy.info ("Euchre Statistics"): the suits of a hand, without trumps and with a suit named."""
    deck = deck_of(9, best=False)
    order = bowers(deck, 2)
    hands = list(combinations(deck, 5))
    assert len(hands) == comb(24, 5) == 42_504
    assert Counter(len({one & 3 for one in hand}) for hand in hands) == {4: 12_960, 3: 24_840, 2: 4_680, 1: 24}
    with_trumps = Counter(len({order.suit_of[one] for one in hand}) for hand in hands)
    assert with_trumps == {4: 12_600, 3: 24_890, 2: 4_980, 1: 34}


def test_rare_hands_are_as_many_as_is_published() -> None:
    """84 hands of five trumps (euchreuniverse.blogspot.com), 20 with all jacks (euchre.com), and 0.13175 % of nines and
    tens alone (gambletribune.org)."""
    deck = deck_of(9, best=False)
    hands = [mask(hand) for hand in combinations(deck, 5)]
    jacks, small = cards("Jc Jd Jh Js"), mask(one for one in deck if one >> 2 in (7, 8))
    trumps = [bowers(deck, suit).suits[TRUMPS] for suit in range(4)]
    five = sum(not hand & ~some for some in trumps for hand in hands)
    assert (five, sum(hand & jacks == jacks for hand in hands)) == (84, 20)
    assert round(sum(not hand & ~small for hand in hands) / len(hands) * 100, 5) == 0.13175


def test_simulated_hands_hold_bowers_as_often_as_they_should() -> None:
    """Both bowers of the suit turned up lie in the dealer's hand, of five cards out of 23, in 10/253 of all deals in
    which neither is turned up."""
    deals = simulate(Euchre(), 60_000, seed=4)
    found = total = 0
    for dealer, turned, row in zip(deals.dealers.tolist(), deals.turned.tolist(), deals.hands.tolist(), strict=True):
        suit = turned & 3
        both = 1 << 36 + suit | 1 << 36 + 3 - suit
        if not both >> turned & 1:
            total += 1
            found += row[dealer] & both == both
    expected = total * comb(5, 2) / comb(23, 2)
    assert abs(found - expected) < 4 * expected**0.5
