"""Deals of other programs on the command line: laid out by hand, written into their formats and read from them."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from dealt.cli.errors import CommandError, refusing
from dealt.cli.files import write_straight
from dealt.cli.records import called, looking_into, read_raw, read_record
from dealt.game import Format, Game, ImportedDeal, Listing, did_you_mean


def laid(listing: Listing, game: Game[Any], text: str, seed: bytes) -> Mapping[str, str]:
    """The piles of a line, in a format of the game or as ``PILE=CARDS;...``; CommandError if it can't be dealt.

    ``seed`` is the one that the other cards come from.
    """
    from dealt.laid import lay_out, parse_piles

    with refusing(ImportError), refusing(ValueError, status=2, before="--deal: "):
        found = next((some for each in listing.formats if (some := each.cards(text)) is not None), None)
        found = parse_piles(text) if found is None else found
        lay_out(game, seed, found)
    return found


def _of(listing: Listing, name: str | None) -> Format:
    """The format of that name, or the only one that a game has."""
    known = [each.name for each in listing.formats]
    for each in listing.formats:
        if name in (each.name, None if len(known) == 1 else each.name):
            return each
    if not known:
        raise CommandError(f"{listing.name} has no format of another program")
    raise CommandError(f"{listing.name} is written as {' or '.join(known)}: name one with --format", 2)


def export(file: str, name: str | None, to: Path | None) -> None:
    """Write the deals of a record into a file of another program, or to standard output."""
    from dealt.games import GAMES, make

    record = read_record(file)
    listing = GAMES.get(record.game)
    if listing is None:
        raise CommandError(
            f"this record is of a game named {record.game}, which isn't here: load its file with --games"
        )
    chosen = _of(listing, name)
    with refusing(ValueError, ImportError), looking_into():
        text = chosen.write(record.exported(make))
    if to is None:
        sys.stdout.write(text)
    else:
        write_straight(to, text)


def read(file: str, name: str | None) -> tuple[Listing, tuple[ImportedDeal, ...]]:
    """The game and the deals of a file. The format is the one named, else the one with the file's ending."""
    from dealt.games import GAMES

    offers = [(listing, each) for listing in GAMES.values() for each in listing.formats]
    names = ", ".join(sorted({each.name for _, each in offers}))
    fit = [offer for offer in offers if name in (offer[1].name, None)]
    if name is None and len(fit) > 1:
        fit = [offer for offer in fit if file.lower().endswith(offer[1].suffix)]
    if not fit and name is not None:
        raise CommandError(
            f"there is no format {name}: {did_you_mean(name, names.split(', ')) or f'there are {names}'}", 2
        )
    if not fit:
        raise CommandError(f"which format is that? Name one of {names} with --format", 2)
    listing, chosen = fit[0]
    raw = read_raw(file)
    with refusing(ImportError), refusing(ValueError, before=f"{called(file)}: "):
        deals = chosen.read(raw)
    return next((each for each, _ in fit if deals and each.name == deals[0].game), listing), deals


def save(listing: Listing, deals: Sequence[ImportedDeal], to: Path) -> list[Path]:
    """Write the deals as records, several of them into numbered files; returns the files in order."""
    from dealt.games import make
    from dealt.table import RecordError, import_deals

    with refusing(RecordError):
        records = import_deals(listing.name, deals, make)
    files = [to] if len(records) == 1 else [to.with_stem(f"{to.stem}-{n}") for n in range(1, len(records) + 1)]
    for file, record in zip(files, records, strict=True):
        write_straight(file, record.to_json() + "\n")
    return files
