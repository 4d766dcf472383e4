"""The classes of the Deuce manual: what its text and its examples say of them."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from dealt import cards
from dealt.assignments.deuce import ABILITIES, AI, EAST, NORTH, SOUTH, AIClient, Card, Client, Deck, Hand, Server
from dealt.assignments.deuce import RuleSet as Rules
from dealt.games import make
from dealt.games.bigtwo import BigTwo
from dealt.games.climbing import PASS
from dealt.players import computer, possible
from dealt.table import Match, seed_of


def named(written: str) -> list[Card]:
    return [Card.named(each) for each in written.split()]


def written(some: str) -> str:
    return " ".join(str(one.index) for one in named(some))


def test_a_card_has_the_manuals_index() -> None:
    assert Card.named("3d").index == 0
    assert Card.named("2s").index == 51
    assert [str(Card(index)) for index in range(5)] == ["3♦", "3♣", "3♥", "3♠", "4♦"]
    with pytest.raises(ValueError, match="0 to 51"):
        Card(52)
    with pytest.raises(ValueError, match="no BJ"):
        Card.named("BJ")


def test_a_deck_has_every_card_once_and_shuffling_brings_all_back() -> None:
    deck = Deck()
    deck.shuffle(Random(3))
    first = [deck.draw() for _ in range(52)]
    with pytest.raises(IndexError, match="shuffle"):
        deck.draw()
    deck.shuffle(Random(4))
    second = [deck.draw() for _ in range(52)]
    assert sorted(first) == sorted(second) == [Card(index) for index in range(52)]
    assert first != second


@pytest.mark.parametrize(
    ("play", "previous"),
    [
        ("9s 9d", "9h 9c"),
        ("Qc Qd", "Js Jh"),
        ("Kd Qc Jc 10h 9h", "Qs Jd 10d 9d 8d"),
        ("Qs Jd 10d 9d 8d", "Qd Js 10s 9s 8s"),
        ("6s 5d 4d 3d 2d", "5s 4d 3c 2c Ad"),
        ("9h 7h 6h 5h 3h", "2c Jc 9c 6c 4c"),
        ("2c Jc 9c 6c 4c", "Ac Kc Qc 10c 7c"),
        ("9s 9h 9d 4s 4h", "8s 8h 8d Ks Kh"),
    ],
)
def test_the_manuals_examples_of_what_beats_what(play: str, previous: str) -> None:
    assert Rules.beats(named(play), named(previous))
    assert not Rules.beats(named(previous), named(play))


@pytest.mark.parametrize("none", ["3s 2s As Ks Qd", "2s As Ks Qs Jd", "9s 9h 4d 4c", "8s 8h 8d 8c", "Ks Kh Kd 4c"])
def test_what_is_no_combination(none: str) -> None:
    assert Rules.kind(named(none)) is None


def test_a_hand_keeps_its_cards_when_the_selection_is_illegal() -> None:
    hand = Hand(NORTH)
    hand.set_alias("Xida")
    hand.get_cards(written("9h 9c 3d Ks"))
    assert [str(one) for one in hand.cards] == ["3♦", "9♣", "9♥", "K♠"]
    hand.select(1)
    hand.select(2)
    assert hand.play(named("9s 9d")) is None
    assert hand.size == 4
    assert hand.selection == named("9c 9h")
    assert hand.play(named("8s 8d")) == named("9c 9h")
    assert [str(one) for one in hand.cards] == ["3♦", "K♠"]
    assert hand.selection == []
    hand.select(0)
    hand.select(0)
    assert hand.play([]) is None, "nothing is selected"
    with pytest.raises(IndexError, match="place 2"):
        hand.select(2)
    with pytest.raises(ValueError, match="twice"):
        hand.get_cards("1 1")
    with pytest.raises(ValueError, match="position"):
        Hand(4)


def test_abilities_are_those_of_the_manuals_example() -> None:
    ai = AI(SOUTH)
    ai.get_cards(written("8d 8s Kd Kc Kh Ks"))
    assert ai.abilities[Card.named("Ks")] == ("single", "pair", "triple", "full_house", "four_of_a_kind")
    assert ai.abilities[Card.named("8d")] == ("single", "pair", "full_house")
    assert named("Kd Kc") in ai.combinations["pair"]
    assert ai.play(named("Jc Jh")) is None, "two kings would break the four"


@pytest.mark.parametrize("seed", range(20))
def test_abilities_are_what_the_combinations_of_the_hand_say(seed: int) -> None:
    ai = AI(SOUTH)
    ai.get_cards(" ".join(map(str, Random(seed).sample(range(52), 13))))
    for one in ai.cards:
        in_some = {kind for kind, found in ai.combinations.items() if any(one in each for each in found)}
        assert in_some - {"four_of_a_kind"} <= set(ai.abilities[one]) <= in_some
    for kind, found in ai.combinations.items():
        assert all(Rules.kind(each) == kind for each in found)


def test_a_computer_plays_what_it_finds_nine_times_of_ten() -> None:
    played = 0
    for seed in range(1000):
        ai = AI(SOUTH, Random(seed))
        ai.get_cards(written("5d 9s Ah"))
        played += ai.play(named("4d")) is not None
    # it finds three singles and takes each with nine tenths: all are declined once in a thousand
    assert played > 990
    ai = AI(SOUTH, Random(0), chance=0)
    ai.get_cards(written("5d 9s Ah"))
    assert ai.play(named("4d")) is None


def test_a_computer_that_leads_plays_and_its_hand_is_searched_anew() -> None:
    ai = AI(EAST, Random(1))
    ai.get_cards(written("3d 4c 5h 6d 7s Ks"))
    assert ai.play([]) == named("3d 4c 5h 6d 7s")
    assert ai.abilities == {Card.named("Ks"): ("single",)}


def test_a_new_deal_is_begun_without_memories() -> None:
    ai = AI(EAST)
    ai.get_cards(written("3d"))
    ai.hears(SOUTH, named("4d"), left=1)
    ai.get_cards(written("5d"))
    assert ai.left == {}
    assert ai.last == {}


def test_the_server_talks_to_people_and_computers_alike() -> None:
    heard: list[str] = []
    hand = Hand(SOUTH)
    lying: list[Card] = []
    answers: list[str] = []

    def hear() -> str:
        """Somebody who first says nonsense, then plays the first single that is possible, or passes."""
        if not answers or answers[-1] == "":
            answers.append("play 99 x")
            return answers[-1]
        answers.append("")
        for one in hand.cards:
            if not lying or Rules.beats([one], lying):
                return f"play {one.index}"
        return "play"

    def say(message: str) -> None:
        heard.append(message)
        word, *rest = message.split()
        if word == "cards":
            hand.get_cards(" ".join(rest))
        elif word == "play":
            position, _, *some = map(int, rest)
            if some:
                lying[:] = [Card(index) for index in some]
            if position == SOUTH:
                hand.cards = [one for one in hand.cards if one.index not in some]
        elif word == "new":
            lying.clear()

    rng = Random(2)
    person = Client("Xida", say, hear)
    server = Server([person, *(AIClient(each, n, rng) for n, each in enumerate(("East", "North", "West"), 1))])
    winner = server.play(rng.randbytes(32))
    assert heard[0].startswith("cards ")
    assert "illegal" in heard
    assert heard[-1] == f"over {winner}"
    left = [int(line.split()[2]) for line in heard if line.startswith("play ")]
    assert left[-1] == 0
    assert server.table.over


def test_four_computers_play_a_deal_to_its_end_from_any_seed() -> None:
    for seed in range(30):
        rng = Random(seed)
        server = Server([AIClient(name, n, rng) for n, name in enumerate("SENW")])
        winner = server.play(rng.randbytes(32))
        score = server.table.score
        assert score is not None
        assert score[server.seat(winner)] == 0 < max(score)


def test_the_kinds_are_the_houses() -> None:
    assert ABILITIES[0] == "single"
    assert ABILITIES[-1] == "straight_flush"
    assert Rules.kind([Card.numbered(one) for one in cards.sequence("3c 4c 5c 6c 7c")]) == "straight_flush"


# --- at a table


def test_the_computer_of_the_manual_plays_whole_deals_by_its_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[list[Card] | None] = []
    play = AI.play

    def listened(ai: AI, shown: list[Card]) -> list[Card] | None:
        asked.append(play(ai, shown))
        return asked[-1]

    monkeypatch.setattr(AI, "play", listened)
    game = make("bigtwo")
    match: Match[Any] = Match(game)
    for number in range(3):
        table = match.deal(seed_of("manual", number))
        sitting = [computer("manual", game) for _ in range(4)]
        rng = Random(number)
        while table.turn:
            (seat,) = table.turn
            action = sitting[seat].choose(table.view(seat, log=False), rng)
            assert action.cards == cards.mask(one.number for one in asked[-1] or ())
            table.act(seat, str(action))
        match.end()


def test_the_computer_of_the_manual_spares_its_kings_at_the_table() -> None:
    """Its example: two kings would break the four, unless a rival has hardly a card left."""
    game = make("bigtwo")
    assert isinstance(game, BigTwo)
    hands = ["Jc Jh 3c 4c 5c", "3h", "3s 4s 5s", "8d 8s Kd Kc Kh Ks"]
    state = game.begin(tuple(cards.cards(each) for each in hands), (), 0, None)
    state = replace(state, must=0, turn=0)
    for left, wanted in ((3, "pass"), (1, "play KcKd")):
        at = replace(state, hands=(*state.hands[:1], cards.cards("3h 6h 7h" if left == 3 else "3h"), *state.hands[2:]))
        at = game.apply(at, 0, next(each for each in game.legal(at, 0) if str(each) == "play JcJh"))
        while game.turn(at) != (3,):
            at = game.apply(at, game.turn(at)[0], PASS)
        assert str(computer("manual", game).choose(game.view(at, 3), Random(1))) == wanted


@pytest.mark.parametrize(
    ("options", "plays"),
    [
        ({}, True),
        ({"scoring": "flat", "stake": 5, "pass_locks_out": True}, True),
        ({"variant": "daidi"}, False),
        ({"straight_order": "hongkong"}, False),
        ({"last_card_rule": True}, False),
    ],
)
def test_the_computer_of_the_manual_plays_by_its_own_combinations_alone(options: dict[str, Any], plays: bool) -> None:
    assert ("manual" in possible(make("bigtwo", **options))) == plays
