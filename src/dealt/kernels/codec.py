"""States of trick-taking games as rows of a NumPy array, and back.

Any state that a deal reaches can be packed, in any phase: ``unpack(game, pack(game, states), i) == states[i]``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from dealt.games.tricks import NONE, Tricks, TrickState
from dealt.kernels.arrays import numpy_for

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["pack", "row_type", "unpack"]

PHASES: Final = ("play", "give", "bid", "auction", "claim")
MOST_DATA: Final = 8
"""The greatest number of numbers in ``match_data`` or ``deal_data``."""


def row_type(game: Tricks) -> np.dtype[np.void]:
    """The fields of a packed state, named as those of ``TrickState``.

    Sets of cards are int64. A tuple whose length varies has a field with its name and ``_size``; calls are their places
    in ``game.words``, and a phase its place in ``PHASES``. No turn is -1.
    """
    numpy = numpy_for("states are packed")
    sets, seats = (numpy.int64, 4), (numpy.int8, 4)
    found: np.dtype[np.void] = numpy.dtype(
        [
            *((name, *sets) for name in ("hands", "lacks", "played", "given")),
            ("shown", numpy.int64),
            ("won", *seats),
            *((name, numpy.int8) for name in ("turn", "leader", "dealer", "phase")),
            ("trick_size", numpy.int8), ("trick", *seats),
            ("calls_size", numpy.int16), ("calls", numpy.int8, game.most_calls),
            ("match_data_size", numpy.int8), ("match_data", numpy.int32, MOST_DATA),
            ("deal_data_size", numpy.int8), ("deal_data", numpy.int32, MOST_DATA),
        ]
    )  # fmt: skip
    return found


def pack(game: Tricks, states: Sequence[TrickState]) -> NDArray[np.void]:
    """The states as an array of ``row_type(game)``, one row each."""
    numpy = numpy_for("states are packed")
    codes = {word: number for number, word in enumerate(game.words)}
    found: NDArray[np.void] = numpy.zeros(len(states), row_type(game))
    for row, state in zip(found, states, strict=True):
        for name in ("hands", "lacks", "played", "given", "won", "shown", "leader", "dealer"):
            row[name] = getattr(state, name)
        row["turn"] = NONE if state.turn is None else state.turn
        row["phase"] = PHASES.index(state.phase)
        calls = [codes[call] for call in state.calls]
        for name, some in (
            ("trick", state.trick), ("calls", calls), ("match_data", state.match_data), ("deal_data", state.deal_data)
        ):  # fmt: skip
            row[f"{name}_size"] = len(some)
            row[name][: len(some)] = some
    return found


def unpack(game: Tricks, packed: NDArray[np.void], i: int) -> TrickState:
    """The state in row ``i``."""
    row = packed[i]

    def numbers(name: str) -> tuple[int, ...]:
        some: Any = row[name].tolist()
        return tuple(some[: int(row[f"{name}_size"])] if f"{name}_size" in (packed.dtype.names or ()) else some)

    turn = int(row["turn"])
    return TrickState(
        hands=numbers("hands"),
        turn=None if turn == NONE else turn,
        leader=int(row["leader"]),
        dealer=int(row["dealer"]),
        trick=numbers("trick"),
        won=numbers("won"),
        lacks=numbers("lacks"),
        played=numbers("played"),
        shown=int(row["shown"]),
        calls=tuple(game.words[call] for call in numbers("calls")),
        phase=PHASES[row["phase"]],
        match_data=numbers("match_data"),
        deal_data=numbers("deal_data"),
        given=numbers("given"),
    )
