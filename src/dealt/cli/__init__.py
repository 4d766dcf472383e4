"""The command `dealt`: it reads what was typed, hands over to a face, and says what is wrong in one line."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from io import TextIOWrapper

__all__ = ["main", "run"]


def run(arguments: Sequence[str]) -> int:
    """Carry out a command line; its exit status: 0, 1 for a failure, 2 for a line that can't be understood."""
    from dealt.cli.app import execute

    return execute(arguments)


def main() -> None:
    """The entry point of the command. A character that the terminal's encoding lacks becomes a question mark."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    sys.exit(run(sys.argv[1:]))
