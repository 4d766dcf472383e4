"""What the kernels share: NumPy, which only the extra ``fast`` brings, and threads over spans."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any, Final

__all__ = ["in_threads", "numpy_for"]

SPANS: Final = 8
"""The number of spans of deals for each of several threads."""


def numpy_for(what: str) -> Any:
    """NumPy; ImportError, which says what is done with it and what to install, where it is missing."""
    try:
        import numpy as np
    except ImportError:
        raise ImportError(f"{what} with NumPy: install dealt[fast]") from None
    return np


def in_threads(part: Callable[[tuple[int, int]], None], n: int, threads: int) -> None:
    """Do ``n`` things by spans: several for each thread, so that none waits long for the last."""
    if threads == 1:
        part((0, n))
        return
    spans = threads * SPANS
    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(part, pairwise(n * place // spans for place in range(spans + 1))))
