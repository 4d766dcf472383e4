"""``shedder``: it reckons what can be beaten, wins what is won for sure, chooses open packets, and beats ``lowest``."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import Any

import pytest

from dealt import arena
from dealt.cards import Cards, cards, mask
from dealt.game import OPEN, find
from dealt.games import make
from dealt.games.chinesepoker import DECK, ChinesePoker
from dealt.games.climbing import ClimbingState
from dealt.players.advice.chinesepoker.shedder import Outlook, Shedder


def game(**options: Any) -> ChinesePoker:
    made = make("chinesepoker", **options)
    assert isinstance(made, ChinesePoker)
    return made


def position(
    rules: ChinesePoker, hand: str, others: tuple[int, ...], to_beat: str = "", played: str = "", unused: str = ""
) -> ClimbingState:
    """Seat 0 has ``hand``, the others random hands of the given sizes without ``unused``; the next seat played last."""
    mine, newest = cards(hand), cards(to_beat) if to_beat else 0
    gone = mine | newest | (cards(played) if played else 0)
    rest = [one for one in DECK if not (gone | (cards(unused) if unused else 0)) >> one & 1]
    Random(hand).shuffle(rest)
    hands: list[Cards] = [mine]
    for count in others:
        hands.append(mask(rest[:count]))
        del rest[:count]
    return ClimbingState(tuple(hands), 0, 1 if newest else None, (0, newest, *(0,) * (rules.seats - 2)))


def choice(rules: ChinesePoker, state: ClimbingState) -> str:
    return str(Shedder(rules).choose(rules.view(state, 0), Random(0)))


def test_the_chance_that_a_play_stands_is_the_share_of_the_hidden_hands_that_cannot_beat_it() -> None:
    """Singles are exact; the rest is near what counting all hands gives. Two seats: 10 cards unseen, 5 of them held."""
    rules, hand = game(seats=2), "3d 4d 5d 6d 7d 8d 9d Td Jd Qd"
    loose = cards("3s 3h 8s 8h 8c Ks Kh Ad As 2s")
    heap = [one for one in DECK if not (cards(hand) | loose) >> one & 1]
    held = mask([one for one in DECK if loose >> one & 1][:5])
    state = ClimbingState((cards(hand), held), 0, None, (0, 0), (loose & ~held,))
    view = rules.view(state, 0)
    assert mask(heap) & view.face_up == mask(heap)
    outlook, book = Outlook(rules, view), rules.combinations
    hands = [mask(some) for some in combinations([one for one in DECK if loose >> one & 1], 5)]
    for written in ("Qd", "Td", "3d", "3d 4d 5d 6d 7d"):
        row = book.row(cards(written))
        assert row is not None
        true = sum(not book.beating(book.rows_in(each), row) for each in hands) / len(hands)
        assert outlook.stands(row) == pytest.approx(true, abs=1e-9)
    for written in ("7d 7s", "7d 7s 7h", "9d 9s"):
        row = book.row(cards(written))
        assert row is not None
        true = sum(not book.beating(book.rows_in(each), row) for each in hands) / len(hands)
        assert outlook.stands(row) == pytest.approx(true, abs=0.12)


def test_it_plays_what_cannot_be_beaten_before_its_last_weak_play() -> None:
    rules = game()
    state = position(rules, "2s 3d", (5, 5), played="4c 4d 5c 5d 6c 6d 7c 7d 8c 8d 9c 9d Tc Td Jc Jd Qc Qd Kc Kd Ad Ah")
    assert choice(rules, state) == "play 2s"
    fours = position(rules, "9c 9d 9h 9s Td 3d", (1, 1), to_beat="Kc", played="4c 5c 6c 7c 8c Tc Jc Qc")
    assert choice(rules, fours) in ("play 9c9d9h9sTd", "play 3d9c9d9h9s")


def test_it_plays_its_last_cards_when_it_can() -> None:
    rules = game()
    assert choice(rules, position(rules, "9d 9s", (5, 6), to_beat="8d 8s")) == "play 9d9s"


def test_it_takes_the_open_packet_that_is_played_out_soonest() -> None:
    rules = game(seats=2, open_pick=True)
    best = cards("3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc 2s Ad Ah Ks Kh")
    rest = [one for one in DECK if not best >> one & 1]
    for place in range(3):
        packets = [mask(rest[::2]), mask(rest[1::2])]
        packets.insert(place, best)
        state = rules.begin((packets[0], packets[1]), (packets[2],), 0)
        assert choice(rules, state) == f"take {place + 1}"


def test_it_sees_an_open_hand() -> None:
    """The other hand has no pair: against what is known the lowest pair stands, and nothing has to be risked."""
    rules = game(seats=2, open_pick=True)
    state = ClimbingState((cards("3d 3s Ad"), cards("4d 6s 2s")), 0, None, (0, 0), shown=mask(DECK))
    outlook = Outlook(rules, rules.view(state, 0))
    row, low = rules.combinations.row(cards("3d 3s")), rules.combinations.row(cards("Ad"))
    assert row is not None
    assert low is not None
    assert (outlook.stands(row), outlook.stands(low)) == (1, 0)
    assert choice(rules, state) == "play 3d3s"


def test_the_same_view_gives_the_same_legal_choice_whatever_lies_hidden() -> None:
    rules = game()
    state = rules.deal(Random(3))
    turn = state.turn
    assert turn is not None
    view = rules.view(state, turn)
    first = Shedder(rules).choose(view, Random(1))
    other = rules.view(rules.sample(view, Random(8)), turn)
    assert Shedder(rules).choose(other, Random(2)) == first
    assert find(view, first) == first
    assert rules.view(state, OPEN) != rules.view(rules.sample(view, Random(8)), OPEN)


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.turns(3)
def test_it_beats_lowest_and_lowest_beats_random(seats: int) -> None:
    rules = game(seats=seats)
    for better, worse in (("shedder", "lowest"), ("lowest", "random")):
        sitting = [better, *[worse] * (seats - 1)] if seats == 3 else [better, worse]
        pair = arena.run(rules, sitting, deals=25, seed="quick", jobs=1).pair(better, worse)
        assert pair.errors is not None
        assert pair.errors < -2
