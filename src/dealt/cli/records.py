"""Records on the command line: reading them, and verifying them."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from dealt.cli.errors import CommandError, printable, refusing
from dealt.cli.files import unusable
from dealt.game import OptionError
from dealt.table import DealCheck, Record, RecordError
from dealt.tui.contribution import contributors
from dealt.tui.words import Words

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
        raise unusable(file, error, "read") from None
    if len(raw) > LARGEST:
        raise CommandError(f"{file} is too large: {LARGEST // 1024 // 1024} MB can be read")
    return raw


def read_record(file: str) -> Record:
    """The record in a file, or in what comes through the pipe if the file is ``-``."""
    raw = read_raw(file)
    try:
        with refusing(RecordError, before=f"{called(file)}: "):
            return Record.from_json(raw)
    except UnicodeDecodeError:
        raise CommandError(f"{called(file)}: this is no record: it isn't text") from None


def called(file: str) -> str:
    """What an input is called in messages."""
    return "the input" if file == "-" else file


@contextmanager
def looking_into() -> Iterator[None]:
    """CommandError if a record can't be looked into."""
    made, held = "the game of this record can't be made here: ", "this record does not hold: "
    with refusing(RecordError, before=held), refusing(OptionError, before=made):
        yield


def check(record: Record) -> list[DealCheck]:
    """How each deal of a record holds; CommandError if it can't be looked into."""
    from dealt.games import make

    with looking_into():
        return record.check(make)


def told(n: int, found: DealCheck) -> str:
    """What was found about deal number ``n``, from 1, in a line."""
    if found.wrong:
        return printable(f"deal {n}: does not hold: it {found.wrong}", "?")[:LONGEST_LINE]
    if not found.commitment:
        return f"deal {n}: holds; it was laid out by hand, so nothing was promised"
    deal, seats = found.deal, len(found.deal.mix.seats) if found.deal.mix else 0
    names = [*deal.players, *(f"seat {seat}" for seat in range(len(deal.players), seats))]
    gave = contributors(deal.mix, deal.fixed, names, Words("en"))
    told = "; ".join(each[0].lower() + each[1:] for each in gave)
    return printable(f"deal {n}: holds; promised as {found.commitment}; {told}", "?")[:LONGEST_LINE]
