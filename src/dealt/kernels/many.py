"""What the tables of every family have in common: see :class:`dealt.kernels.batch.Batch`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from dealt.game import Game
from dealt.kernels.arrays import numbers, numpy_for
from dealt.kernels.compiled import available, compiled

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["OVER", "ManyTables", "plain"]

OVER: Final = -1
"""The seat to act where the deal is over."""

T = TypeVar("T")


class ManyTables(Generic[T]):
    """``n`` tables of a game over the arrays ``T`` of its family, among them ``turn`` and ``deals``.

    With ``bare`` the kernels run in plain Python, over lists.
    """

    _tables: T

    def __init__(self, game: Game[Any], n: int, *, bare: bool) -> None:
        numpy = numpy_for("tables are played")
        self.game: Game[Any] = game
        self.n = n
        self.scores: NDArray[np.float64] = numpy.zeros((n, game.seats))
        self._fast = available() and not bare
        self._seed = 0

    def _numbers(self, some: Any) -> Any:
        return numbers(some, fast=self._fast)

    def _made(self, function: Callable[..., Any]) -> Callable[..., Any]:
        return compiled(function) if self._fast else function

    def _ids_of(self, actions: NDArray[np.int64]) -> Any:
        """Action ids as the kernel has them."""
        return actions if self._fast else actions.tolist()

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
