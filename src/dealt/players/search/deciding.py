"""What searches share that compare choices with a kernel of their own: run it compiled if it is ready, and decide."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from dealt.kernels.compiled import Overtaken, available
from dealt.players.search.budget import Budget, best_of, plain_budget
from dealt.players.search.climbing import quick

__all__ = ["PROBE", "best_place"]

PROBE: Final = -1
"""The round with which a kernel is compiled: it may change what it is given, so no other round gets the same."""

Given = Callable[[bool, Sequence[int], int, int], tuple[Any, ...]]
"""What a kernel takes: as arrays or as lists, the places of choices, the number of worlds and that of the round. The
last of it is where the kernel writes: a row for each choice, a column for each world."""


def best_place(kernel: Overtaken[..., Any], choices: int, given: Given, budget: Budget) -> int | None:
    """The place of the best of so many choices; None while the compiler works, where nobody may wait for it."""
    fast = quick(kernel, lambda fast: given(fast, range(1), 1, PROBE))
    if available() and not fast:
        return None
    work, budget = (kernel.compiled, budget) if fast else (kernel.bare, plain_budget(budget, 8))

    def ahead(places: Sequence[int], number: int) -> list[list[float]]:
        some = given(fast, places, budget.round, number)
        work(*some)
        return [[float(each) for each in row] for row in some[-1]]

    return best_of([0.0] * choices, ahead, budget)
