"""States of blackjack as rows of a NumPy array, and back: ``unpack(game, pack(game, states), i) == states[i]``."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import TYPE_CHECKING, Final

from dealt.games.blackjack import Blackjack
from dealt.games.blackjack.play import BlackjackState
from dealt.games.blackjack.rules import PlayerHand
from dealt.kernels.arrays import numpy_for
from dealt.kernels.blackjack import MOST_HANDS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["pack", "row_type", "unpack"]

PHASES: Final = ("bet", "insure", "play", "over")
NOBODY: Final = -1
"""No answer yet, or no seat."""


def row_type(game: Blackjack) -> np.dtype[np.void]:
    """The fields of a packed state, named as those of ``BlackjackState``.

    Hands lie seat by seat: ``hands_size`` has the number of each seat, none before the deal where ``dealt`` is 0, and
    a row of ``hands`` the number of cards, the bet, and whether it is split, doubled and surrendered; their cards
    follow each other in ``cards``. No answer and no seat is -1; ``insured_size`` is 0 before the deal.
    """
    numpy = numpy_for("states are packed")
    cards, seats = len(game.deck), game.seats
    found: np.dtype[np.void] = numpy.dtype(
        [
            ("pack", numpy.int16, cards), ("cut", numpy.int16), ("drawn", numpy.int16),
            *((name, numpy.int32, seats) for name in ("stacks", "bets", "rebuys", "insured")),
            ("insured_size", numpy.int8), ("reshuffled", numpy.int8), ("phase", numpy.int8), ("dealt", numpy.int8),
            ("hands_size", numpy.int8, seats), ("hands", numpy.int32, (MOST_HANDS * seats, 5)),
            ("cards", numpy.int16, cards), ("dealer_size", numpy.int8), ("dealer", numpy.int16, cards),
            ("active", numpy.int8), ("at", numpy.int8),
        ]
    )  # fmt: skip
    return found


def pack(game: Blackjack, states: Sequence[BlackjackState]) -> NDArray[np.void]:
    """The states as an array of ``row_type(game)``, one row each."""
    found: NDArray[np.void] = numpy_for("states are packed").zeros(len(states), row_type(game))
    for row, state in zip(found, states, strict=True):
        for name in ("pack", "cut", "drawn", "stacks", "rebuys", "reshuffled", "at"):
            row[name] = getattr(state, name)
        row["bets"] = [NOBODY if bet is None else bet for bet in state.bets]
        row["insured_size"] = len(state.insured)
        row["insured"][: len(state.insured)] = [NOBODY if some is None else some for some in state.insured]
        row["phase"], row["dealt"] = PHASES.index(state.phase), bool(state.hands)
        row["dealer_size"] = len(state.dealer)
        row["dealer"][: len(state.dealer)] = state.dealer
        row["active"] = NOBODY if state.active is None else state.active
        hands = [hand for own in state.hands for hand in own]
        row["hands_size"][: len(state.hands)] = [len(own) for own in state.hands]
        for place, hand in enumerate(hands):
            row["hands"][place] = (len(hand.cards), hand.bet, hand.split, hand.doubled, hand.surrendered)
        cards = [one for hand in hands for one in hand.cards]
        row["cards"][: len(cards)] = cards
    return found


def unpack(game: Blackjack, packed: NDArray[np.void], i: int) -> BlackjackState:
    """The state in row ``i``."""
    row = packed[i]
    coming, rows = iter(row["cards"].tolist()), iter(row["hands"].tolist())

    def hand() -> PlayerHand:
        cards, bet, *done = next(rows)
        return PlayerHand(tuple(islice(coming, cards)), bet, *map(bool, done))

    def answers(name: str, size: int) -> tuple[int | None, ...]:
        return tuple(None if each == NOBODY else each for each in row[name].tolist()[:size])

    hands = tuple(tuple(hand() for _ in range(size)) for size in row["hands_size"].tolist())
    return BlackjackState(
        pack=tuple(row["pack"].tolist()),
        cut=int(row["cut"]),
        drawn=int(row["drawn"]),
        stacks=tuple(row["stacks"].tolist()),
        bets=answers("bets", game.seats),
        rebuys=tuple(row["rebuys"].tolist()),
        reshuffled=bool(row["reshuffled"]),
        phase=PHASES[row["phase"]],
        hands=hands if row["dealt"] else (),
        dealer=tuple(row["dealer"].tolist()[: int(row["dealer_size"])]),
        insured=answers("insured", int(row["insured_size"])),
        active=None if row["active"] == NOBODY else int(row["active"]),
        at=int(row["at"]),
    )
