"""Records on the command line: reading them, and verifying them."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from dealt.cli.errors import CommandError
from dealt.game import OptionError
from dealt.table import DealCheck, DealRecord, Record, RecordError

__all__ = ["check", "read_raw", "read_record", "told"]

LARGEST: Final = 64 * 1024 * 1024
"""The number of bytes that a record may have."""
LONGEST_LINE: Final = 1000


def read_raw(file: str) -> bytes:
    """What is in a file, or what comes through the pipe if the file is ``-``."""
    try:
        if file == "-":
            raw = sys.stdin.buffer.read(LARGEST + 1)
        else:
            with Path(file).open("rb") as stream:
                raw = stream.read(LARGEST + 1)
    except OSError as error:
        raise CommandError(f"{file} can't be read: {(error.strerror or str(error)).lower()}") from None
    if len(raw) > LARGEST:
        raise CommandError(f"{file} is too large: {LARGEST // 1024 // 1024} MB can be read")
    return raw


def read_record(file: str) -> Record:
    """The record in a file, or in what comes through the pipe if the file is ``-``."""
    raw = read_raw(file)
    name = "the input" if file == "-" else file
    try:
        return Record.from_json(raw)
    except RecordError as error:
        raise CommandError(f"{name}: {error}") from None
    except UnicodeDecodeError:
        raise CommandError(f"{name}: this is no record: it isn't text") from None


def check(record: Record) -> list[DealCheck]:
    """How each deal of a record holds; CommandError if it can't be looked into."""
    from dealt.games import make

    try:
        return record.check(make)
    except OptionError as error:
        raise CommandError(f"the game of this record can't be made here: {error}") from None
    except RecordError as error:
        raise CommandError(f"this record does not hold: {error}") from None


def told(n: int, found: DealCheck) -> str:
    """What was found about deal number ``n``, from 1, in a line."""
    if found.wrong:
        return _printable(f"deal {n}: does not hold: it {found.wrong}")
    if not found.commitment:
        return f"deal {n}: holds; it was laid out by hand, so nothing was promised"
    return _printable(f"deal {n}: holds; promised as {found.commitment}; {_contributed(found.deal)}")


def _contributed(deal: DealRecord) -> str:
    """Who has contributed to the seed of a deal, and who has not."""
    if deal.fixed:
        return "seeds of this table were fixed: " + (
            "other tables of its set got the same deals" if deal.fixed == "set" else "they follow from a known word"
        )
    if deal.mix is None:
        return "nobody contributed to the seed"
    seats = deal.mix.seats
    gave = [each.name for each in seats if each is not None and each.given is not None]
    kept = [each.name for each in seats if each is not None and each.given is None]
    none = [
        deal.players[seat] if seat < len(deal.players) else f"seat {seat}"
        for seat, each in enumerate(seats)
        if not each
    ]
    parts = (("contributed to by", gave), ("sealed but kept back by", kept), ("none from", none))
    return "seed " + "; ".join(f"{what} {', '.join(names)}" for what, names in parts if names)


def _printable(text: str) -> str:
    """Text from a record without control characters, which could do things to a terminal."""
    return "".join(each if each.isprintable() else "?" for each in text)[:LONGEST_LINE]
