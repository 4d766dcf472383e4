"""What searches share that compare choices with a kernel of their own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from dealt.kernels.machine import Kernel, available
from dealt.players.search.budget import Budget, best_of, plain_budget

__all__ = ["best_place"]

Given = Callable[[Sequence[int], int, int], tuple[Any, ...]]
"""What a kernel takes: the places of choices, the number of worlds and that of the round. The last of it is where the
kernel writes: a row for each choice, a column for each world."""


def best_place(kernel: Kernel[..., Any], choices: int, given: Given, budget: Budget) -> int:
    """The place of the best of so many choices."""
    budget = budget if available() else plain_budget(budget, 8)

    def ahead(places: Sequence[int], number: int) -> list[list[float]]:
        some = given(places, budget.round, number)
        kernel(*some)
        return [[float(each) for each in row] for row in some[-1]]

    return best_of([0.0] * choices, ahead, budget)
