"""Hearts: passing at once, what may be led and thrown, points and moons, the end of a match, what is seen, words."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from math import comb
from random import Random
from typing import Any

import pytest

from dealt.cards import Card, cards, sequence
from dealt.game import OPEN, Action, Move, Past, Say, find
from dealt.games import GAMES
from dealt.games.hearts import HEARTS, Hearts
from dealt.games.tricks import OF_SUIT, TrickState
from dealt.table import Table
from dealt.texts import LANGUAGES, find_text, sentence

LISTING = GAMES["hearts"]
HANDS = (
    "As 7s 3s Kh 8h 3h Ad 9d 6d 5d 2d Qc 4c",
    "Ks 9s 5s Ah 7h 6h 5h Kd Qd Jd Td 6c 5c",
    "Qs Js 8s 6s 4s Qh Jh 7d 4d Ac Tc 9c 7c",
    "Ts 2s Th 9h 4h 2h 8d 3d Kc Jc 8c 3c 2c",
)
NO_OTHER_SUIT = OF_SUIT[0] | OF_SUIT[1] | OF_SUIT[3]
GIFTS = ("As Kh Qc", "5c 6c Ks", "Jh Qh Qs", "2s 3d 8d")


def make(preset: str | None = None, **options: Any) -> Hearts:
    game = LISTING.make(preset, **options)
    assert isinstance(game, Hearts)
    return game


def begun(game: Hearts, hands: tuple[str, ...] = HANDS, deals: int = 0) -> TrickState:
    """The start of a deal after ``deals`` others."""
    past = Past(game.deal(Random(1)), (0,) * 4, deals) if deals else None
    return game.begin(tuple(map(cards, hands)), 3, past)


def passed(game: Hearts, state: TrickState, order: tuple[int, ...] = (0, 1, 2, 3)) -> TrickState:
    for seat in order:
        state = act(game, state, f"give {GIFTS[seat]}", seat)
    return state


def act(game: Hearts, state: TrickState, name: str, seat: int) -> TrickState:
    action = find(game.view(state, seat), name)
    assert action is not None, f"seat {seat} may not {name}"
    return game.apply(state, seat, action)


def played(game: Hearts, state: TrickState, *names: str) -> TrickState:
    for name in names:
        state = act(game, state, f"play {name}", game.turn(state)[0])
    return state


def may(game: Hearts, state: TrickState) -> set[str]:
    return {str(each).removeprefix("play ") for each in game.legal(state, game.turn(state)[0])}


def small(*hands: str, **options: Any) -> tuple[Hearts, TrickState]:
    """A game without passing of these hands."""
    game = Hearts(deck=sequence(" ".join(hands)), **{"passing": "none", **options})
    return game, begun(game, hands)


# --- passing


def test_all_pass_any_three_cards_at_once() -> None:
    game = make()
    state = begun(game)
    assert game.turn(state) == (0, 1, 2, 3)
    assert [len(game.legal(state, seat)) for seat in range(4)] == [comb(13, 3)] * 4 == [286] * 4
    state = act(game, state, f"give {GIFTS[2]}", 2)
    assert game.turn(state) == (0, 1, 3)
    assert len({passed(game, begun(game), order) for order in permutations(range(4))}) == 1, "in any order"


@pytest.mark.parametrize(("deals", "way"), [(0, "left"), (1, "right"), (2, "across"), (3, "none"), (4, "left")])
def test_the_direction_changes_from_deal_to_deal(deals: int, way: str) -> None:
    game = make()
    state = begun(game, deals=deals)
    assert game.view(state, None).fact("passing") == way
    if way == "none":
        assert game.turn(state) == (3,), "the two of clubs leads at once"
        return
    state = passed(game, state)
    to = {"left": 1, "right": 3, "across": 2}[way]
    for giver, gift in enumerate(GIFTS):
        assert cards(gift) & ~state.hands[(giver + to) % 4] == 0
        assert cards(gift) & state.hands[giver] == 0
    assert [hand.bit_count() for hand in state.hands] == [13] * 4


def test_house_rules_fix_the_direction() -> None:
    assert {make(passing="left").view(begun(make(passing="left"), deals=n), 0).fact("passing") for n in range(4)} == {
        "left"
    }
    assert begun(make(passing="none")).phase == "play"


def test_a_gift_is_seen_by_giver_and_receiver_and_by_the_receiver_only_once_all_have_passed() -> None:
    game = make()
    state = act(game, begun(game), f"give {GIFTS[0]}", 0)

    def seen(state: TrickState, viewer: int | None, pile: str, owner: int) -> set[Card]:
        return {one for one in game.view(state, viewer).pile(pile, owner).cards if one is not None}

    assert seen(state, 0, "given", 0) == seen(state, OPEN, "given", 0) == set(sequence(GIFTS[0]))
    assert [seen(state, viewer, "given", 0) for viewer in (1, 2, 3, None)] == [set()] * 4
    state = passed(game, begun(game))
    assert seen(state, 0, "hand", 1) == set(sequence(GIFTS[0])), "until they are played"
    assert seen(state, 2, "hand", 1) == seen(state, None, "hand", 1) == set()
    assert {viewer for viewer in (0, 1, 2, 3, None) if game.view(state, viewer).fact("given", 0)} == {0, 1}


def test_a_sampled_deal_keeps_gifts_where_they_went_and_gives_the_unknown_ones() -> None:
    game = make()
    state = passed(game, begun(game))
    for number in range(30):
        deal = game.sample(game.view(state, 0), Random(number))
        assert deal.given[0] == cards(GIFTS[0])
        assert deal.given[3] == cards(GIFTS[3])
        assert cards(GIFTS[0]) & ~deal.hands[1] == 0
        assert deal.given[1] & ~deal.hands[2] == 0
        assert deal.given[2] & ~deal.hands[3] == 0
        assert {some.bit_count() for some in deal.given} == {3}


# --- the play


def test_the_two_of_clubs_leads_and_everybody_knows_who_holds_it() -> None:
    game = make()
    state = passed(game, begun(game))
    assert game.turn(state) == (3,)
    assert may(game, state) == {"2c"}
    assert game.explain(game.view(state, 3), cards("3c")) == Say("why.opener")
    two = cards("2c")
    assert all(game.sample(game.view(state, seat), Random(n)).hands[3] & two for seat in (0, None) for n in range(20))


def test_no_points_in_the_first_trick_unless_there_is_nothing_else() -> None:
    hands = ("2c 3c 4c", "Qs 5h 6d", "Qh Kh Qd", "5c 6c 7c")
    game, state = small(*hands)
    state = played(game, state, "2c")
    assert may(game, state) == {"6d"}
    assert game.explain(game.view(state, 1), cards("Qs")) == Say("why.first_trick")
    free, other = small(*hands, first_trick_points=True)
    assert may(free, played(free, other, "2c")) == {"Qs", "5h", "6d"}
    game, state = small("2c 3c", "Qs 5h", "Qh Kh", "5c 6c")
    assert may(game, played(game, state, "2c")) == {"Qs", "5h"}, "there is nothing else"


def test_points_in_the_first_trick_tell_what_a_hand_lacks() -> None:
    game, state = small("2c 3c 4s", "Qs 5h 6h", "Qd Kd 7s", "5c 6c 7c")
    state = played(game, state, "2c", "5h")
    for number in range(40):
        held = game.sample(game.view(state, 0), Random(number)).hands[1]
        assert held & ~cards("Qs 6h") == 0, "of spades it may have the queen only"
    assert state.lacks[1] == NO_OTHER_SUIT & ~cards("Qs")
    state = played(*small("2c 3c 4s", "Qs 5h 6h", "Qd Kd 7s", "5c 6c 7c"), "2c", "Qs")
    assert state.lacks[1] == NO_OTHER_SUIT & ~cards("Qs"), "the queen tells that there is no other spade"


def test_hearts_are_led_once_broken_or_if_there_is_nothing_else() -> None:
    hands = ("2c Ah Ad", "3c 5h 6d", "4c Kh Qd", "Ac Th Qs")
    game, state = small(*hands)
    state = played(game, state, "2c", "3c", "4c", "Ac")
    assert may(game, state) == {"Qs"}, "the queen may be led"
    assert game.explain(game.view(state, 3), cards("Th")) == Say("why.broken")
    assert may(game, played(game, state, "Qs")) == {"Ah", "Ad"}
    state = played(game, state, "Qs", "Ad", "6d", "Qd")
    assert may(game, state) == {"Th"}, "there is nothing else"
    assert played(game, state, "Th").lacks[3] == NO_OTHER_SUIT
    game, state = small("2c Ah Ad", "3c 5h 6d", "4c Kh Qd", "Ac Th 7s")
    state = played(game, state, "2c", "3c", "4c", "Ac", "7s", "Ah", "6d", "Qd")
    assert game.view(state, None).fact("broken") == 1


def test_the_queen_breaks_hearts_where_that_is_agreed() -> None:
    hands = ("2c Ah Ad", "3c 5h 6d", "Ac Kh Qs", "4c Th Jd")
    for breaks in (False, True):
        game, state = small(*hands, queen_breaks=breaks)
        state = played(game, state, "2c", "3c", "Ac", "4c", "Qs")
        assert game.broken(state) == breaks


# --- points


@pytest.mark.parametrize(
    ("options", "points", "jack", "score"),
    [
        ({}, (5, 0, 21, 0), 0, (5, 0, 21, 0)),
        ({}, (0, 26, 0, 0), 0, (26, 0, 26, 26)),
        ({"moon": "self"}, (0, 26, 0, 0), 0, (0, -26, 0, 0)),
        ({"jack": True}, (5, 0, 21, 0), 1, (5, -10, 21, 0)),
        ({"jack": True}, (0, 26, 0, 0), 1, (26, -10, 26, 26)),
        ({"jack": True}, (0, 26, 0, 0), 0, (16, 0, 26, 26)),
    ],
)
def test_known_scores(options: dict[str, Any], points: tuple[int, ...], jack: int, score: tuple[int, ...]) -> None:
    jacks = [int(seat == jack) for seat in range(4)]
    assert make(**options).scores(points, jacks) == score


@pytest.mark.parametrize("number", range(8))
def test_a_deal_has_26_points_and_a_moon_78(number: int) -> None:
    game = make(jack=True)
    table: Table[TrickState] = Table(game, bytes([number]) * 32)
    rng = Random(number)
    while not table.over:
        table.act(table.turn[0], rng.choice(game.legal(table.state, table.turn[0])))
    notes = table.state.deal_data
    assert sum(notes[:4]) == 26
    assert sum(notes[4:]) == 1
    assert sum(table.score or ()) == (68 if 26 in notes[:4] else 16)


def test_what_lies_in_a_trick_goes_to_who_takes_it() -> None:
    game, state = small("2c Ah Jd", "3c 5h 6d", "4c Kh Qd", "Ac Th Qs", jack=True)
    state = played(game, state, "2c", "3c", "4c", "Ac", "Qs", "Jd", "6d", "Qd")
    view = game.view(state, None)
    assert view.fact("points", 3) == 13
    assert view.fact("jack", 3) == 1
    assert view.fact("points", 0) is None


@pytest.mark.parametrize(
    ("totals", "ends"),
    [((100, 40, 41, 42), True), ((99, 40, 41, 42), False), ((100, 40, 40, 42), False), ((100, 120, 40, 40.5), True)],
)
def test_a_match_ends_at_the_target_unless_the_lowest_are_level(totals: tuple[float, ...], ends: bool) -> None:
    game = make()
    assert game.final(begun(game), totals) == ends
    assert game.low
    assert make("short").final(begun(game), (50, 1, 2, 3))


def test_who_has_the_fewest_points_has_won_the_deal() -> None:
    assert make().winners((5, 0, 21, 0)) == (1, 3)
    assert make().winners((26, 0, 26, 26)) == (1,)


# --- words


def test_a_refusal_to_pass_says_why() -> None:
    game = make()
    state = begun(game)
    assert game.explain(game.view(state, 0), cards("As Kh")) == Say("why.give")
    assert game.explain(game.view(state, 0), cards("As Kh Qc")) is None
    state = act(game, state, "give AsKhQc", 0)
    assert game.explain(game.view(state, 0), cards("7s")) == Say("why.wait")


@pytest.mark.parametrize("language", LANGUAGES)
def test_gifts_and_facts_have_words(language: str) -> None:
    game, texts = make("omnibus"), LISTING.texts
    wanted = {"en": ["Pass K♥ 3♣ 2♣", "Pass 3 cards"], "zh": ["传 K♥ 3♣ 2♣", "传 3 张牌"]}
    said = [game.tell(each) for each in (Move(0, Action("give", cards("2c 3c Kh"))), Move(0, Action("give"), 3))]
    assert [sentence(each, texts, language=language) for each in said] == wanted[language]
    state = replace(passed(game, begun(game)), deal_data=(1, 0, 25, 0, 0, 1, 0, 0), played=(cards("2h"), 0, 0, 0))
    shown = [fact for fact in game.view(state, OPEN).facts if not fact.name.startswith(".")]
    assert {fact.name for fact in shown} >= {"given", "points", "jack", "broken", "passing"}
    for fact in shown:
        assert find_text(f"fact.{fact.name}", texts, language=language), fact
    assert HEARTS == 2
