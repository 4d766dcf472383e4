"""Computers for Guandan: what a hand needs, what they do with it, and that a search is the same in plain Python."""

from __future__ import annotations

from random import Random

import pytest

from dealt.cards import cards
from dealt.game import Action, Past
from dealt.games.climbing import ClimbingState
from dealt.games.guandan import Guandan
from dealt.games.guandan.levels import Campaign
from dealt.players import computer
from dealt.players.advice.guandan.climber import Climber, habitual
from dealt.players.judging import judge_for
from dealt.players.search import wild
from dealt.players.search.wild import GuandanJudge, WildSearch

GAME = Guandan()
CLIMBER = Climber(GAME)


def at_play(*hands: str) -> ClimbingState:
    return ClimbingState(tuple(map(cards, hands)), 0, None, (0,) * 4, own=Campaign(0, (0, 0)))


def act(state: ClimbingState, *names: str) -> ClimbingState:
    for each in names:
        assert state.turn is not None
        state = GAME.apply(state, state.turn, next(one for one in GAME.legal(state, state.turn) if str(one) == each))
    return state


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("3c 4c 5d 6d 7h", "3c 4c 5d 6d 8h"),  # a straight is one play
        ("3c 3d 4c 4d 5h 5s", "3c 3d 4c 4d 6h 6s"),
        ("9c 9d 9h 4c 4d", "9c 9d Th 4c 4d"),
        ("Ac", "3c"),
        ("5c 5d 5h 5s 3c", "3c"),
        ("2h 3c", "3c"),  # a wild card helps
        ("BJ BJ'1 RJ RJ'1", "BJ BJ'1 RJ"),
    ],
)
def test_a_hand_that_is_sooner_played_out_needs_less(better: str, worse: str) -> None:
    assert CLIMBER.need(cards(better), 0) < CLIMBER.need(cards(worse), 0)


@pytest.mark.parametrize("name", ["climber", "search"])
def test_computers_do_what_is_plain(name: str) -> None:
    player = computer(name, GAME)

    def chosen(state: ClimbingState) -> str:
        return str(player.choose(GAME.view(state, state.turn), Random(1)))

    out = at_play("9c 9d 9h 4c 4d", "3c 3d", "5c 5d", "6c 6d")
    assert chosen(out) == "play 4c4d9c9d9h"
    mate = act(at_play("Ac 8c 8d", "3c 5d 6d 7c", "Kc 4c 4d 4h 4s 9d Td", "3h 5h 6h 8h"), "play Ac", "pass")
    assert mate.turn == 2
    assert chosen(mate) == "pass", "no bomb on the partner's ace"


@pytest.mark.slow
def test_a_search_is_the_same_in_plain_python(monkeypatch: pytest.MonkeyPatch) -> None:
    state, rng = GAME.deal(Random(5)), Random(2)
    for _ in range(40):
        assert state.turn is not None
        state = GAME.apply(state, state.turn, rng.choice(GAME.legal(state, state.turn)))
    assert state.turn is not None
    view = GAME.view(state, state.turn)
    fast = WildSearch(GAME)
    codes = [code for _, code, _ in fast.plain.weighed(view, state)]
    ends = fast.ends(state, [state] * 2, codes, 9)
    monkeypatch.setattr(wild, "habitual", habitual.bare)
    assert fast.ends(state, [state] * 2, codes, 9) == ends
    monkeypatch.setattr(wild, "available", lambda: False)
    assert WildSearch(GAME).budget.round == 2


def test_levels_of_a_judge_are_those_of_a_side() -> None:
    judge, rng = judge_for(GAME), Random(3)
    assert isinstance(judge, GuandanJudge)
    state = at_play("3c Ac", "4c", "5c 6c", "7c 8c")
    high, low = Action("play", cards("Ac")), Action("play", cards("3c"))
    assert judge.candidates(GAME.view(state, 0), low, rng)[0] == low
    found = judge.open(state, 0, [high, low], rng, 8)
    assert found is not None
    assert found[0] > found[1], "the ace keeps the lead, and the last card is out"
    known = judge.known(GAME.view(state, 0), [high, low], rng, 8).rows
    assert sum(known[0]) > sum(known[1])
    over = act(state, "play Ac", "pass", "pass", "pass", "play 3c")
    assert judge.expected(over, rng, 4)[0] > 0


@pytest.mark.slow
def test_tribute_is_judged_too() -> None:
    rng = Random(4)
    state = GAME.deal(rng)
    while state.turn is not None:
        state = GAME.apply(state, state.turn, rng.choice(GAME.legal(state, state.turn)))
    state = GAME.deal(rng, Past(state, (0.0,) * 4, 1))
    assert state.turn is not None
    judge, view = GuandanJudge(GAME), GAME.view(state, state.turn)
    tried = judge.candidates(view, view.legal[0], rng)
    assert len(judge.known(view, tried, rng, 6).rows) == len(tried)
    assert judge.open(state, state.turn, tried, rng, 6) is not None
