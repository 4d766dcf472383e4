"""Work by threads, in spans of the numbers of deals."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Final

__all__ = ["in_threads"]

SPANS: Final = 8
"""The number of spans of deals for each of several threads."""


def in_threads(part: Callable[[tuple[int, int]], None], n: int, threads: int) -> None:
    """Do ``n`` things by spans: several for each thread, so that none waits long for the last.

    The thread that asks works too: to wake another costs as much as thousands of deals.
    """
    if threads == 1:
        part((0, n))
        return
    spans = threads * SPANS
    left = iter(list(pairwise(n * place // spans for place in range(spans + 1))))

    def work() -> None:
        for span in left:  # a list's iterator gives each thread another span
            part(span)

    with ThreadPoolExecutor(threads - 1) as others:
        asked = [others.submit(work) for _ in range(threads - 1)]
        work()
        for each in asked:
            each.result()
