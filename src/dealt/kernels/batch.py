"""Many tables of one game at once: what a family's kernel offers to environments.

A family plugs in by a class that has :class:`Batch`'s members, and by its name in ``batch_of``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol

from dealt.game import Game
from dealt.games.blackjack import Blackjack
from dealt.games.climbing import Climbing
from dealt.games.doudizhu import DouDizhu
from dealt.games.drawpoker.play import DrawPokerPlay
from dealt.games.matching import Matching
from dealt.games.tricks import Tricks
from dealt.kernels.eligible import refuse_changes

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["WAIT", "Batch", "Plan", "batch_of"]

WAIT: Final = -1
"""The action id of a table at which nothing is to be done."""


class Plan(NamedTuple):
    """Where numbers go, as the environment of a game has them.

    ``spots`` are the places of the fields in an observation, by name, and ``width`` is its length. ``column`` is the
    place of a card in a field. ``ids`` are the ids of actions by name, and ``steps`` the ids of the first card of verbs
    whose cards are chosen one by one. ``first`` are the ids of the least amounts of verbs that name amounts, and
    ``amounts`` tells which amounts of a verb have the ids from there on, where a range of them is legal.
    """

    spots: Mapping[str, int]
    width: int
    column: Mapping[int, int]
    ids: Mapping[str, int]
    steps: Mapping[str, int]
    actions: int
    first: Mapping[str, int]
    amounts: Callable[[str, range], list[int]]


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
    from dealt.kernels.trick_tables import TrickTables

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
        return TrickTables(game, n, plan)
    raise ValueError(f"there is no kernel for many tables of {game.name}: play them one by one")
