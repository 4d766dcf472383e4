"""What one commit leaves to the next ones, so that a run of all tests stays short."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import TypeVar
from zlib import crc32

T = TypeVar("T")


@cache
def commits() -> int:
    """The number of commits that led to this one; 0 where that can't be told."""
    git = shutil.which("git")
    if git is None:
        return 0
    asked = [git, "-C", str(Path(__file__).parent), "rev-list", "--count", "HEAD"]
    return int(subprocess.run(asked, capture_output=True, text=True, check=False).stdout or 0)


def others(some: Iterable[T], turns: int, name: str) -> set[T]:
    """Those that this commit leaves to the next ones, of whom each takes another one of so many in a row."""
    return {each for n, each in enumerate(some, commits() + crc32(name.encode())) if n % turns}


def ours(some: Sequence[T], turns: int, name: str) -> list[T]:
    """Those that this commit takes, where a run of all tests takes turns; ``pytest FILE`` takes them all."""
    left = others(some, turns, name) if "DEALT_HOUSE_RULES" in os.environ else set[T]()
    return [each for each in some if each not in left]
