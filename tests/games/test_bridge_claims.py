"""A claim is offered where all that is left is sure from what the declarer sees, and only there."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from dealt.cards import Cards, cards, mask, members
from dealt.game import Action
from dealt.games import make
from dealt.games.bridge import Bridge
from dealt.games.bridge.claims import from_the_top
from dealt.games.tricks import TrickState
from dealt.games.tricks.core import Position, playable, step
from dealt.games.tricks.rows import TrickRow

N, E, S, W = range(4)


def ending(hands: tuple[Cards, ...], turn: int = N) -> tuple[Bridge, TrickState]:
    """North declares at notrump, and these cards are left."""
    game = make("bridge")
    assert isinstance(game, Bridge)
    left = hands[0].bit_count()
    gone = [one for one in game.deck if not sum(hands) >> one & 1]
    state = game.deal(Random(1)).changed(
        hands=hands,
        calls=("1N", "P", "P", "P"),
        dealer=0,
        phase="play",
        turn=turn,
        leader=turn,
        won=(13 - left, 0, 0, 0),
        played=tuple(mask(gone[seat::4]) for seat in range(4)),
        trick=(),
        shown=hands[2],
    )
    return game, state


def offered(hands: tuple[str, str, str, str], seat: int = N, turn: int = N) -> str:
    game, state = ending(tuple(map(cards, hands)), turn)
    return str(game.sure(game.view(state, seat)))


def test_all_that_is_left_is_offered_to_the_declarer_alone() -> None:
    assert offered(("As Ah", "Kh 2c", "2h 2d", "3h 3c")) == "claim 2"
    assert offered(("2s Ah", "Kh 2c", "As Ac", "3h 3c"), turn=S) == "claim 2"  # dummy leads
    assert offered(("Qs Ah", "Ks 2c", "2h 2d", "3h 3c")) == "None"
    assert offered(("As Ah", "Kh 2c", "2h 2d", "3h 3c"), E, E) == "None"  # no defender
    assert offered(("As Ah", "Kh 2c", "2h 2d", "3h 3c"), S) == "None"  # no dummy


def test_what_the_declarer_does_not_see_makes_no_difference() -> None:
    hands = tuple(map(cards, ("As Kh", "Qh 2c", "2h 2d", "3h 3c")))
    found = set()
    for east in combinations(members(hands[E] | hands[W]), 2):
        held = (hands[N], mask(east), hands[S], (hands[E] | hands[W]) & ~mask(east))
        game, state = ending(held)
        found.add(str(game.sure(game.view(state, N))))
    assert len(found) == 1


def takes_all(row: TrickRow, at: Position, side: int) -> bool:
    """Does a side take every trick, as well as both play, all cards being known?"""
    if at.size == 0 and at.seat % 2 != side:
        return False
    if not any(at.hands):
        return True
    ways = (step(row, at, one) for one in members(playable(row, at.hands[at.seat], at.led, at.broken, at.first)))
    some = any if at.seat % 2 == side else all
    return some(takes_all(row, each, side) for each in ways)


@pytest.mark.parametrize("trump", [-1, 0, 3])
@pytest.mark.slow
@pytest.mark.turns(3)
def test_what_is_sure_holds_however_the_cards_lie_and_are_played(trump: int) -> None:
    rng, row, found = Random(trump), TrickRow(trump), 0
    for _ in range(500):
        size = rng.choice((2, 3, 3))
        high = rng.sample(range(28, 52), 4 * size)
        ours = sorted(high, reverse=True)[: 2 * size] if rng.random() < 0.5 else high[: 2 * size]
        rng.shuffle(ours)
        lead, other = mask(ours[:size]), mask(ours[size:])
        unseen = [one for one in high if not (lead | other) >> one & 1]
        if from_the_top(lead, other, [mask(unseen)], None if trump < 0 else trump) < size:
            continue
        found += 1
        for east in combinations(unseen, size):
            west = mask(unseen) & ~mask(east)
            assert takes_all(row, Position((lead, mask(east), other, west), N, first=False), 0)
    assert found > 10


def test_the_offered_claim_is_legal() -> None:
    game, state = ending(tuple(map(cards, ("As Ah", "Kh 2c", "2h 2d", "3h 3c"))))
    view = game.view(state, N)
    assert game.sure(view) == Action("claim", amount=2)
    assert any(each.verb == "claim" and each.upto == 2 for each in view.legal)
