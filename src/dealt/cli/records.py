"""Records on the command line: reading them, and verifying them."""

from __future__ import annotations

import sys
from pathlib import Path

from dealt.cli.errors import CommandError
from dealt.game import OptionError
from dealt.table import Record, RecordError

__all__ = ["read_raw", "read_record", "verify"]

LARGEST = 64 * 1024 * 1024
"""The number of bytes that a record may have."""


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


def verify(record: Record) -> list[str]:
    """The commitments of a record, one a deal; CommandError says which deal doesn't replay and why."""
    from dealt.games import make

    try:
        return record.verify(make)
    except OptionError as error:
        raise CommandError(f"the game of this record can't be made here: {error}") from None
    except RecordError as error:
        raise CommandError(f"this record does not hold: {error}") from None
