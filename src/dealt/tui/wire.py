"""What a room sends, as the values of this house: a view, a scene's places, a log. Unknown fields are passed over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dealt.cards import Card, card, mask
from dealt.game import Action, Fact, Pile, Say, View
from dealt.tui.scene import Line, Outcome

__all__ = ["action_of", "line_of", "outcome_of_wire", "say_of", "some", "view_of"]

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
    return Action(raw["verb"], mask(some(raw.get("cards", ()))), raw.get("amount"), raw.get("upto"))


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
    facts = tuple(Fact(each["name"], each["owner"], each["value"]) for each in raw["facts"])
    score = None if raw["score"] is None else tuple(raw["score"])
    return View(raw["seat"], tuple(raw["turn"]), piles, facts, tuple(legal), score, raw["suits"]), legal


def line_of(raw: Raw) -> Line:
    """A line of the log."""
    return Line(raw["seat"], say_of(raw["say"]), some(raw["cards"]), raw.get("hidden", 0))


def outcome_of_wire(raw: Raw, low: bool) -> Outcome:
    """How a deal came out."""
    return Outcome(raw["scores"], raw["totals"], raw["settled"], raw["balances"], tuple(raw["best"]), raw["final"], low)
