"""Files with games of one's own: loading those that the command line and the environment name."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from dealt.cli.errors import refusing

_loaded: set[Path] = set()


def loaded() -> tuple[Path, ...]:
    """The files whose games are here: a process that is begun needs them, too."""
    return tuple(_loaded)


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
        with refusing(OSError, ValueError):
            load(file)
        _loaded.add(path)
