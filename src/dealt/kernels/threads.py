"""Spans of work for several threads."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Final

__all__ = ["in_threads"]

SPANS: Final = 8
"""The number of spans of deals for each of several threads."""


def in_threads(part: Callable[[tuple[int, int]], None], n: int, threads: int) -> None:
    """Do ``n`` things by spans: several for each thread, so that none waits long for the last."""
    spans = threads * (SPANS if threads > 1 else 1)
    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(part, pairwise(n * place // spans for place in range(spans + 1))))
