"""Every game on a deck so small that all its deals can be listed: what the support law needs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from dealt.cards import sequence
from dealt.game import Game
from dealt.games.bigtwo import BigTwo
from tests.house import variants
from tests.toys import Gift


def big_two(options: dict[str, Any]) -> Iterator[Game[Any]]:
    """Three seats with two cards each and one card left over; and two seats with three where seats may differ."""
    yield BigTwo(deck=sequence("3d 3s 4c 5h 5s 6d 2s"), hand=2, **{**options, "seats": 3})
    if options.get("variant") == "doyle":
        yield BigTwo(deck=sequence("3c 3h 4d 4s 5c 2h"), hand=2, **{**options, "seats": 2})


MAKERS: dict[str, Any] = {"bigtwo": big_two, "gift": lambda options: iter([Gift()])}


def tiny() -> dict[str, Game[Any]]:
    """A tiny form of every variant of every game, by a readable name; and the toy game."""
    found: dict[str, Game[Any]] = {"gift": Gift()}
    for label, game in variants().items():
        for each in MAKERS[game.name](dict(game.options)):
            found[f"{label}/{each.seats}"] = each
    return found
