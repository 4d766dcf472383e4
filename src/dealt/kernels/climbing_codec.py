"""States of climbing games as rows of a NumPy array, and back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from dealt.games.climbing import NONE, Climbing, ClimbingState
from dealt.games.climbing.cutting import Cut
from dealt.kernels.arrays import numpy_for

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["pack", "row_type", "unpack"]

PHASES: Final = ("play", "cut", "auction", "pick")
PLAIN: Final = ("hands", "trick", "must", "shown", "dealer", "lowest")
VARIED: Final = ("stock", "lacks", "cut_cards")


def row_type(game: Climbing) -> np.dtype[np.void]:
    """The fields of a packed state, named as those of ``ClimbingState``.

    Sets of cards are int64. A tuple whose length varies has a field with its name and ``_size``. A phase is its place
    in ``PHASES``; no turn and no owner are -1. ``own`` has the numbers of ``game.own`` one after the other. Before the
    hands are dealt ``spread_size`` is not 0, and ``spread``, ``taken`` and ``packets`` are those of the cut.
    """
    numpy = numpy_for("states are packed")
    seats, deck = game.seats, len(game.deck)
    found: np.dtype[np.void] = numpy.dtype(
        [
            ("hands", numpy.int64, seats), ("trick", numpy.int64, seats),
            ("must", numpy.int64), ("shown", numpy.int64),
            *((name, numpy.int8) for name in ("turn", "owner", "dealer", "lowest", "phase")),
            ("stock_size", numpy.int8), ("stock", numpy.int64, seats + 1),
            ("lacks_size", numpy.int8), ("lacks", numpy.int64, seats),
            ("cut_cards_size", numpy.int8), ("cut_cards", numpy.int8, seats),
            ("own", numpy.int64, len(_flat(game.own))),
            ("spread_size", numpy.int8), ("spread", numpy.int8, deck),
            ("taken_size", numpy.int8, seats), ("taken", numpy.int8, (seats, deck)),
            ("packets_size", numpy.int8), ("packets", numpy.int64, seats + 1),
        ]
    )  # fmt: skip
    return found


def pack(game: Climbing, states: Sequence[ClimbingState]) -> NDArray[np.void]:
    """The states as an array of ``row_type(game)``, one row each."""
    found: NDArray[np.void] = numpy_for("states are packed").zeros(len(states), row_type(game))
    for row, state in zip(found, states, strict=True):
        for name in PLAIN:
            row[name] = getattr(state, name)
        row["turn"] = NONE if state.turn is None else state.turn
        row["owner"] = NONE if state.owner is None else state.owner
        row["phase"], row["own"] = PHASES.index(state.phase), _flat(state.own)
        some: dict[str, Sequence[int]] = {name: getattr(state, name) for name in VARIED}
        if state.cut is not None:
            some |= {"spread": state.cut.spread, "packets": state.cut.packets}
            for seat, places in enumerate(state.cut.taken):
                row["taken_size"][seat] = len(places)
                row["taken"][seat, : len(places)] = places
        for name, each in some.items():
            row[f"{name}_size"] = len(each)
            row[name][: len(each)] = each
    return found


def unpack(game: Climbing, packed: NDArray[np.void], i: int) -> ClimbingState:
    """The state in row ``i``."""
    row = packed[i]

    def numbers(name: str) -> tuple[int, ...]:
        some: Any = row[name].tolist()
        return tuple(some[: int(row[f"{name}_size"])])

    turn, owner, cut = int(row["turn"]), int(row["owner"]), None
    if row["spread_size"]:
        taken = zip(row["taken"].tolist(), row["taken_size"].tolist(), strict=True)
        cut = Cut(numbers("spread"), tuple(tuple(places[:size]) for places, size in taken), numbers("packets"))
    return ClimbingState(
        hands=tuple(row["hands"].tolist()),
        turn=None if turn == NONE else turn,
        owner=None if owner == NONE else owner,
        trick=tuple(row["trick"].tolist()),
        stock=numbers("stock"),
        must=int(row["must"]),
        shown=int(row["shown"]),
        phase=PHASES[row["phase"]],
        dealer=int(row["dealer"]),
        lowest=int(row["lowest"]),
        lacks=numbers("lacks"),
        cut_cards=numbers("cut_cards"),
        own=_like(game.own, row["own"].tolist()),
        cut=cut,
    )


def _flat(own: tuple[Any, ...]) -> list[int]:
    """The numbers of a named tuple, and of the tuples in it, one after the other."""
    return [number for each in own for number in (each if isinstance(each, tuple) else (each,))]


def _like(own: tuple[Any, ...], numbers: list[int]) -> tuple[Any, ...]:
    """A named tuple of the same form with these numbers."""
    found: list[Any] = []
    for each in own:
        size = len(each) if isinstance(each, tuple) else 1
        some, numbers = numbers[:size], numbers[size:]
        found.append(tuple(some) if isinstance(each, tuple) else type(each)(some[0]))
    return type(own)(*found) if found else ()
