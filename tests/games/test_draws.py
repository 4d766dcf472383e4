"""Odds of draws: counting by ranks gives the same as card by card, and as the tables of poker books."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from random import Random
from typing import Any

import pytest

from dealt.cards import STANDARD, cards, mask, members
from dealt.games import GAMES, make
from dealt.games.draws import DECK, category_chances, draw_chances, outcomes, pot_odds, win_chance
from dealt.games.showdown import CATEGORIES, category, value
from dealt.laid import lay_out
from dealt.table import Table
from dealt.texts import common


def by_category(found: dict[int, int]) -> dict[str, int]:
    ends: Counter[str] = Counter()
    for one, ways in found.items():
        ends[category(one)] += ways
    return dict(ends)


def thrown(hand: int) -> list[int]:
    """All draws of up to three cards."""
    return [mask(some) for count in range(4) for some in combinations(members(hand), count)]


@pytest.mark.parametrize("wheel", [True, False])
@pytest.mark.parametrize("kept", ["2s 5s 7s Qs", "Ah 2h 3h", "9c 9d 4h", "Ac 2d 3h 4s 5c", "8h 9h", "2c 3c 4c 5c"])
def test_ranks_count_what_cards_do(kept: str, wheel: bool) -> None:
    held, rng = cards(kept), Random(kept)
    gone = mask(rng.sample([one for one in STANDARD if not held >> one & 1], 28 if held.bit_count() == 2 else 12))
    left, count = DECK & ~held & ~gone, 5 - held.bit_count()
    slow = Counter(value(held | mask(some), wheel) for some in combinations(members(left), count))
    assert outcomes(held, left, count, wheel) == slow


def test_all_hands_are_as_many_as_they_should_be() -> None:
    """The counts are those of poker textbooks."""
    found = {each.name.removeprefix("dealt_"): each.value for each in category_chances()}
    assert list(found) == list(CATEGORIES)
    assert found["one_pair"] == Fraction(1_098_240, 2_598_960)
    assert found["straight"] == Fraction(10_200, 2_598_960)
    assert {each.name: each.value for each in category_chances(wheel=False)}["dealt_straight"] == Fraction(
        9_180, 2_598_960
    )


@pytest.mark.parametrize(
    ("hand", "kept", "ends"),
    [
        # a pair that draws three, of 16,215 draws; threes that draw two, of 1,081; two pairs, of 47
        (
            "9c 9d Ah 7s 3c",
            "9c 9d",
            {"two_pair": 2592, "three_of_a_kind": 1854, "full_house": 165, "four_of_a_kind": 45},
        ),
        ("9c 9d 9h 7s 3c", "9c 9d 9h", {"full_house": 66, "four_of_a_kind": 46}),
        ("9c 9d 7h 7s 3c", "9c 9d 7h 7s", {"full_house": 4}),
        ("2s 5s 7s Qs Td", "2s 5s 7s Qs", {"flush": 9}),
        ("5c 6d 7h 8s Kd", "5c 6d 7h 8s", {"straight": 8}),
        ("5c 6d 8h 9s Kd", "5c 6d 8h 9s", {"straight": 4}),
    ],
)
def test_draws_improve_as_the_books_say(hand: str, kept: str, ends: dict[str, int]) -> None:
    held, whole = cards(kept), cards(hand)
    found = by_category(outcomes(held, DECK & ~whole, 5 - held.bit_count()))
    assert {key: found[key] for key in ends} == ends


def test_hands_have_five_cards() -> None:
    with pytest.raises(ValueError, match="4 cards and 2 more are no hand of 5"):
        outcomes(cards("2s 5s 7s Qs"), DECK, 2)


def test_what_is_sure_to_win_is_worth_one_and_the_median_a_half() -> None:
    assert win_chance({value(cards("As Ks Qs Js Ts")): 1}, 3) == pytest.approx(1, abs=1e-5)
    assert float(win_chance({value(cards("As Kc Qs Js 7s")): 1})) == pytest.approx(0.5, abs=0.01)  # the median hand
    every = outcomes(0, DECK, 5)
    assert win_chance(every) == Fraction(1, 2)


def test_the_best_draw_of_four_of_a_suit_depends_on_how_many_must_be_beaten() -> None:
    hand = cards("2s 5s 7s Qs Td")
    for others, count in ((1, 3), (5, 1)):
        told = {each.name: each.value for each in draw_chances(hand, DECK & ~hand, thrown(hand), others)}
        assert told["best"] == count
        assert sum(share for name, share in told.items() if name.startswith("end_")) == 1
    assert told["end_flush"] == Fraction(9, 47)
    assert told["improve_1"] == Fraction(9 + 12, 47)  # a flush, or a pair


def test_a_call_has_a_price() -> None:
    assert [(each.name, each.value) for each in pot_odds(2, 6)] == [
        ("pot", 6),
        ("to_call", 2),
        ("needed", Fraction(1, 4)),
    ]
    assert [each.name for each in pot_odds(0, 6)] == ["pot"]


def test_the_game_tells_the_odds_of_the_hand_that_is_seen() -> None:
    game = make("drawpoker", seats=2)
    first = 1 - game.deal(Random(bytes(32))).dealer
    table: Any = Table(game, bytes(32), state=lay_out(game, bytes(32), {f"hand {first}": "9c 9d Ah 7s 3c"}))

    def told(seat: int | None) -> dict[str, Fraction | float]:
        return {each.name: each.value for each in game.odds(table.view(seat))}

    assert told(None) == {"pot": 2}
    assert told(first)["improve_3"] == Fraction(2592 + 1854 + 165 + 45, 16_215)
    table.act(first, "bet 2")
    assert (told(1 - first)["pot"], told(1 - first)["to_call"], told(1 - first)["needed"]) == (4, 2, Fraction(1, 3))
    table.act(1 - first, "call 2")
    table.act(first, "draw 3c7sAh")
    table.act(1 - first, "stand pat")
    assert told(first).keys() == {"pot", "ahead"}
    assert 0 < told(first)["ahead"] < 1
    table.act(first, "bet 4")
    table.act(1 - first, "fold")
    assert not told(first)


def test_every_line_of_the_odds_has_its_words() -> None:
    texts = {language: {**common()[language], **GAMES["drawpoker"].texts[language]} for language in ("en", "zh")}
    names = [
        *(f"improve_{n}" for n in range(1, 6)),
        *(f"{kind}_{each}" for kind in ("end", "dealt") for each in CATEGORIES),
    ]
    for name in (*names, "pot", "to_call", "needed", "ahead", "best"):
        for language in ("en", "zh"):
            assert texts[language].get(f"odds.{name}"), (name, language)
