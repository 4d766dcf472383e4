"""Pairs whom a director puts together by hand: the rounds of their movement change places, and stay as fair."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from dealt.tournament import commands
from dealt.tournament.state import Tournament
from dealt.wire.protocol import TournamentKind
from tests.tournament.test_tournament import Evening, again, by_hand, well_formed, why


def begun(kind: TournamentKind, people: int, **more: Any) -> Evening:
    """Pairs of 0 and 1, 2 and 3 and so on are about to play their first round."""
    evening = Evening(kind, **more).enrol(people)
    evening.do(commands.start(evening.state, "p0"))
    return evening


def play(evening: Evening) -> None:
    for table in list(evening.state.open_tables):
        evening.play(table)
    evening.now += commands.BREAK


def names(state: Tournament, *pairs: int) -> list[str]:
    """Somebody of each of these pairs, the last to come of it."""
    return [state.teams[pair][-1].upper() for pair in pairs]


def met(state: Tournament) -> Counter[tuple[int, ...]]:
    return Counter(tuple(sorted(each.sides)) for each in state.meetings.values())


def fair(evening: Evening) -> None:
    """No two pairs have met twice, nor did one sit out or meet computers twice; and all had fresh boards."""
    state = evening.state
    well_formed(state)
    again(evening)
    times = met(state)
    assert max(times.values()) == 1, "a pair meets another, or computers, once"
    out = Counter(person for people in state.out.values() for person in people)
    assert max(out.values(), default=1) == 1


@pytest.mark.parametrize("kind", ["howell", "mitchell"])
@pytest.mark.parametrize(("people", "fill", "rounds"), [(16, True, 20), (11, True, 20), (13, False, 20), (20, True, 4)])
def test_whatever_a_director_chooses_a_movement_stays_fair(
    kind: TournamentKind, people: int, fill: bool, rounds: int
) -> None:
    evening, chance = begun(kind, people, fill=fill, rounds=rounds), Random(people)
    state = evening.state
    half, wanted = -(-len(state.teams) // 2), state.rounds
    late = [f"p{each}" for each in range(people, people + 3)]
    while state.round < wanted:
        a, b = sorted(chance.sample(range(len(state.teams)), 2))
        if met(state)[a, b] or (kind == "mitchell" and (a < half) == (b < half)):
            assert why(evening, names(state, a, b)) == "pairing_never"
            evening.follow()
        else:
            evening.do(by_hand(evening, names(state, a, b)))
            assert [{*each.sides} for each in state.meetings.values() if each.by_hand][-1] == {a, b}, "they play now"
            assert met(state)[a, b] == 1
        while state.round == 2 and late and commands.enters(state):
            person = late.pop()
            evening.do(commands.enrol(state, person, person.upper()))
        play(evening)
        fair(evening)
    evening.follow()
    assert state.phase == "over"
    if (people, rounds) == (16, 20):
        assert len(met(state)) == 4 * wanted == {"howell": 28, "mitchell": 16}[kind], "all have met whom they should"


def test_what_a_movement_does_not_have_is_refused_and_said() -> None:
    evening = begun("mitchell", 12, rounds=2)
    state = evening.state
    assert why(evening, names(state, 0, 1)) == "pairing_never", "both stay"
    assert why(evening, names(state, 4, 5)) == "pairing_never", "both move"
    assert why(evening, ["P0", "P1"]) == "pairing_twice", "they are partners"
    assert why(evening, names(state, 0)) == why(evening, names(state, 0, 3, 4)) == "pairing_size"
    assert why(evening, names(state, 0, 3), names(state, 1, 3)) == "pairing_twice"
    assert why(evening, names(state, 0, 3), names(state, 1, 5)) == "pairing_round"
    assert why(evening, names(state, 0, 3), person="p2") == "not_director"
    evening.do(by_hand(evening, names(state, 0, 5), names(state, 2, 4)))
    assert {each: each in ((0, 5), (2, 4)) for each in met(state)} == {(0, 5): True, (2, 4): True, (1, 3): False}
    play(evening)
    assert why(evening, names(state, 5, 0)) == "pairing_never", "they have met"
    evening.do(by_hand(evening, names(state, 0, 3)))
    play(evening)
    assert why(evening, names(state, 0, 4)) == "tournament_time", "two rounds are played"
    fair(evening)
    evening.follow()
    assert state.phase == "over"


def test_who_came_late_or_has_left_is_paired_by_hand_with_their_pair() -> None:
    evening = begun("howell", 9, rounds=20)
    state = evening.state
    assert why(evening, ["P9", "P0"]) == "pairing_who"
    evening.do(commands.enrol(state, "p9", "P9"))
    assert state.teams[4] == ["p8", "p9"]
    evening.do(commands.withdraw(state, "p2"))
    evening.do(by_hand(evening, ["P9", "P2"]))  # their partner is there
    (table,) = [each for each in state.meetings.values() if each.by_hand]
    assert {*table.sides} == {1, 4}
    assert {*table.people} == {"p3", "p8", "p9"}
    play(evening)
    evening.do(commands.withdraw(state, "p3"))
    assert why(evening, ["P2", "P0"]) == "pairing_who", "none of them is there"
    fair(evening)
