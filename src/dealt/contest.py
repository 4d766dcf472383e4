"""What a match asks of a game: who won, how a score came about, when the match ends, and how tables compare."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import prod
from typing import ClassVar, Generic, NamedTuple, Self, TypeVar

from dealt.view import Say, Seat

__all__ = ["Contest", "Entry", "Payment", "ScoreSheet", "Side", "Standing", "Track", "net", "points"]

S = TypeVar("S")


class Entry(NamedTuple):
    """A line of a score: what the points are for, and the factors whose product they are, such as 7 tricks at 10.

    >>> Entry(Say("entry.contract"), (-7, 10)).points
    -70
    """

    say: Say
    factors: tuple[float, ...]

    @property
    def points(self) -> float:
        """What the line adds to the score, negative for a loss."""
        return prod(self.factors)


class Side(NamedTuple):
    """Seats with a common result, or one seat: what they reached, and the lines that add up to the score of each.

    ``name`` is what the game calls the side, such as north and south; None where it is called by who sits there.
    """

    seats: tuple[Seat, ...]
    entries: tuple[Entry, ...] = ()
    said: tuple[Say, ...] = ()
    name: Say | None = None


class Payment(NamedTuple):
    """What one seat pays to another for a deal; None is the house."""

    payer: Seat | None
    payee: Seat | None
    amount: float


class Track(NamedTuple):
    """How far a side is on the way to ``goal``; without seats, how far the match is.

    ``parts`` are equal parts in which the way is shown, such as the two games of a rubber. ``say`` tells more.
    """

    seats: tuple[Seat, ...]
    value: float
    goal: float
    parts: int = 1
    say: Say | None = None


class Standing(NamedTuple):
    """How far it is to the end of the match: what ends it, and where everybody stands."""

    say: Say
    tracks: tuple[Track, ...]

    @classmethod
    def race(cls, goal: float, points: Sequence[float], sides: Sequence[tuple[Seat, ...]] = ()) -> Standing:
        """How far the seats, or sides, are on the way to a total."""
        sides = sides or [(seat,) for seat in range(len(points))]
        tracks = tuple(Track(side, each, goal) for side, each in zip(sides, points, strict=True))
        return cls(Say("standing.to", {"goal": int(goal)}), tracks)


class ScoreSheet(NamedTuple):
    """How the score of a finished deal came about: what was reached, line by line for each side, and who pays whom.

    ``said`` is the outcome in the game's own words; None where there is nothing to say but who won. Every seat is in
    exactly one of ``sides``. ``standing`` is None where the match has no end that could come nearer.
    """

    sides: tuple[Side, ...]
    said: Say | None = None
    payments: tuple[Payment, ...] = ()
    standing: Standing | None = None


def points(entries: Iterable[Entry]) -> float:
    """The sum of some lines."""
    return sum(each.points for each in entries)


def net(payments: Iterable[Payment], seats: int) -> tuple[float, ...]:
    """What each seat has won by some payments.

    >>> net([Payment(1, 0, 6), Payment(2, 0, 6), Payment(None, 1, 5)], 3)
    (12.0, -1.0, -6.0)
    """
    found = [0.0] * seats
    for payer, payee, amount in payments:
        if payer is not None:
            found[payer] -= amount
        if payee is not None:
            found[payee] += amount
    return tuple(found)


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

    def among_computers(self) -> Self:
        """Hook: the game as computers measure each other: the same deals, without what only people care to do."""
        return self

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

    def victory(self, lead: float, boards: int) -> float | None:
        """The share that a team which leads by so much in ``unit`` has in a match of so many boards, from 0 to 1.

        None: each board counts the same. Bridge has a scale of victory points for IMPs.
        """
        return None
