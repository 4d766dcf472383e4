"""Spades: bids and blind bids, breaking, bags and points over a match, its end, what is seen, and words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from dealt.cards import Card, cards, members, sequence
from dealt.game import OPEN, Action, OptionError, Past, Pile, Say, View, find
from dealt.games import GAMES
from dealt.games.spades import SPADES, Spades, side_score
from dealt.games.tricks import OF_SUIT, TrickState
from dealt.table import Match, Table
from dealt.texts import LANGUAGES, find_text, sentence
from tests.games.test_tricks import caught
from tests.tiny import BriefSpades

LISTING = GAMES["spades"]
NO_OTHER_SUIT = sum(OF_SUIT[:SPADES])
HANDS = (
    "As Qs 7s 4s Ah Kh 8h 3h Kd Td 6d 2d 9c",
    "Ks Ts 8s 5s Qh Jh Ad 9d 8d Kc Qc 4c 2c",
    "3s 2s 9h 6h 4h 2h Jd 5d 4d 8c 6c 5c 3c",
    "Js 9s 6s Th 7h 5h Qd 7d 3d Ac Jc Tc 7c",
)


def make(preset: str | None = None, **options: Any) -> Spades:
    game = LISTING.make(preset, **options)
    assert isinstance(game, Spades)
    return game


def begun(game: Spades, *bids: str) -> TrickState:
    """Seat 3 has dealt, so that seat 0 bids and leads."""
    return said(game, game.begin(tuple(map(cards, HANDS)), 3), *bids)


def said(game: Spades, state: TrickState, *names: str) -> TrickState:
    """The state after actions by whoever is to act, each checked; a card may stand for its play."""
    for name in names:
        (seat,) = game.turn(state)
        action = find(game.view(state, seat), name) or find(game.view(state, seat), f"play {name}")
        assert action is not None, f"seat {seat} may not {name}"
        state = game.apply(state, seat, action)
    return state


def may(game: Spades, state: TrickState) -> list[str]:
    (seat,) = game.turn(state)
    return [str(each).removeprefix("play ") for each in game.legal(state, seat)]


def carrying(state: TrickState, *match_data: int) -> TrickState:
    """The same deal, begun with other points and bags of both sides."""
    return replace(state, match_data=match_data)


def over(game: Spades, bids: str, won: tuple[int, int, int, int], *match_data: int) -> TrickState:
    """A deal that is over."""
    state = replace(begun(game), calls=tuple(bids.split()), won=won, turn=None, phase="play", hands=(0, 0, 0, 0))
    return carrying(state, *match_data) if match_data else state


# --- options


def test_an_option_of_the_other_mode_is_refused() -> None:
    with pytest.raises(OptionError, match="target belongs to the mode standard"):
        make("simple", target=300)
    with pytest.raises(OptionError, match="lead_rule belongs to the mode simple"):
        make(lead_rule="highest")
    assert make("short").options["target"] == 200
    assert dict(make("simple").options) == {"mode": "simple", "lead_rule": "longest", "robot_trumps": False}


# --- bids


def test_everybody_bids_once_and_the_first_to_bid_leads() -> None:
    game = make()
    state = begun(game)
    assert may(game, state) == [*(f"bid {n}" for n in range(1, 14)), "bid nil"]
    state = said(game, state, "bid 4", "bid 3", "bid nil", "bid 13")
    assert game.turn(state) == (0,)
    assert state.phase == "play"
    view = game.view(state, None)
    assert [view.fact("bid", seat) for seat in range(4)] == [4, 3, "nil", 13]


def test_the_first_dealer_is_drawn_and_then_it_goes_round() -> None:
    game = make()
    assert {game.deal(Random(n)).dealer for n in range(40)} == {0, 1, 2, 3}
    last = over(game, "3 3 3 3", (3, 3, 3, 4))
    assert game.deal(Random(1), Past(last, (0,) * 4, 1)).dealer == 0


@pytest.mark.parametrize(
    ("first", "lowest", "nil"),
    [("1", "bid 3", False), ("3", "bid 1", False), ("4", "bid 1", True), ("nil", "bid 4", False)],
)
def test_two_partners_come_to_the_least_that_a_side_must_bid(first: str, lowest: str, nil: bool) -> None:
    game = make(board_minimum=4)
    offered = may(game, begun(game, f"bid {first}", "bid 5"))
    assert offered[0] == lowest
    assert ("bid nil" in offered) == nil


def test_a_side_that_is_100_behind_may_bid_before_it_looks() -> None:
    game = make(blind_nil=True)
    start = begun(game)
    assert may(game, carrying(start, 0, 99, 0, 0))[0] == "bid 1"
    assert may(make(), carrying(begun(make()), 0, 100, 0, 0))[0] == "bid 1", "only where it is allowed"
    state = carrying(start, 0, 100, 0, 0)
    assert may(game, state) == ["look", "bid blind"]
    state = said(game, state, "bid blind")
    assert may(game, state)[0] == "bid 1", "the side that is ahead sees its cards"
    state = said(game, state, "bid 5")
    assert may(game, state) == ["look", "bid blind"], "the partner decides for itself"
    state = said(game, state, "look")
    assert game.turn(state) == (2,)
    assert may(game, state)[-1] == "bid nil"


def test_who_may_still_bid_blind_does_not_see_its_cards_and_nobody_else_does() -> None:
    game = make(blind_nil=True)
    state = carrying(begun(game), 0, 100, 0, 0)

    def seen(state: TrickState, viewer: int | None, owner: int) -> set[Card | None]:
        return set(game.view(state, viewer).pile("hand", owner).cards)

    assert seen(state, 0, 0) == seen(state, 2, 2) == {None}, "the partner's turn is still to come"
    assert None not in seen(state, 1, 1)
    assert None not in seen(state, OPEN, 0)
    looked = said(game, state, "look")
    assert None not in seen(looked, 0, 0)
    assert seen(looked, 2, 2) == seen(looked, 1, 0) == seen(looked, None, 0) == {None}
    blind = said(game, state, "bid blind")
    assert None not in seen(blind, 0, 0), "the bid is made"
    assert game.view(blind, 1).fact("bid", 0) == "blind"


def test_a_blind_nil_is_no_way_around_the_least_bid() -> None:
    game = make(blind_nil=True, board_minimum=4)
    state = said(game, carrying(begun(game), 0, 200, 0, 0), "look", "bid 2", "bid 4")
    assert may(game, state)[0] == "bid 2"
    assert None not in game.view(state, 2).pile("hand", 2).cards


# --- the play


def test_spades_are_not_led_before_one_was_played_to_an_earlier_trick() -> None:
    game = make()
    state = begun(game, "bid 4", "bid 3", "bid nil", "bid 3")
    assert not set(may(game, state)) & {"As", "Qs", "7s", "4s"}
    state = said(game, state, "9c", "2c", "8c", "Tc", "Ac")
    assert {"As", "Kh"} <= set(may(game, state)), "who can't follow may play anything"
    state = said(game, state, "4s", "4c", "5c")
    assert game.view(state, None).fact("broken") == 1
    assert {"As", "Qs", "7s"} <= set(may(game, state))
    free = make(spades_must_break=False)
    assert "As" in may(free, begun(free, "bid 4", "bid 3", "bid nil", "bid 3"))


def test_who_holds_only_spades_may_lead_one_and_everybody_learns_it() -> None:
    hands = ("As Qs", "Ks 2c", "3c 4c", "2d 3d")
    game = Spades(deck=sequence(" ".join(hands)))
    state = said(game, game.begin(tuple(map(cards, hands)), 3), "bid 1", "bid 1", "bid nil", "bid 1")
    assert may(game, state) == ["Qs", "As"]
    assert said(game, state, "As").lacks[0] == NO_OTHER_SUIT
    free = Spades(deck=game.deck, spades_must_break=False)
    state = said(free, free.begin(tuple(map(cards, hands)), 3), "bid 1", "bid 1", "bid nil", "bid 1", "As")
    assert state.lacks[0] == 0, "where it is always allowed it tells nothing"


def test_the_first_trick_may_be_kept_free_of_spades() -> None:
    game = make(no_spade_first_trick=True)
    bids = ("bid 4", "bid 3", "bid nil", "bid 3")
    short = replace(begun(game, *bids), hands=(cards("2c 3c"), cards("Ks 2d"), cards("Qs Js"), cards("4c 5c")))
    state = said(game, short, "2c")
    assert may(game, state) == ["2d"]
    view = game.view(state, 1)
    assert game.explain(view, cards("Ks")) == Say("why.first_trick")
    state = said(game, state, "2d")
    assert may(game, state) == ["Js", "Qs"], "there is nothing else"
    assert said(game, state, "Js").lacks[2] == NO_OTHER_SUIT, "which everybody learns"


def test_a_refusal_says_why() -> None:
    game = make()
    state = begun(game)
    assert game.explain(game.view(state, 0), cards("Ah")) == Say("why.bid")
    state = said(game, state, "bid 4", "bid 3", "bid nil", "bid 3")
    view = game.view(state, 0)
    assert game.explain(view, cards("As")) == Say("why.broken")
    assert game.explain(view, cards("Ah")) is None
    assert game.explain(game.view(state, 1), cards("Ks")) == Say("illegal.turn")


class Forgetful(BriefSpades):
    """Spades whose sampler forgets who has shown out of a suit. Nothing else about it is wrong."""

    def constraint(self, view: View) -> Callable[[Card, Pile], bool] | None:
        return None


@pytest.mark.slow
def test_the_support_law_finds_a_sampler_that_forgets_a_void() -> None:
    """The game as it is passes it among all others."""
    assert caught(Forgetful(deck=sequence("2c 3d 4h 5h 6s 7s 8s 9s"), mode="simple"), 4) > 0


# --- points


def test_both_partners_score_what_their_side_makes() -> None:
    game = make()
    assert game.score(over(game, "4 3 nil 3", (4, 5, 0, 4))) == (140, 63, 140, 63)
    assert game.winners((140, 63, 140, 63)) == (0, 2)
    assert game.score(over(game, "4 3 nil 3", (5, 4, 1, 3))) == (40 + 1 - 100 + 1, 61, -58, 61)
    helps = make(failed_nil_tricks="help_partner")
    assert helps.score(over(helps, "5 3 nil 3", (4, 5, 1, 3))) == (-50, 62, -50, 62)
    assert game.score(over(game, "5 3 nil 3", (4, 5, 1, 3))) == (-149, 62, -149, 62)


def test_points_and_bags_go_on_from_deal_to_deal_also_for_a_newcomer() -> None:
    match: Match[TrickState] = Match(make())
    rng = Random(3)

    def play(table: Table[TrickState]) -> None:
        while not table.over:
            legal = table.game.legal(table.state, table.turn[0])
            bid = next((each for each in legal if each.amount == 2), None)
            table.act(table.turn[0], bid or rng.choice(legal))

    table = match.deal(bytes(32))
    play(table)
    first = table.score
    assert first is not None
    bags = [table.view(None).fact("bags", seat) or 0 for seat in range(4)]
    assert sum(map(int, bags)) > 0
    table = match.deal(bytes([1]) * 32, {1})
    assert match.totals == (first[0], 0, first[2], first[3]), "a newcomer begins at nothing"
    view = table.view(None)
    assert [view.fact("points", seat) for seat in range(4)] == list(first), "and its side goes on"
    assert [view.fact("bags", seat) or 0 for seat in range(4)] == bags
    play(table)
    shown = [table.view(None).fact("points", seat) for seat in range(4)]
    assert shown == [a + b for a, b in zip(first, table.score or (), strict=True)], "at the end the deal is in"


def test_the_tenth_bag_costs_a_hundred_and_the_rest_are_kept() -> None:
    game = make()
    state = over(game, "3 3 3 3", (5, 3, 3, 2), 200, 200, 9, 0)
    assert game.score(state) == (62 - 100, -60, -38, -60)
    assert game.count_after(state).numbers == (162, 140, 1, 0)
    cheap = make(bag_limit=5, bag_penalty=50)
    assert cheap.count_after(over(cheap, "3 3 3 3", (5, 3, 3, 2), 200, 200, 4, 0)).numbers == (212, 140, 1, 0)


@pytest.mark.parametrize(
    ("match_data", "ends"),
    [
        ((440, 0, 0, 0), True),  # 440 + 60
        ((439, 400, 0, 0), False),
        ((499, 560, 0, 0), True),  # both are there
        ((440, 439, 0, 0), False),  # 500 each: level, play on
        ((0, 0, 0, 0), False),
    ],
)
def test_a_match_ends_at_the_target_unless_the_sides_are_level(match_data: tuple[int, ...], ends: bool) -> None:
    game = make()
    state = over(game, "3 3 3 3", (3, 4, 3, 3), *match_data)  # 60 and 61
    assert game.final(state, (0,) * 4) == ends
    assert not make("simple").final(begun(make("simple")), (999,) * 4)


def test_the_sides_decide_and_not_the_totals_of_who_sits_there() -> None:
    game = make("short")
    state = over(game, "3 3 3 3", (3, 3, 3, 4), 150, 0, 0, 0)
    assert game.final(state, (60, 61, 60, 61)), "a newcomer's total is not what counts"


def test_a_side_may_lose_by_falling_low() -> None:
    game = make(lose_at=-200)
    state = over(game, "7 3 7 3", (6, 3, 3, 1), -60, 0, 0, 0)
    assert game.count_after(state).points[0] == -200
    assert game.final(state, (0,) * 4)
    assert not make().final(state, (0,) * 4)


@pytest.mark.parametrize(
    ("bids", "won", "plain", "double"),
    [
        ("6 3 4 nil", (6, 2, 4, 1), 100, 200),  # ten together
        ("6 3 4 nil", (6, 2, 3, 2), -100, -200),
        ("6 3 4 nil", (6, 2, 5, 0), 101, 201),  # the trick over it is a bag as ever
        ("10 1 nil 1", (10, 2, 0, 1), 200, 300),  # ten alone, beside a nil
        ("6 3 3 1", (6, 3, 3, 1), 90, 90),
        ("6 1 5 1", (6, 1, 5, 1), 110, 110),  # exactly ten
    ],
)
def test_ten_for_two(bids: str, won: tuple[int, int, int, int], plain: int, double: int) -> None:
    for game, points in ((make(), plain), (make(ten_for_two=True), double)):
        state = over(game, bids, won, 0, 0, 0, 0)
        score = game.score(state)
        assert score is not None
        assert score[0] == points
        sheet = game.score_sheet(state, score)
        assert sum(line.points for line in sheet.sides[0].entries) == points
    with pytest.raises(OptionError, match="ten_for_two belongs to the mode standard"):
        make("simple", ten_for_two=True)


def test_a_plan_without_the_partners_bid_is_no_nil() -> None:
    assert side_score([4, 0], [3, 2]) == side_score([0, 4], [5, 0]) == (41, 1)


@pytest.mark.parametrize(
    ("bids", "tricks", "points"),
    [
        (["nil", "nil"], [2, 0], 2),
        (["blind", 4], [0, 4], 240),
        (["blind", 4], [1, 3], -239),
        (["nil", "nil"], [0, 0], 200),
    ],
)
def test_nils(bids: list[int | str], tricks: list[int], points: int) -> None:
    assert side_score(bids, tricks)[0] == points


def test_simple_counts_tricks_and_lets_spades_be_led() -> None:
    game = make("simple")
    state = begun(game)
    assert "As" in may(game, state)
    assert game.view(state, 0).fact("points", 0) is None
    rng = Random(1)
    while game.turn(state):
        state = game.apply(state, game.turn(state)[0], rng.choice(game.legal(state, game.turn(state)[0])))
    score = game.score(state)
    assert score is not None
    assert score[0] + score[1] == 13
    assert score[:2] == score[2:]


# --- words


@pytest.mark.parametrize("language", LANGUAGES)
def test_bids_and_facts_have_words(language: str) -> None:
    game, texts = make(blind_nil=True), LISTING.texts
    said_so = [
        sentence(game.describe(each), texts, language=language)
        for each in (Action("bid", amount=3), Action("bid nil"), Action("bid blind"), Action("look"))
    ]
    wanted = {"en": ["Bid 3", "Nil", "Blind nil", "Look at the cards"], "zh": ["叫 3 墩", "零墩", "盲叫零墩", "看牌"]}
    assert said_so == wanted[language]
    state = over(game, "4 nil 3 blind", (5, 1, 3, 4))
    for fact in game.view(replace(state, hands=tuple(map(cards, HANDS))), None).facts:
        assert fact.name.startswith(".") or find_text(f"fact.{fact.name}", texts, language=language), fact
    assert next(members(OF_SUIT[SPADES])) == 3
