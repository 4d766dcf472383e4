"""Finding the game that a command line names, and reading its options."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from dealt.cli.errors import CommandError, refusing
from dealt.cli.files import unusable
from dealt.cli.options import Variant
from dealt.cli.own_games import load_files
from dealt.game import Game, Listing, Option, OptionError, did_you_mean


def own_board(file: Path, name: str | None) -> str:
    """The name of the game that a board of an assignment's file makes: of the one that is named, else its only one."""
    from dealt.assignments.boards import chosen_board

    with refusing(ValueError, status=2):
        found = chosen_board(file, name)
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


def _options(listing: Listing, pairs: Sequence[str]) -> dict[str, Any]:
    """The options in ``name=value`` pairs."""
    known = {each.name: each for each in listing.options}
    found: dict[str, Any] = {}
    for pair in pairs:
        key, given, value = pair.partition("=")
        key = key.strip().replace("-", "_")
        if not given:
            raise CommandError(f"{pair!r} is no option: write --option NAME=VALUE", 2)
        with refusing(OptionError):
            if key not in known:
                listing.make(**{key: value})  # says which options there are
            found[key] = known[key].read(_text(known[key], value))
    return found


def _text(option: Option, value: str) -> str:
    """The value as it is given, or for an option that takes texts of one's own what the file of that name holds."""
    if option.own is None or not value.endswith(".toml"):
        return value
    try:
        return Path(value).read_text(encoding="utf-8")
    except OSError as error:
        raise unusable(value, error, "read") from None
    except UnicodeDecodeError:
        raise CommandError(f"{value} can't be read: it is no text in UTF-8") from None


def chosen(name: str, variant: Variant) -> tuple[Listing, Game[Any]]:
    """The game that a command line asks for."""
    listing, named = _named(name)
    if named is not None and variant.preset not in (None, named):
        raise CommandError(
            f"{named} is a preset of {listing.name}: leave --preset {variant.preset} out, or write {listing.name}"
        )
    preset, seats = named or variant.preset, variant.seats
    options = _options(listing, variant.option or ())
    if seats is not None:
        if not any(each.name == "seats" for each in listing.options):
            fixed = listing.make(preset, **options)
            if seats != fixed.seats:
                raise CommandError(f"{listing.name} is for {fixed.seats}: leave --seats out")
        else:
            options["seats"] = seats
    with refusing(OptionError):
        return listing, listing.make(preset, **options)


def chosen_for_computers(name: str, variant: Variant) -> tuple[Listing, Game[Any]]:
    """The game that a command line asks for, as computers play it among themselves."""
    listing, game = chosen(name, variant)
    return listing, game.among_computers()
