"""Blackjack: what may be done with a hand, what is paid, how the dealer plays, the shoe, chips, and words."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from random import Random
from typing import Any

import pytest

from dealt.cards import Card, name, sequence
from dealt.game import OPEN, Action, Fact, OptionError, Past, View, find
from dealt.games import GAMES
from dealt.games.blackjack import Blackjack
from dealt.games.blackjack.play import OPTIONS, BlackjackState
from dealt.games.blackjack.reading import hands, playing
from dealt.games.blackjack.rules import PlayerHand, Rules, total
from dealt.players import computer
from dealt.table import Match, Table, play, seed_of
from dealt.texts import LANGUAGES, find_text, sentence

LISTING = GAMES["blackjack"]


def make(preset: str | None = None, **options: Any) -> Blackjack:
    game = LISTING.make(preset, **options)
    assert isinstance(game, Blackjack)
    return game


def alone(**options: Any) -> Blackjack:
    return make(seats=1, **options)


def coming(game: Blackjack, cards: str, past: Past[BlackjackState] | None = None) -> BlackjackState:
    """A round in which these cards come first, the others behind them."""
    state, first = game.deal(Random(1), past), sequence(cards)
    return state._replace(pack=(*first, *(one for one in state.pack if one not in first)))


def done(game: Blackjack, state: BlackjackState, *names: str) -> BlackjackState:
    """The state after actions of whoever is next to act, each of them checked."""
    for each in names:
        seat = game.turn(state)[0]
        action = find(game.view(state, seat), each)
        assert action is not None, f"seat {seat} may not {each}, but {may(game, state)}"
        state = game.apply(state, seat, action)
    return state


def played(game: Blackjack, player: str, dealer: str, *names: str, then: str = "", bet: int = 10) -> BlackjackState:
    """One seat bets and has two cards, the dealer its own, and ``then`` come further ones."""
    two, (up, *hole) = sequence(player), sequence(dealer)
    order = (two[0], up, two[1], *(hole if game.rules.peek else ()), *sequence(then))
    return done(game, coming(game, " ".join(map(name, order))), f"bet {bet}", *names)


def may(game: Blackjack, state: BlackjackState) -> list[str]:
    return [str(each) for each in game.legal(state, game.turn(state)[0])]


def shown(game: Blackjack, state: BlackjackState, pile: str = "dealer", owner: int | None = None) -> str:
    cards = game.view(state, None).pile(pile, owner).cards
    return " ".join("--" if one is None else name(one) for one in cards)


def net(game: Blackjack, state: BlackjackState) -> float:
    score = game.score(state)
    assert score is not None, f"the round goes on: {may(game, state)}"
    return score[0]


# --- the deal


def test_two_rounds_are_dealt_and_the_second_card_of_the_dealer_lies_face_down() -> None:
    game = make(seats=2)
    state = done(game, coming(game, "2c 3c 4c 5c 6c 7c"), "bet 10", "bet 10")
    assert shown(game, state, "box 1", 0) == "2c 5c"
    assert shown(game, state, "box 1", 1) == "3c 6c"
    assert shown(game, state) == "4c --"
    assert game.view(state, OPEN).pile("dealer").cards == sequence("4c 7c")


def test_in_europe_the_dealer_has_one_card_until_all_have_played() -> None:
    game = alone(peek=False)
    state = played(game, "Tc 9c", "Td", then="8s")
    assert shown(game, state) == "Td"
    assert shown(game, done(game, state, "stand")) == "Td 8s"


def test_bets_are_tens_and_may_be_made_in_any_order() -> None:
    game = make(seats=3)
    start = game.deal(Random(1))
    assert game.turn(start) == (0, 1, 2)
    assert may(game, start) == ["bet 10..500/10", "sit out"]
    assert find(game.view(start, 0), "bet 15") is None
    ends = []
    for order in permutations(range(3)):
        state = start
        for seat in order:
            state = game.apply(state, seat, Action("bet", amount=10 * (seat + 1)))
        ends.append(state)
    assert all(end == ends[0] for end in ends)
    assert [hand.bet for own in ends[0].hands for hand in own] == [10, 20, 30]


def test_a_seat_may_sit_a_round_out() -> None:
    game = make(seats=3)
    state = done(game, coming(game, "2c 3c 4c 5c 6c 7c"), "bet 10", "sit out", "bet 10")
    assert (state.hands[1], state.active) == ((), 0)
    assert (shown(game, state, "box 1", 0), shown(game, state, "box 1", 2), shown(game, state)) == (
        "2c 5c",
        "3c 6c",
        "4c --",
    )
    view = game.view(state, None)
    assert [view.fact("out", seat) for seat in range(3)] == [None, "sits", None]
    assert game.sample(view, Random(1)).bets == (10, 0, 10)
    state = done(game, state, "stand", "stand")
    score = game.score(state)
    assert score is not None
    assert score[1] == 0
    assert 1 not in game.winners(score)
    again = game.deal(Random(1), Past(state, score, 1))
    assert game.turn(again) == (0, 1, 2), "it is for one round"


def test_a_round_that_all_sit_out_is_over_without_a_card_and_the_shoe_is_as_it_was() -> None:
    game = make(seats=2)
    match: Match[BlackjackState] = Match(game)
    match.deal(seed_of(2, 0))
    assert match.table is not None
    match.table.act(0, "bet 10")
    match.table.act(1, "sit out")
    while match.table.turn:
        match.table.act(0, "stand" if match.table.state.phase == "play" else "decline")
    left = match.table.state
    table = match.deal(seed_of(2, 1))
    for seat in (1, 0):
        table.act(seat, "sit out")
    assert (table.over, table.score, table.state.drawn, table.state.dealer) == (True, (0.0, 0.0), 0, ())
    view = table.view(None)
    assert game.view(game.sample(view, Random(1)), None) == game.view(table.state, None)
    after = match.deal(seed_of(2, 2)).state
    assert sorted(after.pack[: after.cut]) == sorted(left.pack[left.drawn : left.cut])


def test_several_may_win_and_nobody_is_ahead_of_anybody() -> None:
    game = make(seats=3)
    assert game.winners((20, -10, 5)) == (0, 2)
    assert game.winners((-20, -10, 0)) == ()
    assert game.leaders((20, -10, 5)) == ()
    match: Match[BlackjackState] = Match(game)
    assert match.leaders == ()


# --- naturals, insurance, peek


@pytest.mark.parametrize(("pays", "won"), [("3:2", 30), ("6:5", 24)])
def test_a_natural_is_paid_and_has_no_choice(pays: str, won: float) -> None:
    game = alone(blackjack_pays=pays)
    assert net(game, played(game, "Ac Kd", "Tc 9d", bet=20)) == won


def test_a_natural_beats_a_twenty_one_of_more_cards_and_the_dealer_does_not_draw_against_it() -> None:
    game = alone()
    state = played(game, "Ac Kd", "6c 5d", then="Ts")
    assert (net(game, state), shown(game, state)) == (15, "6c 5d")


@pytest.mark.parametrize(("player", "won"), [("Ac Kd", 0), ("Tc 9d", -10)])
def test_the_dealer_peeks_under_a_ten_and_a_natural_ends_the_round_at_once(player: str, won: float) -> None:
    game = alone()
    state = played(game, player, "Ks Ad")
    assert (game.turn(state), net(game, state)) == ((), won)
    assert shown(game, state) == "Ks Ad"


def test_insurance_is_offered_under_an_ace_only() -> None:
    game = alone()
    assert may(game, played(game, "Tc 9d", "As 6d", bet=30)) == ["decline", "insure 5..15/5"]
    assert may(game, played(game, "Tc 9d", "As 6d", bet=10)) == ["decline", "insure 5"]
    assert "decline" not in may(game, played(game, "Tc 9d", "Ks 6d"))
    game = alone(insurance=False)
    assert may(game, played(game, "Tc 9d", "As 6d"))[0] == "stand"


@pytest.mark.parametrize(
    ("player", "hole", "names", "won"),
    [
        ("Tc 9d", "Kd", ("insure 10",), 0),  # the bet is lost, the insurance pays 2 to 1
        ("Tc 9d", "Kd", ("insure 5",), -10),
        ("Tc 9d", "Kd", ("decline",), -20),
        ("Ac Kc", "Kd", ("insure 10",), 20),  # even money
        ("Ac Kc", "Kd", ("decline",), 0),
        ("Ac Kc", "9d", ("insure 10",), 20),  # the natural wins 30
        ("Tc 9d", "8d", ("insure 10", "stand"), -10),  # 19 each
        ("Tc 9d", "7d", ("decline", "stand"), 20),
    ],
)
def test_insurance(player: str, hole: str, names: tuple[str, ...], won: float) -> None:
    game = alone()
    assert net(game, played(game, player, f"As {hole}", *names, bet=20)) == won


def test_in_europe_insurance_is_settled_after_the_play() -> None:
    game = alone(peek=False)
    state = played(game, "Tc 9d", "As", "insure 5", then="Kh")
    assert may(game, state)[0] == "stand"
    assert net(game, done(game, state, "stand")) == 0


def test_who_plays_on_after_the_peek_knows_that_there_is_no_natural() -> None:
    game = alone()
    state = played(game, "Tc 9d", "Ks 6d")
    for number in range(60):
        assert total(game.sample(game.view(state, 0), Random(number)).dealer)[0] < 21


# --- what a hand may do


def test_hitting_goes_on_to_twenty_one_where_the_hand_stands_by_itself() -> None:
    game = alone()
    state = played(game, "2c 3d", "Ks 7d", "hit", "hit", then="4h 2s Tc")
    assert may(game, state) == ["stand", "hit"]
    assert net(game, done(game, state, "hit")) == 10


def test_a_bust_hand_loses_at_once_and_the_dealer_does_not_play() -> None:
    game = alone()
    state = played(game, "Tc 6d", "Ks 6s", "hit", then="Th 9h")
    assert (net(game, state), shown(game, state)) == (-10, "Ks 6s")


def test_the_dealer_plays_if_one_hand_is_left() -> None:
    game = make(seats=2)
    state = coming(game, "Tc Td 6h 6c 9d Th 9s 9c 9h")
    state = done(game, state, "bet 10", "bet 10", "hit", "stand")
    assert shown(game, state) == "6h Th 9c"
    assert game.score(state) == (-10, 10)  # the first was bust before the dealer was


@pytest.mark.parametrize(("rule", "dealer"), [(False, "As 6d"), (True, "As 6d 2h")])
def test_soft_seventeen(rule: bool, dealer: str) -> None:
    game = alone(hit_soft_17=rule)
    assert shown(game, played(game, "Tc 8d", "As 6d", "decline", "stand", then="2h")) == dealer


def test_a_doubled_hand_gets_exactly_one_card_for_one_more_bet() -> None:
    game = alone()
    state = played(game, "5c 6d", "6s Td", "double", then="2h Ts", bet=30)
    assert (game.turn(state), shown(game, state, "box 1", 0), net(game, state)) == ((), "5c 6d 2h", 60)
    assert game.view(state, None).fact("bet", 0) == 60
    state = played(game, "5c 2d", "6s Td", "hit", then="3h")
    assert may(game, state) == ["stand", "hit"]


@pytest.mark.parametrize(
    ("option", "able"),
    [("any", "4c 4d, 5c 4d, 6c 4d, 7c 4d, 8c 4d, Ac 8d"), ("9-11", "5c 4d, 6c 4d, 7c 4d"), ("10-11", "6c 4d, 7c 4d")],
)
def test_what_may_be_doubled(option: str, able: str) -> None:
    game = alone(double_on=option)
    tried = ["4c 4d", "5c 4d", "6c 4d", "7c 4d", "8c 4d", "Ac 8d"]
    assert [each for each in tried if "double" in may(game, played(game, each, "Ks 7d"))] == able.split(", ")


def test_a_split_makes_two_hands_that_are_played_one_after_the_other() -> None:
    game = alone()
    state = played(game, "8c 8d", "6s Td", "split", then="3h Ts 9s 5c")
    view = game.view(state, 0)
    assert [hand.cards for hand in hands(view, 0)] == [sequence("8c 3h"), sequence("8d Ts")]
    assert (playing(view), view.fact("playing", 0)) == ((0, 0), 1)
    state = done(game, state, "double")
    assert playing(game.view(state, 0)) == (0, 1)
    state = done(game, state, "stand")
    assert (shown(game, state), net(game, state)) == ("6s Td 5c", -30)  # 20, doubled, and 18 against 21


@pytest.mark.parametrize("das", [True, False])
def test_doubling_after_a_split(das: bool) -> None:
    game = alone(das=das)
    state = played(game, "8c 8d", "6s Td", "split", then="3h Ts")
    assert ("double" in may(game, state)) == das


def test_up_to_four_hands() -> None:
    for most in (2, 3, 4):
        game = alone(max_hands=most)
        state = played(game, "8c 8d", "6s Td", then="8h 8s 8c'1 8d'1 8h'1 8s'1")
        for _ in range(most - 1):
            state = done(game, state, "split")
        assert len(state.hands[0]) == most
        assert "split" not in may(game, state)


@pytest.mark.parametrize(("mixed", "able"), [(True, ["Kc Kd", "Kc Qd", "Tc Jd"]), (False, ["Kc Kd"])])
def test_tens_that_differ(mixed: bool, able: list[str]) -> None:
    game = alone(split_tens_mixed=mixed)
    tried = ["Kc Kd", "Kc Qd", "Tc Jd", "9c Td"]
    assert [each for each in tried if "split" in may(game, played(game, each, "Ks 7d"))] == able


def test_split_aces_get_one_card_each_and_a_twenty_one_is_no_natural() -> None:
    game = alone()
    state = played(game, "Ac Ad", "6s Td", "split", then="Kh 5s 5c")
    assert (game.turn(state), shown(game, state)) == ((), "6s Td 5c")
    assert net(game, state) == -10  # 21 against the dealer's 21 is level, 16 loses
    state = played(game, "Ac Ad", "6s Td", "split", then="Kh 5s Tc")
    assert net(game, state) == 20  # at one to one, though the dealer is bust


def test_aces_are_split_again_only_where_that_is_the_rule() -> None:
    game = alone()
    assert game.turn(played(game, "Ac Ad", "6s Td", "split", then="Ah 5s")) == ()
    game = alone(resplit_aces=True)
    state = played(game, "Ac Ad", "6s Td", "split", then="Ah 5s 2c 3c Tc")
    assert may(game, state) == ["stand", "split"]
    state = done(game, state, "split")
    assert [total(hand.cards)[0] for hand in state.hands[0]] == [13, 14, 16]
    assert game.turn(state) == ()


def test_surrender_costs_half_and_comes_after_the_peek() -> None:
    game = alone(late_surrender=True)
    state = played(game, "Tc 6d", "Ks 7d", bet=30)
    assert may(game, state) == ["stand", "hit", "double", "surrender"]
    ended = done(game, state, "surrender")
    assert (net(game, ended), shown(game, ended)) == (-15, "Ks 7d")
    assert "surrender" not in may(game, done(game, played(game, "Tc 2d", "Ks 7d", then="2h"), "hit"))
    assert "surrender" not in may(game, done(game, played(game, "8c 8d", "Ks 7d", then="2h 3h"), "split"))
    assert net(game, played(game, "Tc 6d", "Ks Ad", bet=30)) == -30
    game = alone()
    assert "surrender" not in may(game, played(game, "Tc 6d", "Ks 7d"))


def test_without_a_hole_card_there_is_no_surrender_after_the_peek() -> None:
    with pytest.raises(OptionError, match="late_surrender can't be on with peek off"):
        make(peek=False, late_surrender=True)


# --- Europe: no hole card


def test_without_a_hole_card_a_natural_takes_doubled_and_split_bets_too() -> None:
    game = alone(peek=False)
    assert net(game, played(game, "5c 6d", "Ks", "double", then="Th Ah")) == -20
    assert net(game, played(game, "8c 8d", "Ks", "split", "stand", "stand", then="Th Tc Ah")) == -20
    assert net(game, played(game, "Ac Ad", "Ks", "split", then="Kh Kd Ah")) == -20


def test_where_only_naturals_are_left_the_dealer_takes_just_the_second_card() -> None:
    game = alone(peek=False)
    state = played(game, "Ac Kd", "6s", then="Td Th")
    assert (shown(game, state), net(game, state)) == ("6s Td", 15)
    state = played(game, "Ac Kd", "Ks", then="Ah")
    assert (shown(game, state), net(game, state)) == ("Ks Ah", 0)


def test_without_a_hole_card_nothing_is_drawn_against_bust_hands_but_for_insurance() -> None:
    game = alone(peek=False)
    state = played(game, "Tc 6d", "9s", "hit", then="Th")
    assert (shown(game, state), net(game, state)) == ("9s", -10)
    state = played(game, "Tc 6d", "As", "insure 5", "hit", then="Th Kh")
    assert (shown(game, state), net(game, state)) == ("As Kh", 0)


# --- chips


def poor(game: Blackjack, state: BlackjackState, chips: int) -> BlackjackState:
    return state._replace(stacks=(chips,) * game.seats)


@pytest.mark.parametrize(("chips", "able"), [(40, ["stand", "hit", "double", "split"]), (35, ["stand", "hit"])])
def test_doubling_and_splitting_take_another_bet(chips: int, able: list[str]) -> None:
    game = alone()
    state = done(game, poor(game, coming(game, "4c Ks 4d 7d"), chips), "bet 20")
    assert may(game, state) == able


@pytest.mark.parametrize(("chips", "able"), [(60, "insure 5..20/5"), (50, "insure 5..10/5"), (45, "insure 5")])
def test_insurance_takes_what_is_left(chips: int, able: str) -> None:
    game = alone()
    state = done(game, poor(game, coming(game, "4c As 4d 7d"), chips), "bet 40")
    assert may(game, state) == ["decline", able]


def test_who_has_no_chip_left_is_not_asked_about_insurance() -> None:
    game = make(seats=2)
    state = coming(game, "4c 5c As 4d 5d 7d")._replace(stacks=(20, 1000))
    state = done(game, state, "bet 20", "bet 20")
    assert (state.phase, game.turn(state)) == ("insure", (1,))


def test_nobody_bets_more_than_they_have() -> None:
    game = alone()
    state = poor(game, game.deal(Random(1)), 45)
    assert may(game, state) == ["bet 10..40/10", "sit out"]
    assert may(game, poor(game, state, 15)) == ["bet 10", "sit out"]


def broke(game: Blackjack, *chips: int) -> Past[BlackjackState]:
    """A round that is over, after which the seats have these chips."""
    match: Match[BlackjackState] = Match(game)
    table = match.deal(seed_of(3, 0))
    while table.turn:
        table.act(
            table.turn[0], game.legal(table.state, table.turn[0])[0].of(10) if table.step < game.seats else "stand"
        )
    last = table.state._replace(
        stacks=tuple(a + b - c for a, b, c in zip(table.state.stacks, chips, game.chips(table.state), strict=True)),
    )
    assert game.chips(last) == chips
    return Past(last, (0,) * game.seats, 1)


def test_whoever_cannot_bet_is_asked_for_more_chips_and_may_decline() -> None:
    game = make(seats=2)
    state = game.deal(Random(1), broke(game, 5, 300))
    assert (state.stacks, game.view(state, None).fact("rebuys", 0)) == ((5, 300), None)
    assert (game.turn(state), may(game, state)) == ((0, 1), ["buy 1000", "sit out"])
    bought = done(game, state, "buy 1000")
    assert (bought.stacks, game.view(bought, None).fact("rebuys", 0)) == ((1005, 300), 1)
    assert (game.turn(bought), may(game, bought)) == ((0, 1), ["bet 10..500/10", "sit out"])
    declined = done(game, state, "sit out", "bet 10")
    assert (declined.hands[0], game.view(declined, None).fact("out", 0)) == ((), "sits")
    while game.turn(declined):
        declined = done(game, declined, game.legal(declined, 1)[0].verb)
    asked = game.deal(Random(1), Past(declined, (0, 0), 1))
    assert may(game, asked) == ["buy 1000", "sit out"], "before every round"
    assert all(computer(name, game).choose(game.view(state, 0), Random(1)).verb == "buy" for name in LISTING.computers)


def test_where_no_chips_can_be_bought_the_seat_is_out() -> None:
    game = make(seats=2, rebuy=False)
    past = broke(game, 5, 300)
    state = game.deal(Random(1), past)
    assert (state.stacks, game.turn(state), game.view(state, None).fact("out", 0)) == ((5, 300), (1,), 1)
    assert game.turn(done(game, state, "bet 10"))[:1] != (0,)
    assert game.final(past.last, (0, 0)) is False
    assert game.final(broke(game, 5, 5).last, (0, 0)) is True


def test_a_newcomer_begins_with_fresh_chips() -> None:
    game = make(seats=2, rebuy=False)
    past = replace(broke(game, 5, 300), joined=frozenset({0}))
    assert game.deal(Random(1), past).stacks == (1000, 300)


@pytest.mark.parametrize("options", [{}, {"peek": False, "rebuy": False, "bankroll": 500}, {"late_surrender": True}])
def test_chips_change_by_the_scores_and_by_nothing_else(options: dict[str, Any]) -> None:
    game = make(seats=2, decks=2, **options)
    match: Match[BlackjackState] = Match(game)
    players = [computer("random", game)] * 2
    before = (game.options["bankroll"],) * 2
    for n in range(80):
        table, bought = match.deal(seed_of(5, n)), [0, 0]
        assert table.state.stacks == before
        while turn := table.turn:
            action = table.act(turn[0], players[turn[0]].choose(table.view(turn[0], log=False), Random(n)))
            bought[turn[0]] += (action.amount or 0) if action.verb == "buy" else 0
        assert table.score is not None
        assert table.state.stacks == tuple(a + b for a, b in zip(before, bought, strict=True))
        after = game.chips(table.state)
        assert after == tuple(int(a + b) for a, b in zip(table.state.stacks, table.score, strict=True))
        assert min(after) >= 0
        before = after
        if match.end():
            break


# --- the shoe


def after(game: Blackjack, *seeds: int) -> BlackjackState:
    """The last state of some rounds in a row, in which everybody stands."""
    match: Match[BlackjackState] = Match(game)
    for seed in seeds:
        table = match.deal(seed_of(seed, 0))
        while table.turn:
            legal = game.legal(table.state, table.turn[0])
            table.act(table.turn[0], legal[0].of(10) if legal[0].verb == "bet" else legal[0])
        match.end()
    assert match.table is not None
    return match.table.state


def lying(view: View) -> set[Card | None]:
    return {one for pile in view.piles if pile.name not in ("shoe", "tray") for one in pile.cards}


def test_cards_of_earlier_rounds_lie_in_the_tray_until_the_shoe_is_low() -> None:
    game = make(decks=1, seats=3)
    last = after(game, 1)
    state = game.deal(Random(1), Past(last, (0, 0, 0), 1))
    view = game.view(state, 0)
    assert set(view.pile("tray").cards) == lying(game.view(last, 0))
    assert len(view.pile("shoe").cards) + len(view.pile("tray").cards) == 52
    assert view.fact("reshuffled") is None
    often = make(decks=1, seats=3, reshuffle_at=100)
    state = often.deal(Random(1), Past(last, (0, 0, 0), 1))
    assert (len(often.view(state, 0).pile("shoe").cards), often.view(state, 0).fact("reshuffled")) == (52, 1)


@pytest.mark.parametrize(("left", "again"), [(13, False), (12, True)])
def test_the_shoe_is_shuffled_when_less_than_a_quarter_is_left(left: int, again: bool) -> None:
    game = alone(decks=1)
    last = after(game, 1)
    last = last._replace(drawn=52 - left)
    assert game.deal(Random(1), Past(last, (0,), 1)).reshuffled == again


def test_each_round_orders_what_is_left_anew_by_its_own_seed() -> None:
    game = make(decks=1)
    last = after(game, 1)
    left = last.pack[last.drawn : last.cut]
    first, other = (game.deal(Random(number), Past(last, (0, 0, 0), 1)) for number in (1, 2))
    assert set(first.pack[: first.cut]) == set(other.pack[: other.cut]) == set(left)
    assert first.pack[: first.cut] != other.pack[: other.cut]
    # nothing but the cards themselves matters: another order of the last round gives the same deal
    turned = last._replace(pack=(*last.pack[: last.drawn], *left[::-1], *last.pack[last.cut :]))
    assert game.deal(Random(1), Past(turned, (0, 0, 0), 1)) == first


def test_a_shoe_that_runs_out_gets_the_cards_of_earlier_rounds() -> None:
    game = alone(decks=1, reshuffle_at=0)
    last = after(game, 1)
    state = coming(game, "2c 9d 3c 8d", Past(last._replace(drawn=48), (0,), 1))
    assert (state.cut, len(state.tray)) == (4, 48)
    state = done(game, state, "bet 10")
    view = game.view(state, 0)
    assert (len(view.pile("shoe").cards), len(view.pile("tray").cards)) == (0, 48)
    assert None not in view.pile("tray").cards
    assert view.pile("tray").cards == tuple(sorted(state.tray))  # its order is the one in which the cards would come
    state = done(game, state, "hit")
    view = game.view(state, 0)
    assert (view.pile("shoe").cards, view.pile("tray").cards) == ((None,) * 47, ())
    assert view.fact("reshuffled") == 1


def test_where_no_card_is_left_nobody_draws() -> None:
    game = Blackjack(deck=sequence("8c Td 8d 6h 2c"), seats=1)
    state = done(game, coming(game, "8c Td 8d 6h"), "bet 10")
    assert may(game, state) == ["stand", "hit", "double"]  # one card is too few to split
    assert shown(game, done(game, state, "stand")) == "Td 6h 2c"
    state = done(game, state, "hit")
    assert (may(game, state) if game.turn(state) else [], shown(game, state)) == ([], "Td 6h")


# --- what is seen


def test_captions_say_what_hands_count_and_what_has_come_of_them() -> None:
    game = alone()

    def notes(state: BlackjackState) -> list[str]:
        return [pile.note for pile in game.view(state, 0).piles if pile.cards and pile.name[:3] in ("box", "dea")]

    assert notes(played(game, "Ac 6d", "Ks 7d")) == ["", "caption.soft.17"]
    assert notes(played(game, "Tc 6d", "Ks 7d")) == ["", "16"]
    assert notes(played(game, "Tc 7d", "Ks 7s", "stand")) == ["17", "caption.push.17"]
    assert notes(played(game, "Tc 8d", "Ks 7s", "stand")) == ["17", "caption.win.18"]
    assert notes(played(game, "Tc 6d", "Ks 7s", "stand")) == ["17", "caption.lose.16"]
    assert notes(played(game, "Tc 6d", "Ks 7s", "hit", then="8c")) == ["17", "caption.bust"]
    assert notes(played(game, "Ac Kd", "Ks Ad")) == ["caption.blackjack", "caption.push.21"]
    assert notes(played(game, "Ac Kd", "Ks 9d")) == ["19", "caption.blackjack"]
    assert notes(played(game, "Tc 8d", "6s Td", "stand", then="8s")) == ["caption.bust", "caption.win.18"]


def test_every_caption_and_fact_has_its_text_in_both_languages() -> None:
    names = ["stack", "bet", "bet 2", "bet 3", "bet 4", "insurance", "playing", "out", "rebuys", "reshuffled"]
    keys = [f"fact.{each}" for each in names]
    keys += [f"caption.soft.{count}" for count in range(12, 21)] + ["caption.bust", "caption.blackjack"]
    keys += [f"caption.{end}.{count}" for end in ("win", "push", "lose") for count in range(4, 22)]
    keys += [f"option.{each.name}{more}" for each in OPTIONS for more in ("", ".help")]
    for language in LANGUAGES:
        assert [key for key in keys if key not in LISTING.texts[language]] == []
    assert find_text("caption.win.20", LISTING.texts) == "20, won"
    assert find_text("caption.soft.17", LISTING.texts, language="zh") == "软 17"


def test_actions_are_called_by_their_usual_names() -> None:
    game = make()
    actions = [Action("bet", amount=20), Action("insure", amount=5), Action("decline"), Action("split")]
    assert [sentence(game.describe(each), LISTING.texts) for each in actions] == [
        "Bet 20",
        "Insure for 5",
        "No insurance",
        "Split",
    ]


def test_cards_can_not_be_played() -> None:
    game = alone()
    state = played(game, "Tc 7d", "Ks 7s")
    assert game.explain(game.view(state, 0), 1 << sequence("Tc")[0]) == ("why.cards", {})


def test_what_a_view_tells_of_a_hand_is_what_it_is() -> None:
    game = alone(late_surrender=True)
    state = played(game, "8c 8d", "6s Td", "split", "double", then="3h 8s 9s 5c 6c", bet=20)
    found = hands(game.view(state, 0), 0)
    assert found == state.hands[0]
    assert (found[0].stake, found[1].stake, found[0].doubled) == (40, 20, True)
    gone = played(game, "Tc 6d", "Ks 7d", "surrender")
    assert hands(game.view(gone, None), 0) == (PlayerHand(sequence("Tc 6d"), 10, surrendered=True),)
    assert playing(game.view(gone, None)) is None


def test_several_may_win_against_the_house() -> None:
    game = make()
    assert game.winners((10, -10, 5)) == (0, 2)
    assert game.winners((0, -10, -5)) == ()


def test_the_lowest_computer_bets_the_least_and_takes_no_risk() -> None:
    game = make(min_bet=50)
    table: Table[BlackjackState] = play(game, [computer("lowest", game)] * 3, seed_of(1, 0))
    assert {action.verb for _, action in table.moves} <= {"bet", "stand", "decline"}
    assert {action.amount for _, action in table.moves if action.verb == "bet"} == {50}


def test_options_are_the_rules_that_the_table_plays() -> None:
    assert make().rules == Rules()
    assert make("vegas").rules == Rules(hit_soft_17=True, resplit_aces=True, late_surrender=True)
    assert len(make(decks=8).deck) == 8 * 52
    assert (
        Fact("stack", 0, 5000, role="stack") in make(bankroll=5000).view(make(bankroll=5000).deal(Random(1)), 0).facts
    )
