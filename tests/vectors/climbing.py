"""What the vectors of all climbing games have."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from dealt.game import Action, find
from dealt.games.climbing import Climbing, ClimbingState
from tests.vectors import Row, check, held, made

CLIMBING = ("bigtwo", "doudizhu", "chinesepoker")


def ruled(file: Row, row: Row, **more: Any) -> Climbing:
    """The game under the rules that a row names, as an entry of ``rule_sets``."""
    rules = dict(file.get("rule_sets", {}).get(row.get("rules"), {}))
    if "base" in rules:
        rules["variant"] = rules.pop("base")
    return made(Climbing, file["game"], **{**rules, **more})


@check("classify", *CLIMBING)
def classify(file: Row, row: Row) -> tuple[Any, Any]:
    repeated = len(set(row["cards"])) < len(row["cards"])
    kind = None if repeated else ruled(file, row).classify(held(row["cards"]))
    return (kind, kind is not None), (row["kind"], row["valid"])


@check("beats", *CLIMBING)
def beats(file: Row, row: Row) -> tuple[Any, Any]:
    return ruled(file, row).beats(held(row["play"]), held(row["previous"])), row["beats"]


def moved(
    game: Climbing, state: ClimbingState, actions: Iterable[tuple[int, list[str]]]
) -> tuple[ClimbingState, list[int]]:
    """The state after some actions, each checked, and who led: the first leader and each winner of a trick."""
    leads = [] if state.turn is None else [state.turn]
    for seat, some in actions:
        assert state.turn == seat, f"seat {state.turn} is to act, not {seat}"
        action = find(game.view(state, seat), Action("play", held(some)) if some else Action("pass"))
        assert action is not None, f"seat {seat} may not play {some} at {state}"
        contested, state = state.owner is not None, game.apply(state, seat, action)
        if contested and state.owner is None and state.turn is not None:
            leads.append(state.turn)
    return state, leads
