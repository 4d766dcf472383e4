"""States of draw poker as rows of a NumPy array, and back; see :mod:`dealt.kernels.codec`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from dealt.games.drawpoker.play import DrawPokerPlay, DrawPokerState
from dealt.games.showdown.betting import NONE
from dealt.kernels.arrays import numpy_for

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["pack_poker", "poker_row_type", "unpack_poker"]

BY_SEAT: Final = ("hands", "stacks", "paid", "bets", "drawn", "thrown", "won")
SEATS: Final = ("turn", "opener")
"""The fields that hold a seat or None."""
NUMBERS: Final = tuple(name for name in DrawPokerState._fields if name not in (*BY_SEAT, *SEATS, "stock"))


def poker_row_type(game: DrawPokerPlay) -> np.dtype[np.void]:
    """The fields of a packed state, named as those of ``DrawPokerState``.

    All are int64, but cards of the stock and seats are int8. What goes by seat has ``game.seats`` numbers, and
    ``stock`` has ``stock_size`` cards. No seat is -1.
    """
    numpy = numpy_for("states are packed")
    found: np.dtype[np.void] = numpy.dtype(
        [
            *((name, numpy.int64, game.seats) for name in BY_SEAT),
            *((name, numpy.int8) for name in SEATS),
            *((name, numpy.int64) for name in NUMBERS),
            ("stock_size", numpy.int8), ("stock", numpy.int8, len(game.deck)),
        ]
    )  # fmt: skip
    return found


def pack_poker(game: DrawPokerPlay, states: Sequence[DrawPokerState]) -> NDArray[np.void]:
    """The states as an array of ``poker_row_type(game)``, one row each."""
    numpy = numpy_for("states are packed")
    found: NDArray[np.void] = numpy.zeros(len(states), poker_row_type(game))
    for row, state in zip(found, states, strict=True):
        for name in (*BY_SEAT, *NUMBERS):
            row[name] = getattr(state, name)
        for name in SEATS:
            seat = getattr(state, name)
            row[name] = NONE if seat is None else seat
        row["stock_size"] = len(state.stock)
        row["stock"][: len(state.stock)] = state.stock
    return found


def unpack_poker(packed: NDArray[np.void], i: int) -> DrawPokerState:
    """The state in row ``i``."""
    row = packed[i]
    seats: dict[str, Any] = {name: None if int(row[name]) == NONE else int(row[name]) for name in SEATS}
    by_seat: dict[str, Any] = {name: tuple(row[name].tolist()) for name in BY_SEAT}
    numbers: dict[str, Any] = {name: int(row[name]) for name in NUMBERS}
    stock = tuple(row["stock"][: int(row["stock_size"])].tolist())
    return DrawPokerState(**by_seat, **seats, **numbers, stock=stock)
