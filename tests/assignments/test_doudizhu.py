"""The classes of the Dou Dizhu note: what it says of them."""

from __future__ import annotations

import pytest

from dealt.assignments.doudizhu import AI, FARMER, LANDLORD, Card, CardArray, Console, MyPlay
from dealt.cards import WITH_JOKERS, name


def some(written: str) -> CardArray:
    return CardArray(map(Card, written.split()))


def holding(written: str) -> AI:
    ai = AI("East")
    ai.take(some(written))
    return ai


def test_an_array_is_in_the_notes_order() -> None:
    every = CardArray(Card(name(one)) for one in WITH_JOKERS)
    assert list(dict.fromkeys(map(str, every))) == [*("RJ", "BJ", "2", "A", "K", "Q", "J"), *map(str, range(10, 2, -1))]
    assert len(every) == 54
    with pytest.raises(ValueError, match="twice"):
        some("3d 3d")


def test_cards_are_given_the_smallest_first() -> None:
    ai = holding("3d 5c 5h 9s 9h 9d 2s")
    assert str(ai.give_card([])) == "3"
    assert str(ai.give_card(some("8d"))) == "9"
    assert str(ai.give_card(some("4d 4s"))) == "5 5"
    assert ai.give_card(some("8d 8s 8c 3c")) is None
    assert str(ai.cards) == "2 9 9"


def test_the_smallest_answer_may_be_a_bomb_or_the_rocket() -> None:
    assert str(holding("6c 6d 6h 6s BJ RJ").give_card(some("2d 2s"))) == "6 6 6 6"
    assert str(holding("3c BJ RJ").give_card(some("6c 6d 6h 6s"))) == "RJ BJ"


def test_legal_play_asks_the_rules() -> None:
    ai = holding("3d 4d 5d 6d 7d 8c 8d 8h 10s")
    assert ai.legal_play(some("3d 4d 5d 6d 7d"), [])
    assert not ai.legal_play(some("3d 4d 5d 6d"), []), "a sequence has five cards"
    assert ai.legal_play(some("8c 8d 8h 10s"), some("7c 7h 7s Ac"))
    assert not ai.legal_play(some("8c 8d 8h"), some("7c 7h 7s Ac")), "not as many cards"
    assert not ai.legal_play(some("Kd"), []), "not in the hand"
    assert not ai.legal_play([], [])


def test_a_farmer_leaves_the_other_farmers_cards_alone() -> None:
    ai = holding("5c 9d")
    assert ai.give_card(some("4d"), by=FARMER) is None
    assert str(ai.give_card(some("4d"), by=LANDLORD)) == "5"
    ai.identity = LANDLORD
    assert str(ai.give_card(some("4d"), by=FARMER)) == "9"


def test_a_bid_is_higher_or_nothing() -> None:
    assert holding("2c 2d BJ RJ 3c").bid(0) == 3
    assert holding("2c 2d BJ RJ 3c").bid(3) == 0
    assert holding("2c 2d 3c").bid(0) == 1
    assert holding("2c 2d 3c").bid(1) == 0
    assert holding("4c 5d 3c").bid(0) == 0


def person(answers: str, held: str) -> tuple[MyPlay, list[str]]:
    given, said = iter(answers.split("|")), list[str]()
    me = MyPlay("Li", lambda: next(given), said.append)
    me.take(some(held))
    return me, said


def test_a_person_is_asked_until_the_answer_is_legal() -> None:
    me, said = person("x|9 9|5|9", "3d 5c 5h 9s")
    assert str(me.give_card(some("8c"))) == "9"
    assert said == [
        "Li (farmer): 9 5 5 3",
        "You have no X. Play ranks that you hold, such as 9, or nothing to pass.",
        "You have no 9 9. Play ranks that you hold, such as 9, or nothing to pass.",
        "5 doesn't beat 8.",
    ]


def test_a_person_may_pass_but_not_on_a_lead() -> None:
    me, _ = person("", "3d 5c")
    assert me.give_card(some("8c")) is None
    me, said = person("|3 5|3", "3d 5c")
    assert str(me.give_card([])) == "3"
    assert said[1:] == ["You lead: play a combination of cards.", "That is no combination."]


def test_a_person_bids_what_is_possible() -> None:
    me, said = person("7|1|3", "3d 5c")
    assert me.bid(1) == 3
    assert said[1:] == ["Bid 2 to 3, or 0 to pass:"] * 3


@pytest.mark.parametrize("seed", range(25))
def test_three_computers_play_to_the_end(seed: int) -> None:
    lines: list[str] = []
    console = Console([AI("South"), AI("East"), AI("North")], lines.append)
    console.main(seed)
    winners = [player for player in console.players if not player.cards]
    assert len(winners) == 1
    assert sum(player.identity == LANDLORD for player in console.players) == 1
    side = "landlord has" if winners[0].identity == LANDLORD else "farmers have"
    assert lines[-1] == f"The {side} won."
    assert sum(line.endswith("is the landlord.") for line in lines) == 1
