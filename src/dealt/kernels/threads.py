"""Work on many deals, in spans of their numbers, by threads."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from functools import cache
from itertools import pairwise
from typing import Any, Final, TypeVar

SPANS: Final = 8
"""The number of spans of deals for each of several threads."""
MOST: Final = 1 << 18
"""The bytes of a span at most: what is written of its deals is copied out of a kernel's memory, which stays small by
that; and to call a kernel takes as long as some hundred deals."""
MOST_THREADS: Final = 256
"""At most so many threads work beside those that ask, in all; those above wait for their turn."""

Span = tuple[int, int]
"""The number of the first deal, and the one after the last."""
T = TypeVar("T")


def in_threads(part: Callable[[Span], None], n: int, threads: int, most: int = MOST) -> None:
    """Do ``n`` things by spans: several for each thread, so that none waits long for the last.

    The thread that asks works too: to wake another costs as much as thousands of deals.
    """
    spans = max(-(-n // most), min(n, threads * SPANS) if threads > 1 else 1)
    left = iter(list(pairwise(n * place // spans for place in range(spans + 1))) if n else [])

    def work() -> None:
        for span in left:  # a list's iterator gives each thread another span
            part(span)

    if threads == 1:
        work()
        return
    others = _others(os.getpid())
    asked = [others.submit(work) for _ in range(threads - 1)]
    try:
        work()
    finally:
        begun = [each for each in asked if not each.cancel()]  # whoever has not would find nothing left
        wait(begun)
    for each in begun:
        each.result()


@cache
def _others(_process: int) -> ThreadPoolExecutor:
    """The threads of a process, a child of which has none of them. They stay: to start one takes as long as 30,000
    hands are ranked."""
    return ThreadPoolExecutor(MOST_THREADS, "dealt")


def fill(
    out: Sequence[Any], part: Callable[[Span, list[Any]], None], threads: int, *, fast: bool, flat: bool = False,
    most: int = MOST,
) -> None:  # fmt: skip
    """Fill arrays that have a row for each deal: ``part`` writes those of a span, which it is given.

    They are lists unless it is compiled, as plain Python is quicker with its own numbers. ``flat``: it takes row behind
    row as one.
    """

    def some(span: Span) -> None:
        rows = [each[span[0] : span[1]] for each in out]
        rows = [each.reshape(-1) for each in rows] if flat else rows
        if fast:
            part(span, rows)
            return
        lists = [each.tolist() for each in rows]
        part(span, lists)
        for row, found in zip(rows, lists, strict=True):
            row[...] = found

    size = max(1, sum(each.nbytes for each in out))
    in_threads(some, len(out[0]), threads, max(1, most * len(out[0]) // size))


def in_turn(some: Sequence[T], span: Span) -> Sequence[T]:
    """Of several moments from which deals are played on, each in its turn, those for a span."""
    return some if len(some) == 1 else [some[n % len(some)] for n in range(*span)]
