"""What the vectors of trick-taking games share: deals of the robot, and tricks that are played again card by card."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from dealt.cards import name
from dealt.game import find
from dealt.games.tricks import Tricks, TrickState, winning_place
from dealt.players.advice.tricks.robots import Robot


def winner(rules: Tricks, state: TrickState) -> int:
    """The seat that took the trick on the table."""
    return (state.leader + winning_place(state.trick, rules.trump(state))) % 4


def by_robots(rules: Tricks, state: TrickState) -> tuple[TrickState, list[dict[str, Any]]]:
    """The end of a deal that robots play from a state on, and its tricks."""
    player, played = Robot(rules), list[dict[str, Any]]()
    while turn := rules.turn(state):
        state = rules.apply(state, turn[0], player.choose(rules.view(state, turn[0]), Random(1)))
        if len(state.trick) == 4:
            some = [name(one).upper() for one in state.trick]
            played.append({"leader": state.leader, "cards": some, "winner": winner(rules, state)})
    return state, played


def play_trick(rules: Tricks, state: TrickState, row: Mapping[str, Any]) -> TrickState:
    """The state after the cards of a row, each of which must be legal; its leader and winner must be the row's."""
    assert state.turn == row["leader"]
    for one in row["cards"]:
        (seat,) = rules.turn(state)
        found = find(rules.view(state, seat), f"play {one}")
        assert found is not None, f"{one} can't be played at {state}"
        state = rules.apply(state, seat, found)
    assert winner(rules, state) == row["winner"]
    return state
