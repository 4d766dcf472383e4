"""What searches share that compare choices with a kernel of their own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from dealt.kernels.machine import Kernel, available
from dealt.players.search.budget import Budget, best_of, plain_budget

__all__ = ["Asked", "best_place"]


class Asked(NamedTuple):
    """What a kernel is asked: what each of some choices leads to in some worlds."""

    kernel: Kernel[..., Any]
    about: tuple[Any, ...]
    """What it takes first, whatever the choices are."""
    columns: tuple[Sequence[int], ...]
    """What it takes next: numbers for each choice."""
    more: tuple[Any, ...]
    """What it takes then; after it come the number of worlds, a seed, room to work in, and where the kernel writes: a
    row for each choice, a column for each world."""
    seed: int
    room: Any

    def rows(self, worlds: int, places: Sequence[int] | None = None, number: int = 0) -> list[list[float]]:
        """What the choices, or those at some places, lead to in the worlds of the round of that number."""
        chosen = range(len(self.columns[0])) if places is None else places
        some, out = [[column[n] for n in chosen] for column in self.columns], [[0] * worlds for _ in chosen]
        self.kernel(*self.about, *some, *self.more, worlds, self.seed + 2 * number, self.room, out)
        return [[float(each) for each in row] for row in out]


def best_place(asked: Asked, choices: int, budget: Budget) -> int:
    """The place of the best of so many choices."""
    budget = budget if available() else plain_budget(budget, 8)
    worlds = min(budget.round, budget.worlds)
    return best_of(
        [0.0] * choices, lambda places, number: asked.rows(worlds, places, number), budget._replace(round=worlds)
    )
