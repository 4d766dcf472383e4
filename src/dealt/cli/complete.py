"""What the shell offers when Tab is pressed: names of games, presets, options and computers.

A press of Tab should be answered in well under half a second, so nothing here makes a game or a computer.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator
from typing import Any

import typer

from dealt.cli.errors import CommandError

Offer = tuple[str, str]
"""A word that can be typed, and a line about it; shells show it where they can."""


def _listings() -> dict[str, Any]:
    """The games by name, with those of the files that the environment names. A file that fails adds none."""
    from dealt.cli.own_games import load_files
    from dealt.games import GAMES

    with contextlib.suppress(CommandError):
        load_files(())
    return GAMES


def chosen(ctx: typer.Context) -> Any:
    """The listing of the game that is on the line already, by its name or by a preset's; None where there is none."""
    name = str(ctx.params.get("game") or "").lower()
    known = _listings()
    by_preset = (each for each in known.values() if name in map(str.lower, each.presets))
    return next((each for key, each in known.items() if key.lower() == name), next(by_preset, None))


def _text(listing: Any, key: str) -> str:
    found: str = listing.text(key)
    return "" if found == key else found


def _fitting(some: Iterable[Offer], typed: str) -> list[Offer]:
    return [each for each in some if each[0].lower().startswith(typed.lower())]


def games(incomplete: str) -> list[Offer]:
    return _fitting(((name, _text(each, "game.title")) for name, each in _listings().items()), incomplete)


def presets(ctx: typer.Context, incomplete: str) -> list[Offer]:
    """The presets of the game on the line."""
    listing = chosen(ctx)
    some = () if listing is None else ((name, _text(listing, f"preset.{name}")) for name in listing.presets)
    return _fitting(some, incomplete)


def values(listing: Any, option: str) -> list[str]:
    """The values of an option, as they are typed; of whole numbers at most the first hundred."""
    from dealt.tui.lobby import shown

    found = next((each for each in listing.options if each.name == option.replace("-", "_")), None)
    if found is None:
        return []
    numbers = range(0) if found.low is None or found.high is None else range(found.low, found.high + 1)[:100]
    return [*map(shown, found.choices), *map(str, numbers)]


def options(ctx: typer.Context, incomplete: str) -> list[Offer]:
    """``NAME=`` of the options of the game on the line, then their values."""
    listing = chosen(ctx)
    if listing is None:
        return []
    name, given, _ = incomplete.partition("=")
    if given:
        return _fitting(((f"{name}={value}", "") for value in values(listing, name)), incomplete)
    return _fitting(((f"{each.name}=", _text(listing, f"option.{each.name}")) for each in listing.options), incomplete)


def seats(ctx: typer.Context, incomplete: str) -> list[Offer]:
    """How many may play the game on the line."""
    listing = chosen(ctx)
    return [] if listing is None else _fitting(((each, "") for each in values(listing, "seats")), incomplete)


def flags(ctx: typer.Context, incomplete: str) -> Iterator[Offer]:
    """The options of the game on the line as flags, as a command about a game takes them."""
    listing = chosen(ctx)
    for each in () if listing is None else listing.options:
        if (flag := f"--{each.name}").startswith(incomplete):
            yield flag, _text(listing, f"option.{each.name}")


def computers(ctx: typer.Context, incomplete: str) -> list[Offer]:
    """The computers that are listed for the game on the line, after those that are named before a comma."""
    from dealt.players import EVERYWHERE, LEVELS, REGISTERED

    listing = chosen(ctx)
    every = {name for each in _listings().values() for name in each.computers}
    own = [name for name in REGISTERED if name not in (*every, *EVERYWHERE, *LEVELS)]
    some = [*REGISTERED] if listing is None else dict.fromkeys((*LEVELS, *listing.computers, *own, *EVERYWHERE))
    before, comma, typed = incomplete.rpartition(",")
    return [(f"{before}{comma}{name}", "") for name in some if name.startswith(typed.lower())]


def formats(incomplete: str) -> list[Offer]:
    some = {each.name: listing.name for listing in _listings().values() for each in listing.formats}
    return _fitting(some.items(), incomplete)


def languages(incomplete: str) -> list[Offer]:
    return _fitting((("en", "English"), ("zh", "中文")), incomplete)
