"""What a room sends, as the values of this house: a view, a scene's places, a log. Unknown fields are passed over."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from dealt.cards import Card, Cards, card, mask, members, name, rank, ranks, sequence
from dealt.game import Action, Box, Fact, Pile, Say, View
from dealt.tui.lesson import Moment
from dealt.tui.scene import Line, Outcome

__all__ = [
    "action_of",
    "boxes_of",
    "describer",
    "line_of",
    "moments_of",
    "outcome_of_wire",
    "say_of",
    "some",
    "view_of",
]

Raw = Mapping[str, Any]


def say_of(raw: Raw) -> Say:
    """A sentence."""
    args = {key: tuple(value) if isinstance(value, list) else value for key, value in raw.get("args", {}).items()}
    return Say(raw["key"], args)


def some(names: Sequence[str]) -> tuple[Card, ...]:
    """Cards in notation, in their order."""
    return tuple(card(each) for each in names)


def action_of(raw: Raw) -> Action:
    """A legal action; its name is what the room understands."""
    return Action(raw["verb"], mask(some(raw.get("cards", ()))), raw.get("amount"), raw.get("upto"), raw.get("step", 1))


def view_of(raw: Raw) -> tuple[View, dict[Action, Say]]:
    """A view, and what its legal actions are called."""
    legal = {action_of(each): say_of(each["say"]) for each in raw["legal"]}
    piles = tuple(
        Pile(
            each["name"],
            each["owner"],
            tuple(None if one is None else card(one) for one in each["cards"]),
            each["lay"],
            each["note"],
        )
        for each in raw["piles"]
    )
    facts = tuple(Fact(each["name"], each["owner"], each["value"], each.get("lay", "")) for each in raw["facts"])
    score = None if raw["score"] is None else tuple(raw["score"])
    return View(raw["seat"], tuple(raw["turn"]), piles, facts, tuple(legal), score, raw["suits"]), legal


def boxes_of(raw: Sequence[Raw], says: dict[Action, Say]) -> list[Box]:
    """Boxes; what their actions are called is added to ``says``."""
    found: list[Box] = []
    for each in raw:
        actions = {action_of(one): say_of(one["say"]) for one in each["actions"]}
        says.update(actions)
        found.append(Box(each["group"], each["columns"], tuple(actions)))
    return found


def describer(says: Mapping[Action, Say]) -> Callable[[Action], Say]:
    """What actions are called: as the room says, or by its cards where one stands for equal ranks."""

    def describe(action: Action) -> Say:
        if action in says:
            return says[action]
        alike = (each for each in says if each.verb == action.verb and ranks(each.cards) == ranks(action.cards))
        like = next(alike, None)
        base = Say(action.verb.replace(" ", "_")) if like is None else says[like]
        shown = _in_place(base.args.get("cards"), action.cards)
        return Say(base.key, {**base.args, "cards": shown} if shown else base.args)

    return describe


def _in_place(named: object, chosen: Cards) -> tuple[str, ...]:
    """Cards by name, each where one of its rank stands among those that are named of an action of equal ranks."""
    ranked = [rank(one) for each in named for one in sequence(each)] if isinstance(named, tuple) else []
    order = sorted(members(chosen), key=lambda one: ranked.index(rank(one)) if rank(one) in ranked else len(ranked))
    return tuple(map(name, order))


def line_of(raw: Raw) -> Line:
    """A line of the log."""
    return Line(raw["seat"], say_of(raw["say"]), some(raw["cards"]), raw.get("hidden", 0))


def outcome_of_wire(raw: Raw, low: bool) -> Outcome:
    """How a deal came out."""
    return Outcome(
        raw["scores"],
        raw["totals"],
        raw["winners"],
        raw["settled"],
        raw["balances"],
        tuple(raw["best"]),
        raw["final"],
        low,
    )


def moments_of(raw: Raw) -> list[Moment]:
    """What a learner sees of a lesson, one by one."""
    found: list[Moment] = []
    for each in raw["frames"]:
        view, says = view_of(each["view"])
        hand = some(next(iter(each["sorts"].values()), ()))
        line = None if each["move"] is None else line_of(each["move"])
        found.append(Moment(view, each["words"], each["play"], describer(says), hand, line))
    return found
