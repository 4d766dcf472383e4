"""Positions to check laws at: every variant of a game, and random walks through its deals."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, Final

from dealt.game import Game, Listing, Option, OptionError, Past, Value
from dealt.table import Table

MAX_ACTIONS: Final = 5000
"""The number of actions within which every deal must end."""


class Endless(AssertionError):  # noqa: N818 - what it is
    """A deal that has not ended after ``MAX_ACTIONS`` actions."""


def option_values(option: Option) -> list[Value]:
    """The values of an option to try: all choices, and of a range of more than eight numbers only the ends."""
    numbers = range(0) if option.low is None or option.high is None else range(option.low, option.high + 1)
    return [*option.choices, *(numbers if len(numbers) <= 8 else (numbers[0], numbers[-1]))]


def option_choices(listing: Listing) -> Iterator[dict[str, Any]]:
    """Arguments for ``listing.make``: every preset; every option value, alone and with the first option's last value.

    :func:`variants` leaves out what the game refuses.
    """
    yield from ({"preset": preset} for preset in [None, *listing.presets])
    yield from ({option.name: value} for option in listing.options for value in option_values(option))
    for other in listing.options[1:]:
        first = listing.options[0]
        yield from ({first.name: option_values(first)[-1], other.name: value} for value in option_values(other))


def variants(listing: Listing) -> dict[str, Game[Any]]:
    """The different variants of a game, by the options chosen; the standard rules come first, as ``default``."""
    found: dict[str, Game[Any]] = {}
    seen: list[dict[str, Any]] = []
    for wanted in option_choices(listing):
        try:
            game = listing.make(**wanted)
        except OptionError:
            continue
        settled = dict(game.options)
        if settled in seen:
            continue
        seen.append(settled)
        label = ",".join(f"{key}={value}" for key, value in wanted.items() if value is not None)
        found[label or "default"] = game
    return found


def start_deal(game: Game[Any], rng: Random, *, later: bool = False) -> Table[Any]:
    """A fresh deal; with ``later`` the second of a match, in which some occupants may have changed."""
    table: Table[Any] = Table(game, rng.randbytes(32))
    if later:
        walk(table, rng)
        score = table.score or (0.0,) * game.seats
        joined = frozenset(seat for seat in range(game.seats) if rng.random() < 0.2)
        over = game.final(table.state, score)  # then the next deal begins a new match
        table = Table(game, rng.randbytes(32), None if over else Past(table.state, score, 1, joined))
    return table


def walk(table: Table[Any], rng: Random, steps: int = MAX_ACTIONS) -> None:
    """Play random legal actions; some walks rarely pass, others often. Endless if the deal does not end."""
    eager = rng.random()
    for _ in range(steps):
        turn = table.turn
        if not turn:
            return
        seat = rng.choice(turn)
        legal = table.game.legal(table.state, seat)
        if len(legal) > 1 and rng.random() < eager:
            with_cards = [each for each in legal if each.cards]
            legal = with_cards or legal
        table.act(seat, rng.choice(legal).drawn(rng))
    if steps >= MAX_ACTIONS:
        raise Endless(f"the deal has not ended after {MAX_ACTIONS} actions")
