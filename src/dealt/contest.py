"""What a match asks of a game: who is ahead and who has won, when it ends, and how tables compare."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Generic, TypeVar

from dealt.view import Seat

__all__ = ["Contest"]

S = TypeVar("S")


class Contest(Generic[S]):
    """How deals add up to a match. By default the highest total wins, and a match has no end."""

    seats: int

    low: ClassVar[bool] = False
    """Does the lowest total win?"""
    zero_sum: ClassVar[bool] = False
    """Do the scores of a deal (or its settlement, if it has one) add up to 0?"""
    rivals: ClassVar[bool] = True
    """Do the seats play against each other? If each plays against the house alone, faces rank nobody."""
    partnerships: tuple[tuple[Seat, ...], ...] = ()
    """The seats that play together, where partners are the same in every deal; empty where everybody plays alone.

    The texts of a game may name its seats under ``seat.N``, such as the points of the compass.
    """
    unit: str = ""
    """The unit of the results of ``compare``, as a key of the texts."""

    def final(self, state: S, totals: tuple[float, ...]) -> bool:
        """Does the match end with this deal?"""
        return False

    def settle(self, scores: tuple[float, ...]) -> tuple[float, ...] | None:
        """What each seat wins at the table's stake for these scores; None where nothing is at stake."""
        return None

    def winners(self, scores: tuple[float, ...]) -> tuple[Seat, ...]:
        """Who won a deal with these scores, for statistics.

        Where points go from one to another, or each plays alone, all who gained; else those with the best score, and
        nobody if all are level.
        """
        if self.zero_sum or self.seats == 1 or not self.rivals:
            return tuple(seat for seat, score in enumerate(scores) if score > 0)
        best = (min if self.low else max)(scores)
        if best == (max if self.low else min)(scores):
            return ()
        return tuple(seat for seat, score in enumerate(scores) if score == best)

    def leaders(self, totals: Sequence[float]) -> tuple[Seat, ...]:
        """The seats that are ahead by these totals; none where the seats don't play against each other."""
        best = (min if self.low else max)(totals)
        return tuple(seat for seat, total in enumerate(totals) if total == best) if self.rivals else ()

    def compare(self, scores: Sequence[tuple[float, ...]]) -> list[tuple[float, ...]] | None:
        """The results by seat of tables that played the same deal, given their scores; None if the game has none.

        Bridge compares by IMPs or matchpoints.
        """
        return None
