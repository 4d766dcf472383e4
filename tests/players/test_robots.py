"""The players of the Cards assignment: who offers them, what each style does otherwise, and how they call."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from dealt import players
from dealt.cards import card, cards, mask, members, name
from dealt.game import Game
from dealt.games import GAMES, make
from dealt.games.bridge import Mini, bridge
from dealt.games.tricks import State
from dealt.players.advice import bridge as advice
from dealt.players.advice.robots import STYLES
from dealt.table import Table, play, seed_of

RULES = Mini(lead_rule="longest")


def chosen(style: str, hand: str, trick: str = "", gone: str = "", rules: Mini = RULES) -> str:
    """What a style plays from a hand to a trick, other cards being gone."""
    lying = tuple(card(each) for each in trick.split())
    seat = len(lying)
    hands = tuple(cards(hand) if n == seat else 0 for n in range(4))
    state = State(hands, seat, 0, trick=lying, played=(cards(gone + trick), 0, 0, 0))
    return name(STYLES[style](rules).card(state, tuple(members(rules.playable(state)))))


@pytest.mark.parametrize(
    ("hand", "trick", "robot", "other"),
    [
        ("Ks 9s 7s 5s Ah Kh", "", "Ks", {"long": "5s"}),
        ("Ks Qs Js 5s Ah 2d", "", "Ks", {"long": "Ks"}),
        ("Ks 2s Ah", "3s", "Ks", {"duck": "2s", "saver": "Ks"}),
        ("Ks 2s Ah", "As 3s 4s", "2s", {}),
        ("Ks 2s Ah", "4s Qs 3s", "Ks", {}),
        ("Ks 2s Ah", "Qs 3s 4s", "Ks", {"duck": "2s"}),
        ("9h 8h 7h 2h 5c Kd", "Qs", "2h", {"saver": "5c"}),
    ],
)
def test_each_style_changes_one_habit(hand: str, trick: str, robot: str, other: dict[str, str]) -> None:
    for style in STYLES:
        assert chosen(style, hand, trick) == other.get(style, robot), style


def test_ties_of_the_highest_lead_go_to_the_lower_suit() -> None:
    rules = Mini(lead_rule="highest")
    assert chosen("robot", "Ah As 2d 3d 4d", rules=rules) == "Ah"
    assert chosen("robot", "4h 4c 5d", "Ks", rules=rules) == "4c"


def test_the_mode_decides_who_is_offered_first() -> None:
    listing = GAMES["bridge"]
    for mode, first in (("mini", "robot"), ("duplicate", players.possible(make("bridge"))[0])):
        game = make("bridge", mode)
        assert players.possible(game)[0] == players.names(listing, game)[0] == first
        assert set(STYLES) < set(players.possible(game))
    assert not set(STYLES) & set(players.possible(make("bigtwo")))


def test_the_solver_is_offered_only_where_it_can_run(monkeypatch: pytest.MonkeyPatch) -> None:
    for there in (True, False):
        monkeypatch.setattr(advice, "solvable", lambda there=there: there)
        assert ("solver" in players.possible(make("bridge"))) == there
        assert ("solver" in players.names(GAMES["bridge"])) == there
        assert players.names(GAMES["bridge"])[0] == ("solver" if there else "plain")
    with pytest.raises(ValueError, match="solver doesn't play bridge: choose among plain"):
        players.computer("solver", make("bridge"))


def test_all_who_know_bridge_call_alike() -> None:
    game = make("bridge", boards=None)
    some = [players.computer(each, game) for each in ("plain", *STYLES)]
    for n in range(12):
        table = Table(game, seed_of("calls", n))
        while table.turn and table.state.phase == "auction":
            view = table.view(table.turn[0])
            (call,) = {str(each.choose(view, Random(n))) for each in some}
            table.act(table.turn[0], call)


@pytest.mark.parametrize("style", STYLES)
def test_a_style_plays_every_mode_and_answers_claims(style: str) -> None:
    for mode in ("duplicate", "rubber", "mini"):
        game = make("bridge", mode)
        assert play(game, [players.computer(style, game)] * 4, seed_of(style, 1)).over
    game = make("bridge")
    player = players.computer(style, game)
    state = game.deal(Random(1))
    state = replace(state, phase="claim", calls=("1S", "P", "P", "P"), turn=1, notes=(1, 1, 13, 0, 0, 0))
    assert player.choose(game.view(state, 0), Random(1)).verb == "refuse"


@pytest.mark.slow
def test_two_against_two_leading_from_length_beats_the_robot() -> None:
    from dealt.arena import run

    found = run(make("bridge", "mini"), ["long", "robot"], 80, "styles", 1)
    (pair,) = found.pairs
    assert (pair.first, pair.second) == ("long", "robot")
    assert pair.errors is not None
    assert pair.errors > 3


@pytest.mark.parametrize("name", ["plain", "solver"])
def test_a_claim_is_held_against_the_hand_that_the_answerer_does_not_see(name: str) -> None:
    game = make("bridge")
    player = players.computer(name, game) if name in players.possible(game) else pytest.skip("no solver is installed")
    for north, west, verb in (("As Ah", "3h 3c", "accept"), ("Qs Ah", "Ks 3c", "refuse")):
        table = _claimed(game, (north, "Kh 2c", "2h 2d", west))
        assert player.choose(table.view(1, log=False), Random(1)).verb == verb


def test_tricks_of_a_hand_that_nobody_can_reach_are_not_certain() -> None:
    game = bridge()
    assert advice.certain(game, _claimed(game, ("As Kh", "Ah 2c", "2h 2d", "3h 3c")).state, 0) == 1
    assert advice.certain(game, _claimed(game, ("As 2s Kh", "Ah 2c 4c", "Ks 2d 3d", "3h 3c 5c")).state, 0) == 3


def _claimed(game: Game[State], hands: tuple[str, str, str, str]) -> Table[State]:
    """North declares at notrump, is on lead with these cards left, south being dummy, and claims them all."""
    held = tuple(map(cards, hands))
    left, gone = held[0].bit_count(), [one for one in game.deck if not sum(held) >> one & 1]
    state = replace(
        game.deal(Random(1)),
        hands=held,
        calls=("1N", "P", "P", "P"),
        dealer=0,
        phase="play",
        turn=0,
        leader=0,
        won=(13 - left, 0, 0, 0),
        played=tuple(mask(gone[seat::4]) for seat in range(4)),
        shown=held[2],
    )
    table = Table(game, seed_of("claim", 1), state=state)
    table.act(0, f"claim {left}")
    return table
