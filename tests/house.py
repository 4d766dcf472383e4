"""What the tests of every game share: all games with all their variants, and random deals of them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

from dealt.cards import Cards
from dealt.game import Game, Listing, Option, OptionError, Past, Value, View
from dealt.games import GAMES
from dealt.table import Table

BOUND = 5000
"""No deal may take more actions than this, however badly it is played."""


def values(option: Option) -> list[Value]:
    """The values of an option: all of them if they are few, else the ends."""
    numbers = range(0) if option.low is None or option.high is None else range(option.low, option.high + 1)
    return [*option.choices, *(numbers if len(numbers) <= 8 else (numbers[0], numbers[-1]))]


def choices(listing: Listing) -> Iterator[dict[str, Any]]:
    """Every preset, every value of every option, and each with the last value of the first option (often a variant).

    What the game refuses is left out by `variants`.
    """
    yield from ({"preset": preset} for preset in [None, *listing.presets])
    yield from ({option.name: value} for option in listing.options for value in values(option))
    for other in listing.options[1:]:
        first = listing.options[0]
        yield from ({first.name: values(first)[-1], other.name: value} for value in values(other))


@cache
def any_variant(name: str, number: int) -> Game[Any]:
    """A game with options drawn at random: the combinations that `choices` doesn't list."""
    rng, listing = Random(number), GAMES[name]
    while True:
        try:
            return listing.make(
                **{each.name: rng.choice(values(each)) for each in listing.options if rng.random() < 0.6}
            )
        except OptionError:
            continue


def variants() -> dict[str, Game[Any]]:
    """All games with all variants that differ, by a readable name."""
    found: dict[str, Game[Any]] = {}
    for name, listing in GAMES.items():
        seen: list[dict[str, Any]] = []
        for wanted in choices(listing):
            try:
                game = listing.make(**wanted)
            except OptionError:
                continue
            settled = dict(game.options)
            if settled in seen:
                continue
            seen.append(settled)
            label = ",".join(f"{key}={value}" for key, value in wanted.items() if value is not None)
            found[f"{name}:{label or 'default'}"] = game
    return found


def begin(game: Game[Any], rng: Random, *, later: bool = False) -> Table[Any]:
    """A fresh deal; a later one of a match where somebody may have changed, if wished."""
    table: Table[Any] = Table(game, rng.randbytes(32))
    if later:
        walk(table, rng)
        score = table.score
        assert score is not None
        joined = frozenset(seat for seat in range(game.seats) if rng.random() < 0.2)
        over = game.final(table.state, score)  # then another match begins
        table = Table(game, rng.randbytes(32), None if over else Past(table.state, score, 1, joined))
    return table


def walk(table: Table[Any], rng: Random, steps: int = BOUND) -> None:
    """Random legal actions; some walks hardly ever pass, some often do."""
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
        table.act(seat, chosen(rng.choice(legal), rng))
    assert steps < BOUND, f"the deal has not ended after {BOUND} actions"


def chosen(legal: Any, rng: Random) -> Any:
    """An action that a legal one stands for: an amount of its range."""
    if legal.upto is None:
        return legal
    return legal.of(rng.choice(legal.amounts))


def face_up(view: View) -> Cards:
    """The cards that the view shows."""
    up = 0
    for pile in view.piles:
        for one in pile.cards:
            up |= 0 if one is None else 1 << one
    return up
