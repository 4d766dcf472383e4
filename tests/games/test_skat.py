"""Skat: the auction, the skat, what follows what, values of games by the Skat Order, and published counts."""

from __future__ import annotations

from collections import Counter
from math import comb, factorial
from random import Random

import pytest

from dealt.cards import card, cards, mask, sequence, text
from dealt.game import Action, Past, Say
from dealt.games.skat import BIDS, CONTRACTS, DECK, Heard, Played, Skat, Solo, card_points, outcome, seat_points, tops
from dealt.games.tricks import TRUMPS, TrickState, winning_place

HANDS = ("Jc Js Ah Th Kh 9h Ac Tc 7s 8s", "Jh Qh 8h Ad Td Kd 9d As Ks 9s", "Jd 7h Kc Qc 9c 8c Qd 8d Ts Qs")
"""Seat 2 deals, so 0 is forehand and 1 middlehand; the skat is 7c 7d."""


def dealt(**options: str) -> tuple[Skat, TrickState]:
    game = Skat(**options)
    return game, game.begin(tuple(map(cards, HANDS)), 2)


def words(game: Skat, state: TrickState) -> list[str]:
    return [str(each) for each in game.legal(state, game.turn(state)[0])]


def said(game: Skat, state: TrickState, *actions: str) -> TrickState:
    for word in actions:
        (seat,) = game.turn(state)
        action = next(each for each in game.legal(state, seat) if str(each) == word)
        state = game.apply(state, seat, action)
    return state


# --- the auction (3.3)


def test_middlehand_asks_forehand_and_rearhand_the_winner() -> None:
    game, state = dealt()
    assert (state.turn, words(game, state)) == (1, ["pass", "bid 18"])
    state = said(game, state, "bid 18")
    assert (state.turn, words(game, state)) == (0, ["pass", "hold"])
    state = said(game, state, "hold", "bid 20", "hold", "pass")
    assert (state.turn, words(game, state)) == (2, ["pass", "bid 22"])
    state = said(game, state, "bid 22")
    assert state.turn == 0
    over = said(game, state, "pass")
    assert (game.heard(over).declarer, words(game, over)) == (2, ["take", "hand"])
    state = said(game, state, "hold", "pass")
    assert (state.turn, game.heard(state).declarer) == (0, 0)


def test_forehand_may_declare_where_all_others_pass() -> None:
    game, state = dealt()
    state = said(game, state, "pass", "pass")
    assert (state.turn, words(game, state)) == (0, ["bid 18", "pass"])
    assert game.heard(said(game, state, "bid 18")).declarer == 0
    over = said(game, state, "pass")
    assert (over.turn, game.score(over)) == (None, (0.0,) * 3)
    assert game.view(over, None).pile("stock").cards == tuple(sequence("7d 7c")), "the skat is shown"


def test_rearhand_becomes_declarer_where_the_others_passed() -> None:
    game, state = dealt()
    state = said(game, state, "pass", "bid 18", "pass")
    assert (game.heard(state).declarer, state.turn) == (2, 2)


def test_values_of_bids_are_those_that_games_have() -> None:
    """The list of bids in the rules of pokerwiner.com ("Skat"), up to 60, and the highest values of the Skat Order."""
    assert BIDS[:20] == (18, 20, 22, 23, 24, 27, 30, 33, 35, 36, 40, 44, 45, 46, 48, 50, 54, 55, 59, 60)
    assert (BIDS[-4:], len(BIDS)) == ((204, 216, 240, 264), 63)


def test_nobody_bids_beyond_the_highest_value() -> None:
    game, state = dealt()
    for bid in BIDS[:-1]:
        state = said(game, state, f"bid {bid}", "hold")
    state = said(game, state, "bid 264", "hold")
    assert words(game, state) == ["pass"]
    state = said(game, state, "pass")
    assert words(game, state) == ["pass"], "nor does rearhand"
    state = said(game, state, "pass", "hand")
    assert "name null ouvert" not in words(game, state)
    assert len(state.calls) <= game.most_calls - 1


# --- the skat, and what is declared (3.4)


def test_the_declarer_takes_the_skat_and_puts_two_cards_down() -> None:
    game, state = dealt()
    state = said(game, state, "bid 18", "hold", "pass", "pass", "take")
    assert state.hands[0] == cards(HANDS[0]) | cards("7c 7d")
    suits = [f"name {each}" for each in ("clubs", "diamonds", "hearts", "spades", "grand")]
    assert words(game, state) == [*suits, "name null", "name null ouvert"]
    state = said(game, state, "name hearts")
    assert (state.phase, len(words(game, state))) == ("give", comb(12, 2))
    state = game.apply(state, 0, Action("give", cards("7c 7d")))
    assert (state.phase, state.turn, state.hands[0]) == ("play", 0, cards(HANDS[0]))
    assert game.view(state, 1).pile("given", 0).cards == (None, None)
    assert set(game.view(state, 0).pile("given", 0).cards) == set(sequence("7c 7d"))


def test_announcements_belong_to_hand_games() -> None:
    game, state = dealt()
    state = said(game, state, "bid 18", "hold", "pass", "pass", "hand")
    assert len(words(game, state)) == 7
    state = said(game, state, "name hearts")
    assert words(game, state) == [f"announce {each}" for each in ("nothing", "schneider", "schwarz", "ouvert")]
    state = said(game, state, "announce schneider")
    assert CONTRACTS[game.heard(state).contract] == "hearts schneider"
    assert (state.phase, state.turn, state.hands[0]) == ("play", 0, cards(HANDS[0]))
    assert game.view(state, 0).pile("stock").cards == (None, None)


def test_the_declarer_is_asked_for_a_game_and_then_for_announcements() -> None:
    game, state = dealt()

    def asked(now: TrickState) -> list[str]:
        return [each.name for each in game.view(now, now.turn).facts if each.role == "asked"]

    bidding = said(game, state, "bid 18", "hold", "pass")
    bought = said(game, bidding, "pass")
    assert asked(bidding) == asked(bought) == []
    assert asked(said(game, bought, "take")) == ["naming"]
    assert asked(said(game, bought, "hand")) == ["naming"]
    assert asked(said(game, bought, "hand", "name hearts")) == ["announcing"]
    assert asked(said(game, bought, "hand", "name null")) == []
    assert asked(said(game, bought, "take", "name hearts")) == ["discarding"]


def test_null_is_not_declared_below_the_bid() -> None:
    game, state = dealt()
    state = said(game, state, "bid 18", "hold", "bid 20", "hold", "bid 22", "hold", "bid 23", "hold", "bid 24", "hold")
    state = said(game, state, "pass", "pass", "take")
    assert [each for each in words(game, state) if "null" in each] == ["name null ouvert"]
    assert game.refuse(game.view(state, 0), Action("name null")) == Say("why.null")


def test_the_hand_of_an_ouvert_game_lies_open() -> None:
    game, state = dealt()
    state = said(game, state, "bid 18", "hold", "pass", "pass", "hand", "name null ouvert")
    for seat in (1, 2, None):
        assert set(game.view(state, seat).pile("hand", 0).cards) == set(sequence(HANDS[0]))
    assert game.view(state, 0).pile("hand", 1).cards == (None,) * 10


# --- the play (2.3 and 4.2)


def started(game: Skat, state: TrickState, contract: str) -> TrickState:
    state = said(game, state, "bid 18", "hold", "pass", "pass", "take", f"name {contract}")
    return game.apply(state, 0, Action("give", cards("7c 7d")))


def test_jacks_are_trumps_and_not_of_their_suits() -> None:
    game, state = dealt()
    state = said(game, started(game, state, "hearts"), "play 9h")
    assert words(game, state) == ["play 8h", "play Qh", "play Jh"]
    state = said(game, state, "play Jh")
    assert words(game, state) == ["play 7h", "play Jd"]
    state = said(game, state, "play Jd", "play Ad")
    assert words(game, state) == ["play 8d", "play Qd"], "the jack of diamonds is none"
    assert game.explain(game.view(state, 2), cards("Ts")) == Say("why.follow", {"suit": "@suit.d"})


def test_in_null_jacks_and_tens_rank_as_usual() -> None:
    game, state = dealt()
    state = said(game, started(game, state, "null"), "play Th")
    assert words(game, state) == ["play 8h", "play Jh", "play Qh"]
    state = said(game, state, "play 8h", "play 7h")
    assert (state.turn, game.score(state)) == (None, (-46.0, 0.0, 0.0)), "null is lost with the first trick"


@pytest.mark.parametrize(
    ("game", "trick", "place"),
    [
        ("hearts", "Th Kh Ah", 2),
        ("hearts", "Kh Th 9h", 1),
        ("hearts", "Ah Jd Jc", 2),
        ("hearts", "As Ts 7h", 2),
        ("clubs", "Kd Td Ad", 2),
        ("grand", "Ah Jd Th", 1),
        ("grand", "Jh Js Jd", 1),
        ("grand", "Qs Ts Ah", 1),
        ("null", "Tc Jc Qc", 2),
        ("null", "9d Td Ac", 1),
        ("null", "Jc 9s As", 0),
    ],
)
def test_tricks(game: str, trick: str, place: int) -> None:
    assert (
        winning_place(sequence(trick), TRUMPS, Skat().orders[CONTRACTS.index(game) if game != "null" else 5]) == place
    )


def test_cards_are_worth_what_they_should() -> None:
    """1.2.2: ace 11, ten 10, king 4, queen 3, jack 2: 30 points in each suit and 120 in the pack."""
    assert [card_points(1 << card(f"{rank}h")) for rank in "ATKQJ987"] == [11, 10, 4, 3, 2, 0, 0, 0]
    assert card_points(mask(DECK)) == 120


# --- what games are worth (2.4 and 5)


@pytest.mark.parametrize(
    ("contract", "own", "found"),
    [
        ("spades", "Jc Js Jd As", 2),
        ("spades", "Jc Jh Jd As", 1),
        ("spades", "Js Jh As", 1),
        ("spades", "Jd As", 3),
        ("spades", "As Ts", 4),
        ("spades", "Ks", 6),
        ("spades", "Ac", 11),
        ("spades", "Jc Js Jh Jd As Ts Qs", 6),
        ("spades", "Jc Js Jh Jd As Ts Ks Qs 9s 8s 7s", 11),
        ("grand", "Jc Js Jh Jd As Ts", 4),
        ("grand", "As Ts", 4),
        ("grand", "Jh", 2),
    ],
)
def test_tops_are_counted_with_and_without(contract: str, own: str, found: int) -> None:
    assert tops(Skat().orders[CONTRACTS.index(contract)], cards(own)) == found


@pytest.mark.parametrize(
    ("contract", "hand", "bid", "top", "points", "tricks", "value", "won"),
    [
        ("diamonds", 0, 18, 1, 61, 6, 18, True),
        ("clubs", 0, 18, 2, 75, 6, 36, True),
        ("hearts", 0, 18, 1, 60, 6, 20, False),
        ("spades", 0, 18, 2, 90, 8, 44, True),  # schneider
        ("spades", 0, 18, 2, 30, 3, 44, False),  # the declarer is schneider, too
        ("spades", 0, 18, 2, 31, 3, 33, False),
        ("spades", 0, 18, 2, 120, 10, 55, True),  # schwarz
        ("spades", 0, 18, 2, 4, 0, 55, False),
        ("spades", 1, 18, 2, 75, 7, 44, True),  # hand
        ("spades schneider", 1, 18, 2, 90, 9, 66, True),
        ("spades schneider", 1, 18, 2, 89, 8, 66, False),
        ("spades schwarz", 1, 18, 2, 120, 10, 88, True),
        ("spades schwarz", 1, 18, 2, 118, 9, 88, False),
        ("clubs ouvert", 1, 18, 11, 120, 10, 216, True),
        ("diamonds ouvert", 1, 18, 11, 120, 10, 162, True),
        ("grand ouvert", 1, 18, 4, 120, 10, 264, True),
        ("grand", 0, 18, 1, 61, 6, 48, True),
        ("hearts", 1, 59, 1, 85, 8, 60, False),  # overbid: the next multiple above the bid
        ("grand", 0, 50, 1, 80, 8, 72, False),
        ("clubs", 0, 48, 3, 61, 6, 48, True),
        ("null", 0, 18, 0, 0, 0, 23, True),
        ("null", 1, 18, 0, 0, 0, 35, True),
        ("null ouvert", 0, 18, 0, 0, 0, 46, True),
        ("null ouvert", 1, 18, 0, 3, 1, 59, False),
    ],
)
def test_values_are_those_of_the_skat_order(
    contract: str, hand: int, bid: int, top: int, points: int, tricks: int, value: int, won: bool
) -> None:
    """Base values and steps of 5.1 and 5.2; its lowest and highest games; an overbid hand of pokerwiner.com."""
    now = Heard(-1, BIDS.index(bid) + 1, 0, 0, -1, 1, hand, CONTRACTS.index(contract))
    played = Played(now, top, 0, (0, points, 0), (0, tricks, 0))
    found = outcome(Solo(), played)
    assert (found.value, found.won) == (value, won)
    plain, seeger = ([seat_points(Solo(seeger=more), played, seat) for seat in (1, 0)] for more in (False, True))
    assert plain == [value if won else -2 * value, 0]
    assert seeger == ([value + 50, 0] if won else [-2 * value - 50, 40])


def test_the_skat_counts_for_the_declarer_of_a_hand_game() -> None:
    game = Skat()
    hands = (HANDS[0].replace("Ac Tc", "7c 7d"), *HANDS[1:])
    state = game.begin(tuple(map(cards, hands)), 2)
    state = said(game, state, "bid 18", "hold", "pass", "pass", "hand", "name hearts", "announce nothing")
    while state.turn is not None:
        state = said(game, state, words(game, state)[0])
    assert sum(state.deal_data) == 120 - 21
    found = outcome(game.solo, game.game_played(state))
    assert found.steps == 2 + 1 + 1 + (state.deal_data[0] + 21 >= 90)
    assert found.won is (state.deal_data[0] + 21 > 60)


def test_most_points_lose_ramsch() -> None:
    game, state = dealt(passed_in="ramsch")
    state = said(game, state, *["pass"] * 3)
    assert (state.phase, state.turn, game.contract_number(state)) == ("play", 0, 4)
    rng = Random(4)
    while state.turn is not None:
        state = game.apply(state, state.turn, rng.choice(game.legal(state, state.turn)))
    most = max(state.deal_data)
    assert sum(state.deal_data) == 120
    assert game.score(state) == tuple(float(-most if points == most else 0) for points in state.deal_data)
    all_tricks = state.changed(won=(0, 10, 0), deal_data=(0, 120, 0))
    assert game.score(all_tricks) == (0.0, 120.0, 0.0)


def test_a_match_has_as_many_deals_as_were_agreed() -> None:
    game, rng, past = Skat(deals=3), Random(3), None
    for number in range(3):
        state = game.hand_out(game.shuffle(rng, past), past)
        assert state.match_data == (number,)
        while state.turn is not None:
            state = game.apply(state, state.turn, game.legal(state, state.turn)[-1])
        assert game.final(state, (0.0,) * 3) is (number == 2)
        past = Past(state, (0.0,) * 3, number + 1)


# --- counts


def test_deals_are_as_many_as_is_published() -> None:
    """German Wikipedia ("Skat"): 2,753,294,408,504,640 ways to deal, and 64,512,240 hands."""
    ways = factorial(32) // (factorial(10) ** 3 * factorial(2))
    assert (ways, comb(32, 10)) == (2_753_294_408_504_640, 64_512_240)
    state = Skat().deal(Random(1))
    assert [hand.bit_count() for hand in state.hands] == [10] * 3
    assert Skat().stock(state).bit_count() == 2


def test_chances_are_those_of_published_tables() -> None:
    """Four jacks: 0.6 % for a player, 1.8 % for any of three, 5.7 % for one of two others where a third has none
    ("Sichere Spiele sicher erkennen", Skat-Extra). Trumps of the opponents by the table of "Skat in Münster"."""
    one = comb(28, 6) / comb(32, 10)
    other = 2 * comb(18, 6) / comb(22, 10)
    assert [round(100 * each, 1) for each in (one, 3 * one, other)] == [0.6, 1.8, 5.7]
    tables = {5: [37.2, 48.8, 13.0, 1.1], 6: [69.7, 27.1, 3.3], 7: [41.8, 49.5, 8.7]}
    for own, published in tables.items():
        out = 11 - own
        low = range(out // 2, -1, -1)
        found = [100 * comb(out, n) * comb(20 - out, 10 - n) / comb(20, 10) * (1 if 2 * n == out else 2) for n in low]
        assert [abs(one - other) <= 0.06 for one, other in zip(found, published, strict=True)] == [True] * len(found)


def test_hands_hold_jacks_as_often_as_they_should() -> None:
    game, rng, found = Skat(), Random(8), Counter[int]()
    jacks, deals = cards("Jc Js Jh Jd"), 4_000
    for _ in range(deals):
        for hand in game.hand_out(game.shuffle(rng)).hands:
            found[(hand & jacks).bit_count()] += 1
    for n in range(5):
        expected = 3 * deals * comb(4, n) * comb(28, 10 - n) / comb(32, 10)
        assert abs(found[n] - expected) < 4 * expected**0.5


def test_cards_lie_as_they_count() -> None:
    game, state = dealt()
    assert text(sum(1 << one for one in game.view(state, 0).pile("hand", 0).cards if one is not None)) == text(
        cards(HANDS[0])
    )
    assert game.view(state, 0).pile("hand", 0).cards[:2] == tuple(sequence("Jc Js"))
