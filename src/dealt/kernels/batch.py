"""Many tables of one game at once: what a family's kernel offers to environments.

A family plugs in by a class that has :class:`Batch`'s members, and by its name in ``batch_of``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol

from dealt.game import Game
from dealt.games.blackjack import Blackjack
from dealt.games.climbing import Climbing
from dealt.games.doudizhu import DouDizhu
from dealt.games.drawpoker.play import DrawPokerPlay
from dealt.games.matching import Matching
from dealt.games.tricks import Tricks
from dealt.kernels.course import ManyTables, Plan
from dealt.kernels.eligible import refuse_changes
from dealt.kernels.families import course_of
from dealt.kernels.loops import WAIT

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["WAIT", "Batch", "Plan", "batch_of"]


class Batch(Protocol):
    """``n`` tables of a game. All arrays have a row for each table; one deal follows the other at each of them."""

    game: Game[Any]
    n: int
    scores: NDArray[np.float64]
    """(n, seats): the scores of the newest deal that is over, as ``Game.score`` has them."""

    def array(self, shape: Sequence[int], code: str) -> Any:
        """An array of zeros that is written to without a copy; ``code`` is its type as :mod:`array` names it.

        It takes memory for as long as the tables do.
        """

    @property
    def turn(self) -> NDArray[np.int64]:
        """(n,): the seat to act; -1 where the deal is over."""

    def init(self, seed: int) -> None:
        """Deal at all tables; the same seed, from 0 to 2**63 - 1, gives the same deals."""

    def deal(self) -> None:
        """Deal anew where the deal is over."""

    def step(self, actions: NDArray[np.int64]) -> None:
        """Carry out an action id at each table, but none where it is :data:`WAIT` or the deal is over.

        Trusts its caller.
        """

    def observe(self, out: NDArray[np.float32], rows: NDArray[np.int64]) -> None:
        """Write what the seats to act see at some tables, or seat 0 once the deal is over: zeros, (rows, width)."""

    def legal(self, out: NDArray[np.int8]) -> None:
        """Write 1 for each id that the seat to act may take into an array of zeros, (n, actions)."""

    def unmark(self, out: NDArray[np.int8]) -> None:
        """Write 0 wherever ``legal`` has written, as long as nothing has happened since."""

    def choose(self, seed: int, number: int, out: NDArray[np.int64]) -> None:
        """Write a legal id for each table, each equally likely; it follows from the seed and the number."""


def batch_of(game: Game[Any], n: int, plan: Plan) -> Batch:
    """The tables of the game's family; ValueError if there is no kernel for it, ImportError without NumPy."""
    from dealt.kernels.blackjack_tables import BlackjackTables
    from dealt.kernels.climbing_tables import ClimbingTables
    from dealt.kernels.landlord_tables import LandlordTables
    from dealt.kernels.matching_tables import MatchingTables
    from dealt.kernels.poker_tables import PokerTables

    refuse_changes(game)
    if isinstance(game, Blackjack):
        return BlackjackTables(game, n, plan)
    if isinstance(game, DrawPokerPlay):
        return PokerTables(game, n, plan)
    if isinstance(game, Matching):
        return MatchingTables(game, n, plan)
    if isinstance(game, DouDizhu):
        return LandlordTables(game, n, plan)
    if isinstance(game, Climbing):
        return ClimbingTables(game, n, plan)
    if isinstance(game, Tricks):
        return ManyTables(course_of(game), n, plan)
    raise ValueError(f"there is no kernel for many tables of {game.name}: play them one by one")
