"""States of matching solitaires as rows of a NumPy array, and back.

``unpack(game, pack(game, states), i) == states[i]``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from dealt.games.matching import Matching, MatchingState
from dealt.kernels.arrays import numpy_for

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["pack", "row_type", "unpack"]

EMPTY: Final = -1


def row_type(game: Matching) -> np.dtype[np.void]:
    """The fields of a packed state, named as those of ``MatchingState``; an empty place is -1."""
    numpy = numpy_for("states are packed")
    cards = (numpy.int16, len(game.deck))
    found: np.dtype[np.void] = numpy.dtype(
        [
            ("board", numpy.int16, game.places),
            ("stock_size", numpy.int16), ("stock", *cards),
            ("removed_size", numpy.int16), ("removed", *cards),
        ]
    )  # fmt: skip
    return found


def pack(game: Matching, states: Sequence[MatchingState]) -> NDArray[np.void]:
    """The states as an array of ``row_type(game)``, one row each."""
    numpy = numpy_for("states are packed")
    found: NDArray[np.void] = numpy.zeros(len(states), row_type(game))
    for row, state in zip(found, states, strict=True):
        row["board"] = [EMPTY if one is None else one for one in state.board]
        for name, some in (("stock", state.stock), ("removed", state.removed)):
            row[f"{name}_size"] = len(some)
            row[name][: len(some)] = some
    return found


def unpack(game: Matching, packed: NDArray[np.void], i: int) -> MatchingState:
    """The state in row ``i``."""
    row = packed[i]

    def cards(name: str) -> tuple[int, ...]:
        return tuple(row[name][: int(row[f"{name}_size"])].tolist())

    return MatchingState(
        tuple(None if one == EMPTY else one for one in row["board"].tolist()), cards("stock"), cards("removed")
    )
