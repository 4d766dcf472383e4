"""The poker hand of the Cards assignment: what it is, what it draws, and how its program prints it."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from dealt.assignments.poker import RANKS, Card, Hand, demo

VECTORS = json.loads((Path(__file__).parent.parent / "vectors_data" / "draw_poker.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("row", VECTORS["draw_helper"], ids=lambda row: " ".join(row["cards"]))
def test_a_hand_knows_what_to_draw(row: dict[str, list[str]]) -> None:
    hand = Hand.named(" ".join(row["cards"]))
    assert set(hand.cards_to_draw) == set(map(Card.named, row["discard"]))
    assert hand.number_to_draw == len(row["discard"])


@pytest.mark.parametrize("row", VECTORS["rank"], ids=lambda row: " ".join(row["cards"]))
def test_a_hand_knows_its_rank(row: dict[str, Any]) -> None:
    written = " ".join(row["cards"]).replace("T", "10")
    hand = Hand.named(written)
    assert (str(hand), hand.rank, hand.rank in RANKS) == (written, row["rank"], True)
    assert Hand.named(written, wheel=False).rank == row["assignment_straight_test_rank"]


def test_a_hand_is_sorted_counted_and_compared() -> None:
    hand = Hand.named("5S KH 5D 2H 5H")
    assert [str(one) for one in hand.sorted][:2] == ["2 of Hearts", "5 of Diamonds"]
    assert hand.counts == {3: 3, 11: 1, 0: 1}
    assert Hand.named("5C KD 2S AH 2C") < hand
    assert Hand.named("AC KC QC JC 9C") == Hand.named("AD KD QD JD 9D")
    for wrong in ("5S KH", "5S 5S 5D 2H 5H"):
        with pytest.raises(ValueError, match="a hand is 5 different cards"):
            Hand.named(wrong)


def test_a_hand_draws_from_the_front_of_a_deck() -> None:
    hand, deck = Hand.named("2H 5H 5D KH 7S"), [Card.named(each) for each in ("5c", "3d", "3s", "9c")]
    hand.draw(deck)
    assert (str(hand), hand.rank, len(deck)) == ("5H 5D 5C 3D 3S", "full_house", 1)
    with pytest.raises(ValueError, match="can't be drawn"):
        Hand.named("2H 5H 5D KH 7S").draw(deck)


def test_the_program_prints_a_hand_before_and_after() -> None:
    before, after = demo(Random(1)).splitlines()
    assert before.split("  ")[1].replace(" ", "_") in RANKS
    assert len(after.split("  ")[0].split()) == 5


def test_a_ten_is_written_as_two_digits() -> None:
    assert str(Hand.named("2S 5S QS 10S 7S")) == str(Hand.named("2S 5S QS TS 7S")) == "2S 5S QS 10S 7S"
    assert repr(Hand.named("2S 5S QS TS 7S")) == "Hand.named('2S 5S QS 10S 7S')"
