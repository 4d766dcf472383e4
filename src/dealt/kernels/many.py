"""What the tables of every family have in common: see :class:`dealt.kernels.batch.Batch`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from dealt.game import Game
from dealt.kernels.arrays import numpy_for
from dealt.kernels.machine import Kernel, available

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["OVER", "ManyTables", "lists", "plain"]

OVER: Final = -1
"""The seat to act where the deal is over."""

R = TypeVar("R")
T = TypeVar("T")


class ManyTables(Generic[T]):
    """``n`` tables of a game over the arrays ``T`` of its family, among them ``turn`` and ``deals``.

    The arrays lie in the memory in which the kernels work, so that none is copied. With ``bare``, or where nothing
    compiled can be run, the kernels run in plain Python, over lists.
    """

    _tables: T

    def __init__(self, game: Game[Any], n: int, home: Kernel[..., Any], *, bare: bool) -> None:
        """``home`` is one of the family's kernels."""
        numpy_for("tables are played")
        self.game: Game[Any] = game
        self.n = n
        self._instance = None if bare or not available() else home.instance()
        self.scores: NDArray[np.float64] = self.array((n, game.seats), "d")
        self._actions = self.array((n,), "q")
        self._seed = 0

    def array(self, shape: Sequence[int], code: str) -> Any:
        """An array of zeros that lies where the kernels work; ``code`` is its type as :mod:`array` names it."""
        if self._instance is None:
            return numpy_for("tables are played").zeros(shape, code)
        return self._instance.array(shape, code)

    def _rows(self, *shape: int) -> Any:
        """Zeros as the kernels have them."""
        return lists(*shape) if self._instance is None else self._instance.array(shape, "q")

    def _made(self, function: Kernel[..., R]) -> Callable[..., R]:
        return function.on(self._instance)

    def _ids_of(self, actions: NDArray[np.int64]) -> Any:
        """Action ids as the kernel has them."""
        if self._instance is None:
            return actions.tolist()
        self._actions[:] = actions
        return self._actions

    @property
    def turn(self) -> NDArray[np.int64]:
        """(n,): the seat to act; -1 where the deal is over."""
        tables: Any = self._tables
        found: NDArray[np.int64] = numpy_for("tables are played").array(tables.turn)
        return found

    def init(self, seed: int) -> None:
        """Deal at all tables."""
        self._seed = seed
        tables: Any = self._tables
        for n in range(self.n):
            tables.deals[n], tables.turn[n] = 0, OVER
        self.deal()

    def deal(self) -> None:
        """Deal anew where the deal is over."""
        raise NotImplementedError

    def unmark(self, out: NDArray[np.int8]) -> None:
        """Take the marks of ``legal`` away."""
        out[:] = 0


def plain(some: Any) -> Any:
    """A number or row of the arrays, as plain Python has it."""
    return some.tolist() if hasattr(some, "tolist") else some


def lists(*shape: int) -> Any:
    """Zeros as plain Python has them."""
    return [lists(*shape[1:]) for _ in range(shape[0])] if shape else 0
