"""The command `dealt`: it reads the command line, calls the page or the terminal, and reports errors in one line."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Sequence
from io import TextIOWrapper

from dealt import __version__

__all__ = ["main", "run"]


def run(arguments: Sequence[str]) -> int:
    """Carry out a command line; the exit status is 0, 1 for a failure, or 2 for a command line that is wrong.

    It is 2, too, where the packages of the extra ``room`` are not installed: a plain ``pip install dealt`` is the
    library, and all that the command then knows is its version.
    """
    if list(arguments) == ["--version"]:
        print(f"dealt {__version__}")
        return 0
    try:
        from dealt.cli.app import execute
    except ModuleNotFoundError as missing:
        from dealt.cli.errors import without_room

        if (line := without_room(missing)) is None:
            raise
        sys.stderr.write(f"dealt: {line}\n")
        return 2
    return execute(arguments)


def main() -> None:
    """The entry point of the command. Characters that the terminal can't encode are printed as question marks."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    warnings.formatwarning = lambda message, *_, **__: f"dealt: {message}\n"  # a sentence, not a line of our source
    sys.exit(run(sys.argv[1:]))
