"""Finding the game that a command line names, loading files with further games, and reading options."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from dealt.cli.errors import CommandError
from dealt.game import Game, Listing, OptionError, did_you_mean

__all__ = [
    "chosen",
    "chosen_for_computers",
    "from_environment",
    "listed",
    "load_files",
    "options_of",
    "own_board",
]

_loaded: set[Path] = set()


def from_environment() -> list[str]:
    """The files that DEALT_GAMES names, separated by commas."""
    return [each.strip() for each in os.environ.get("DEALT_GAMES", "").split(",") if each.strip()]


def load_files(files: Iterable[str | Path] = (), *, environment: bool = True) -> None:
    """Load the files of games that DEALT_GAMES and the command line name, each file once."""
    from dealt.games import load

    for file in (*(from_environment() if environment else ()), *files):
        path = Path(file).resolve()
        if path in _loaded:
            continue
        try:
            load(file)
        except (OSError, ValueError) as error:
            raise CommandError(str(error)) from error
        _loaded.add(path)


def own_board(file: Path, name: str | None) -> str:
    """The name of the game that a board of an assignment's file makes: of the one that is named, else its only one."""
    from dealt.assignments.boards import chosen_board

    try:
        found = chosen_board(file, name)
    except ValueError as error:
        raise CommandError(str(error), 2) from None
    load_files([file], environment=False)
    return found


def listed(name: str) -> Listing:
    """The listing of a game, by its name in any case or by a preset that no other game has."""
    return _named(name)[0]


def _named(name: str) -> tuple[Listing, str | None]:
    """The game of a name and None; or the only game that has a preset of that name, and the preset."""
    from dealt.games import GAMES

    found = next((each for key, each in GAMES.items() if key.lower() == name.lower()), None)
    if found is not None:
        return found, None
    owners = [
        (each, preset)
        for each in GAMES.values()
        for preset in (*each.presets, *each.aliases)
        if preset.lower() == name.lower()
    ]
    if len(owners) == 1:
        return owners[0]
    if owners:
        games = " and ".join(each.name for each, _ in owners)
        raise CommandError(f"{name} is a preset of {games}: write the game, then --preset {name}")
    presets = {preset for each in GAMES.values() for preset in each.presets}
    meant = did_you_mean(name, [*GAMES, *presets]) or f"choose among {', '.join(GAMES)}"
    raise CommandError(f"there is no game {name}: {meant} (dealt games lists them)")


def options_of(listing: Listing, pairs: Sequence[str]) -> dict[str, Any]:
    """The options in ``name=value`` pairs."""
    known = {each.name: each for each in listing.options}
    found: dict[str, Any] = {}
    for pair in pairs:
        key, given, value = pair.partition("=")
        key = key.strip().replace("-", "_")
        if not given:
            raise CommandError(f"{pair!r} is no option: write --option NAME=VALUE", 2)
        try:
            if key not in known:
                listing.make(**{key: value})  # says which options there are
            found[key] = known[key].read(value)
        except OptionError as error:
            raise CommandError(str(error)) from None
    return found


def chosen(name: str, preset: str | None, pairs: Sequence[str], seats: int | None) -> tuple[Listing, Game[Any]]:
    """The game that a command line asks for."""
    listing, named = _named(name)
    if named is not None and preset not in (None, named):
        raise CommandError(
            f"{named} is a preset of {listing.name}: leave --preset {preset} out, or write {listing.name}"
        )
    preset = named or preset
    options = options_of(listing, pairs)
    if seats is not None:
        if not any(each.name == "seats" for each in listing.options):
            fixed = listing.make(preset, **options)
            if seats != fixed.seats:
                raise CommandError(f"{listing.name} is for {fixed.seats}: leave --seats out")
        else:
            options["seats"] = seats
    try:
        return listing, listing.make(preset, **options)
    except OptionError as error:
        raise CommandError(str(error)) from None


def chosen_for_computers(
    name: str, preset: str | None, pairs: Sequence[str], seats: int | None
) -> tuple[Listing, Game[Any]]:
    """The game that a command line asks for, as computers play it among themselves."""
    listing, game = chosen(name, preset, pairs, seats)
    return listing, game.among_computers()
