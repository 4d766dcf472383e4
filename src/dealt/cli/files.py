"""Files that a command line names: whether they can be written, writing them, and what is said where they can't be."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from tempfile import NamedTemporaryFile

from dealt import files
from dealt.cli.errors import CommandError


def unusable(file: str | Path | None, error: OSError, how: str = "written", status: int = 1) -> CommandError:
    """What to say of a file that can't be written, or can't be used as ``how`` says."""
    return CommandError(f"{error.filename or file} can't be {how}: {(error.strerror or str(error)).lower()}", status)


def writable(*files: Path | None) -> None:
    """CommandError before the work rather than after it if a file can't be written; - is standard output."""
    for file in files:
        if file is not None and file.is_dir():
            raise CommandError(f"{file} can't be written: it is a folder")
        if file is not None and str(file) != "-":
            write(file, None)


def unused(file: Path | None) -> None:
    """CommandError if a file that is to be made is there already; pipes and devices are."""
    if file is not None and file.is_file():
        raise CommandError(f"{file} is there already: choose another name")


def write(file: Path, written: str | None) -> None:
    """Replace the file's content in one step; with None only try whether a file can be created beside it."""
    if str(file) == "-":
        sys.stdout.write(written or "")
        return
    if file.exists() and not file.is_file():  # a pipe or a device can't be replaced by a file
        if written is not None:
            write_straight(file, written)
        return
    beside: Path | None = None
    try:
        with NamedTemporaryFile(
            "w", encoding="utf-8", dir=file.parent, prefix=f".{file.name}.", delete=False
        ) as stream:
            beside = Path(stream.name)
            stream.write(written or "")
        if written is not None:
            beside.chmod(file.stat().st_mode if file.exists() else 0o666 & ~_umask())
            beside.replace(file)
    except OSError as error:
        raise CommandError(f"{file} can't be written: {(error.strerror or str(error)).lower()}") from None
    finally:
        if beside is not None:
            beside.unlink(missing_ok=True)


def write_straight(file: Path, written: str) -> None:
    """Write into the file itself."""
    try:
        file.write_text(written, encoding="utf-8")
    except OSError as error:
        raise unusable(file, error) from None


def write_new(file: Path, written: str, *, status: int = 1, mode: int = 0o666) -> None:
    """Write a file that is not there yet; one that is there is left as it is."""
    try:
        files.write_new(file, written, mode)
    except FileExistsError:
        raise CommandError(f"{file} is there already: choose another name", status) from None
    except OSError as error:
        raise unusable(file, error, status=status) from None


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
