"""Amounts of bets in buckets: a few that stand for all."""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import Final

BUCKETS: Final = 8
"""The number of amounts that stand for all."""


def spread(low: int, high: int, step: int, out: MutableSequence[int]) -> int:
    """Write up to :data:`BUCKETS` amounts from ``low`` to ``high`` into ``out``; returns their number.

    They are all amounts in steps of ``step``, or where these are more, some that rise by equal factors, each once.

    >>> out = [0] * BUCKETS
    >>> spread(4, 100, 2, out), out
    (8, [4, 6, 10, 16, 26, 40, 64, 100])
    >>> spread(7, 9, 1, out), out[:3]
    (3, [7, 8, 9])
    """
    last = (high - low) // step
    if last < BUCKETS:
        for n in range(last + 1):
            out[n] = low + n * step
        return last + 1
    base = float(max(low, 1))
    ratio, amount = (high / base) ** (1 / (BUCKETS - 1)), base
    for n in range(BUCKETS):
        out[n] = round((amount - low) / step)
        amount *= ratio
    for n in range(1, BUCKETS):  # small amounts may fall together: each bucket is an amount of its own
        out[n] = max(out[n], out[n - 1] + 1)
    out[BUCKETS - 1] = last
    for n in range(BUCKETS - 2, -1, -1):
        out[n] = min(out[n], out[n + 1] - 1)
    for n in range(BUCKETS):
        out[n] = low + out[n] * step
    return BUCKETS
